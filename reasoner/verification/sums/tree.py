"""A written sum as a tree."""

from fractions import Fraction
from typing import NamedTuple

from reasoner.verification.sums.measures import Measure

_NOTHING = Fraction(0)


class Node(NamedTuple):
    """A part of a sum, from the token `start` to before `end`.

    Heads: number, clock, group, neg, percent, factorial, power, root (value: the index), binomial, mixed,
    quantity (unit: its words), compound (2 hours 30 minutes), sum and product (signs: one for each part).
    """

    head: str
    start: int
    end: int
    parts: tuple["Node", ...] = ()
    signs: tuple[str, ...] = ()
    value: Fraction = _NOTHING
    last: Fraction = _NOTHING
    unit: str = ""
    measure: Measure | None = None

    def walk(self) -> "list[Node]":
        """The node and all below it."""
        return [self, *(node for part in self.parts for node in part.walk())]

    @property
    def first(self) -> "Node":
        """What stands first in a sum or product, with its units."""
        return self.parts[0].first if self.head in ("sum", "product") else self

    @property
    def operations(self) -> int:
        """How many operations are written out."""
        return sum(len(n.parts) - 1 for n in self.walk() if n.head in ("sum", "product")) + sum(
            n.head in ("power", "factorial", "root", "binomial") for n in self.walk()
        )
