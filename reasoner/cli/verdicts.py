"""What `grade` and `exec` have in common: each row gains a verdict, and the seconds that it took."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

import typer

from reasoner.cli.batch import IN_FLIGHT
from reasoner.cli.jsonl import Fields, Row
from reasoner.cli.output import per_second
from reasoner.errors import one_line

SHORTEST_SECONDS, LONGEST_SECONDS = 0.05, 3600.0


def _limit(seconds: float) -> float:
    if SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
        return seconds
    raise typer.BadParameter(f"{seconds:g} is not from {SHORTEST_SECONDS:g} to {LONGEST_SECONDS:g}.")


LimitSeconds = Annotated[
    float, typer.Option(metavar="S", help="Time that a comparison or a program may take.", callback=_limit)
]
Output = Annotated[
    str | None,
    typer.Option("--output", metavar="FILE", help="For the rows with their verdicts; stdout unless given."),
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Start again instead of going on with --output.")
]
Jobs = Annotated[
    int, typer.Option(metavar="N", help="Rows at a time.", min=1, max=IN_FLIGHT, show_default="all cores")
]
CORES = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1, IN_FLIGHT)


@dataclass(frozen=True, slots=True)
class Option:
    """An option that verdicts depend on: rows say it where it is not the default."""

    name: str
    value: object
    default: object


@dataclass
class Verdicts:
    """Work that judges each row, and counts what it came to."""

    name: str
    judge: Callable[[Fields], Fields]
    """What a row with these fields gains: those of `gains`."""
    gains: frozenset[str]
    kinds: tuple[str, ...]
    """The verdicts."""
    tallied: str
    """Another field whose values are counted."""
    options: tuple[Option, ...]
    rows: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    longest: tuple[float, int] = (0.0, 0)
    """The most seconds that a row took, and its number."""

    @property
    def said(self) -> Fields:
        """What every row says of the options."""
        return {option.name: option.value for option in self.options if option.value != option.default}

    def do(self, row: Row) -> Fields:
        """The verdict on the row. Raises: SandboxUnavailable."""
        return self.judge(row.fields) | self.said

    def passed(self, fields: Fields) -> Fields:
        """All fields but those that a verdict replaces."""
        replaced = self.gains | self.said.keys()
        return {key: value for key, value in fields.items() if key not in replaced}

    def stranger(self, kept: Fields, row: Row) -> str:
        """Why the kept row is no verdict, or one under other options; empty when it is none of these."""
        wanted = row.fields | self.said
        for option in self.options:
            has, wants = (fields.get(option.name, option.default) for fields in (kept, wanted))
            if has != wants:
                return f"its {option.name} is {one_line(str(has), 60)}, not {one_line(str(wants), 60)}"
        whole = kept.keys() == wanted.keys() | self.gains
        if whole and kept["verdict"] in self.kinds and isinstance(kept["seconds"], float):
            return ""
        return "it is not a result"

    def count(self, done: Fields) -> str:
        """The verdict of a row that is done."""
        self.rows += 1
        self.tally[str(done[self.tallied])] += 1
        self.longest = max(self.longest, (done["seconds"], self.rows))
        return str(done["verdict"])

    def report(self, rows: int, seconds: float) -> Iterator[str]:
        """What was counted, and how fast it went."""
        if self.rows:
            yield f"{self.tallied}: " + ", ".join(f"{n} {name}" for name, n in self.tally.most_common()) + "."
            longest, number = self.longest
            yield f"longest: {longest:.3f} s, row {number}."
        if rows:
            yield f"time: {seconds:.2f} s, {per_second(rows / seconds)}."
