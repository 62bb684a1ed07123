"""Terms as sympy expressions and back. Nothing is evaluated from text: every node is built by name."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp
from latex2sympy2_extended import latex2sympy

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import MAX_BITS, MAX_FACTORIAL, Term
from reasoner.verification.notation.tokens import Unreadable

Expr = Any
"""A sympy expression; sympy has no types."""

_FUNCTIONS: dict[str, Callable[..., Expr]] = {
    "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "cot": sp.cot, "sec": sp.sec, "csc": sp.csc,
    "arcsin": sp.asin, "arccos": sp.acos, "arctan": sp.atan, "sinh": sp.sinh, "cosh": sp.cosh,
    "tanh": sp.tanh, "ln": sp.log, "log": sp.log, "exp": sp.exp, "sqrt": sp.sqrt, "gcd": sp.gcd,
    "lcm": sp.lcm, "max": sp.Max, "min": sp.Min, "floor": sp.floor, "ceil": sp.ceiling,
    "factorial": sp.factorial,
}  # fmt: skip
_CONSTANTS = {"pi": sp.pi, "infinity": sp.oo}
_LETTERS = {"e": sp.E, "i": sp.I}
_IN_DEGREES = frozenset(["sin", "cos", "tan", "cot", "sec", "csc"])


def symbol(name: str, *, real: bool = False) -> Expr:
    """The sympy symbol of a letter."""
    return sp.Symbol(name, real=True) if real else sp.Symbol(name)


class Builder:
    """Builds expressions; `real` makes letters real, `letters` are variables even if called e or i.

    Letters that `where` has stand for its values.
    """

    def __init__(
        self,
        *,
        real: bool = False,
        letters: frozenset[str] = frozenset(),
        where: Mapping[str, Expr] | None = None,
    ) -> None:
        self.real = real
        self.letters = letters
        self.where = where or {}

    def symbol(self, name: str) -> Expr:
        """A letter: a variable, or e or i."""
        if name in self.where:
            return self.where[name]
        if name in _LETTERS and name not in self.letters:
            return _LETTERS[name]
        return symbol(name, real=self.real)

    def __call__(self, term: Term) -> Expr:
        """The expression of a term. Raises: Unreadable, for what is no expression or too large."""
        match term.head:
            case "number":
                return sp.Rational(term.text) if len(term.text) < 2_000 else _too_large()
            case "symbol":
                return self.symbol(term.text)
            case "constant":
                return _CONSTANTS[term.text]
            case "call" if term.text in _IN_DEGREES and term.parts[0].head == "degree":
                return _FUNCTIONS[term.text](self(term.parts[0].parts[0]) * sp.pi / 180)
            case "call":
                return _FUNCTIONS[term.text](*(self(part) for part in term.parts))
            case "matrix":
                return sp.Matrix([[self(cell) for cell in row.parts] for row in term.parts])
            case "apply":
                return sp.Function(term.text)(*(self(part) for part in term.parts))
            case "integral" | "limit" | "derivative" | "sum" | "product":
                return self._bound(term)
        if term.head not in _NODES:
            raise Unreadable(f"a {term.head} is no expression")
        return _NODES[term.head](*(self(part) for part in term.parts))

    def _bound(self, term: Term) -> Expr:
        inside = Builder(real=self.real, letters=self.letters | {term.parts[1].text}, where=self.where)
        body, variable, *ends = (inside(part) for part in term.parts)
        match term.head:
            case "integral":
                return sp.integrate(body, (variable, *ends) if ends else variable)
            case "derivative":
                return sp.diff(body, variable)
            case "limit":
                return sp.limit(body, variable, ends[0], term.text or ("+-" if ends[0].is_finite else "+"))
            case "sum":
                return sp.summation(body, (variable, *ends))
        return sp.product(body, (variable, *ends))


def _too_large(*_: object) -> Expr:
    raise Unreadable("a number that is too large")


def _power(base: Expr, exponent: Expr) -> Expr:
    if base.is_Integer and exponent.is_Integer and abs(int(exponent)) * int(base).bit_length() > MAX_BITS:
        return sp.Pow(base, exponent, evaluate=False)
    return sp.Pow(base, exponent)


def _factorial(n: Expr) -> Expr:
    return _too_large() if n.is_number and n > MAX_FACTORIAL else sp.factorial(n)


_NODES: dict[str, Callable[..., Expr]] = {
    "+": lambda *parts: sp.Add(*parts),
    "*": lambda *parts: sp.Mul(*parts),
    "/": lambda top, bottom: top / bottom,
    "^": _power,
    "neg": lambda part: -part,
    "%": lambda part: part / 100,
    "degree": lambda part: part,
    "abs": lambda part: sp.Abs(part),
    "root": lambda part, index: (
        sp.real_root(part, index) if index.is_odd and part.is_real else sp.root(part, index)
    ),
    "log": lambda part, base: sp.log(part, base),
    "!": _factorial,
    "binomial": lambda n, k: sp.binomial(n, k),
    "mixed": lambda whole, part: whole + part,
}


def read(text: str) -> Term | Expr:
    """The term of the text; the expression of latex2sympy where only that reads it.

    Raises: Unreadable.
    """
    try:
        return parse(text)
    except Unreadable:
        if "\\" not in text:
            raise
    try:
        return latex2sympy(text)
    except Exception as error:  # its parser raises errors of many kinds
        raise Unreadable(f"LaTeX that cannot be read ({type(error).__name__})") from None


_SPELLING = {
    r"\*\*": "^",
    r"\blog\(": "ln(",
    r"\boo\b": "infinity",
    r"\bI\b": "i",
    r"\bE\b": "e",
    r"\bAbs\(": "abs(",
    r"\ba(sin|cos|tan)\(": r"arc\1(",
}


def write(expression: Expr) -> str:
    """An expression as a person writes it, in plain text that `parse` reads."""
    text = str(sp.sstr(expression))
    for spelling, ours in _SPELLING.items():
        text = re.sub(spelling, ours, text)
    return text
