"""Inequalities in one letter: the set of solutions, by a test in every piece of the number line."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, pairwise

import sympy as sp

from reasoner.verification.notation.term import Term
from reasoner.verification.tasks import domain, roots
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write

_RELATIONS: dict[str, Callable[[Expr, Expr], Expr]] = {
    "<": sp.StrictLessThan, "≤": sp.LessThan, ">": sp.StrictGreaterThan, "≥": sp.GreaterThan,
    "=": sp.Eq, "≠": sp.Ne,
}  # fmt: skip
_MAX_PLACES = 40
_CONTINUOUS = frozenset({"sin", "cos", "exp", "ln", "log", "sqrt", "arctan", "sinh", "cosh", "tanh"})
"""Functions without a break where they and their argument are defined."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A place on the number line, or the gap between two of them."""

    low: Expr
    high: Expr
    inside: Expr
    """A number in it."""

    @property
    def is_place(self) -> bool:
        """It is a single number."""
        return bool(self.low == self.high)


def solve(relations: tuple[Term, ...], unknown: str) -> Finding:
    """The real numbers that satisfy all relations.

    A relation can change only where its sides are equal, or where one of them ends or breaks: all those
    places are found, and each is tested, and a number between any two.
    """
    build = Builder(real=True, letters=frozenset({unknown}))
    letter = build.symbol(unknown)
    sides = [side for term in relations for side in term.parts]
    if any(node.head == "call" and node.text not in _CONTINUOUS for side in sides for node in side.walk()):
        raise Unsolved("a function that may have breaks")
    pairs = [pair for term in relations for pair in _pairs(term, build)]

    def true(point: Expr) -> bool:
        there = Builder(real=True, letters=build.letters, where={unknown: point})
        return all(domain.defined(side, there) for side in sides) and all(
            _holds(sign, left.subs(letter, point), right.subs(letter, point)) for sign, left, right in pairs
        )

    edges = [left - right for _, left, right in pairs]
    edges += [border for side in sides for border in domain.borders(side, build)]
    pieces = _pieces([edge for edge in edges if sp.simplify(edge).has(letter)], letter)
    kept = [list(run) for holds, run in groupby(pieces, key=lambda piece: true(piece.inside)) if holds]
    answer = " or ".join(_written(run, unknown) for run in kept) if kept else "no real solution"
    reason = "tested at all places where it can change, and at a number between any two of them"
    return Finding(answer, answer, "substitution", True, reason)


def _pairs(term: Term, build: Builder) -> list[tuple[str, Expr, Expr]]:
    sides, signs = [build(part) for part in term.parts], term.text.split()
    return list(zip(signs, sides, sides[1:], strict=False))


def _holds(sign: str, left: Expr, right: Expr) -> bool:
    """A relation of two numbers: equal if that can be shown, else told by their digits."""
    if roots.is_zero(left - right):
        return sign in ("≤", "≥", "=")
    return bool(_RELATIONS[sign](sp.N(left - right, 40), 0))


def _pieces(edges: list[Expr], letter: Expr) -> list[_Piece]:
    """The number line, cut at every zero of the edges."""
    zeros = {zero for edge in edges for zero in roots.real_zeros(edge, letter)}
    places = _distinct(sorted(zeros, key=lambda zero: float(zero.evalf())))
    if len(places) > _MAX_PLACES:
        raise Unsolved("too many places where it may change")
    if not places:
        return [_Piece(-sp.oo, sp.oo, sp.Integer(0))]
    first, last = places[0], places[-1]
    pieces = [_Piece(-sp.oo, first, sp.floor(first) - 1)]
    for low, high in pairwise(places):
        pieces += [_Piece(low, low, low), _Piece(low, high, _between(low, high))]
    return [*pieces, _Piece(last, last, last), _Piece(last, sp.oo, sp.ceiling(last) + 1)]


def _distinct(places: list[Expr]) -> list[Expr]:
    """One of those that are written differently and are the same."""
    kept: list[Expr] = []
    for place in places:
        if not kept or not roots.is_zero(place - kept[-1]):
            kept = [*kept, place]
    return kept


def _between(low: Expr, high: Expr) -> Expr:
    """A rational number between two."""
    return (sp.Rational(str(low.evalf(30))) + sp.Rational(str(high.evalf(30)))) / 2


def _written(run: list[_Piece], name: str) -> str:
    """Neighbouring pieces as one relation."""
    low, high = run[0].low, run[-1].high
    if low == -sp.oo and high == sp.oo:
        return "all real numbers"
    if low == high:
        return f"{name} = {write(low)}"
    above, below = "<=" if run[0].is_place else "<", "<=" if run[-1].is_place else "<"
    if low == -sp.oo:
        return f"{name} {below} {write(high)}"
    if high == sp.oo:
        return f"{name} {'>=' if run[0].is_place else '>'} {write(low)}"
    return f"{write(low)} {above} {name} {below} {write(high)}"
