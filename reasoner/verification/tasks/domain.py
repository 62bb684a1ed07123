"""Where an expression has a real value. sympy forgets it: to sympy x^2/x is x, and sqrt(x)^2 too."""

import sympy as sp

from reasoner.verification.notation.term import Term, value
from reasoner.verification.tasks.symbolic import Builder, Expr

_PARTLY_DEFINED = frozenset({"ln", "log", "sqrt"})


def defined(term: Term, build: Builder) -> bool:
    """Every part of it has a finite value at the place of `build`, and a real one if that is real."""
    real = all(letter.is_real is not False for letter in build.where.values())
    for node in term.walk():
        if node.head == "degree":
            continue
        found = build(node)
        if found.has(sp.nan, sp.zoo, sp.oo, sp.AccumBounds) or (real and found.is_real is False):
            return False
        if node.head == "/" and sp.simplify(build(node.parts[1])) == 0:
            return False
    return True


def borders(term: Term, build: Builder) -> list[Expr]:
    """What is 0 at the ends of the domain: denominators, and what is under roots and logarithms."""
    return [build(part) for node in term.walk() for part in _may_end(node)]


def _may_end(node: Term) -> tuple[Term, ...]:
    match node.head:
        case "/":
            return node.parts[1:]
        case "root" | "log":
            return node.parts[:1]
        case "call" if node.text in _PARTLY_DEFINED:
            return node.parts
        case "^" if (exponent := value(node.parts[1])) is None or exponent < 0 or exponent.denominator != 1:
            return node.parts[:1]
    return ()
