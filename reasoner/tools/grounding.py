"""Whether the numbers that a tool was given come from somewhere."""

import calendar
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.retrieval.claims.numbers import numbers
from reasoner.state import Called

CARRIED = frozenset({"convert", "date"})
"""Tools whose arguments are taken over as they were found; a calculation has numbers of its own."""
_DIGITS = pattern(r"(?<!\d)\d{1,1000}(?:,\d{3}){0,300}(?:\.\d{1,1000})?(?!\d)")
"""Not what is so long that Python refuses to read it."""
_MONTHS = {name: i for names in (calendar.month_name, calendar.month_abbr) for i, name in enumerate(names)}
_WORD = pattern(r"[A-Za-z]+")


def invented(calls: Sequence[Called], question: str) -> str | None:
    """A number of a call that stands neither in the question nor in an earlier result; None without one.

    1 stands in every question: "a week", "per mile".
    """
    known = frozenset({Fraction(1)}) | _values(question)
    for called in calls:
        if called.ok and called.call.tool in CARRIED:
            for written in _given(called.call.arguments):
                if Fraction(written.replace(",", "")) not in known:
                    return written
        known |= _values(called.result)
    return None


def _given(arguments: str) -> Iterator[str]:
    """The numbers of the arguments as they are written; none where these are no JSON object."""
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return
    for value in given.values() if isinstance(given, dict) else ():
        yield from _DIGITS.findall(str(value))


def _values(text: str) -> frozenset[Fraction]:
    """Of all numbers, in digits and in words, and of the names of months."""
    digits = {Fraction(found.replace(",", "")) for found in _DIGITS.findall(text)}
    months = {Fraction(_MONTHS[word]) for word in _WORD.findall(text) if word in _MONTHS}
    return frozenset(digits | months | {number.value for number in numbers(text)})
