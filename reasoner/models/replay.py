"""A model that gives the samples of a recording, to vote and check again without a model."""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from reasoner.errors import InputError, ModelError, cause, one_line
from reasoner.models.model import Completion, Request, Watch
from reasoner.state import Called

UNKNOWN_MODEL = "recording"
"""The identity of what wrote a recording that does not say so."""
_NEEDS = "a line needs {question, samples: [{text}]}, or is one that `reasoner run --input` wrote."
_LARGEST = 10**9
"""A number beyond this was not measured."""
RUN_ROWS = "items.jsonl"
_CALLS: TypeAdapter[tuple[Called, ...]] = TypeAdapter(tuple[Called, ...])
RUN_FORMAT = 1
"""Of the run folders that can be read; `run.json` says which one a folder has."""


@dataclass(frozen=True)
class Recorded:
    """The samples of a question: those of any prompt under None, those of one prompt under its name."""

    samples: Mapping[str | None, tuple[Completion, ...]]
    identity: str = UNKNOWN_MODEL

    def joined(self, other: "Recorded") -> "Recorded":
        """The samples of both, one after another."""
        names = {**self.samples, **other.samples}
        both = {name: self.samples.get(name, ()) + other.samples.get(name, ()) for name in names}
        return Recorded(both, other.identity if other.samples else self.identity)


@dataclass(frozen=True)
class Replay:
    """Recorded samples by question, in the order of the file; a seed above 0 shuffles them per question."""

    name: str
    questions: Mapping[str, Recorded]
    hash: str | None = None
    window: int | None = None

    @cached_property
    def calls_functions(self) -> bool:
        """Whether what was recorded called functions natively, which gives calls their ids."""
        samples = (
            sample for each in self.questions.values() for drawn in each.samples.values() for sample in drawn
        )
        return any(called.call.id for sample in samples for called in sample.recorded or ())

    @cached_property
    def identity(self) -> str:
        """The model that was recorded; "recording" where the recording does not say, or names several."""
        known = {recorded.identity for recorded in self.questions.values() if recorded.samples}
        return next(iter(known)) if len(known) == 1 else UNKNOWN_MODEL

    @classmethod
    def read(cls, path: Path) -> "Replay":
        """The recording in a JSONL file, or in the run folder that has one.

        Its rows are `{question, samples: [{text, ...}]}`, or those that a run wrote, with `candidates`.
        Raises: ModelError, naming the line that is not such a row, or the format of another run folder.
        """
        _check_format(path / "run.json")
        file = path / RUN_ROWS if path.is_dir() else path
        try:
            data = file.read_bytes()
            lines = data.decode("utf-8-sig").split("\n")
        except OSError as error:
            raise ModelError(f"replay: cannot read {file}: {cause(error)}; give a JSONL file.") from None
        except UnicodeDecodeError:
            raise ModelError(f"replay: {file} is not UTF-8 text; give a JSONL file.") from None
        questions: dict[str, Recorded] = {}
        for number, line in enumerate(lines, start=1):
            if line.strip():
                question, recorded = _row(line, f"{file}:{number}")
                old = questions.get(question)
                questions[question] = old.joined(recorded) if old else recorded
        if not questions:
            raise ModelError(f"replay: {file} has no rows; {_NEEDS}")
        return cls(f"replay:{path}", questions, hashlib.sha256(data).hexdigest())

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """The recorded samples of `request.question`; fewer than asked for where fewer were recorded.

        Of the rows of a run these are the samples of the same prompt.
        Raises: InputError, when the question was never recorded, or not with this prompt.
        """
        samples = self._samples(request)
        started, tokens = 0, 0
        try:
            for i, sample in enumerate(samples[: request.sampling.n]):
                if watch.cancelled():
                    return
                watch.on_token(i, sample.text)
                started, tokens = started + 1, tokens + sample.tokens
                yield sample
        finally:
            watch.on_spent(started, 0, tokens)

    def count_tokens(self, text: str) -> int:
        """Four characters a token, the usual estimate."""
        return len(text) // 4 + 1

    def close(self) -> None:
        """Nothing to free."""

    def _samples(self, request: Request) -> Sequence[Completion]:
        question = request.question.strip()
        asked = one_line(question, 80)
        if question not in self.questions:
            raise InputError(f"{self.name}: the question '{asked}' was not recorded; ask one that was.")
        recorded = self.questions[question].samples
        samples = recorded.get(request.prompt, recorded.get(None))
        if not recorded:
            raise InputError(
                f"{self.name}: the question '{asked}' was recorded without samples; ask another."
            )
        if samples is None:
            raise InputError(
                f"{self.name}: the question '{asked}' was recorded with other prompts; use those."
            )
        if seed := (request.sampling.seed - request.first) % 2**31:
            samples = tuple(random.Random(f"{seed} {question}").sample(samples, len(samples)))
        # What was drawn of these messages before is not drawn again, as long as there is more.
        return samples[request.first :] or samples


def _check_format(file: Path) -> None:
    """Raises: ModelError, where there is such a file and it says another format."""
    if not file.is_file():
        return
    try:
        run = json.loads(file.read_bytes())
        written = run.get("format")
    except (OSError, ValueError, AttributeError, RecursionError):
        raise ModelError(f"replay: {file} is of no run; give a folder that `reasoner eval` wrote.") from None
    if written != RUN_FORMAT:
        says = f"says format {one_line(str(written), 30)}, and this version reads format {RUN_FORMAT}"
        raise ModelError(f"replay: {file} {says}; run `reasoner eval` again.")


def _row(line: str, where: str) -> tuple[str, Recorded]:
    try:
        row = json.loads(line)
        question = str(row["question"]).strip()
        if "samples" in row:
            return question, Recorded({None: tuple(_completion(sample) for sample in row["samples"])})
        if "error" in row:
            return question, Recorded({})
        model = row["model"] or {}
        samples: dict[str | None, tuple[Completion, ...]] = {}
        for candidate in row["candidates"]:
            if candidate["prompt"] is not None:
                name = str(candidate["prompt"])
                samples[name] = (*samples.get(name, ()), _completion(candidate))
        return question, Recorded(samples, str(model.get("identity") or UNKNOWN_MODEL))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"{where}: not a recorded question; {_NEEDS}") from None


def _completion(sample: Mapping[str, object]) -> Completion:
    text = sample["text"]
    if not isinstance(text, str):
        raise TypeError("text must be a string")
    tokens, source, seed = sample.get("tokens"), sample.get("source"), sample.get("seed")
    p_true = _number(sample.get("p_true"))
    return Completion(
        text=text,
        tokens=tokens if isinstance(tokens, int) and 0 <= tokens <= _LARGEST else len(text) // 4 + 1,
        logprob=_number(sample.get("logprob")),
        finish_reason="length" if sample.get("finish_reason") == "length" or sample.get("cut") else "stop",
        seed=seed if isinstance(seed, int) else None,
        seconds=0.0,
        source=source if isinstance(source, str) else None,
        score=_number(sample.get("score")),
        p_true=p_true if p_true is not None and 0 <= p_true <= 1 else None,
        recorded=_calls(sample),
    )


def _calls(sample: Mapping[str, object]) -> tuple[Called, ...] | None:
    """The calls of a sample that could call tools."""
    return _CALLS.validate_python(sample["calls"]) if sample.get("origin") == "tools" else None


def _number(value: object) -> float | None:
    """The number, if it is one that somebody may have measured."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not -_LARGEST <= value <= _LARGEST:
        return None
    return float(value)
