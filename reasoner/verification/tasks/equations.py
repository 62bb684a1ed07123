"""Equations and systems: the solutions, put back in, and why there are no others."""

from collections.abc import Mapping

import sympy as sp

from reasoner.verification.notation.term import Term
from reasoner.verification.tasks import domain, roots
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write

_MAX_SOLUTIONS = 24
_FREE_LETTERS = frozenset("xyztuvw")
"""Letters that stand for any number; others may name a length or a speed, which has no sign."""
NO_REAL = "no real solution"
Values = Mapping[Expr, Expr]


class Question:
    """Equations as differences of their sides, in letters that are real or complex."""

    def __init__(self, relations: tuple[Term, ...], unknowns: tuple[str, ...], *, real: bool) -> None:
        self.relations, self.real = relations, real
        self.build = Builder(real=real, letters=frozenset(unknowns) - {"i"})
        self.asked = [self.build.symbol(name) for name in unknowns]
        self.differences = [self.build(term.parts[0]) - self.build(term.parts[1]) for term in relations]

    @property
    def others(self) -> list[Expr]:
        """Letters that were not asked for."""
        return sorted(
            set().union(*(difference.free_symbols for difference in self.differences)) - set(self.asked),
            key=str,
        )

    def holds(self, where: Values) -> bool:
        """All equations are true there, and defined: sympy has cancelled what may be 0."""
        there = Builder(
            real=self.real,
            letters=self.build.letters,
            where={str(name): value for name, value in where.items()},
        )
        sides = [side for relation in self.relations for side in relation.parts]
        return all(domain.defined(side, there) for side in sides) and all(
            _vanishes(difference.subs(where)) for difference in self.differences
        )


def _vanishes(left: Expr) -> bool:
    return bool(sp.simplify(left) == 0) if left.free_symbols else roots.is_zero(left)


def solve(relations: tuple[Term, ...], unknowns: tuple[str, ...], manner: str) -> Finding:
    """The real solutions, or the complex ones where `manner` says so."""
    question = Question(relations, unknowns, real=manner != "complex")
    if len(question.differences) == 1 and not question.others and len(unknowns) == 1:
        if manner == "complex":
            return _complex(question)
        return _real(question, relations, unknowns, complex_too=not manner)
    if manner == "complex":
        raise Unsolved("a system over the complex numbers")
    if len(question.differences) >= len(unknowns) + len(question.others):
        return _system(question)
    return _formula(question)


def _real(
    question: Question, relations: tuple[Term, ...], unknowns: tuple[str, ...], *, complex_too: bool
) -> Finding:
    (difference,), (letter,) = question.differences, question.asked
    if sp.simplify(difference) == 0:
        return _identity(question)
    found = sorted(roots.candidates(difference, letter), key=lambda value: float(value.evalf()))
    values = [value for value in found if question.holds({letter: value})]
    if len(values) > _MAX_SOLUTIONS:
        raise Unsolved("too many solutions")
    if values:
        return _finding(_either(letter, values), True, _PUT_BACK.format(len(values)) + _NO_OTHER)
    if complex_too and (both := _complex_too(relations, unknowns)):
        return both
    tried = f"the {len(found)} numbers that could be solutions are none" if found else "no number can be one"
    return _finding(NO_REAL, True, f"by steps that lose no solution, {tried}", "elimination")


_PUT_BACK = "put back, each of the {} values satisfies the equation; "
_NO_OTHER = "that there is no other follows from steps that lose no solution and the count of real roots"


def _identity(question: Question) -> Finding:
    """Both sides are the same expression, wherever they are defined."""
    sides = [side for relation in question.relations for side in relation.parts]
    everywhere = not any(domain.borders(side, question.build) for side in sides)
    if not everywhere:
        raise Unsolved("an identity that is not defined everywhere")
    return _finding(
        "all real numbers", True, "both sides are the same expression, defined everywhere", "identity"
    )


def _complex_too(relations: tuple[Term, ...], unknowns: tuple[str, ...]) -> Finding | None:
    """The complex solutions beside the statement that none is real; None where it is no polynomial."""
    try:
        found = _complex(Question(relations, unknowns, real=False))
    except Unsolved:
        return None
    reason = f"no root is real, by Sturm's theorem; over the complex numbers, {found.reason}"
    answer = f"{NO_REAL}; over the complex numbers: {found.answer}"
    return Finding(answer, answer, found.by, found.proved, reason, also=(NO_REAL, found.answer))


def _complex(question: Question) -> Finding:
    (difference,), (letter,) = question.differences, question.asked
    top = sp.fraction(sp.together(difference))[0]
    if not top.is_polynomial(letter) or not top.has(letter):
        raise Unsolved("no polynomial")
    polynomial = sp.Poly(top, letter)
    found = sp.roots(polynomial)
    if sum(found.values()) != polynomial.degree():
        raise Unsolved("not all roots were found")
    values = sorted(
        (value for value in found if question.holds({letter: value})),
        key=lambda value: (float(sp.re(value)), float(sp.im(value))),
    )
    if not values or len(values) > _MAX_SOLUTIONS:
        raise Unsolved("no list of solutions")
    reason = _PUT_BACK.format(len(values)) + "with their multiplicities they are as many as the degree"
    return _finding(_either(letter, values), True, reason)


def _either(letter: Expr, values: list[Expr]) -> str:
    return ", ".join(f"{letter} = {write(value)}" for value in values)


def _formula(question: Question) -> Finding:
    """One letter in terms of the others."""
    if len(question.differences) != 1 or len(question.asked) != 1:
        raise Unsolved("more letters than equations")
    (difference,), (letter,) = question.differences, question.asked
    top = sp.expand(sp.fraction(sp.together(difference))[0])
    if not top.is_polynomial(letter) or not 1 <= sp.degree(top, letter) <= 2:
        raise Unsolved("neither linear nor quadratic")
    degree = sp.degree(top, letter)
    if degree == 2 and str(letter) not in _FREE_LETTERS:
        raise Unsolved("whether a negative value is meant is left open")
    values = sp.solve(top, letter)
    leading = sp.LC(top, letter)
    back = len(values) == degree and all(question.holds({letter: value}) for value in values)
    where = "" if leading.is_number else f" where {write(leading)} is not 0"
    reason = f"put back, it satisfies the equation; there is no other{where}, because the degree is {degree}"
    return _finding(_either(letter, values), back, reason)


def _system(question: Question) -> Finding:
    """All letters, by a triangular system that follows from the equations; those asked for are stated."""
    letters = [*question.asked, *question.others]
    tops = [sp.fraction(sp.together(difference))[0] for difference in question.differences]
    if not all(top.is_polynomial(*letters) for top in tops):
        raise Unsolved("a system that is not of polynomials")
    basis = sp.groebner(tops, *letters, order="lex")
    if basis.exprs == [1]:
        reason = "1 = 0 follows from the equations, by a Gröbner basis"
        return _finding("no solution", True, reason, "elimination")
    if not basis.is_zero_dimensional:
        raise Unsolved("not a finite number of solutions")
    found = [where for where in _triangular(basis.exprs, letters[::-1], {}) if question.holds(where)]
    if len(found) > _MAX_SOLUTIONS:
        raise Unsolved("too many solutions")
    if not found:
        return _finding(
            NO_REAL, True, "no values of a triangular system that follows from the equations satisfy them"
        )
    found.sort(key=lambda where: [float(where[letter].evalf()) for letter in letters])
    lines = dict.fromkeys(
        ", ".join(f"{letter} = {write(where[letter])}" for letter in question.asked) for where in found
    )
    answer = (", " if len(question.asked) == 1 else "; ").join(lines)
    reason = (
        f"put back, each of the {len(found)} solutions satisfies every equation; that there is no other"
        " follows from a triangular system (a Gröbner basis) and the count of real roots"
    )
    return _finding(answer, True, reason)


def _triangular(basis: list[Expr], letters: list[Expr], where: dict[Expr, Expr]) -> list[dict[Expr, Expr]]:
    """The last letter first: each of its values in the equations for the next."""
    if not letters:
        return [where]
    letter, *rest = letters
    known = [sp.simplify(part.subs(where)) for part in basis if part.free_symbols <= {letter, *where}]
    for part in known:
        if part.has(letter):
            values = roots.candidates(part, letter)
            return [found for value in values for found in _triangular(basis, rest, {**where, letter: value})]
    raise Unsolved("a letter has no equation of its own")


def _finding(answer: str, proved: bool, reason: str, by: str = "substitution") -> Finding:
    return Finding(answer, answer, by, proved, reason if proved else f"not proved: {reason}")
