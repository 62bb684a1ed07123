"""Settings become a Context: the only place that decides which backend, file and device are used."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Self, TypeVar

from reasoner.errors import SettingsError
from reasoner.models import registry
from reasoner.models.model import Model
from reasoner.models.pulling import Progress, unwatched
from reasoner.models.replay import Replay
from reasoner.models.scripted import Scripted
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.retrieval import collection
from reasoner.retrieval.reranking import CrossEncoder, Reranker
from reasoner.retrieval.retriever import Retriever
from reasoner.settings import Settings
from reasoner.stage import Budget, Context, Event, ignore
from reasoner.state import Effort
from reasoner.tools.toolbox import Toolbox
from reasoner.verification.sandbox import Sandbox
from reasoner.verification.sandbox.local import LocalSandbox

T = TypeVar("T")
Opener = Callable[[str, Settings], Model]


class Lazy(Mapping[str, T]):
    """Things by name, each opened when it is first asked for, once, from whichever thread."""

    def __init__(self, names: Mapping[str, str], open_one: Callable[[str], T]) -> None:
        self._names = dict(names)
        self._open = open_one
        self._opened: dict[str, T] = {}
        self._lock = threading.Lock()

    def __getitem__(self, key: str) -> T:
        target = self._names[key]
        with self._lock:
            if target not in self._opened:
                self._opened[target] = self._open(target)
            return self._opened[target]

    def __contains__(self, key: object) -> bool:
        return key in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def opened(self) -> tuple[T, ...]:
        """What was opened so far."""
        return tuple(self._opened.values())


class Runtime:
    """Models, collections and the sandbox of one process, shared by all its runs. Close it, or use `with`."""

    def __init__(self, settings: Settings | None = None, *, pulling: Progress = unwatched) -> None:
        """`pulling` gets (done, total) in bytes while a model file that is missing is pulled."""
        self.settings = settings or Settings.load()
        self.models: Lazy[Model] = Lazy(
            {"default": self.settings.model} | self.settings.models,
            lambda name: open_model(name, self.settings, pulling),
        )
        named = {name: name for name in collection.known()} | self.settings.collections
        self.retrievers: Lazy[Retriever] = Lazy(
            named | {"default": named.get(self.settings.collection, self.settings.collection)},
            open_retriever,
        )
        self.rerankers: Lazy[Reranker] = Lazy(
            self.settings.rerankers, lambda name: CrossEncoder(name, offline=self.settings.offline)
        )
        self.sandbox: Sandbox = LocalSandbox(self.settings.weaker_sandbox)
        self.tools = Toolbox(self.settings, self.sandbox, self.retrievers)

    def context(
        self,
        seed: int = 0,
        emit: Callable[[Event], None] = ignore,
        *,
        effort: Effort | None = None,
        seconds: float | None = None,
        cancel: threading.Event | None = None,
    ) -> Context:
        """A context for one run, with the effort and the time of the settings unless others are given.

        Once `cancel` is set the run comes to an end.
        """
        limit = seconds or self.settings.seconds
        budget = Budget(
            time.monotonic() + limit if limit else None,
            cancel or threading.Event(),
            effort or self.settings.effort,
        )
        return Context(
            models=self.models,
            retrievers=self.retrievers,
            rerankers=self.rerankers,
            sandbox=self.sandbox,
            seed=seed,
            budget=budget,
            tools=self.tools,
            emit=emit,
            mode=self.settings.mode,
        )

    def check(self, pipeline: Pipeline) -> None:
        """Raises: SettingsError, naming what a stage of the pipeline needs and these settings do not give."""
        context = self.context()
        for stage in pipeline.all_stages():
            for lack in stage.lacks(context):
                raise SettingsError(f"pipeline '{pipeline.name}': {stage.label}: {lack}")

    def close(self) -> None:
        """Frees the models, ends the sandbox and what the tools started."""
        self.tools.close()
        for model in self.models.opened():
            model.close()
        self.sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def load_pipeline(name: str, **flags: object) -> Pipeline:
    """A pipeline that is ready to run: `load_pipeline("math").run("12*(3+4)")`.

    `name` is a bundled pipeline or the path of a YAML file; `flags` are fields of Settings, such as
    `model="openai:qwen3@http://localhost:8000/v1"`. Models and collections open when first needed.
    Raises: ConfigError with every problem of the file; SettingsError, also for what a stage lacks.
    """
    found = read_pipeline(name)
    runtime = Runtime(Settings.load(**flags))
    runtime.check(found)
    return replace(found, contexts=runtime.context)


def open_model(name: str, settings: Settings, pulling: Progress = unwatched) -> Model:
    """The model that `name` stands for: SCHEME:REST, the path of a .gguf file, or a name of the registry.

    Raises: ModelError, saying what to do.
    """
    scheme, _, rest = name.partition(":")
    openers = _openers(pulling)
    if rest and scheme in openers:
        return openers[scheme](rest, settings)
    return _gguf(name, settings, pulling)


def open_retriever(name: str) -> Retriever:
    """The collection that `name` stands for: langchain:MODULE:FACTORY, or one of ours.

    Raises: KnowledgeError, saying what to do.
    """
    scheme, _, rest = name.partition(":")
    if scheme == "langchain" and rest:
        from reasoner.retrieval.langchain import LangChainRetriever

        return LangChainRetriever.open(rest)
    return collection.open_collection(name)


def _openers(pulling: Progress) -> dict[str, Opener]:
    """Backends by scheme: ours, and those of the entry points `reasoner.models`."""
    added: dict[str, Opener] = {point.name: point.load() for point in entry_points(group="reasoner.models")}
    return added | {
        "hf": lambda rest, settings: _gguf(f"hf:{rest}", settings, pulling),
        "openai": _openai,
        "transformers": _transformers,
        "langchain": _langchain,
        "replay": lambda rest, settings: Replay.read(Path(rest)),
        "scripted": lambda rest, settings: Scripted.read(Path(rest)),
    }


def _gguf(name: str, settings: Settings, pulling: Progress) -> Model:
    from reasoner.models.llama_cpp import LlamaCpp

    file = registry.locate(name, offline=settings.offline, progress=pulling)
    return LlamaCpp.open(
        file.path,
        name=name,
        hash=file.sha256,
        context=settings.context,
        threads=settings.threads,
        kv_cache=settings.kv_cache,
        gpu_layers=settings.gpu_layers,
        mode=settings.mode,
    )


def _openai(rest: str, settings: Settings) -> Model:
    from reasoner.models.openai import OpenAI

    return OpenAI.open(rest)


def _transformers(rest: str, settings: Settings) -> Model:
    from reasoner.models.transformers import Transformers

    return Transformers.open(rest, offline=settings.offline)


def _langchain(rest: str, settings: Settings) -> Model:
    from reasoner.models.langchain import LangChain

    return LangChain.open(rest)
