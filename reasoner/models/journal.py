"""A file of every sample as soon as it was drawn: what was interrupted goes on inside a question."""

import hashlib
import json
import os
import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from reasoner import state
from reasoner.errors import ReasonerError, cause
from reasoner.models.model import Completion, Model, Request

SECONDS_BETWEEN_SYNCS = 1.0
Spent = tuple[int, int, int]
"""Samples started, prompt tokens, completion tokens."""


@dataclass(frozen=True, slots=True)
class Key:
    """What the samples of a request depend on, but for their index."""

    item: str
    prompt: str
    seed: int
    """Of the run: that of sample 0, whichever sample the request begins with."""
    settings: str
    """Names the question, the sampling without `n` and `seed`, the model, and its mode."""
    turn: int = 0
    """How often the same was asked before for this item."""


@dataclass
class Call:
    """What is known of a request that an earlier run made."""

    samples: dict[int, Completion] = field(default_factory=dict)
    """By index, counted from sample 0 of the run."""
    spent: Spent | None = None
    """What it cost; None where it was broken off."""
    n: int = 0
    """How many samples it asked for."""
    left: bool = False
    """The caller had enough before the model came to an end."""

    def complete(self, n: int) -> bool:
        """All that the model has to give for so many samples is there."""
        return self.spent is not None and self.n == n and not self.left

    def from_(self, first: int) -> tuple[Completion, ...]:
        """The samples from that index on, up to the first that is missing."""
        found: list[Completion] = []
        while (sample := self.samples.get(first + len(found))) is not None:
            found.append(sample)
        return tuple(found)


class Journal:
    """A file with a row for each sample and for each request that came to its end; safe from any thread."""

    def __init__(self, path: Path, mode: str = "reproducible") -> None:
        self.path, self._mode = path, mode
        self._calls: dict[Key, Call] = {}
        self._lock = threading.Lock()
        self._synced = time.monotonic()
        self._broken: ReasonerError | None = None
        self._stream = path.open("ab", buffering=0)

    @classmethod
    def open(cls, path: Path, mode: str = "reproducible", *, done: Collection[str] = ()) -> Self:
        """The journal in the file, which may not exist yet; of items that are `done` nothing is kept in mind.

        A row at the end that is not whole was being written when an earlier run was killed: it is dropped.
        Raises: ReasonerError, when the file cannot be read or written.
        """
        try:
            journal = cls(path, mode)
            with path.open("rb") as stream:
                for line in stream:
                    if line.endswith(b"\n"):
                        journal._take(line, done)
                    else:
                        os.truncate(path, stream.tell() - len(line))
        except OSError as error:
            raise ReasonerError(
                f"{path}: cannot use it: {cause(error)}; mend that, or give another."
            ) from None
        return journal

    def settings(self, request: Request, model: Model) -> str:
        """Names what the text depends on besides prompt and seed: 16 digits of a SHA-256."""
        # With beams sample i depends on how many are asked for.
        left_out = {"seed"} if request.sampling.beams > 1 else {"seed", "n"}
        sampling = request.sampling.model_dump_json(exclude=left_out)
        said = [request.question, sampling, model.identity, self._mode]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]

    def recorded(self, key: Key) -> Call:
        """What earlier runs wrote down of the request; it is handed out once."""
        with self._lock:
            return self._calls.pop(key, None) or Call()

    def add(self, key: Key, index: int, sample: Completion) -> None:
        """Writes a sample down: once this returns no crash takes it back. Raises: ReasonerError."""
        self._write(asdict(key) | {"index": index, "sample": asdict(sample)})

    def end(self, key: Key, spent: Spent, n: int, *, left: bool) -> None:
        """Writes down that a request for `n` samples came to its end. Raises: ReasonerError."""
        self._write(asdict(key) | {"spent": spent, "n": n, "left": left})

    def close(self) -> None:
        """Makes sure that all is on the disk; a second call does nothing."""
        with self._lock:
            if not self._stream.closed:
                os.fsync(self._stream.fileno())
                self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _take(self, line: bytes, done: Collection[str]) -> None:
        """Takes a row in. One that cannot be read, as after a power cut, is as if it were not there."""
        try:
            row = json.loads(line)
            if row["item"] in done:
                return
            key = Key(**{name: row[name] for name in Key.__slots__})
            call = self._calls.setdefault(key, Call())
            if "sample" in row:
                sample = row["sample"]
                made = tuple(state.Call(**each) for each in sample.get("calls", ()))
                call.samples[row["index"]] = Completion(**sample | {"calls": made})
            else:
                started, prompt, completion = row["spent"]
                call.spent, call.n, call.left = (started, prompt, completion), row["n"], row["left"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return

    def _write(self, row: Mapping[str, Any]) -> None:
        # Half a surrogate pair, which a model may write, has no UTF-8: it stays escaped.
        data = json.dumps(row).encode() + b"\n"
        with self._lock:
            if self._broken or self._stream.closed:
                raise self._broken or ReasonerError(f"{self.path}: the run has ended.")
            start = self._stream.seek(0, os.SEEK_END)
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[self._stream.write(rest) :]
                if time.monotonic() - self._synced > SECONDS_BETWEEN_SYNCS:
                    os.fsync(self._stream.fileno())
                    self._synced = time.monotonic()
            except OSError as error:
                self._stream.truncate(start)
                says = f"{self.path}: {cause(error)}; what was done is kept."
                self._broken = ReasonerError(f"{says} Mend that and run the same again.")
                raise self._broken from None
