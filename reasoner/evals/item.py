"""What a suite asks, and how an answer to it was judged."""

from dataclasses import dataclass
from typing import Literal

ScoreVerdict = Literal["right", "wrong", "unknown", "abstained"]
"""Right; wrong; not to be told; or no answer was given to a question that has one. A refusal of a question
that has no answer is right."""


@dataclass(frozen=True, slots=True)
class RightCall:
    """A call of a tool that a question needs: which tool, and what has to stand in its result."""

    tool: str
    result: str


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a suite with what is known of it."""

    id: str
    """Unlike that of any other item of the suite."""
    question: str
    golds: tuple[str, ...] = ()
    """Known answers, any of which is right; none where `answerable` is False."""
    answerable: bool = True
    options: tuple[str, ...] = ()
    """Of a multiple-choice question, in the order of their letters."""
    intent: str | None = None
    """The known intent, in suites of utterances."""
    language: str | None = None
    difficulty: str | None = None
    cluster: str | None = None
    """Items with the same one are variants of one question, so that they count as one for intervals."""
    calls: tuple[RightCall, ...] = ()
    """The calls of tools that the question needs, in order."""


@dataclass(frozen=True, slots=True)
class Score:
    """How the result for an item was judged."""

    verdict: ScoreVerdict
    value: float
    """Between 0 and 1: how good the answer is, such as an F1; 1 where it is plainly right."""
    reason: str = ""
