"""Whether two formulas have the same values: at many points, with so many digits that chance is out."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import mpmath as mp  # type: ignore[import-untyped]

from reasoner.verification.equality.structure import Finding, short
from reasoner.verification.notation.term import Term
from reasoner.verification.tasks.numeric import Ambiguous, NotReal, Number, number

_DIGITS = 120
_AGREE = mp.mpf(10) ** -100
"""Relative distance of values that agree."""
_POINTS = ("1.3", "0.37", "2.9", "-0.83", "-2.3", "7.7", "0.053", "-5.1")
_WHOLE = ("4", "1", "7", "2", "5", "3", "6", "9")
"""Where letters are put that only whole numbers can stand for."""
_MOST_DIGITS = 5_000
"""Of numbers before the point that are still compared to the last place."""
_LEAST = 3
"""Points that have to agree."""
_COUNTED = frozenset({"!", "binomial"})
_NO_VALUE = (ArithmeticError, KeyError, TypeError, ValueError, mp.libmp.NoConvergence)
_DIFFER = "their values differ"


def near(a: Term, b: Term) -> Finding:
    """Whether the two have the same value wherever they have one."""
    letters = sorted({*a.symbols, *b.symbols} - {"e", "i"})
    real = "i" not in {*a.symbols, *b.symbols}
    agreed = 0
    for where in _places(letters, a, b):
        try:
            found = [_value(term, where, real) for term in (a, b)]
            if all(side is not None for side in found):
                if not _same(a, b, where, real):
                    return Finding(False, "numeric", _DIFFER)
                agreed += 1
            elif any(side is not None for side in found) and len(letters) == 1:
                return Finding(False, "numeric", "one has a value where the other has none")
        except (Ambiguous, *_NO_VALUE):
            continue
    if agreed >= (_LEAST if letters else 1):
        return Finding(True, "numeric", f"their values agree to 100 digits at {agreed} points")
    return Finding(None, "numeric", f"{short(a)} and {short(b)} cannot be worked out")


def real(term: Term) -> Fraction | None:
    """The real value of a formula without letters, to many digits."""
    with mp.workdps(_DIGITS):
        try:
            found = number(term, {}, real=True)
        except (Ambiguous, NotReal, *_NO_VALUE):
            return None
        if not mp.isfinite(found) or abs(mp.log10(abs(found) + 1)) > _DIGITS / 2:
            return None
        return Fraction(int(mp.floor(found * mp.mpf(10) ** 60)), 10**60)


def relations(a: Term, b: Term) -> Finding:
    """`f = 0` and `g = 0`, or with another sign: the same when f / g is a constant that keeps the sign."""
    f, g = a.parts[0], b.parts[0]
    letters = sorted({*f.symbols, *g.symbols} - {"e", "i"})
    pairs: list[tuple[Number, Number]] = []
    for where in _places(letters, f, g):
        with mp.workdps(_DIGITS):
            try:
                pairs.append((number(f, where, real=True), number(g, where, real=True)))
            except (Ambiguous, NotReal, *_NO_VALUE):
                continue
    if a.text in ("<", "≤") and any(left * right < 0 for left, right in pairs):
        return Finding(False, "numeric", "one holds where the other does not")
    with mp.workdps(_DIGITS):
        quotients = [left / right for left, right in pairs if right]
        if len(quotients) >= _LEAST and all(abs(q / quotients[0] - 1) <= _AGREE for q in quotients):
            return Finding(True, "numeric", "one is a multiple of the other")
    if a.text == "=" and (_fails_at_a_root(f, g, letters) or _fails_at_a_root(g, f, letters)):
        return Finding(False, "numeric", "what solves one does not solve the other")
    return Finding(None, "numeric", "no multiples of each other")


def _fails_at_a_root(f: Term, g: Term, letters: list[str]) -> bool:
    """g is not 0 at some place where f is."""
    for name in f.symbols:
        for where in _places(letters, f, g):
            with mp.workdps(30):
                try:
                    root = mp.findroot(lambda x: number(f, {**where, name: x}), where[name])  # noqa: B023
                    if not mp.im(root) and abs(number(g, {**where, name: root})) > mp.mpf(10) ** -12:
                        return True
                except _NO_VALUE:
                    continue
    return False


def _places(letters: list[str], *terms: Term) -> Iterator[Mapping[str, Number]]:
    whole = {name for term in terms for node in term.walk() if node.head in _COUNTED for name in node.symbols}
    with mp.workdps(2 * _DIGITS):
        for first in range(len(_POINTS) if letters else 1):
            yield {
                name: mp.mpf((_WHOLE if name in whole else _POINTS)[(first + 3 * i) % len(_POINTS)])
                for i, name in enumerate(letters)
            }


def _value(term: Term, where: Mapping[str, Number], real: bool) -> Number | None:
    """None where it has no finite value, or no real one."""
    with mp.workdps(_DIGITS):
        try:
            found = number(term, where, real=real)
        except (NotReal, ZeroDivisionError):
            return None
        return found if mp.isfinite(found) else None


def _same(a: Term, b: Term, where: Mapping[str, Number], real: bool) -> bool:
    """They agree, or their distance is nothing but rounding: it vanishes with more digits.

    Large numbers get so many digits that a difference of 1 would show. Raises: OverflowError, if they cannot.
    """
    distances = []
    for digits in (_DIGITS, 2 * _DIGITS):
        with mp.workdps(digits):
            x, y = number(a, where, real=real), number(b, where, real=real)
            size = max(abs(x), abs(y))
            distances.append(abs(x - y))
        if size > mp.mpf(10) ** (_DIGITS / 4) and distances[-1] <= _AGREE * size:
            return _same_to_the_last_digit(a, b, where, int(mp.log10(size)))
        if distances[-1] <= _AGREE * size:
            return True
    return bool(distances[1] <= _AGREE * distances[0])


def _same_to_the_last_digit(a: Term, b: Term, where: Mapping[str, Number], size: int) -> bool:
    if size > _MOST_DIGITS:
        raise OverflowError("numbers that are too large to compare")
    with mp.workdps(size + _DIGITS):
        return bool(abs(number(a, where) - number(b, where)) <= _AGREE)
