"""Whether stated decimals are exact values, rounded."""

import mpmath as mp  # type: ignore[import-untyped]

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks import numeric


def near(argument: Json) -> Json:
    """`{exact, stated, places}` to whether each value stated is an exact one, to so many decimal places.

    Half a unit of the last place may be missing, and a whole one where digits were cut off.
    """
    match argument:
        case {"exact": str(exact), "stated": str(stated), "places": int(places)}:
            try:
                with mp.workdps(numeric.DIGITS):
                    left, right = (_values(parse(text)) for text in (exact, stated))
                    unit = mp.mpf(10) ** (_power_of_ten(parse(stated)) - places)
                    return len(left) == len(right) and all(
                        _within(a, b, unit) for a, b in zip(left, right, strict=True)
                    )
            except (Unreadable, ArithmeticError, KeyError, TypeError, ValueError, IndexError):
                return False
    return False


def _power_of_ten(term: Term) -> int:
    """The k of a number that is written as a times 10^k; 0 for others."""
    last = term.parts[-1] if term.head == "*" else term
    if last.head == "^" and last.parts[0].text == "10":
        return int(numeric.number(last.parts[1], {}))
    return 0


def _within(exact: numeric.Number, stated: numeric.Number, unit: numeric.Number) -> bool:
    off = abs(exact - stated)
    cut = abs(stated) < abs(exact)
    return bool(off <= unit / 2 * (1 + mp.mpf(10) ** -9) or (cut and off < unit))


def _values(term: Term) -> list[numeric.Number]:
    """The numbers of a list, of `x = ...`, or of the ends of a relation, in order of size."""
    found = [numeric.number(part, {}) for part in _numbers(term)]
    return sorted(found, key=mp.re)


def _numbers(term: Term) -> list[Term]:
    match term.head:
        case "list" | "set" | "seq" | "union" | "relation" | "chain" | "in":
            return [inner for part in term.parts for inner in _numbers(part)]
        case "±":
            *first, last = term.parts
            both = (last, Term("neg", (last,)))
            return [Term("+", (*first, part)) for part in both]
        case "symbol" if term.text not in ("e", "i"):
            return []
    return [term]
