"""What a generated question is made of."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in both languages with its answer."""

    english: str
    chinese: str
    gold: str


Make = Callable[[random.Random], Asked]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question; its rows differ in their numbers."""

    name: str
    difficulty: str
    """In words for arithmetic; the number of steps for word problems."""
    make: Make


def plain(value: Fraction | int) -> str:
    """A number as an answer."""
    return str(Fraction(value))
