"""`reasoner run --input`: a file of questions becomes a file of answers; what was interrupted goes on."""

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.cli import jsonl
from reasoner.cli.errors import BUG, DONE, FAILED, MEND, Interrupted, bug, show_traceback
from reasoner.cli.jsonl import Fields, Output, Row
from reasoner.cli.output import Lines, progress, say, say_error
from reasoner.cli.thinking import PULLING
from reasoner.errors import InputError, ReasonerError, one_line
from reasoner.pipeline import Pipeline, Result
from reasoner.runtime import Runtime, Settings
from reasoner.state import NO_USAGE, Abstained, State
from reasoner.version import __version__

AGAIN = "give another --output, or --overwrite to start again"
KINDS = ("answered", "abstained", "broken", "failed")


def run(
    pipeline: Pipeline, settings: Settings, source: str, target: str | None, *, seed: int, overwrite: bool
) -> int:
    """Answers every row of the file `source` that the file `target` has no answer for; the exit status.

    Raises: InputError, when a file will not do; ModelError, KnowledgeError; Interrupted.
    """
    rows = jsonl.read(source, "question")
    if target and Path(source).exists() and Path(target).exists() and Path(source).samefile(target):
        raise InputError(f"{target}: is the input as well; give another --output.")
    pulling = Lines(PULLING, "bytes")
    with jsonl.output(target, overwrite=overwrite) as out, Runtime(settings, pulling=pulling) as runtime:
        batch = _Batch(pipeline, runtime, seed, jsonl.shown_name(source), rows, out)
        batch.take_kept()
        try:
            batch.answer()
        except KeyboardInterrupt:
            again = "run the same command again to go on" if out.durable else "with --output it could go on"
            counts = f"{out.count} of {len(rows)} rows are in {out.name}"
            raise Interrupted(f"{counts}; {again}.") from None
    return batch.summary()


@dataclass
class _Batch:
    pipeline: Pipeline
    runtime: Runtime
    seed: int
    source: str
    rows: list[Row]
    out: Output
    kinds: Counter[str] = field(default_factory=Counter)
    """How many rows were answered, abstained from, broken, or met a bug."""
    weights: dict[str, str | None] = field(default_factory=dict)
    """Hashes of the models that the kept rows used, by name."""

    def take_kept(self) -> None:
        """Takes in the rows that an earlier run has finished.

        Raises: InputError, when they answer another input, or another pipeline, model or seed gave them.
        """
        if self.out.count > len(self.rows):
            surplus = f"it has {self.out.count} rows, and {self.source} only {len(self.rows)}"
            raise InputError(f"{self.out.name}: {surplus}; {AGAIN}.")
        for number, (kept, row) in enumerate(zip(self.out.kept, self.rows, strict=False), start=1):
            if wrong := self._stranger(kept, row):
                raise InputError(f"{self.out.name}:{number}: {wrong}; {AGAIN}.")
            if row.problem or _is_error(kept, row):
                self.kinds["failed" if BUG in str(kept["error"]) else "broken"] += 1
            else:
                self.kinds[kept["outcome"]] += 1
        self.out.mend_end()
        if self.out.count:
            say(f"{self.out.name}: {jsonl.rows(self.out.count)} done already.")

    def answer(self) -> None:
        """Writes a row for each row of the input that has none yet."""
        # A bar and rows on one terminal would write over each other.
        bar = self.out.durable or not sys.stdout.isatty()
        with progress(self.pipeline.name, bar=bar) as update:
            for row in self.rows[self.out.count :]:
                update(self.out.count, len(self.rows))
                self.out.write(row.fields | self._found(row))

    def summary(self) -> int:
        """Says how the rows ended; the exit status."""
        ended = ", ".join(f"{self.kinds[kind]} {kind}" for kind in KINDS if self.kinds[kind])
        say(f"{self.out.name}: {ended}.")
        return FAILED if self.kinds["failed"] else MEND if self.kinds["broken"] else DONE

    def _found(self, row: Row) -> Fields:
        """The fields that the row gains: a result, or an error."""
        try:
            if row.problem:
                raise InputError(row.problem)
            context = self.runtime.context(self.seed)
            result = self.pipeline.run(row.fields["question"], context=context).as_dict()
        except InputError as error:
            return self._error(row, "broken", str(error))
        except ReasonerError:
            if self.out.count:
                say(f"{self.out.name}: {self.out.count} of {len(self.rows)} rows are done and kept.")
            raise
        except Exception as error:
            show_traceback()
            return self._error(row, "failed", bug(error))
        if (model := result["model"]) and self.weights.get(model["name"], model["hash"]) != model["hash"]:
            raise InputError(f"{self.out.name}: other weights of '{model['name']}' made its rows; {AGAIN}.")
        self.kinds[result["outcome"]] += 1
        return result

    def _error(self, row: Row, kind: str, says: str) -> Fields:
        self.kinds[kind] += 1
        say_error(f"{self.source}:{row.line}: {one_line(says)}")
        return {"error": f"line {row.line}: {one_line(says)}"}

    def _stranger(self, kept: Fields, row: Row) -> str:
        """Why a kept row is not what this run would have written; empty when it is."""
        if row.problem or _is_error(kept, row):
            expected = row.fields | {"error": kept.get("error")}
            return "" if kept == expected else f"it is not about line {row.line} of {self.source}"
        question = {"question": str(row.fields.get("question")).strip()}
        passed = {key: value for key, value in row.fields.items() if key not in RESULT} | question
        if any(key not in kept or kept[key] != value for key, value in passed.items()):
            return f"it is not about line {row.line} of {self.source}"
        pipeline = {"name": self.pipeline.name, "hash": self.pipeline.hash}
        mode = self.runtime.settings.mode
        run = {"pipeline": pipeline, "seed": self.seed, "mode": mode, "version": __version__}
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
        if kept.get("outcome") not in KINDS or not isinstance(model, dict | None):
            return "it is not a result"
        if model is None:
            return ""
        name = str(model.get("name"))
        if _spelled(name) not in map(_spelled, (settings.model, *settings.models.values())):
            return f"its model is '{one_line(name, 60)}', not '{settings.model}'"
        self.weights.setdefault(name, model.get("hash"))
        return ""


RESULT = frozenset(
    Result(State("", outcome=Abstained("")), (), NO_USAGE, 0.0, "", "", None, None, 0).as_dict()
)
"""The fields that a result writes over those of the input."""


def _is_error(kept: Fields, row: Row) -> bool:
    """The kept row says that there was no result; an `error` may also have come with the input."""
    return isinstance(kept.get("error"), str) and kept["error"] != row.fields.get("error")


def _spelled(model: str) -> tuple[str, Path]:
    """A model's name, whichever way the path in it is written."""
    scheme, colon, rest = model.rpartition(":") if "@" not in model else ("", "", model)
    return scheme + colon, Path(rest)


def _show(value: object) -> str:
    if isinstance(value, dict):
        return f"'{one_line(str(value.get('name')), 60)}' ({one_line(str(value.get('hash')), 9)})"
    return one_line(str(value), 60)
