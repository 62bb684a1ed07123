"""Why a written sum that does not come out may be right all the same, or no sum at all."""

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from reasoner.patterns import pattern
from reasoner.verification.sums.measures import measure
from reasoner.verification.sums.sides import is_fraction
from reasoner.verification.sums.steps import Step
from reasoner.verification.sums.tree import Node

_FACTORS = {
    "time": (7, 24, 60, 3600), "calendar": (4, 12, 30, 52, 365), "money": (100,), "count": (12,),
    "length": (3, 12, 100, 1000), "mass": (16, 1000), "volume": (4, 16, 1000),
}  # fmt: skip
"""How many of a common unit make another one, by what they measure."""
_SMALL = 12
"""A denominator that shares have."""
_REJECTED = pattern(
    r"[^.。;；\n]{0,20}(?:\?|≠|✗|✘|❌|\\ne|wrong|incorrect|false|untrue|impossible|contradict|mistake|oops|wait"
    r"|sorry|is(?:n['’]t| not) (?:right|correct|true|equal|possible|valid|what)"
    r"|does(?:n['’]t| not)(?: hold| equal|\s*(?:[.,;]|$))|不对|不等|错|矛盾)"
    r"|[^\n]{0,12}\b(?:wait|no,|oops|actually)",
    re.IGNORECASE,
)
_SUPPOSED = pattern(
    r"(?:\bif|suppose|assume|假设|如果|若|≠|is it|不是"
    r"|(?:\bnot|n['’]t|false|wrong|incorrect)\s[\w ]{0,15})\s*$",
    re.IGNORECASE,
)
_PART_OF_MORE = pattern(
    r"\b(?:per|every|each|out of|than|half|thirds?|fourths?|quarters?|(?:fif|six|seven|eigh|nin|ten)ths?"
    r"|twice|double|triple|(?:root|square|product|difference|average|percent) of|%\s?of"
    r"|\d (?:(?!total|sum)\w{1,15} ){1,2}of)\s{0,9}[-:(]?\s{0,9}$",
    re.IGNORECASE,
)
_GOES_ON = pattern(r"\d[^.,;:=\n]{1,25}\s(?:for|at|in|with|by|and|over|to)\s{0,9}$", re.IGNORECASE)
_ROUNDED_UP = pattern(r"round|ceil|whole|complete|at least|需要|进一|取整|四舍|最多|至少", re.IGNORECASE)


class Sides(NamedTuple):
    """The two sides of a step with their plain values."""

    step: Step
    left: Node
    right: Node
    exact: Fraction
    stated: Fraction

    @property
    def nodes(self) -> list[Node]:
        """Every part of both."""
        return self.left.walk() + self.right.walk()


def beside(sides: Sides) -> bool:
    """`total - 3 + 4 = 9` and `3 + 4 = 7 * x`: something next to it may belong to it."""
    return sides.step.left.doubtful or sides.step.right.doubtful


def rejected(sides: Sides) -> bool:
    """`3 + 4 = 8? No.`, `if 2 + 2 = 5`: not what the text holds to be true."""
    return bool(_REJECTED.match(sides.step.after) or _SUPPOSED.search(sides.step.before))


def part_of_more(sides: Sides) -> bool:
    """`40 hours for 3 weeks * $10 = $1200`, `half of ...`: the words before it count."""
    counted = sides.left.first.unit not in ("", "$")
    goes_on = counted and _GOES_ON.search(sides.step.before)
    return bool(goes_on or _PART_OF_MORE.search(sides.step.before))


def rounded_up(sides: Sides) -> bool:
    """`100 / 30 = 4 whole buses`."""
    return bool(_ROUNDED_UP.search(sides.step.after)) and 0 <= sides.stated - sides.exact < 1


def letters(sides: Sides) -> bool:
    """`2m + 4 = 7` may be an equation; `2m + 4m = 7m` is a sum of metres."""
    left, right = _amounts(sides.left), _amounts(sides.right)
    if any(node.measure and len(node.unit) > 1 and node.unit.isascii() for node in (*left, *right)):
        return False
    lettered = [len(node.unit) == 1 and node.unit.isascii() and node.unit != "$" for node in (*left, *right)]
    product = sides.left.head != "sum" and any(lettered[len(left) :])
    return any(lettered) and not all(lettered) and not product


def times_of_day(sides: Sides) -> bool:
    """`11 am + 3 hours = 2 pm`."""
    return any(node.head == "clock" or node.unit.split()[:1] in (["am"], ["pm"]) for node in sides.nodes)


def minutes_or_cents(sides: Sides) -> bool:
    """Chinese writes both as 分."""
    times = any(node.measure and node.measure.dimension == "time" for node in sides.nodes)
    return times and any(node.unit.startswith("分") and "分钟" not in node.unit for node in sides.nodes)


def conversion(sides: Sides) -> bool:
    """`15 days * 4 = 2 months`: off by a factor that turns one unit into another."""
    if not sides.exact or not sides.stated:
        return False
    left, right = ({n.measure for n in side.walk() if n.measure} for side in (sides.left, sides.right))
    off = {abs(sides.exact / sides.stated), abs(sides.stated / sides.exact)}
    return left != right and any(n in off for m in left | right for n in _FACTORS.get(m.dimension, ()))


def names_for_amounts(sides: Sides) -> bool:
    """`2 shirts + 3 pants = $60` counts no shirts, `2 cats + 1 dog = 4 cats` is about weights."""
    left = [node for node in _amounts(sides.left) if node.unit]
    stated = " ".join(node.unit for node in _amounts(sides.right) if node.unit)
    things = [node for node in left if not _is_money(node.unit)]
    if _is_money(stated):
        added = sides.left.head == "sum" and any(node in things for node in sides.left.parts)
        return added or (bool(things) and len(things) == len(left))
    units = {node.unit for node in left}
    unknown = any(not node.measure for node in left)
    return sides.left.head == "sum" and unknown and len(units) > 1 and (not stated or stated in units)


def remark(sides: Sides) -> bool:
    """`4(number of mugs) + 8 = 40`: what is in brackets may be a factor."""
    noted = [node for node in _amounts(sides.left) if node.unit.isascii() and node.unit.startswith("(")]
    return any(not sides.step.left.tokens[node.parts[0].end].gap for node in noted)


def share_of_a_sum(sides: Sides) -> bool:
    """`half of 8 + 6 = 7`."""
    node = sides.left
    if node.head != "sum" or node.parts[0].head != "product":
        return False
    return any(token.text == "of" for token in sides.step.left.tokens[node.start : node.parts[0].end])


def part_of_a_whole(sides: Sides) -> bool:
    """`3/4 = 15 students`, `1 - 20% = 80 people`."""
    if not 0 < sides.exact < 1 <= sides.stated:
        return False
    tokens = sides.step.left.tokens
    parts = [node for node in sides.left.walk() if node.head == "percent" or is_fraction(node, tokens)]
    small = [node for node in parts if node.head == "percent" or node.parts[1].value <= _SMALL]
    return sides.left in small or (bool(small) and sides.right.head == "quantity")


def long_decimals(sides: Sides) -> bool:
    """`3.1416 * 3 = 9.42478`: numbers that had been rounded before."""
    long = any(node.head == "number" and 0 < node.last <= Fraction(1, 10_000) for node in sides.nodes)
    return long and bool(sides.exact) and abs(sides.exact - sides.stated) <= abs(sides.exact) / 10_000


def rounded_again(sides: Sides) -> bool:
    """`10 / 4 = 2.5 = 3`."""
    return sides.left.operations == 0 and abs(sides.exact - sides.stated) < 1


def bracket_apart(sides: Sides) -> bool:
    """`5 (2 + 3) = 5`: a number and a remark on it."""
    tokens = sides.step.left.tokens
    apart = any(a.kind == "number" and b.text in ("(", "[") and b.gap for a, b in pairwise(tokens))
    return apart and any(node.head == "product" and "" in node.signs for node in sides.left.walk())


DOUBTS: tuple[Callable[[Sides], bool], ...] = (
    beside, rejected, part_of_more, rounded_up, letters, times_of_day, minutes_or_cents, conversion,
    names_for_amounts, remark, share_of_a_sum, part_of_a_whole, long_decimals, rounded_again, bracket_apart,
)  # fmt: skip


def _amounts(node: Node) -> list[Node]:
    """The quantities of a sum, with and without units."""
    if node.head in ("number", "quantity", "compound"):
        return [node]
    return [amount for part in node.parts for amount in _amounts(part)]


def _is_money(unit: str) -> bool:
    return any((found := measure([word])) and found.dimension == "money" for word in unit.split())
