"""The folder that `reasoner eval` writes, read back."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from reasoner import json_object
from reasoner.errors import InputError, cause, one_line
from reasoner.evals.item import ScoreVerdict
from reasoner.models.replay import RUN_FORMAT, RUN_ROWS
from reasoner.state import ConfidenceKind

FORMAT = RUN_FORMAT
"""Of the folder: what is in its files under which key. Another one cannot be read."""
RUN, ITEMS = "run.json", RUN_ROWS
Fields = dict[str, Any]

_KEYS = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)
_HINT = "give a folder that `reasoner eval --out` wrote"


def read(path: str | Path) -> tuple[Fields, list[Fields]]:
    """What `run.json` says, and the rows of `items.jsonl` in their order.

    A last line that is not whole, as a kill leaves it, is no row; compare `len(rows)` with the number of
    items that the run has. Without `items.jsonl` there are no rows.
    Raises: InputError, when it is no run folder, or of another format, or has a line that is no row.
    """
    return read_run(path), read_rows(path)


def read_run(path: str | Path) -> Fields:
    """What `run.json` says. Raises: InputError."""
    folder = Path(path)
    shown = one_line(str(path), 1000)
    if not folder.is_dir():
        there = "is no folder" if folder.exists() else "there is no such folder"
        raise InputError(f"{shown}: {there}; {_HINT}.")
    name = folder / RUN
    if not name.exists():
        raise InputError(f"{shown}: has no {RUN}, so it is no run folder; {_HINT}.")
    try:
        run = json_object.parse(name.read_bytes(), finite=False)
    except OSError as error:
        raise InputError(f"{name}: cannot read it: {cause(error)}; {_HINT}.") from None
    except ValueError as error:
        raise InputError(f"{name}: {error}, so the folder is of no run; {_HINT}.") from None
    if run.get("format") != FORMAT:
        version = run.get("version")
        by = f" by reasoner {one_line(version, 30)}" if isinstance(version, str) else ""
        says = f"written{by} in the format {one_line(str(run.get('format')), 30)}"
        hint = f"this version reads format {FORMAT}; use that version, or run `reasoner eval` again"
        raise InputError(f"{name}: {says}; {hint}.")
    try:
        _run_shape().validate_python(run)
    except ValidationError as error:
        raise InputError(f"{name}: {_fault(error)}; {_HINT}.") from None
    return run


def read_rows(path: str | Path) -> list[Fields]:
    """The rows of `items.jsonl` in their order; see `read`. Raises: InputError."""
    name = Path(path) / ITEMS
    rows: list[Fields] = []
    lines: dict[str, int] = {}
    for number, row in _rows(name):
        try:
            _row_shape(failed="error" in row and "score" not in row).validate_python(row)
        except ValidationError as error:
            raise InputError(f"{name}:{number}: no row of a run: {_fault(error)}; {_HINT}.") from None
        first = lines.setdefault(row["id"], number)
        if first != number:
            says = f"the id '{one_line(row['id'], 60)}' is that of line {first} as well"
            raise InputError(f"{name}:{number}: {says}; run `reasoner eval` again into an empty folder.")
        rows.append(row)
    return rows


def _rows(name: Path) -> Iterator[tuple[int, Fields]]:
    """The numbers and objects of the lines that are whole."""
    try:
        with name.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                try:
                    row = json_object.parse(line.rstrip(b"\n"), finite=False)
                except ValueError as error:
                    if not line.endswith(b"\n"):
                        return
                    says = f"{error}, so the file is damaged there"
                    raise InputError(f"{name}:{number}: {says}; run `reasoner eval` again.") from None
                yield number, row
    except FileNotFoundError:
        return
    except OSError as error:
        raise InputError(f"{name}: cannot read it: {cause(error)}; {_HINT}.") from None


class _Suite(BaseModel):
    model_config = _KEYS

    name: str
    hash: str
    items: int = Field(ge=0)


class _Run(BaseModel):
    model_config = _KEYS

    suite: _Suite


class _Failed(BaseModel):
    model_config = _KEYS

    id: str
    error: str


class _Score(BaseModel):
    model_config = _KEYS

    verdict: ScoreVerdict
    value: float = Field(ge=0, le=1)


class _Usage(BaseModel):
    model_config = _KEYS

    prompt_tokens: int = 0
    completion_tokens: int = 0


class _TotalUsage(_Usage):
    seconds: float


class _Step(BaseModel):
    model_config = _KEYS

    stage: str
    seconds: float
    usage: _Usage
    steps: tuple["_Step", ...] = ()


class _Vote(BaseModel):
    model_config = _KEYS

    members: tuple[int, ...]


class _Savings(BaseModel):
    model_config = _KEYS

    samples: int = 0
    tokens: float = 0
    seconds: float = 0
    stopped: tuple[str, ...] = ()


class _Intent(BaseModel):
    model_config = _KEYS

    kind: str


class _Item(BaseModel):
    model_config = _KEYS

    id: str
    answerable: bool = True
    known_intent: str | None = None
    language: str | None = None
    difficulty: str | None = None
    cluster: str | None = None
    question: str
    outcome: Literal["answered", "abstained"]
    confidence: float | None = Field(ge=0, le=1)
    confidence_kind: ConfidenceKind
    intent: _Intent | None = None
    candidates: tuple[Fields, ...]
    votes: tuple[_Vote, ...]
    votes_right: tuple[bool | None, ...]
    savings: _Savings
    usage: _TotalUsage
    steps: tuple[_Step, ...]
    score: _Score


@cache
def _run_shape() -> TypeAdapter[_Run]:
    return TypeAdapter(_Run)


@cache
def _row_shape(*, failed: bool) -> TypeAdapter[_Failed | _Item]:
    return TypeAdapter(_Failed if failed else _Item)


def _fault(error: ValidationError) -> str:
    """The first fault of the fields: where, and what."""
    detail = error.errors(include_url=False)[0]
    key = ".".join(str(step) for step in detail["loc"])
    says = "it has none" if detail["type"] == "missing" else one_line(detail["msg"], 120)
    return f"at '{one_line(key, 60)}': {says[:1].lower()}{says[1:]}"
