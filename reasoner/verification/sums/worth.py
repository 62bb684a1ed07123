"""What a written sum is worth, exactly, in each of the ways that people mean it."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from reasoner.verification.notation.term import MAX_BITS, Term, number, value
from reasoner.verification.sums.tree import Node

_ROOT_PLACES = 10**40
"""One part of this size is the precision of a root that is not rational."""
_SHORT = 100
"""Digits after the point, or bits of a denominator, of which it is still asked whether a number ever ends."""
_REPEATING = (3, 6, 7, 9, 11, 12)
"""Denominators whose decimals people round, the commonest first."""
_FLOAT_PLACES = Fraction(1, 10**12)
"""A last place that only a computer writes: binary fractions are a little off the decimal ones."""


class Reading(NamedTuple):
    """How a sum is meant, where it may be meant in more than one way."""

    relative: bool = False
    """`50 - 20%` takes a fifth of the 50 off."""
    tight: bool = False
    """`6/2(3)` divides by the product, `12÷3/4` by the fraction."""
    convert: bool = False
    """Units count: `1/2 hour` is 30 minutes."""
    repeating: bool = False
    """`0.33` stands for a third."""
    points: bool = False
    """A percent sign is a unit: `20/50 * 100 = 40%`, `28% - 0.5 = 27.5%`."""
    dotted: bool = False
    """`1.500` is fifteen hundred."""
    other: bool = False
    """`-2^2` is 4, `20 % 50` a percentage, `2 1/2` a product."""


READINGS = (
    Reading(), Reading(relative=True), Reading(convert=True), Reading(points=True), Reading(tight=True),
    Reading(other=True), Reading(dotted=True),
    Reading(repeating=True), Reading(relative=True, repeating=True), Reading(convert=True, repeating=True),
)  # fmt: skip


def worth(node: Node, reading: Reading = READINGS[0]) -> Fraction | None:
    """The value in that reading; None when it has none, or one too large to write out."""
    try:
        return _worth(node, reading)
    except (ZeroDivisionError, OverflowError):
        return None


def _worth(node: Node, reading: Reading) -> Fraction | None:
    if node.head in ("number", "clock"):
        if reading.dotted and node.last == Fraction(1, 1000):
            return node.value * 1000
        return _repeating(node) if reading.repeating else node.value
    if node.head == "neg" and reading.other and node.parts[0].head == "power":
        base, exponent = node.parts[0].parts
        negative = node._replace(parts=(base,))
        return _worth(node.parts[0]._replace(parts=(negative, exponent)), reading)
    found = [_worth(part, reading) for part in node.parts]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    result = _combined(node, parts, reading)
    if result is not None and max(result.numerator.bit_length(), result.denominator.bit_length()) > MAX_BITS:
        return None
    return result


def _combined(node: Node, parts: list[Fraction], reading: Reading) -> Fraction | None:
    match node.head:
        case "sum":
            return _sum(node, parts, relative=reading.relative)
        case "product":
            return _product(node, parts, reading)
        case "neg":
            return -parts[0]
        case "percent":
            return parts[0] if reading.points else parts[0] / 100
        case "mixed":
            return parts[0] * parts[1] if reading.other else parts[0] + parts[1]
        case "quantity":
            return parts[0] * (node.measure.factor if reading.convert and node.measure else 1)
        case "compound":
            return parts[0] + parts[1] if reading.convert else None
        case "root":
            return _root(parts[0], node.value)
        case "power" | "factorial" | "binomial":
            head = {"power": "^", "factorial": "!"}.get(node.head, node.head)
            return value(Term(head, tuple(number(part) for part in parts)))
    return parts[0]


def _sum(node: Node, parts: list[Fraction], *, relative: bool) -> Fraction:
    total = Fraction(0)
    for part, sign, written in zip(parts, node.signs, node.parts, strict=True):
        amount = part * total if relative and written.head == "percent" and total else part
        total += amount if sign == "+" else -amount
    return total


def _product(node: Node, parts: list[Fraction], reading: Reading) -> Fraction:
    signs = list(node.signs)
    if reading.tight:
        for i in range(len(parts) - 1, 0, -1):
            if signs[i] == "":
                signs[i : i + 1], parts[i - 1 : i + 1] = [], [parts[i - 1] * parts[i]]
            elif signs[i] == "/" and "÷" in signs:
                signs[i : i + 1], parts[i - 1 : i + 1] = [], [parts[i - 1] / parts[i]]
    result = parts[0]
    for part, sign in zip(parts[1:], signs[1:], strict=True):
        match sign:
            case "/" | "÷":
                result /= part
            case "//":
                result = Fraction(math.floor(result / part))
            case "%" if reading.other:
                result *= part / 100
            case "mod" | "%":
                result %= part
            case _:
                result *= part
    return result


def _root(base: Fraction, index: Fraction) -> Fraction | None:
    """The root, exactly where it is rational, else to forty places where it is a square root."""
    exact = value(Term("root", (number(base), number(index))))
    if exact is not None or index != 2 or base < 0:
        return exact
    return Fraction(math.isqrt(base.numerator * _ROOT_PLACES**2 // base.denominator), _ROOT_PLACES)


def computed(node: Node) -> Fraction | None:
    """What a computer gets, with binary fractions: 4.2 + 9.45 + 1.35 is 14.999999999999998."""
    try:
        found = _computed(node)
    except (ZeroDivisionError, OverflowError):
        return None
    return Fraction(found) if found is not None and math.isfinite(found) else None


def _computed(node: Node) -> float | None:
    if node.head == "number":
        return float(node.value)
    parts = [part for part in map(_computed, node.parts) if part is not None]
    if len(parts) < len(node.parts):
        return None
    match node.head:
        case "sum":
            return sum(part if sign == "+" else -part for part, sign in zip(parts, node.signs, strict=True))
        case "product":
            result = parts[0]
            for part, sign in zip(parts[1:], node.signs[1:], strict=True):
                result = result / part if sign in ("/", "÷") else result * part
            return result
        case "percent":
            return parts[0] / 100
        case "quantity" | "group":
            return parts[0]
    return None


def _repeating(node: Node) -> Fraction:
    """The number with few digits in its period that was rounded to the one written, where there is one."""
    if not node.last or node.last > Fraction(1, 100):
        return node.value
    for bottom in _REPEATING[: 2 if node.last == Fraction(1, 100) else None]:
        near = Fraction(round(node.value * bottom), bottom)
        if 0 < abs(near - node.value) < node.last:
            return near
    return node.value


def last_place(node: Node, reading: Reading) -> Fraction | None:
    """What one more in the last written place is worth; None where the node is no single number."""
    match node.head:
        case "number":
            return node.last
        case "neg" | "group":
            return last_place(node.parts[0], reading)
        case "percent":
            last = last_place(node.parts[0], reading)
            return last if reading.points else last and last / 100
        case "quantity":
            last = last_place(node.parts[0], reading)
            factor = node.measure.factor if reading.convert and node.measure else Fraction(1)
            return last and last * factor
    return None


def slack(node: Node, stated: Fraction) -> Fraction:
    """How far a sum may be off because the decimals in it are rounded."""
    rounded = [n for n in node.walk() if n.head == "number" and n.value and 0 < n.last < 1]
    scaled = any(n.head == "power" for n in node.walk())
    if not scaled:
        rounded = [n for n in rounded if n.last <= Fraction(1, 100)]
    return sum((abs(stated) * n.last / abs(n.value) for n in rounded), Fraction(0))


def agrees(exact: Fraction, node: Node, stated: Fraction, reading: Reading, *, about: bool) -> bool:
    """The stated number is the exact one, rounded or cut at its last written place.

    Only what never ends is cut to a whole number: 20/3 may be 6, and 7/2 is not 3.
    """
    difference = abs(exact - stated)
    if difference <= abs(exact) / 10**30:
        return True
    last = last_place(node, reading)
    if last is None:
        return difference <= (abs(exact) / 4 if about else slack(node, stated))
    if about:
        return difference <= max(_round_places(stated, last))
    if 0 < last <= _FLOAT_PLACES:
        return difference <= abs(exact) / 10**12
    endless = exact.denominator.bit_length() < _SHORT and 10**_SHORT % exact.denominator != 0
    cut = (last < 1 or endless) and abs(stated) <= abs(exact) and difference < last
    tie_to_odd = difference == last / 2 and abs(stated) < abs(exact) and stated / last % 2 == 1
    return cut or (difference <= last / 2 and not tie_to_odd)


def _round_places(stated: Fraction, last: Fraction) -> Iterator[Fraction]:
    """The places that a round number such as 1,200 may be rounded to."""
    place = max(last, Fraction(1))
    yield last
    while stated and stated % (place * 10) == 0 and last >= 1:
        place *= 10
        yield place / 2
