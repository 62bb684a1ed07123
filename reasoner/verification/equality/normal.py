"""The normal form of a formula: a sum of products of powers, with exact coefficients.

Formulas with one normal form are equal wherever both have a value. The other way round holds as well for
polynomials over numbers made with roots, i, and one of pi and e: `decided` says when.
"""

import math
from collections.abc import Callable
from fractions import Fraction

from reasoner.verification.equality.polynomial import (
    ONE,
    PI,
    E,
    Irregular,
    Sum,
    TooLarge,
    add,
    as_term,
    exponential,
    factors,
    leading,
    multiply,
    positive,
    power_of,
    scaled,
    single,
)
from reasoner.verification.equality.vanishing import approximate, cleared
from reasoner.verification.notation.term import Term, number, value

BOUND = "k'"
"""The letter that every sum runs over, once it is in normal form."""
_IN_DEGREES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_EXACT: dict[str, Callable[..., Fraction | int]] = {
    "floor": math.floor, "ceil": math.ceil, "max": max, "min": min,
}  # fmt: skip
_KEPT = frozenset({
    "call", "apply", "!", "binomial", "integral", "derivative", "limit", "sum", "product", "±", "based",
})  # fmt: skip


def normal(term: Term) -> Term:
    """The term in normal form; itself where it has none."""
    try:
        return as_term(form(term))
    except (Irregular, ArithmeticError):
        return term


def form(term: Term) -> Sum:
    """The sum that the term is; an atom where it is too large. Raises: Irregular, ArithmeticError."""
    exact = value(term)
    if exact is not None:
        return {(): exact} if exact else {}
    try:
        return _form(term)
    except TooLarge:
        return single(term)


def _form(term: Term) -> Sum:
    match term.head:
        case "number":
            raise Irregular("a number that is too large")
        case "symbol":
            return single(term)
        case "constant" if term.text == "pi":
            return single(term)
        case "+" | "mixed":
            return add(*(form(part) for part in term.parts))
        case "neg":
            return scaled(form(term.parts[0]), Fraction(-1))
        case "*":
            return multiply(*(form(part) for part in term.parts))
        case "/":
            return multiply(form(term.parts[0]), power_of(form(term.parts[1]), Fraction(-1)))
        case "%":
            return scaled(form(term.parts[0]), Fraction(1, 100))
        case "degree" if term.parts:
            return form(term.parts[0])
        case "^":
            return _raised(form(term.parts[0]), form(term.parts[1]))
        case "root":
            return _root(form(term.parts[0]), form(term.parts[1]))
        case "log":
            return multiply(_logarithm(form(term.parts[0])), power_of(_logarithm(form(term.parts[1])), -1))
        case "call":
            return _call(term)
        case "abs":
            return _absolute(form(term.parts[0]))
    if term.head not in _KEPT:
        raise Irregular(f"a {term.head} is no sum")
    if term.head in ("sum", "product", "limit") or (term.head == "integral" and len(term.parts) > 2):
        term = _renamed(term, term.parts[1], Term("symbol", text=BOUND))
    return single(Term(term.head, tuple(map(normal, term.parts)), term.text))


def _renamed(term: Term, old: Term, new: Term) -> Term:
    """With another letter: that of a sum says nothing, and may be an i that is no imaginary unit."""
    if term == old:
        return new
    return Term(term.head, tuple(_renamed(part, old, new) for part in term.parts), term.text)


def difference(a: Term, b: Term) -> Sum | None:
    """a - b without denominators, so that nothing is left when they are equal; None where it has no form."""
    try:
        return cleared(add(form(a), scaled(form(b), Fraction(-1))))
    except (Irregular, ArithmeticError):
        return None


def _raised(base: Sum, exponent: Sum) -> Sum:
    """A power whose exponent may have letters: `e^(x+y)` is `e^x * e^y`."""
    if set(exponent) <= {()}:
        return power_of(base, exponent.get((), Fraction(0)))
    ((powers, coefficient),) = base.items() if len(base) == 1 else (((), Fraction(-1)),)
    if coefficient <= 0 or not all(positive(atom) for atom, _ in powers):
        return single(Term("^", (as_term(base), as_term(exponent))))
    result = power_of(base, exponent.get((), Fraction(0)))
    for atom, n in (*powers, *factors(coefficient)):
        for inner, c in exponent.items():
            if inner:
                result = multiply(result, exponential(atom, inner, c * n))
    return result


def _root(base: Sum, index: Sum) -> Sum:
    if set(index) != {()} or index[()].denominator != 1 or index[()] < 2:
        raise Irregular("a root without a whole index")
    n = int(index[()])
    if n % 2 == 0 or not base:
        return power_of(base, Fraction(1, n))
    known = approximate(base)
    if known is None:
        return single(Term("root", (as_term(base), number(n))))
    sign = Fraction(1 if known > 0 else -1)
    return scaled(power_of(scaled(base, sign), Fraction(1, n)), sign)


def _call(term: Term) -> Sum:
    first = term.parts[0]
    if term.text in ("ln", "log") and len(term.parts) == 1:
        return _logarithm(form(first))
    if term.text == "exp":
        return _raised(single(E), form(first))
    if term.text == "sqrt":
        return _root(form(first), {(): Fraction(2)})
    if term.text in _IN_DEGREES and first.head == "degree":
        first = Term("*", (first.parts[0], PI, number(Fraction(1, 180))))
    parts = tuple(map(normal, (first, *term.parts[1:])))
    exact = [n for n in map(value, parts) if n is not None]
    if term.text in _EXACT and len(exact) == len(parts):
        return form(number(_EXACT[term.text](*exact)))
    return single(Term("call", parts, term.text))


def _logarithm(of: Sum) -> Sum:
    """Of a positive number made of primes and e: the sum of theirs."""
    if len(of) == 1:
        ((powers, coefficient),) = of.items()
        if coefficient > 0 and all(positive(atom) for atom, _ in powers):
            parts = [*powers, *factors(coefficient)]
            return add(*(scaled(_logarithm_of_atom(atom), n) for atom, n in parts))
    return _logarithm_of_atom(as_term(of))


def _logarithm_of_atom(atom: Term) -> Sum:
    return ONE if atom == E else single(Term("call", (atom,), "ln"))


def _absolute(of: Sum) -> Sum:
    """With a leading coefficient that is positive: |1 - x| is |x - 1|."""
    known = approximate(of)
    if known is not None:
        return scaled(of, Fraction(-1)) if known < 0 else of
    lead = leading(of)
    return scaled(single(Term("abs", (as_term(scaled(of, 1 / lead)),))), abs(lead))
