"""Inequalities in one letter: the set of solutions, tested in every piece of the number line."""

from collections.abc import Callable
from itertools import pairwise

import sympy as sp

from reasoner.verification.tasks import domain
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write
from reasoner.verification.term import Term

_RELATIONS: dict[str, Callable[[Expr, Expr], Expr]] = {
    "<": sp.StrictLessThan, "≤": sp.LessThan, ">": sp.StrictGreaterThan, "≥": sp.GreaterThan,
    "=": sp.Eq, "≠": sp.Ne,
}  # fmt: skip
_MAX_PIECES = 40


def solve(relations: tuple[Term, ...], unknown: str) -> Finding:
    """The real numbers that satisfy all relations."""
    build = Builder(real=True, letters=frozenset({unknown}))
    letter = build.symbol(unknown)
    pairs = [pair for term in relations for pair in _pairs(term, build)]
    found: Expr = sp.S.Reals
    for sign, left, right in pairs:
        relation = _RELATIONS[sign](left, right)
        if relation == sp.false:
            found = sp.S.EmptySet
        elif relation != sp.true:
            found = found.intersect(_set(sign, left, right, letter))
    pieces = _pieces(found)
    answer = _written(found, pieces, unknown)
    ends = {end for piece in pieces for end in (piece.start, piece.end) if end.is_finite}
    sides = [side for term in relations for side in term.parts]
    ends |= {
        zero for side in sides for border in domain.borders(side, build) for zero in _zeros(border, letter)
    }

    def true(point: Expr) -> bool:
        there = Builder(real=True, letters=build.letters, where={unknown: point})
        return all(domain.defined(side, there) for side in sides) and _true(pairs, letter, point)

    proved = _holds_everywhere(pairs, letter, found, ends, true)
    reason = (
        "true at a point of every piece of the solution, false at a point of every gap, and every end tested"
    )
    return Finding(answer, answer, "substitution", proved, reason if proved else f"not proved: {reason}")


def _pairs(term: Term, build: Builder) -> list[tuple[str, Expr, Expr]]:
    sides, signs = [build(part) for part in term.parts], term.text.split()
    return list(zip(signs, sides, sides[1:], strict=False))


def _set(sign: str, left: Expr, right: Expr, letter: Expr) -> Expr:
    if sign == "=":
        return sp.solveset(left - right, letter, sp.S.Reals)
    if sign == "≠":
        return sp.S.Reals - sp.solveset(left - right, letter, sp.S.Reals)
    return sp.solve_univariate_inequality(_RELATIONS[sign](left, right), letter, relational=False)


def _pieces(found: Expr) -> list["_Piece"]:
    """Its intervals in order; a single point is an interval of no length."""
    pieces: list[Expr] = []
    for part in found.args if isinstance(found, sp.Union) else (found,):
        if isinstance(part, sp.FiniteSet):
            pieces = [*pieces, *(sp.Interval(point, point) for point in part)]
        elif isinstance(part, sp.Interval):
            pieces = [*pieces, part]
        elif part != sp.S.EmptySet:
            raise Unsolved("no list of intervals was found")
    spans = [(p.args[0], p.args[0]) if isinstance(p, sp.FiniteSet) else (p.start, p.end) for p in pieces]
    order = sorted(range(len(pieces)), key=lambda i: float(spans[i][0].evalf()))
    return [_Piece(pieces[i], *spans[i]) for i in order]


class _Piece:
    """An interval or a point."""

    def __init__(self, interval: Expr, start: Expr, end: Expr) -> None:
        self.start, self.end = start, end
        self.left_open = bool(getattr(interval, "left_open", False))
        self.right_open = bool(getattr(interval, "right_open", False))

    def written(self, name: str) -> str:
        """It as a relation."""
        if self.start == self.end:
            return f"{name} = {write(self.start)}"
        low, high = "<" if self.left_open else "<=", "<" if self.right_open else "<="
        if self.start == -sp.oo:
            return f"{name} {high} {write(self.end)}"
        if self.end == sp.oo:
            return f"{name} {'>' if self.left_open else '>='} {write(self.start)}"
        return f"{write(self.start)} {low} {name} {high} {write(self.end)}"


def _written(found: Expr, pieces: list["_Piece"], name: str) -> str:
    if found == sp.S.Reals:
        return "all real numbers"
    return " or ".join(piece.written(name) for piece in pieces) if pieces else "no real solution"


def _holds_everywhere(
    pairs: list[tuple[str, Expr, Expr]],
    letter: Expr,
    found: Expr,
    ends: set[Expr],
    true: Callable[[Expr], bool],
) -> bool:
    """Membership and truth agree at every place where a side may cross or break, and between all of those."""
    places = set(ends)
    for _, left, right in pairs:
        breaks = sp.singularities(left - right, letter, sp.S.Reals)
        if not isinstance(breaks, sp.FiniteSet) and breaks != sp.S.EmptySet:
            return False
        places |= {*_zeros(left - right, letter), *breaks}
    ordered = sorted(places, key=lambda place: float(place.evalf()))
    if not ordered:
        between = [sp.Integer(0)]
    else:
        inner = [(sp.nsimplify(a.evalf(30)) + sp.nsimplify(b.evalf(30))) / 2 for a, b in pairwise(ordered)]
        between = [sp.floor(ordered[0]) - 1, *inner, sp.ceiling(ordered[-1]) + 1]
    tested = [*ordered, *between]
    return len(tested) <= _MAX_PIECES and all(true(point) == (point in found) for point in tested)


def _zeros(expression: Expr, letter: Expr) -> set[Expr]:
    """Where it is 0. Raises: Unsolved, when that is not a list of places."""
    zeros = sp.solveset(expression, letter, sp.S.Reals) if expression.has(letter) else sp.S.EmptySet
    if not isinstance(zeros, sp.FiniteSet) and zeros != sp.S.EmptySet:
        raise Unsolved("not everything that changes the sign could be found")
    return set(zeros)


def _true(pairs: list[tuple[str, Expr, Expr]], letter: Expr, point: Expr) -> bool:
    results = []
    for sign, left, right in pairs:
        a, b = left.subs(letter, point), right.subs(letter, point)
        defined = a.is_real and b.is_real and a.is_finite and b.is_finite
        results.append(bool(defined) and sp.simplify(_RELATIONS[sign](a, b)) == sp.true)
    return all(results)
