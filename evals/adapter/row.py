"""A row of the training data."""

from dataclasses import dataclass, field
from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Kind = Literal["program", "read", "quote", "missing", "call", "result"]
NOT_ENOUGH = "not enough information"
"""No program, so that a candidate which says it has no answer."""
NOT_STATED = "not stated"
"""No words of a passage, so that a candidate which says it has no answer."""


@dataclass(frozen=True, slots=True)
class Row:
    """What a model is given and what it is to write."""

    kind: Kind
    language: Language
    question: str
    target: str
    """What the model writes."""
    answer: str
    """What that comes to."""
    steps: int
    cluster: str
    """Rows with the same one are of one story: they go together when rows are kept back."""
    structure: str
    """What the row has in common with those that differ in names, numbers and wording alone."""
    passages: str = ""
    tools: str = ""
    turns: tuple[str, ...] = field(default=())
    """Turns before the target, the model's and the tool's by turns."""
