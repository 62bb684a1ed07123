"""Files of rows: one JSON object a line in, one a line out, in the input's order."""

import io
import json
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from reasoner.cli.errors import cause
from reasoner.cli.output import json_line
from reasoner.errors import InputError, one_line

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
        value = json.loads(line.decode(), parse_constant=_no_constant)
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
    durable: bool = False
    count: int = field(init=False)

    def __post_init__(self) -> None:
        self.count = len(self.kept)

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
        except OSError as error:
            raise InputError(
                f"{self.name}: {cause(error)}; {rows(self.count)} in it. Mend that and run the same again."
            ) from None


@contextmanager
def output(name: str | None, *, overwrite: bool = False) -> Iterator[Output]:
    """The output file with the rows that it has, less a torn last line; standard output for None or "-".

    Raises: InputError, when it cannot be opened or holds something else.
    """
    if name is None or name == "-":
        sys.stdout.flush()
        yield Output("standard output", sys.stdout.buffer)
        return
    try:
        with Path(name).open("ab+", buffering=0) as stream:
            regular = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
            kept = _kept(name, stream, overwrite) if regular else ()
            yield Output(name, stream, kept, durable=regular)
    except OSError as error:
        raise InputError(f"{name}: cannot write it: {cause(error)}; give another --output.") from None


def rows(count: int) -> str:
    """A number of rows in words, and the verb that follows."""
    return "1 row is" if count == 1 else f"{count} rows are"


def _kept(name: str, stream: io.RawIOBase, overwrite: bool) -> list[Fields]:
    if overwrite:
        stream.truncate(0)
        return []
    stream.seek(0)
    data = stream.readall()
    whole = data.rfind(b"\n") + 1
    kept = []
    for number, line in enumerate(data[:whole].split(b"\n")[:-1], start=1):
        try:
            kept.append(parse(line))
        except ValueError as error:
            raise InputError(
                f"{name}:{number}: {error}, so it is no output to go on with; give another, or --overwrite."
            ) from None
    # The rest was being written when an earlier run was killed.
    stream.truncate(whole)
    return kept


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


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")
