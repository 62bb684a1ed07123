"""The units that quantities in sums are written in, money and dozens among them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from reasoner.verification.notation import units


class Measure(NamedTuple):
    """What a unit measures, and how many of the base unit one of it is."""

    dimension: str
    factor: Fraction


_TABLE = """
money 1: $ dollar dollars yuan 元 块 euro euros
money 1/100: cent cents penny pennies 分
money 1/10: dime dimes 角 毛
money 1/20: nickel nickels
money 1/4: quarter quarters
count 12: dozen dozens 打
count 2: pair pairs couple couples 对 双
time 3600: 时
calendar 1: month months 月 个月
calendar 12: year years 年
calendar 120: decade decades
calendar 1200: century centuries 世纪
"""
_OTHERS = {
    name: Measure(head.split()[0], Fraction(head.split()[1]))
    for head, names in (line.split(": ") for line in _TABLE.strip().splitlines())
    for name in names.split()
}
MINUTE = Measure("time", Fraction(60))
_LONGEST_CHINESE = 4


def measure(words: Sequence[str]) -> Measure | None:
    """The measure that the words of a unit begin with; None where it is not known or a rate."""
    if "per" in words[:3]:
        return None
    first = words[0].strip("()")
    if first in ("square", "cubic") and len(words) > 1:
        first = f"{first} {words[1]}"
    for name in (
        first,
        *(first[:n] for n in range(min(len(first) - 1, _LONGEST_CHINESE), 0, -1) if first > "\u4e00"),
    ):
        found = _OTHERS.get(name) or units.find(name)
        if isinstance(found, Measure):
            return found
        if found is not None:
            return Measure(found.dimension, found.factor)
    return None
