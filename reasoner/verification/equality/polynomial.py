"""Sums of products of powers with exact coefficients, and how they are added, multiplied and raised.

An atom is a prime, a letter, pi, e, i, or anything that is not looked into, such as `sin(x)`.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from reasoner.verification.notation.term import MAX_BITS, Term, number, value, write

Powers = tuple[tuple[Term, Fraction], ...]
"""Atoms and their exponents, in the order of how they are written."""
Sum = Mapping[Powers, Fraction]
"""Products of atoms, and the coefficient of each."""

MAX_TERMS = 120
"""Products in a sum that is still multiplied out."""
ONE: Sum = {(): Fraction(1)}
PI = Term("constant", text="pi")
E, I = Term("symbol", text="e"), Term("symbol", text="i")  # noqa: E741
_MAX_EXPONENT = 24
_MAX_POWER = 200
"""Nodes of a power with letters or roots in its exponent."""
_MAX_BITS = MAX_BITS // 4
SMALL_FACTORS = 1_000
"""Numbers are split into primes up to it: what is left is a prime for sure below its square."""
_TURN: Powers = ((I, Fraction(1)), (PI, Fraction(1)))


class Irregular(ValueError):
    """There is no normal form."""


class TooLarge(Irregular):
    """There is one, but it would be too long."""


def as_term(total: Sum) -> Term:
    """The sum as a term, its parts in order."""
    parts = sorted((_as_product(powers, total[powers]) for powers in total), key=_written)
    if not parts:
        return number(0)
    return parts[0] if len(parts) == 1 else Term("+", tuple(parts))


def as_sum(term: Term) -> Sum:
    """The sum that `as_term` made a term of."""
    return add(*(_read_product(part) for part in (term.parts if term.head == "+" else (term,))))


def _read_product(term: Term) -> Sum:
    if term.head == "neg":
        return scaled(_read_product(term.parts[0]), Fraction(-1))
    coefficient, powers = Fraction(1), []
    for factor in term.parts if term.head == "*" else (term,):
        exact = value(factor)
        exponent = value(factor.parts[1]) if factor.head == "^" else None
        if exact is not None:
            coefficient *= exact
        elif _is_exponential(factor):
            ((inner, times),) = _read_product(factor.parts[1]).items()
            powers.append((Term("^", (factor.parts[0], _as_product(inner, Fraction(1)))), times))
        elif exponent is None or _index(factor):
            powers.append((factor, Fraction(1)))
        else:
            powers.append((factor.parts[0], exponent))
    return {tuple(powers): coefficient}


def leading(total: Sum) -> Fraction:
    """The coefficient of the product that comes first when they are written without theirs."""
    return total[min(total, key=lambda powers: _written(_as_product(powers, Fraction(1))))]


def _as_product(powers: Powers, coefficient: Fraction) -> Term:
    if not powers:
        return number(coefficient)
    factors = [_as_power(atom, n) for atom, n in powers]
    if abs(coefficient) != 1:
        factors.insert(0, number(abs(coefficient)))
    product = factors[0] if len(factors) == 1 else Term("*", tuple(factors))
    return product if coefficient > 0 else Term("neg", (product,))


def _as_power(atom: Term, exponent: Fraction) -> Term:
    """With the exponent of an exponential inside: outside, it would choose a branch of the root."""
    if _is_exponential(atom) and exponent != 1:
        base, inner = atom.parts
        return Term("^", (base, as_term(scaled(_read_product(inner), exponent))))
    return atom if exponent == 1 else Term("^", (atom, number(exponent)))


def _is_exponential(term: Term) -> bool:
    return term.head == "^" and positive(term.parts[0]) and value(term.parts[1]) is None


@lru_cache(maxsize=4096)
def _written(term: Term) -> str:
    return write(term)


def single(term: Term) -> Sum:
    return {((term, Fraction(1)),): Fraction(1)}


def add(*sums: Sum) -> Sum:
    result: dict[Powers, Fraction] = {}
    for total in sums:
        for powers, coefficient in total.items():
            result[powers] = result.get(powers, Fraction(0)) + coefficient
    if len(result) > MAX_TERMS:
        raise TooLarge("too many terms")
    return {powers: coefficient for powers, coefficient in result.items() if coefficient}


def scaled(total: Sum, factor: Fraction) -> Sum:
    return {powers: coefficient * factor for powers, coefficient in total.items()}


def multiply(*sums: Sum) -> Sum:
    result = ONE
    for total in sums:
        if len(result) * len(total) > MAX_TERMS:
            raise TooLarge("too many terms")
        pairs = [(p, q, m * n) for p, m in result.items() for q, n in total.items()]
        result = add(*(product_of((*p, *q), factor) for p, q, factor in pairs))
    return result


def product_of(powers: Powers, coefficient: Fraction) -> Sum:
    """A product of atoms, of which some may come twice: whole powers of numbers and sums are worked out."""
    exponents: dict[Term, Fraction] = {}
    for atom, exponent in powers:
        exponents[atom] = exponents.get(atom, Fraction(0)) + exponent
    expanded: list[Sum] = []
    for atom, exponent in exponents.items():
        whole = exponent.numerator // exponent.denominator
        if atom.head == "number":
            factor, inside = _worked_out(int(atom.text), whole, coefficient)
            coefficient *= factor
            exponents[atom] = exponent - inside
        elif atom == I and exponent.denominator == 1:
            coefficient *= -1 if whole % 4 > 1 else 1
            exponents[atom] = Fraction(whole % 2)
        elif atom.head == "+" and whole > 0:
            expanded += [power_of(as_sum(atom), whole)]
            exponents[atom] = exponent - whole
        elif exponent and (index := _index(atom)) and exponent.denominator == 1:
            outside = (whole - 1) // index
            expanded += [power_of(as_sum(atom.parts[0]), outside)] if outside else []
            exponents[atom] = exponent - outside * index
    left = sorted(((a, n) for a, n in exponents.items() if n), key=lambda power: _written(power[0]))
    return multiply({tuple(left): coefficient}, *expanded) if expanded else {tuple(left): coefficient}


def _worked_out(base: int, exponent: int, beside: Fraction) -> tuple[Fraction, int]:
    """The part of base^exponent that goes into the coefficient, and its exponent; all of it if it is small.

    Beside a power that is too large, the coefficient gives its own powers of the base up to it.
    """
    if abs(exponent) * base.bit_length() <= _MAX_BITS:
        return Fraction(base) ** exponent, exponent
    inside = 0
    while beside.numerator % base ** (inside + 1) == 0:
        inside += 1
    while beside.denominator % base ** (1 - inside) == 0:
        inside -= 1
    return Fraction(base) ** -inside, -inside


def _index(atom: Term) -> int:
    """n for the nth root of something with letters, 0 for any other atom."""
    inner = value(atom.parts[1]) if atom.head == "^" and set(atom.symbols) - {"e", "i"} else None
    return inner.denominator if inner is not None and inner.numerator == 1 else 0


def power_of(base: Sum, exponent: Fraction | int) -> Sum:
    """The sum to a rational power."""
    exponent = Fraction(exponent)
    if not base and exponent <= 0:
        raise Irregular("0 to a power that is not positive")
    if not base:
        return base
    if exponent.denominator == 1 and exponent > 0 and len(base) > 1:
        if exponent > _MAX_EXPONENT:
            return single(Term("^", (as_term(base), number(exponent))))
        return multiply(*[base] * int(exponent))
    if len(base) > 1:
        return _power_of_sum(base, exponent)
    ((powers, coefficient),) = base.items()
    if exponent.denominator == 1:
        turned = -1 if coefficient < 0 and exponent.numerator % 2 else 1
        size = max(coefficient.numerator.bit_length(), coefficient.denominator.bit_length())
        if size * abs(exponent) <= _MAX_BITS:
            return product_of(_raised(powers, exponent), turned * abs(coefficient) ** int(exponent))
        return product_of(_raised((*powers, *factors(abs(coefficient))), exponent), Fraction(turned))
    known = tuple(power for power in (*powers, *factors(abs(coefficient))) if positive(power[0]))
    rest = tuple(power for power in powers if not positive(power[0]))
    constant = product_of(_raised(known, exponent), Fraction(1))
    sign = Fraction(1 if coefficient > 0 else -1)
    if not rest and sign < 0 and exponent.denominator == 2:
        return multiply(constant, product_of(((I, Fraction(exponent.numerator)),), Fraction(1)))
    return multiply(constant, _fractional({rest: sign}, exponent)) if rest or sign < 0 else constant


def _raised(powers: Powers, exponent: Fraction) -> Powers:
    return tuple((atom, n * exponent) for atom, n in powers)


def _power_of_sum(base: Sum, exponent: Fraction) -> Sum:
    """A negative or a broken power of several terms: an atom with a leading coefficient of 1."""
    lead = leading(base)
    lead = lead if exponent.denominator == 1 else abs(lead)
    reduced = scaled(base, 1 / lead)
    constant = product_of(_raised(tuple(factors(abs(lead))), exponent), Fraction(1))
    if lead < 0:
        constant = scaled(constant, Fraction(-1) ** int(exponent))
    return multiply(constant, _fractional(reduced, exponent))


def _fractional(base: Sum, exponent: Fraction) -> Sum:
    """With letters, sqrt(x)^2 must not become x, which has a value in more places."""
    atom = as_term(base)
    if exponent.denominator == 1 or set(atom.symbols) <= {"e", "i"}:
        return product_of(((atom, exponent),), Fraction(1))
    root = Term("^", (atom, number(Fraction(1, exponent.denominator))))
    return product_of(((root, Fraction(exponent.numerator)),), Fraction(1))


def exponential(base: Term, inner: Powers, factor: Fraction) -> Sum:
    """base^(factor * inner); whole quarters of a turn in the complex plane are powers of i."""
    if base == E and inner == _TURN and (2 * factor).denominator == 1:
        return product_of(((I, 2 * factor),), Fraction(1))
    power = Term("^", (base, _as_product(inner, Fraction(1))))
    if power.size > _MAX_POWER:  # each prime of a base has its own: towers would grow beyond all bounds
        raise TooLarge("too large a power")
    return {((power, factor),): Fraction(1)}


def positive(atom: Term) -> bool:
    return atom.head == "number" or atom in (PI, E)


def factors(n: Fraction) -> Iterator[tuple[Term, Fraction]]:
    """The primes of a positive number, with their exponents; a large rest counts as one."""
    yield from ((Term("number", text=str(p)), Fraction(k)) for p, k in _split(n.numerator))
    yield from ((Term("number", text=str(p)), Fraction(-k)) for p, k in _split(n.denominator))


@lru_cache(maxsize=1024)
def _split(n: int) -> tuple[tuple[int, int], ...]:
    if n.bit_length() > 2_000:
        raise TooLarge("a number that is too large to split")
    found: list[tuple[int, int]] = []
    for p in range(2, SMALL_FACTORS):
        if p * p > n:
            break
        times = 0
        while n % p == 0:
            n, times = n // p, times + 1
        if times:
            found.append((p, times))
    return (*found, (n, 1)) if n > 1 else tuple(found)
