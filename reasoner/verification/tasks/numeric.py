"""The value of a term by numbers alone: a second opinion on what sympy found, which owes sympy nothing."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import mpmath as mp  # type: ignore[import-untyped]

from reasoner.verification.notation.term import Term

Number = Any
"""An mpmath number; mpmath has no types."""

DIGITS = 40
"""Working precision."""
AGREE = 15
"""Digits that have to agree."""
POINTS = ("1.3", "0.37", "2.9", "-0.83", "-2.3")
"""Where functions are compared: no special values."""

_MAX_EXPONENT = mp.mpf(10) ** 300
_TINY = mp.mpf(10) ** -20

_FUNCTIONS: dict[str, Callable[..., Number]] = {
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "cot": mp.cot, "sec": mp.sec, "csc": mp.csc,
    "arcsin": mp.asin, "arccos": mp.acos, "arctan": mp.atan, "sinh": mp.sinh, "cosh": mp.cosh,
    "tanh": mp.tanh, "ln": mp.ln, "log": mp.ln, "exp": mp.exp, "sqrt": mp.sqrt, "floor": mp.floor,
    "ceil": mp.ceil, "factorial": mp.factorial, "max": max, "min": min,
    "gcd": lambda *ns: mp.mpf(math.gcd(*map(int, ns))), "lcm": lambda *ns: mp.mpf(math.lcm(*map(int, ns))),
}  # fmt: skip
_CONSTANTS: dict[str, Number] = {"pi": mp.pi, "infinity": mp.inf, "e": mp.e, "i": mp.mpc(0, 1)}


class NotReal(ValueError):
    """A part of it has no real value."""


class Ambiguous(ValueError):
    """A root of a negative number that is real for some and complex for others."""


def number(term: Term, where: Mapping[str, Number], *, real: bool = False) -> Number:
    """The value with the letters put at `where`; with `real`, all its parts must have real values.

    Raises: KeyError for what has no value, ArithmeticError, NotReal, Ambiguous.
    """
    found = _number(term, where, real)
    if real and isinstance(found, mp.mpc) and mp.im(found) != 0:
        raise NotReal(term.head)
    return mp.re(found) if real else found


def _number(term: Term, where: Mapping[str, Number], real: bool) -> Number:
    parts = term.parts
    match term.head:
        case "number":
            return mp.mpf(term.text)
        case "symbol" | "constant":
            return +where[term.text] if term.text in where else +_CONSTANTS[term.text]
        case "call" if parts[0].head == "degree":
            return _FUNCTIONS[term.text](number(parts[0].parts[0], where) * mp.pi / 180)
        case "call":
            return _FUNCTIONS[term.text](*(number(part, where, real=real) for part in parts))
        case "sum" | "product":
            series = mp.nsum if term.head == "sum" else mp.nprod
            ends = [number(part, where) for part in parts[2:]]
            return series(lambda k: number(parts[0], {**where, parts[1].text: k}), ends)
        case "integral":
            return integral(parts[0], parts[1].text, number(parts[2], where), number(parts[3], where))
    found = [number(part, where, real=real) for part in parts]
    if term.head == "^":
        return _power(found[0], found[1], real)
    return _NODES[term.head](*found)


def _power(base: Number, exponent: Number, real: bool) -> Number:
    if abs(exponent) > _MAX_EXPONENT:
        raise OverflowError("a power that is too large")
    if real and mp.im(base) == 0 and base < 0 and not mp.isint(exponent):
        odd = any(
            mp.isint(exponent * n) or abs(mp.frac(exponent * n + 0.5) - 0.5) < _TINY for n in (3, 5, 7, 9)
        )
        raise Ambiguous("^") if odd else NotReal("^")
    return mp.power(base, exponent)


def integral(body: Term, variable: str, low: Number, high: Number) -> Number:
    """The definite integral, by quadrature."""
    return mp.quad(lambda x: number(body, {variable: x}), [low, high])


def same(a: Number, b: Number, digits: int = AGREE) -> bool:
    """They agree to so many digits."""
    return bool(abs(a - b) <= mp.mpf(10) ** -digits * (1 + abs(a)))


def agree(
    a: Term, b: Term, letters: tuple[str, ...], compared: Callable[[Term, dict[str, Number]], Number] = number
) -> bool | None:
    """`compared` of a agrees with the value of b wherever both have one; None when that is nowhere."""
    with mp.workdps(DIGITS):
        settled = None
        for first in range(len(POINTS) if letters else 1):
            where = {name: mp.mpf(POINTS[(first + i) % len(POINTS)]) + i for i, name in enumerate(letters)}
            try:
                left, right = compared(a, where), number(b, where)
            except (ArithmeticError, KeyError, TypeError, ValueError, mp.libmp.NoConvergence):
                continue
            if not (mp.isfinite(left) and mp.isfinite(right)):
                continue
            if not same(left, right):
                return False
            settled = True
        return settled


def slope(variable: str) -> Callable[[Term, dict[str, Number]], Number]:
    """The derivative by differences."""
    return lambda term, where: mp.diff(lambda x: number(term, {**where, variable: x}), where[variable])


def _root(base: Number, index: Number) -> Number:
    if mp.im(base) == 0 and mp.re(base) < 0 and index % 2 == 1:
        return -mp.root(-base, int(index))
    return mp.power(base, 1 / index)


def _product(*parts: Number) -> Number:
    result = mp.mpf(1)
    for part in parts:
        result *= part
    return result


_NODES: dict[str, Callable[..., Number]] = {
    "+": lambda *parts: mp.fsum(parts),
    "*": _product,
    "/": lambda top, bottom: top / bottom,
    "neg": lambda part: -part,
    "%": lambda part: part / 100,
    "degree": lambda part: part,
    "abs": abs,
    "root": _root,
    "log": lambda part, base: mp.log(part, base),
    "!": mp.factorial,
    "binomial": mp.binomial,
    "mixed": lambda whole, part: whole + part,
}
