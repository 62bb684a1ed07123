"""What exact arithmetic can say of two formulas, without a computer algebra system."""

import math
import sys
from decimal import Decimal
from fractions import Fraction

from reasoner.verification.equality import normal, polynomial, vanishing
from reasoner.verification.equality.structure import Finding, short
from reasoner.verification.notation.term import Term, number, value

MIN_DIGITS = 4
"""Digits that a decimal needs to stand for a number that has no finite decimal."""
_FLOAT_DIGITS = 16
_FLOAT_STEPS = 4
"""Steps between neighbouring binary fractions that a calculation may be off."""
_SURE = Decimal(10) ** -45
_UNSETTLED = Finding(None, "symbolic", "not settled by exact arithmetic")


def agree(a: Term, b: Term, decimal: bool = False) -> Finding:
    """Whether two canonical formulas or relations are the same; `decimal`: one is written with places."""
    x, y = value(a), value(b)
    if x is not None and y is not None:
        return _numbers(x, y, decimal)
    if a.head == "relation":
        return _relations(a, b)
    if _infinite(a) or _infinite(b):
        return Finding(False if a != b else None, "structural", f"{short(a)} is not {short(b)}")
    total = normal.difference(a, b)
    if total is None:
        return _UNSETTLED
    if not total:
        return Finding(True, "symbolic", "their difference simplifies to 0")
    if decimal and (x is None) != (y is None) and (rounded := _rounded(x, b) or _rounded(y, a)):
        return rounded
    if _up_to_a_constant(a, b):
        return Finding(True, "symbolic", "the same up to the constant of integration")
    if vanishing.decided(total):
        return Finding(False, "symbolic", f"{short(a)} is not {short(b)}")
    return _UNSETTLED


def places(exact: Fraction) -> int | None:
    """Decimal places that the number needs; None when they do not end, or not soon."""
    return next((n for n in range(40) if 10**n % exact.denominator == 0), None)


def stands_for(decimal: Fraction, low: Fraction, high: Fraction) -> bool | None:
    """The decimal is the number between low and high, rounded or cut; None when it has too few digits."""
    n = places(decimal)
    if n is None or n == 0:
        return None
    digits = abs(decimal.numerator) * 10**n // decimal.denominator
    if digits < 10 ** (MIN_DIGITS - 1):
        return None
    step = Fraction(1, 10**n)
    near = abs(decimal - low) <= step / 2 and abs(decimal - high) <= step / 2
    return near or ((low - decimal if decimal > 0 else decimal - high) >= 0 and abs(decimal - high) < step)


def _numbers(x: Fraction, y: Fraction, decimal: bool) -> Finding:
    if x == y:
        return Finding(True, "exact", f"both are {short(number(x))}")
    if decimal:
        for rounded, exact in ((x, y), (y, x)):
            if places(exact) is None and stands_for(rounded, exact, exact):
                return Finding(True, "numeric", f"{exact} to {places(rounded)} places")
        if _float_noise(x, y):
            return Finding(True, "numeric", "the same up to the error of binary fractions")
    return Finding(
        False, "exact", f"{x} is not {y}" if max(len(str(x)), len(str(y))) < 40 else "not the same number"
    )


def _float_noise(x: Fraction, y: Fraction) -> bool:
    """One of them is what a computer prints for a sum or a product that should be the other."""
    if max(abs(x), abs(y)) > sys.float_info.max:
        return False
    for printed, meant in ((x, y), (y, x)):
        n = places(printed)
        if n is not None and len(str(abs(printed.numerator) * 10**n // printed.denominator)) >= _FLOAT_DIGITS:
            near = float(meant)
            return abs(float(printed) - near) <= _FLOAT_STEPS * math.ulp(near)
    return False


def _rounded(decimal: Fraction | None, other: Term) -> Finding | None:
    """None when the other is no number that can be worked out here."""
    if decimal is None:
        return None
    digits = vanishing.approximate(normal.form(other))
    if digits is None:
        return None
    exact, error = Fraction(digits), Fraction(_SURE * max(abs(digits), Decimal(1)))
    near = stands_for(decimal, exact - error, exact + error)
    if not near:
        return Finding(False, "numeric", f"{short(other)} is {digits:.12}")
    return Finding(True, "numeric", f"{short(other)} to {places(decimal)} places")


def _infinite(term: Term) -> bool:
    inner = term.parts[0] if term.head == "neg" else term
    return inner.head == "constant" and inner.text == "infinity"


def _relations(a: Term, b: Term) -> Finding:
    """Linear equations are the same only when one is a multiple of the other."""
    try:
        sums = [normal.form(term.parts[0]) for term in (a, b)]
    except (polynomial.Irregular, ArithmeticError):
        return _UNSETTLED
    linear = all(
        len(powers) <= 1 and all(atom.head == "symbol" and n == 1 for atom, n in powers)
        for total in sums
        for powers in total
    )
    return Finding(False, "symbolic", f"{short(a)} is not {short(b)}") if linear else _UNSETTLED


def _up_to_a_constant(a: Term, b: Term) -> bool:
    """Both have `+ C` and differ by a number; beside a small `c`, which may be any letter, by nothing."""
    for first_name, second_name in (("C", "C"), ("C", "c"), ("c", "C")):
        first, second = _without(a, first_name), _without(b, second_name)
        if first is not None and second is not None and first.symbols:
            total = normal.difference(first, second)
            if total is not None and set(total) <= ({()} if first_name == second_name else set()):
                return True
    return False


def _without(term: Term, name: str) -> Term | None:
    """The sum without that letter as a part; None when it has no such part, or the letter elsewhere."""
    if term.head != "+":
        return None
    rest = Term("+", tuple(part for part in term.parts if part != Term("symbol", text=name)))
    return rest if len(rest.parts) < len(term.parts) and name not in rest.symbols else None
