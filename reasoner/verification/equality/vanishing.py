"""Whether a sum of products is 0: without its denominators, by linear independence, or by its digits."""

from decimal import Context, Decimal, DecimalException
from fractions import Fraction

from reasoner.verification.equality.polynomial import (
    PI,
    SMALL_FACTORS,
    E,
    Sum,
    TooLarge,
    as_sum,
    multiply,
    product_of,
)
from reasoner.verification.notation.term import Term

_MAX_CLEARINGS = 4
_MAX_TERMS = 24
_PRECISION = Context(prec=60)
_DIGITS = {
    PI: Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899"),
    E: Decimal("2.71828182845904523536028747135266249775724709369995957496696762772407663035354759"),
}


def cleared(total: Sum) -> Sum:
    """The sum times its denominators. Raises: Irregular, when new ones keep coming."""
    for _ in range(_MAX_CLEARINGS):
        least: dict[Term, Fraction] = {}
        for powers in total:
            for atom, exponent in powers:
                least[atom] = min(least.get(atom, Fraction(0)), exponent)
        least |= {atom: min(n) for atom in least if (n := _in_all(atom, total))}
        wholes = {atom: Fraction(-(n.numerator // n.denominator)) for atom, n in least.items()}
        wholes = {atom: n for atom, n in wholes.items() if n}
        if not wholes:
            return total
        for atom, whole in wholes.items():
            if len(total) > _MAX_TERMS:
                raise TooLarge("too many terms to clear of denominators")
            total = multiply(total, product_of(((atom, whole),), Fraction(1)))
    raise TooLarge("denominators within denominators")


def _in_all(atom: Term, total: Sum) -> list[Fraction]:
    """The exponents of a number that all products share: to divide by it changes nothing."""
    found = [dict(powers).get(atom, Fraction(0)) for powers in total]
    return found if atom.head == "number" and all(found) else []


def decided(total: Sum) -> bool:
    """It is 0 only if nothing is left: its products are linearly independent over the rationals."""
    powers = {power for product in total for power in product}
    both = {PI, E} <= {atom for atom, _ in powers}
    return all(_independent(atom, exponent) for atom, exponent in powers) and (len(total) == 1 or not both)


def _independent(atom: Term, exponent: Fraction) -> bool:
    if atom.head == "number":
        return 0 < exponent < 1 and int(atom.text) < SMALL_FACTORS**2
    return atom.head in ("symbol", "constant") and exponent.denominator == 1


_MOST_PLACES = 5_000


def approximate(total: Sum) -> Decimal | None:
    """The value of a number made with roots, pi and e, to some 50 digits; None for anything else.

    None as well for a number that is too large or too small to be one of an answer.
    """
    try:
        result = _approximated(total)
    except DecimalException:
        return None
    return None if result is None or abs(result.adjusted()) > _MOST_PLACES else result


def _approximated(total: Sum) -> Decimal | None:
    result = Decimal(0)
    for powers, coefficient in total.items():
        part = _PRECISION.divide(Decimal(coefficient.numerator), Decimal(coefficient.denominator))
        for atom, exponent in powers:
            base = _base(atom)
            if base is None or base <= 0:
                return None
            index = _PRECISION.divide(Decimal(exponent.numerator), Decimal(exponent.denominator))
            part = _PRECISION.multiply(part, _PRECISION.power(base, index))
        result = _PRECISION.add(result, part)
    return result


def _base(atom: Term) -> Decimal | None:
    if atom.head == "number":
        return Decimal(atom.text)
    if atom.head == "+":
        return approximate(as_sum(atom))
    return _DIGITS.get(atom)
