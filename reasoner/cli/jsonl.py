"""Files of rows: one JSON object a line in, one a line out, in the input's order."""

import fcntl
import io
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, cast

from reasoner import json_object
from reasoner.cli.output import json_line
from reasoner.errors import InputError, cause

Fields = dict[str, Any]
Fault = Callable[[Fields], str]
"""Why the fields of a row will not do; empty when they will."""

NOT_PASSED = "samples"
"""The one field of the input that does not pass through: recordings are large."""
SECONDS_BETWEEN_SYNCS = 1.0


@dataclass(frozen=True)
class Row:
    """A line of the input: its fields, and what is wrong with it, if anything."""

    line: int
    fields: Fields
    problem: str = ""


@dataclass(frozen=True)
class Source:
    """Where rows come from: they are read when they are asked for, once."""

    name: str
    """What messages call it."""
    rows: Iterator[Row]
    total: int | None
    """How many rows there will be; None where only reading them would tell."""

    def __iter__(self) -> Iterator[Row]:
        return self.rows


def read(name: str, key: str, fault: Fault | None = None) -> Source:
    """The rows of the file, or of standard input for "-": each with text under `key`, or without the `fault`.

    Blank lines are no rows. A row that cannot be used says so in its `problem`.
    Raises: InputError, when there is no such file, no text in it, or no row.
    """
    shown = shown_name(name)
    try:
        total = _count(name, shown)
        lines = _lines(sys.stdin.fileno() if name == "-" else name, shown)
        first = next(lines, None)
    except OSError as error:
        raise InputError(f"{shown}: cannot read it: {cause(error)}; give a file of JSON rows.") from None
    if first is None:
        raise InputError(f'{shown}: no rows in it; give one JSON object a line, like {{"{key}": "..."}}.')
    rows = (_row(number, line, key, fault or text_under(key)) for number, line in chain([first], lines))
    return Source(shown, rows, total)


def shown_name(name: str) -> str:
    """What messages call the file."""
    return "standard input" if name == "-" else name


def text_under(key: str, *, blank: bool = False) -> Fault:
    """Wants text under the key, and some in it unless it may be blank."""

    def fault(fields: Fields) -> str:
        if key not in fields:
            return lacking(key)
        if not isinstance(fields[key], str):
            return f"'{key}' is not text; put it in quotes"
        return "" if blank or fields[key].strip() else empty(key)

    return fault


def lacking(key: str) -> str:
    """The fault of a row without the key."""
    return f"the row has no '{key}'; add it"


def empty(key: str) -> str:
    """The fault of a row that has only blanks there."""
    return f"'{key}' is empty; fill it in"


@dataclass
class Output:
    """Where the rows go. `count` is how many there are by now, those of an earlier run included."""

    name: str
    stream: BinaryIO
    count: int = 0
    torn: int = 0
    """Bytes at the end that are no row: it was being written when an earlier run was killed."""
    unended: bool = False
    """The last of the kept rows has no line end yet."""
    durable: bool = False
    synced: float = field(default_factory=time.monotonic, init=False)

    def kept(self) -> Iterator[Fields]:
        """The rows of an earlier run. Raises: InputError, at a line that is no row."""
        if self.count:
            with os.fdopen(os.dup(self.stream.fileno()), "rb") as reader:
                reader.seek(0)
                for number in range(1, self.count + 1):
                    yield _kept(reader.readline().rstrip(b"\n"), f"{self.name}:{number}")

    def mend_end(self) -> None:
        """Makes room for the next row, once the kept ones are found to be of the same run."""
        if self.torn:
            self.stream.truncate(self.stream.seek(0, io.SEEK_END) - self.torn)
        if self.unended:
            self.stream.write(b"\n")

    def write(self, row: Fields) -> None:
        """Adds a row: once this returns no crash takes it back, and a power cut at most the last second's.

        Raises: InputError, when the disk refuses; the rows before it are kept.
        """
        rest = memoryview(json_line(row))
        try:
            while rest:
                rest = rest[self.stream.write(rest) :]
            self.stream.flush()
            self.count += 1
            if time.monotonic() - self.synced > SECONDS_BETWEEN_SYNCS:
                self.sync()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError(
                f"{self.name}: {cause(error)}; {rows(self.count)} in it. Mend that and run the same again."
            ) from None

    def recount(self) -> None:
        """Counts the rows in the file: an interrupt may come between a row and its count."""
        if self.durable:
            self.count, _ = _ends(self.stream)

    def sync(self) -> None:
        """Makes sure that the rows are on the disk, where there is one."""
        if self.durable:
            os.fsync(self.stream.fileno())
        self.synced = time.monotonic()


@contextmanager
def output(name: str | None, *, overwrite: bool = False) -> Iterator[Output]:
    """The output file with the rows that it has; standard output for None or "-".

    Raises: InputError, when it cannot be opened, or another run writes it.
    """
    if name is None or name == "-":
        sys.stdout.flush()
        yield Output("standard output", sys.stdout.buffer)
        return
    with _opened(name) as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            yield Output(name, stream)
            return
        _claim(stream, name)
        if overwrite:
            stream.truncate(0)
        count, last = _ends(stream)
        torn = _is_torn(last, after=count)
        unended = bool(last) and not torn
        found = Output(name, stream, count + unended, len(last) if torn else 0, unended, durable=True)
        try:
            yield found
        finally:
            found.sync()


def _opened(name: str) -> BinaryIO:
    try:
        return cast(BinaryIO, Path(name).open("ab+", buffering=0))
    except OSError as error:
        raise InputError(f"{name}: cannot write it: {cause(error)}; give another --output.") from None


def _claim(stream: BinaryIO, name: str) -> None:
    """Keeps other processes from writing the file; where it cannot be locked they have to be trusted."""
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"{name}: another run is writing it; wait for that, or give another --output."
        ) from None
    except OSError:
        return


def _ends(stream: BinaryIO) -> tuple[int, bytes]:
    """How many lines of the file have an end, and what stands behind the last of these."""
    count, line = 0, b""
    with os.fdopen(os.dup(stream.fileno()), "rb") as reader:
        reader.seek(0)
        for line in reader:
            count += line.endswith(b"\n")
    return count, b"" if line.endswith(b"\n") else line


def _is_torn(last: bytes, *, after: int) -> bool:
    """Whether what stands behind so many rows is a part of one, or the NUL bytes that a power cut leaves."""
    zeros = bool(after and last) and not last.strip(b"\0")
    return zeros or (last.startswith(b"{") and not _is_whole(last))


def _is_whole(line: bytes) -> bool:
    try:
        return bool(json_object.parse(line))
    except ValueError:
        return False


def _kept(line: bytes, where: str) -> Fields:
    try:
        return json_object.parse(line)
    except ValueError as error:
        says = f"{error}, so it is no output to go on with; give another, or --overwrite"
        raise InputError(f"{where}: {says}.") from None


def rows(count: int) -> str:
    """A number of rows in words, and the verb that follows."""
    return "1 row is" if count == 1 else f"{count} rows are"


def _count(name: str, shown: str) -> int | None:
    """How many rows the file has; None where to count them is to use them up."""
    if name == "-" or not Path(name).is_file():
        return None
    return sum(1 for _ in _lines(name, shown))


def _lines(file: str | int, shown: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; standard input stays open."""
    with open(file, "rb", closefd=isinstance(file, str)) as stream:
        for number, line in enumerate(stream, start=1):
            if b"\0" in line:
                says = "not UTF-8 text (it has NUL bytes); give a file with one JSON object a line"
                raise InputError(f"{shown}: {says}.")
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                yield number, line.rstrip(b"\n")


def _row(number: int, line: bytes, key: str, fault: Fault) -> Row:
    try:
        fields = json_object.parse(line)
    except ValueError as error:
        return Row(number, {}, f'{error}; write one JSON object a line, like {{"{key}": "..."}}')
    fields.pop(NOT_PASSED, None)
    return Row(number, fields, fault(fields))
