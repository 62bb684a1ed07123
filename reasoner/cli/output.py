"""How the commands speak: results on stdout, everything else on stderr, colour only on a terminal."""

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

import typer


class Update(Protocol):
    """Gets how much is done, and of how much, 0 where nobody knows; and what else is to be told."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


SECONDS_BETWEEN_LINES = 10.0
"""How often progress is told where nobody sees a bar move."""


def say(text: str) -> None:
    """A line for people."""
    print(printable(text), file=sys.stderr, flush=True)


def say_error(text: str) -> None:
    """A line about something to mend."""
    print(
        f"{styled('error:', sys.stderr, fg='red', bold=True)} {printable(text)}", file=sys.stderr, flush=True
    )


def say_warning(text: str) -> None:
    """A line about something to know."""
    print(f"{styled('warning:', sys.stderr, fg='yellow')} {printable(text)}", file=sys.stderr, flush=True)


def print_result(text: str) -> None:
    """The result of a command; on a terminal without the characters that would steer it."""
    print(printable(text) if sys.stdout.isatty() else text, flush=True)


def print_json(value: Any) -> None:
    """The result of a command as one JSON object."""
    sys.stdout.flush()
    sys.stdout.buffer.write(json_line(value))
    sys.stdout.buffer.flush()


def json_line(value: Any) -> bytes:
    """One line of JSON in UTF-8; what UTF-8 cannot write is escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False).encode() + b"\n"


def write_whole(path: Path, data: bytes) -> None:
    """Writes the file as a whole or not at all. Raises: OSError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows in columns that line up."""
    cells = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    )


def printable(text: str) -> str:
    """The text without control characters: what a model or a document says must not steer a terminal."""
    return "".join(char for char in text if char.isprintable() or char in "\n\t")


def styled(text: str, stream: TextIO, **style: Any) -> str:
    """The text in colour where the stream is a terminal and NO_COLOR is not set."""
    colourful = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return typer.style(text, **style) if colourful else text


def size(count: float) -> str:
    """A number of bytes for people."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def per_second(rate: float) -> str:
    """How fast, for people."""
    return f"{rate:.{0 if rate >= 10 else 2}f}/s"


@contextmanager
def progress(
    what: str, unit: str = "rows", *, bar: bool = True, every: float = SECONDS_BETWEEN_LINES
) -> Iterator[Update]:
    """A bar on a terminal, else a line `every` so many seconds. The unit "bytes" is written as sizes."""
    if bar and sys.stderr.isatty():
        from reasoner.cli import live  # rich takes longer to load than many commands to run

        with live.bar(what, unit) as update:
            yield update
    else:
        yield Lines(what, unit, every)


class Lines:
    """Tells of progress in a line, not too often, and never about what is done quickly."""

    def __init__(self, what: str, unit: str, every: float = SECONDS_BETWEEN_LINES) -> None:
        self._what, self._unit, self._every = what, unit, every
        self._start = self._told = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int, total: int, note: str = "") -> None:
        now = time.monotonic()
        if self._first is None or done < self._first:
            self._first, self._start = done, now
        if now - self._told < self._every or done == self._first:
            return
        self._told = now
        rate = (done - self._first) / (now - self._start)
        left = f", {(total - done) / rate:.0f} s left" if total else ""
        if self._unit == "bytes":
            say(f"{self._what}: {size(done)} of {size(total)}, {size(rate)}/s{left}")
        else:
            of = f" of {total}" if total else ""
            say(f"{self._what}: {done}{of} {self._unit}, {per_second(rate)}{left}{note and f'; {note}'}")
