"""A file of rows becomes a file of rows with results, in the same order; what was interrupted goes on."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol, TypeVar

from reasoner.cli import jsonl
from reasoner.cli.errors import BUG, DONE, FAILED, MEND, Interrupted, bug, show_traceback
from reasoner.cli.jsonl import Fields, Output, Row, Source
from reasoner.cli.output import progress, say, say_error
from reasoner.errors import InputError, ReasonerError, one_line

AGAIN = "give another --output, or --overwrite to start again"
IN_FLIGHT = 256
"""Rows that are read, and not written yet, at most: one slow row holds up those that come after it."""


Made = TypeVar("Made")
Task = TypeVar("Task")


class Work(Protocol):
    """What a command does with its rows."""

    @property
    def name(self) -> str:
        """What the progress is called."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a row can come to, in the order of the summary."""
        ...

    def do(self, row: Row) -> Fields:
        """The fields that the row gains. Comes from any thread where there are several jobs.

        Raises: InputError, when it is the row's fault; another ReasonerError ends the command.
        """
        ...

    def passed(self, fields: Fields) -> Fields:
        """What of the fields of a row goes through to the output."""
        ...

    def stranger(self, kept: Fields, row: Row) -> str:
        """Why a kept row does not look like a result, or like one of another command; empty when it does."""
        ...

    def count(self, done: Fields) -> str:
        """Takes account of a row with its result, in order; what it came to. Raises: InputError."""
        ...

    def report(self, rows: int, seconds: float) -> Iterable[str]:
        """Lines for the end of the summary; so many rows were done in this run, in so much time."""
        ...


def open_rows(source: str, target: str | None, key: str, fault: jsonl.Fault | None = None) -> Source:
    """The rows of the file `source`, see `jsonl.read`. Raises: InputError, also when it is the target."""
    rows = jsonl.read(source, key, fault)
    if target and Path(source).exists() and Path(target).exists() and Path(source).samefile(target):
        raise InputError(f"{target}: is the input as well; give another --output.")
    return rows


def run(work: Work, source: Source, out: Output, *, jobs: int = 1) -> int:
    """Writes each row with what the work adds to it, unless an earlier run has; the exit status.

    Raises: InputError, when the output is of another run; ReasonerError; Interrupted.
    """
    batch = _Batch(work, source, out)
    try:
        batch.take_kept()
        batch.go_on(jobs)
    except KeyboardInterrupt:
        out.recount()
        again = "run the same command again to go on" if out.durable else "with --output it could go on"
        raise Interrupted(f"{batch.done} in {out.name}; {again}.") from None
    return batch.summary()


@dataclass
class _Batch:
    work: Work
    source: Source
    out: Output
    kinds: Counter[str] = field(default_factory=Counter)
    """How many rows came to what; "broken" are those at fault, and "failed" those that met a bug."""
    kept: int = 0
    started: float = 0.0

    @property
    def done(self) -> str:
        """How many rows there are by now, and the verb that follows."""
        of = "" if self.source.total is None else f"{self.out.count} of {self.source.total} rows are"
        return of or jsonl.rows(self.out.count)

    def take_kept(self) -> None:
        """Takes in the rows that an earlier run has finished.

        Raises: InputError, when they are of another input, or made otherwise.
        """
        if self.source.total is not None and self.out.count > self.source.total:
            for _ in self.out.kept():
                pass  # a file that holds something else is not called too long
            raise self._surplus(self.source.total)
        for number, kept in enumerate(self.out.kept(), start=1):
            row = next(self.source.rows, None)
            if row is None:
                raise self._surplus(number - 1)
            if wrong := self._stranger(kept, row):
                raise InputError(f"{self.out.name}:{number}: {wrong}; {AGAIN}.")
            if row.problem or _is_error(kept, row):
                self.kinds["failed" if BUG in str(kept["error"]) else "broken"] += 1
            else:
                self.kinds[self.work.count(kept)] += 1
        self.out.mend_end()
        if self.out.count:
            say(f"{self.out.name}: {jsonl.rows(self.out.count)} done already.")

    def go_on(self, jobs: int) -> None:
        """Writes a row for each row of the input that has none yet."""
        # A bar and rows on one terminal would write over each other.
        bar = self.out.durable or not sys.stdout.isatty()
        self.kept, self.started = self.out.count, time.monotonic()
        with progress(self.work.name, bar=bar) as update:
            update(self.out.count, self.source.total or 0)
            for row, result in in_order(self._result, self.source.rows, jobs):
                self.out.write(row.fields | self._taken(row, result))
                update(self.out.count, self.source.total or 0)

    def summary(self) -> int:
        """Says how the rows ended; the exit status."""
        kinds = (*self.work.kinds, "broken", "failed")
        ended = ", ".join(f"{self.kinds[kind]} {kind}" for kind in kinds if self.kinds[kind])
        say(f"{self.out.name}: {ended}.")
        for line in self.work.report(self.out.count - self.kept, time.monotonic() - self.started):
            say(line)
        return FAILED if self.kinds["failed"] else MEND if self.kinds["broken"] else DONE

    def _result(self, row: Row) -> Fields | Exception:
        """What the row gains, or why it gains nothing; from any thread."""
        try:
            return InputError(row.problem) if row.problem else self.work.do(row)
        except ReasonerError as error:
            return error
        except Exception as error:
            show_traceback()
            return error

    def _taken(self, row: Row, result: Fields | Exception) -> Fields:
        """The fields that the row gains: a result, or an error."""
        match result:
            case InputError():
                return self._error(row, "broken", str(result))
            case ReasonerError():
                if self.out.count:
                    say(f"{self.out.name}: {self.done} done and kept.")
                raise result
            case Exception():
                return self._error(row, "failed", bug(result))
        self.kinds[self.work.count(row.fields | result)] += 1
        return result

    def _error(self, row: Row, kind: str, says: str) -> Fields:
        self.kinds[kind] += 1
        say_error(f"{self.source.name}:{row.line}: {one_line(says)}")
        return {"error": f"line {row.line}: {one_line(says)}"}

    def _stranger(self, kept: Fields, row: Row) -> str:
        """Why a kept row is not what this run would have written; empty when it is."""
        expected = self.work.passed(row.fields)
        if row.problem or _is_error(kept, row):
            same = kept == row.fields | {"error": kept.get("error")}
        elif same := all(key in kept and kept[key] == value for key, value in expected.items()):
            return self.work.stranger(kept, row)
        return "" if same else f"it is not about line {row.line} of {self.source.name}"

    def _surplus(self, total: int) -> InputError:
        says = f"it has {self.out.count} rows, and {self.source.name} only {total}"
        return InputError(f"{self.out.name}: {says}; {AGAIN}.")


def _is_error(kept: Fields, row: Row) -> bool:
    """The kept row says that there was no result; an `error` may also have come with the input."""
    return isinstance(kept.get("error"), str) and kept["error"] != row.fields.get("error")


def in_order(work: Callable[[Task], Made], rows: Iterator[Task], jobs: int) -> Iterator[tuple[Task, Made]]:
    """Each row with what `work` makes of it, in their order and as soon as it is there, `jobs` at a time.

    No thread is started for a single job. The threads read the rows, so that a slow input holds up none of
    the rows before; nobody waits for them when the work is broken off.
    Raises: what reading the rows raises.
    """
    if jobs == 1:
        yield from ((row, work(row)) for row in rows)
        return
    made: SimpleQueue[tuple[Task, Future[Made]] | Exception | None] = SimpleQueue()
    room, reading, over = threading.Semaphore(IN_FLIGHT), threading.Lock(), threading.Event()

    def labour() -> None:
        while room.acquire() and not over.is_set():
            future: Future[Made] = Future()
            with reading:
                try:
                    row = next(rows, None)
                except Exception as error:
                    made.put(error)
                    return
                made.put(None if row is None else (row, future))
            if row is None:
                return
            try:
                future.set_result(work(row))
            except BaseException as error:
                future.set_exception(error)

    for _ in range(jobs):
        threading.Thread(target=labour, daemon=True).start()
    try:
        while (entry := made.get()) is not None:
            if isinstance(entry, Exception):
                raise entry
            row, future = entry
            yield row, future.result()
            room.release()
    finally:
        over.set()
        room.release(jobs)
