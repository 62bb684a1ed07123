"""Settings become a Context: the only place that decides which backend, file and device are used."""

import os
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reasoner import resources
from reasoner.errors import SettingsError, did_you_mean, one_line
from reasoner.models import registry
from reasoner.models.model import Model
from reasoner.models.pulling import Progress, unwatched
from reasoner.models.replay import Replay
from reasoner.models.scripted import Scripted
from reasoner.pipeline import Pipeline, read_pipeline
from reasoner.retrieval import collection
from reasoner.retrieval.reranking import CrossEncoder, Reranker
from reasoner.retrieval.retriever import Retriever
from reasoner.stage import Budget, Context, Event, ignore
from reasoner.state import Effort
from reasoner.verification.sandbox import Sandbox
from reasoner.verification.sandbox.local import LocalSandbox

T = TypeVar("T")
Opener = Callable[[str, "Settings"], Model]
TABLES = frozenset({"models", "rerankers", "collections"})
"""Settings that only a file can hold."""


class Settings(BaseModel):
    """What differs from machine to machine: set by flags, else by the environment, else by `reasoner.toml`.

    `reasoner.toml` is looked for in the current folder, then in the user's configuration folder.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = "smollm2-135m"
    """The model for the role "default". REASONER_MODEL."""
    models: dict[str, str] = Field(default_factory=dict)
    """Models for further roles, which a stage's `model: ROLE` names."""
    rerankers: dict[str, str] = Field(default_factory=dict)
    """Cross-encoders of sentence-transformers, each a folder or the name of one on the hub, which a stage's
    `rerank: NAME` names."""
    collection: str = "handbook"
    """The collection that `retrieve` looks in where the pipeline names none. REASONER_COLLECTION."""
    collections: dict[str, str] = Field(default_factory=dict)
    """Further collections, each "langchain:MODULE:FACTORY": a function of an installed module that takes
    nothing and gives a LangChain retriever or vector store."""
    mode: Literal["reproducible", "throughput"] = "reproducible"
    """Same seed, same text; or requests that batch with each other. REASONER_MODE."""
    threads: int | None = Field(None, ge=1, le=1024)
    """Threads of the local engine; half of the cores unless set. REASONER_THREADS."""
    context: int = Field(4096, ge=64, le=10_000_000)
    """Tokens of one prompt with one answer, at most. REASONER_CONTEXT."""
    kv_cache: Literal["f16", "q8_0", "q4_0"] = "f16"
    """Precision of the engine's key-value cache; q8_0 needs about half of the memory. REASONER_KV_CACHE."""
    gpu_layers: int = Field(0, ge=-1)
    """Layers of a local model to put on a GPU; -1 is all. REASONER_GPU_LAYERS."""
    offline: bool = False
    """Never ask a model hub or a package registry. REASONER_OFFLINE."""
    weaker_sandbox: bool = False
    """Run model-written programs although the kernel cannot seal them. REASONER_WEAKER_SANDBOX."""
    effort: Effort = "medium"
    """How many samples a question is worth: "low" is a quarter of those that a pipeline names, "high" four
    times as many, "auto" as its difficulty asks for. REASONER_EFFORT."""
    seconds: float | None = Field(None, gt=0)
    """Time that one question may take; none unless set. REASONER_SECONDS."""

    @classmethod
    def load(cls, **flags: object) -> "Settings":
        """The settings in force; flags that are None were not given.

        Raises: SettingsError, naming the file, variable or flag at fault.
        """
        merged: dict[str, object] = {}
        merged |= _from_file(cls)
        merged |= _from_environment(cls)
        given = {name: value for name, value in flags.items() if value is not None}
        return _settings(cls, "setting ", merged | given)


def _from_file(cls: type[Settings]) -> dict[str, object]:
    for folder in (Path(), resources.config_folder()):
        path = folder / "reasoner.toml"
        if not path.is_file():
            continue
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{path}: not a TOML file: {one_line(str(error))}.") from None
        _settings(cls, f"{path}: ", values)
        return values
    return {}


def _from_environment(cls: type[Settings]) -> dict[str, object]:
    names = {f"REASONER_{name.upper()}": name for name in cls.model_fields if name not in TABLES}
    values: dict[str, object] = {
        names[key]: value for key, value in os.environ.items() if key in names and value
    }
    _settings(cls, "environment variable REASONER_", values, upper=True)
    return values


def _settings(
    cls: type[Settings], where: str, values: Mapping[str, object], *, upper: bool = False
) -> Settings:
    try:
        return cls.model_validate(values)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        key = ".".join(str(step) for step in detail["loc"])
        if detail["type"] == "extra_forbidden":
            raise SettingsError(
                f"{where}{key}: unknown setting{did_you_mean(key, cls.model_fields)}"
            ) from None
        says = one_line(detail["msg"][0].lower() + detail["msg"][1:])
        shown = one_line(repr(detail["input"]), 60)
        raise SettingsError(f"{where}{key.upper() if upper else key}: {shown} will not do: {says}.") from None


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

    def context(self, seed: int = 0, emit: Callable[[Event], None] = ignore) -> Context:
        """A context for one run."""
        limit = self.settings.seconds
        return Context(
            models=self.models,
            retrievers=self.retrievers,
            rerankers=self.rerankers,
            sandbox=self.sandbox,
            seed=seed,
            budget=Budget(time.monotonic() + limit if limit else None, effort=self.settings.effort),
            emit=emit,
            mode=self.settings.mode,
        )

    def close(self) -> None:
        """Frees the models and ends the sandbox."""
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
    Raises: ConfigError with every problem of the file, SettingsError.
    """
    found = read_pipeline(name)
    runtime = Runtime(Settings.load(**flags))
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
