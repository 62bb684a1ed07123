"""`reasoner run --input`: a file of questions becomes a file of answers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.cli import batch, jsonl
from reasoner.cli.jsonl import Fields, Row
from reasoner.cli.output import Lines
from reasoner.cli.thinking import PULLING
from reasoner.errors import InputError, one_line
from reasoner.pipeline import Pipeline
from reasoner.result import Result
from reasoner.runtime import Runtime
from reasoner.settings import Settings
from reasoner.state import NO_USAGE, Abstained, State
from reasoner.version import __version__


def run(
    pipeline: Pipeline,
    settings: Settings,
    source: str,
    target: str | None,
    *,
    seed: int,
    overwrite: bool,
    jobs: int,
) -> int:
    """Answers every row of the file `source` that the file `target` has no answer for; the exit status.

    As many rows as there are `jobs` are worked on at a time.

    Raises: InputError, when a file will not do; ModelError, KnowledgeError; Interrupted.
    """
    rows = batch.open_rows(source, target, "question")
    pulling = Lines(PULLING, "bytes")
    with jsonl.output(target, overwrite=overwrite) as out, Runtime(settings, pulling=pulling) as runtime:
        runtime.check(pipeline)
        return batch.run(_Answering(pipeline, runtime, seed, out.name), rows, out, jobs=jobs)


RESULT = frozenset(
    Result(State("", outcome=Abstained("")), (), NO_USAGE, 0.0, "", "", None, None, 0).as_dict()
)
"""The fields that a result writes over those of the input."""


@dataclass
class _Answering:
    """The work of a pipeline on a row with a `question`."""

    pipeline: Pipeline
    runtime: Runtime
    seed: int
    target: str
    """What messages call the output."""
    weights: dict[str | None, str | None] = field(default_factory=dict)
    """Hashes of the models that the rows so far used, by name."""

    @property
    def kinds(self) -> tuple[str, ...]:
        return ("answered", "abstained")

    @property
    def name(self) -> str:
        return self.pipeline.name

    def do(self, row: Row) -> Fields:
        context = self.runtime.context(self.seed)
        return self.pipeline.run(row.fields["question"], context=context).as_dict()

    def passed(self, fields: Fields) -> Fields:
        question = {"question": str(fields.get("question")).strip()}
        return {key: value for key, value in fields.items() if key not in RESULT} | question

    def stranger(self, kept: Fields, row: Row) -> str:
        pipeline = {"name": self.pipeline.name, "hash": self.pipeline.hash}
        mode = self.runtime.settings.mode
        effort = self.runtime.settings.effort
        run = {
            "pipeline": pipeline,
            "seed": self.seed,
            "mode": mode,
            "effort": effort,
            "version": __version__,
        }
        for key, value in run.items():
            if kept.get(key) != value:
                return f"its {key} is {_show(kept.get(key))}, not {_show(value)}"
        return self._other_collection(kept) or self._other_model(kept)

    def _other_collection(self, kept: Fields) -> str:
        default, name = self.runtime.settings.collection, kept.get("collection")
        named = {getattr(stage, "collection", None) or default for stage in self.pipeline.all_stages()}
        return "" if name is None or name in named else f"its collection is {_show(name)}, not '{default}'"

    def _other_model(self, kept: Fields) -> str:
        model, settings = kept.get("model"), self.runtime.settings
        if kept.get("outcome") not in self.kinds or not isinstance(model, dict | None):
            return "it is not a result"
        if model is None:
            return ""
        name = str(model.get("name"))
        if _spelled(name) not in map(_spelled, (settings.model, *settings.models.values())):
            return f"its model is '{one_line(name, 60)}', not '{settings.model}'"
        return ""

    def count(self, done: Fields) -> str:
        model = done["model"] or {}
        name, weights = model.get("name"), model.get("hash")
        if self.weights.setdefault(name, weights) != weights:
            says = f"other weights of '{name}' made its rows"
            raise InputError(f"{self.target}: {says}; {batch.AGAIN}.")
        return str(done["outcome"])

    def report(self, rows: int, seconds: float) -> Iterable[str]:
        return ()


def _spelled(model: str) -> tuple[str, Path]:
    """A model's name, whichever way the path in it is written."""
    scheme, colon, rest = model.rpartition(":") if "@" not in model else ("", "", model)
    return scheme + colon, Path(rest)


def _show(value: object) -> str:
    if isinstance(value, dict):
        return f"'{one_line(str(value.get('name')), 60)}' ({one_line(str(value.get('hash')), 9)})"
    return one_line(str(value), 60)
