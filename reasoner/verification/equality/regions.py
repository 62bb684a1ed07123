"""Regions of the real line: unions, intersections and differences of intervals and points, worked out."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from reasoner.verification.notation.term import Term, number, value, write

INFINITY = Term("constant", text="infinity")
MINUS_INFINITY = Term("neg", (INFINITY,))
LINE = Term("seq", (MINUS_INFINITY, INFINITY), "()")
_MAX_ENDS = 60


def tidied(term: Term) -> Term:
    """The same region as intervals that do not touch, and points; the term itself if an end is not rational.

    `term` is a union, an intersection, or one region without another, of canonical terms.
    """
    ends = sorted({end for end in _ends(term) if end is not None})
    if not ends or len(ends) > _MAX_ENDS or None in _ends(term):
        return term
    places = [ends[0] - 1]
    for low, high in pairwise(ends):
        places += [low, (low + high) / 2]
    places += [ends[-1], ends[-1] + 1]
    inside = [_contains(term, place) for place in places]
    parts: list[Term] = []
    points: list[Term] = []
    start = 0
    while start < len(places):
        if not inside[start]:
            start += 1
            continue
        stop = start
        while stop + 1 < len(places) and inside[stop + 1]:
            stop += 1
        if start == stop and start % 2:
            points.append(number(places[start]))
        else:
            parts.append(_interval(places, start, stop))
        start = stop + 1
    if points:
        named = tuple(sorted(points, key=write))
        parts.append(named[0] if len(named) == 1 else Term("list", named))
    if len(parts) < 2:
        return parts[0] if parts else Term("empty")
    return Term("union", tuple(sorted(parts, key=write)))


def joined(parts: list[Term], word: str) -> Term:
    """What "or" and "and" say; without a word a union, or what both have in common, which then says more.

    `x < 1, x > 2` is a union, and `x > 1, x < 2` an interval: as a union it would be the whole line.
    """
    if word:
        return tidied(Term("intersection" if word == "and" else "union", tuple(parts)))
    if len(parts) == 2 and all(part.head == "seq" for part in parts):
        below = next((part for part in parts if part.parts[0] == MINUS_INFINITY), None)
        above = next((part for part in parts if part.parts[1] == INFINITY), None)
        if below and above and below is not above:
            low, high = value(above.parts[0]), value(below.parts[1])
            if low is not None and high is not None and low < high:
                return Term("seq", (above.parts[0], below.parts[1]), above.text[0] + below.text[1])
    return tidied(Term("union", tuple(parts)))


def _interval(places: list[Fraction], start: int, stop: int) -> Term:
    """From one place to another; ends are at odd places, and what lies between them at even ones."""
    last = len(places) - 1
    low = MINUS_INFINITY if start == 0 else number(places[start - 1 + start % 2])
    high = INFINITY if stop == last else number(places[stop + 1 - stop % 2])
    return Term("seq", (low, high), ("[" if start % 2 else "(") + ("]" if stop % 2 else ")"))


def _ends(term: Term) -> Iterator[Fraction | None]:
    """Every end and point; None for one that is not rational."""
    match term.head:
        case "union" | "intersection" | "without" | "list":
            for part in term.parts:
                yield from _ends(part)
        case "seq" if len(term.parts) == 2:
            yield from _ends_of_interval(*term.parts, term.text)
        case "empty":
            return
        case _:
            yield value(term)


def _ends_of_interval(low: Term, high: Term, brackets: str) -> Iterator[Fraction | None]:
    """None for what is no interval, such as `(2, 1)` and `[-infinity, 1)`."""
    first, last = value(low), value(high)
    open_ends = (low != MINUS_INFINITY or brackets[0] == "(") and (high != INFINITY or brackets[1] == ")")
    if not open_ends or (first is not None and last is not None and first > last):
        yield None
    if low != MINUS_INFINITY:
        yield first
    if high != INFINITY:
        yield last


def _contains(term: Term, place: Fraction) -> bool:
    match term.head:
        case "union" | "list":
            return any(_contains(part, place) for part in term.parts)
        case "intersection":
            return all(_contains(part, place) for part in term.parts)
        case "without":
            return _contains(term.parts[0], place) and not _contains(term.parts[1], place)
        case "seq":
            low, high = map(value, term.parts)
            above = low is None or low < place or (low == place and term.text[0] == "[")
            return above and (high is None or place < high or (place == high and term.text[1] == "]"))
    return value(term) == place
