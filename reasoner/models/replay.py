"""A model that gives the samples of a recording, to vote and check again without a model."""

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from reasoner.errors import InputError, ModelError, cause, one_line
from reasoner.models.model import Completion, Request, Watch

_NEEDS = "a line needs {question, samples: [{text}]}."


@dataclass(frozen=True)
class Replay:
    """Recorded samples by question, in the order of the file; a seed above 0 shuffles them per question."""

    name: str
    samples: Mapping[str, tuple[Completion, ...]]
    hash: str | None = None
    window: int | None = None

    @classmethod
    def read(cls, path: Path) -> "Replay":
        """The recording in a JSONL file with rows `{question, samples: [{text, ...}]}`.

        Raises: ModelError, naming the line that is not such a row.
        """
        try:
            data = path.read_bytes()
            lines = data.decode("utf-8-sig").split("\n")
        except OSError as error:
            raise ModelError(f"replay: cannot read {path}: {cause(error)}; give a JSONL file.") from None
        except UnicodeDecodeError:
            raise ModelError(f"replay: {path} is not UTF-8 text; give a JSONL file.") from None
        samples: dict[str, tuple[Completion, ...]] = {}
        for number, line in enumerate(lines, start=1):
            if line.strip():
                question, recorded = _row(line, f"{path}:{number}")
                samples[question] = samples.get(question, ()) + recorded
        if not samples:
            raise ModelError(f"replay: {path} has no rows; {_NEEDS}")
        return cls(f"replay:{path}", samples, hashlib.sha256(data).hexdigest())

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """The recorded samples of `request.question`; fewer than asked for where fewer were recorded.

        Raises: InputError, when the question was never recorded.
        """
        question = request.question.strip()
        if question not in self.samples:
            asked = one_line(question, 80)
            raise InputError(f"{self.name}: the question '{asked}' was not recorded; ask one that was.")
        samples, sampling = list(self.samples[question]), request.sampling
        if sampling.seed:
            random.Random(f"{sampling.seed} {question}").shuffle(samples)
        started, tokens = 0, 0
        try:
            for i, sample in enumerate(samples[: sampling.n]):
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


def _row(line: str, where: str) -> tuple[str, tuple[Completion, ...]]:
    try:
        row = json.loads(line)
        question, samples = row["question"], row["samples"]
        return str(question).strip(), tuple(_completion(sample) for sample in samples)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError(f"{where}: not a recorded question; {_NEEDS}") from None


def _completion(sample: Mapping[str, object]) -> Completion:
    text = sample["text"]
    if not isinstance(text, str):
        raise TypeError("text must be a string")
    tokens, logprob, source = sample.get("tokens"), sample.get("logprob"), sample.get("source")
    return Completion(
        text=text,
        tokens=tokens if isinstance(tokens, int) else len(text) // 4 + 1,
        logprob=float(logprob) if isinstance(logprob, int | float) else None,
        finish_reason="length" if sample.get("finish_reason") == "length" else "stop",
        seed=None,
        seconds=0.0,
        source=source if isinstance(source, str) else None,
    )
