"""What a task found out about a problem."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer, how it came about, and whether an independent check (`by`) proved it."""

    answer: str
    work: str
    by: str
    proved: bool
    reason: str


class Unsolved(ValueError):
    """No answer that could be stated was found."""
