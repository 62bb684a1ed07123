"""Files of rows: one JSON object a line in, one a line out, in the input's order."""

import fcntl
import io
import json
import math
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

from reasoner.cli.output import json_line
from reasoner.errors import InputError, cause, one_line

Fields = dict[str, Any]

NOT_PASSED = "samples"
"""The one field of the input that does not pass through: recordings are large."""


@dataclass(frozen=True)
class Row:
    """A line of the input: its fields, and what is wrong with it, if anything."""

    line: int
    fields: Fields
    problem: str = ""


def read(name: str, key: str) -> list[Row]:
    """The rows of the file, or of standard input for "-"; each has to have text under `key`.

    Blank lines are no rows. A row that cannot be used says so in its `problem`.
    Raises: InputError, when there is no such file, no text in it, or no row.
    """
    shown = shown_name(name)
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"{shown}: cannot read it: {cause(error)}; give a file of JSON rows.") from None
    if b"\0" in data:
        raise InputError(
            f"{shown}: not UTF-8 text (it has NUL bytes); give a file with one JSON object a line."
        )
    lines = enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1)
    rows = [_row(number, line, key) for number, line in lines if line.strip()]
    if not rows:
        raise InputError(f'{shown}: no rows in it; give one JSON object a line, like {{"{key}": "..."}}.')
    return rows


def shown_name(name: str) -> str:
    """What messages call the file."""
    return "standard input" if name == "-" else name


def parse(line: bytes) -> Fields:
    """The JSON object of a line. Raises: ValueError, saying what it is instead."""
    try:
        value = json.loads(line.decode(), parse_constant=_no_number, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.lower()} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {one_line(str(error), 100)}") from None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object, but another value")
    return value


@dataclass
class Output:
    """Where the rows go: `kept` are those of an earlier run, `count` is how many there are by now."""

    name: str
    stream: BinaryIO
    kept: Sequence[Fields] = ()
    torn: int = 0
    """Bytes at the end that are no row: it was being written when an earlier run was killed."""
    unended: bool = False
    """The last of the kept rows has no line end yet."""
    durable: bool = False
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.kept)

    def mend_end(self) -> None:
        """Makes room for the next row, once the kept ones are found to be of the same run."""
        if self.torn:
            self.stream.truncate(self.stream.seek(0, io.SEEK_END) - self.torn)
        if self.unended:
            self.stream.write(b"\n")

    def write(self, row: Fields) -> None:
        """Adds a row; once this returns, neither a crash nor a power cut takes it back.

        Raises: InputError, when the disk refuses; the rows before it are kept.
        """
        rest = memoryview(json_line(row))
        try:
            while rest:
                rest = rest[self.stream.write(rest) :]
            self.stream.flush()
            self.count += 1
            if self.durable:
                os.fsync(self.stream.fileno())
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError(
                f"{self.name}: {cause(error)}; {rows(self.count)} in it. Mend that and run the same again."
            ) from None


@contextmanager
def output(name: str | None, *, overwrite: bool = False) -> Iterator[Output]:
    """The output file with the rows that it has; standard output for None or "-".

    Raises: InputError, when it cannot be opened or holds something else.
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
        stream.seek(0)
        *lines, last = stream.read().split(b"\n")
        torn = last.startswith(b"{") and not _is_whole(last)
        lines += [last] if last and not torn else []
        kept = [_kept(line, f"{name}:{number}") for number, line in enumerate(lines, start=1)]
        yield Output(name, stream, kept, len(last) if torn else 0, bool(last) and not torn, durable=True)


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


def _is_whole(line: bytes) -> bool:
    try:
        return bool(parse(line))
    except ValueError:
        return False


def _kept(line: bytes, where: str) -> Fields:
    try:
        return parse(line)
    except ValueError as error:
        says = f"{error}, so it is no output to go on with; give another, or --overwrite"
        raise InputError(f"{where}: {says}.") from None


def rows(count: int) -> str:
    """A number of rows in words, and the verb that follows."""
    return "1 row is" if count == 1 else f"{count} rows are"


def _row(number: int, line: bytes, key: str) -> Row:
    try:
        fields = parse(line)
    except ValueError as error:
        return Row(number, {}, f'{error}; write one JSON object a line, like {{"{key}": "..."}}')
    fields.pop(NOT_PASSED, None)
    return Row(number, fields, _problem(fields, key))


def _problem(fields: Fields, key: str) -> str:
    if key not in fields:
        return f"the row has no '{key}'; add it"
    if not isinstance(fields[key], str):
        return f"'{key}' is not text; put it in quotes"
    return "" if fields[key].strip() else f"'{key}' is empty; fill it in"


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{one_line(text, 30)} is too large a number")
    return number
