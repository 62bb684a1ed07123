"""Derivatives by the rules of a textbook, so that those of sympy can be compared with them."""

from collections.abc import Callable

import sympy as sp

from reasoner.verification.notation.term import Term
from reasoner.verification.tasks.finding import Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr

_OUTER: dict[str, Callable[[Expr], Expr]] = {
    "sin": lambda u: sp.cos(u),
    "cos": lambda u: -sp.sin(u),
    "tan": lambda u: 1 + sp.tan(u) ** 2,
    "cot": lambda u: -1 - sp.cot(u) ** 2,
    "sec": lambda u: sp.sec(u) * sp.tan(u),
    "csc": lambda u: -sp.csc(u) * sp.cot(u),
    "arcsin": lambda u: 1 / sp.sqrt(1 - u**2),
    "arccos": lambda u: -1 / sp.sqrt(1 - u**2),
    "arctan": lambda u: 1 / (1 + u**2),
    "sinh": lambda u: sp.cosh(u),
    "cosh": lambda u: sp.sinh(u),
    "tanh": lambda u: 1 - sp.tanh(u) ** 2,
    "ln": lambda u: 1 / u,
    "exp": lambda u: sp.exp(u),
    "sqrt": lambda u: 1 / (2 * sp.sqrt(u)),
}
"""The derivative of a function at the value of its argument."""


def by_rules(term: Term, name: str, build: Builder) -> Expr:
    """The derivative of the term in the letter. Raises: Unsolved, where no rule covers it."""
    if name not in term.symbols:
        return sp.Integer(0)
    inner = [by_rules(part, name, build) for part in term.parts]
    match term.head:
        case "symbol":
            return sp.Integer(1)
        case "+":
            return sp.Add(*inner)
        case "neg":
            return -inner[0]
        case "abs":
            part = build(term.parts[0])
            return inner[0] * part / sp.Abs(part)
        case "call" if term.text in _OUTER and len(term.parts) == 1:
            return _OUTER[term.text](build(term.parts[0])) * inner[0]
        case head if head in _RULES:
            return _RULES[head]([build(part) for part in term.parts], inner)
    raise Unsolved(f"no rule for the derivative of '{term.head}'")


def _product(parts: list[Expr], inner: list[Expr]) -> Expr:
    return sp.Add(*(sp.Mul(slope, *parts[:i], *parts[i + 1 :]) for i, slope in enumerate(inner)))


def _power(parts: list[Expr], inner: list[Expr]) -> Expr:
    (u, v), (du, dv) = parts, inner
    if dv == 0:
        return v * u ** (v - 1) * du
    return u**v * (dv * sp.log(u) + (v * du / u if du != 0 else 0))


_RULES: dict[str, Callable[[list[Expr], list[Expr]], Expr]] = {
    "*": _product,
    "/": lambda parts, inner: (inner[0] * parts[1] - parts[0] * inner[1]) / parts[1] ** 2,
    "^": _power,
    "root": lambda parts, inner: _power([parts[0], 1 / parts[1]], [inner[0], sp.Integer(0)]),
    "log": lambda parts, inner: inner[0] / (parts[0] * sp.log(parts[1])),
}
