"""What a task found out about a problem."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, how it came about, whether it was proved, and by what: its name, and what it shows."""

    answer: str
    work: str
    by: str
    proved: bool
    reason: str
    also: tuple[str, ...] = ()
    """Other answers that are as right."""


class Unsolved(ValueError):
    """No answer that could be stated was found."""
