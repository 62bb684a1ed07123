"""Equations and systems: the solutions, put back in, and whether they are all."""

import math
from collections.abc import Callable, Mapping

import sympy as sp

from reasoner.verification.tasks import domain
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write
from reasoner.verification.term import Term

_MAX_SOLUTIONS = 24
Holds = Callable[[Mapping[Expr, Expr]], bool]
"""Whether the question is true with its letters put at values."""


def solve(relations: tuple[Term, ...], unknowns: tuple[str, ...], *, real: bool = False) -> Finding:
    """The real solutions; unless only those are asked for, the complex ones of a polynomial that has none."""
    build = Builder(letters=frozenset(unknowns))

    def holds(where: Mapping[Expr, Expr]) -> bool:
        """All relations are true there, and defined: sympy has cancelled what may be 0."""
        there = Builder(letters=build.letters, where={str(name): value for name, value in where.items()})
        sides = [side for relation in relations for side in relation.parts]
        return all(_is_zero(difference.subs(where)) for difference in differences) and all(
            domain.defined(side, there) for side in sides
        )

    differences = [build(term.parts[0]) - build(term.parts[1]) for term in relations]
    letters = [build.symbol(name) for name in unknowns]
    if len(differences) == 1 and differences[0].free_symbols == {letters[0]}:
        return _one_letter(differences[0], letters[0], holds, real=real)
    others = sorted(
        set().union(*(difference.free_symbols for difference in differences)) - set(letters), key=str
    )
    if len(differences) >= len(letters) + len(others):
        return _system(differences, letters, others, holds)
    return _system(differences, letters, [], holds)


def _one_letter(difference: Expr, letter: Expr, holds: Holds, *, real: bool) -> Finding:
    found = sp.solveset(difference, letter, sp.S.Reals)
    if found == sp.S.Reals:
        proved = sp.simplify(difference) == 0
        return _finding("all real numbers", "identity", proved, "both sides are the same expression")
    if found == sp.S.EmptySet:
        return _without_real(difference, letter, holds, real=real)
    if isinstance(found, (sp.ImageSet, sp.Union)) and all(
        isinstance(part, sp.ImageSet) for part in _parts(found)
    ):
        return _periodic(letter, _parts(found), holds)
    if not isinstance(found, sp.FiniteSet) or len(found) > _MAX_SOLUTIONS:
        raise Unsolved("no finite set of solutions was found")
    if found.has(sp.CRootOf):
        raise Unsolved("the solutions have no form in roots")
    values = sorted(found, key=lambda value: float(value.evalf()))
    back = all(holds({letter: value}) for value in values)
    every = _all_real_roots(difference, letter, len(values))
    return _finding(_either(letter, values), "substitution", back and every is not False, _reason(every))


def _reason(every: bool | None) -> str:
    if every:
        return "put back, each satisfies the equation; the count of real roots shows that there is no other"
    return "put back, each satisfies the equation; that there is no other rests on sympy's solveset"


def _parts(found: Expr) -> tuple[Expr, ...]:
    return tuple(found.args) if isinstance(found, sp.Union) else (found,)


def _either(letter: Expr, values: list[Expr]) -> str:
    return ", ".join(f"{letter} = {write(value)}" for value in values)


def _all_real_roots(difference: Expr, letter: Expr, count: int) -> bool | None:
    """By Sturm's theorem, for polynomials with rational coefficients; None for anything else."""
    top, bottom = sp.fraction(sp.together(difference))
    if not (top.is_polynomial(letter) and bottom.is_number):
        return None
    polynomial = sp.Poly(top, letter)
    return bool(polynomial.count_roots() == count) if polynomial.domain in (sp.ZZ, sp.QQ) else None


def _without_real(difference: Expr, letter: Expr, holds: Holds, *, real: bool) -> Finding:
    top = sp.fraction(sp.together(difference))[0]
    if not top.is_polynomial(letter):
        return Finding(
            "no real solution", "no real solution", "solveset", False, "rests on sympy's solveset alone"
        )
    polynomial = sp.Poly(top, letter)
    roots = sp.solveset(top, letter, sp.S.Complexes)
    none_real = polynomial.domain in (sp.ZZ, sp.QQ) and polynomial.count_roots() == 0
    if (
        real
        or polynomial.degree() < 1
        or not isinstance(roots, sp.FiniteSet)
        or len(roots) != polynomial.degree()
    ):
        return _finding(
            "no real solution", "root count", none_real, "the polynomial has no real root, by Sturm's theorem"
        )
    values = sorted(roots, key=lambda value: (float(sp.re(value)), float(sp.im(value))))
    back = all(holds({letter: value}) for value in values)
    reason = "none is real; put back, each satisfies the equation, and they are as many as its degree"
    return _finding(_either(letter, values), "substitution", back and none_real, reason)


def _periodic(letter: Expr, sets: tuple[Expr, ...], holds: Holds) -> Finding:
    """Solutions that repeat, as those of sin(x) = 1/2."""
    n = sp.Symbol("n", integer=True)
    values = [sp.expand(part.lamda(n)) for part in sets if part.base_sets == (sp.S.Integers,)]
    if len(values) < len(sets):
        raise Unsolved("no list of solutions was found")
    back = all(holds({letter: value.subs(n, k)}) for value in values for k in range(-2, 3))
    answer = f"{_either(letter, values)} (n any integer)"
    return _finding(
        answer, "substitution", back, f"put back for n from -2 to 2; {_reason(None).partition('; ')[2]}"
    )


def _system(differences: list[Expr], asked: list[Expr], others: list[Expr], holds: Holds) -> Finding:
    """Solves for all letters, and states those that were asked for."""
    letters = [*asked, *others]
    found = sp.solve(differences, letters, dict=True)
    if not found or len(found) > _MAX_SOLUTIONS or any(set(solution) != set(letters) for solution in found):
        raise Unsolved("no finite list of solutions was found")
    back = all(map(holds, found))
    every = _complete(differences, letters, len(found))
    real = [solution for solution in found if all(value.is_real is not False for value in solution.values())]
    lines = [
        ", ".join(f"{letter} = {write(solution[letter])}" for letter in asked) for solution in real or found
    ]
    answer = (", " if len(asked) == 1 else "; ").join(dict.fromkeys(lines))
    reason = "put back, they satisfy every equation; " + (
        "there cannot be more of them" if every else "that there is no other was not shown"
    )
    return _finding(answer, "substitution", back and every, reason)


def _complete(differences: list[Expr], letters: list[Expr], count: int) -> bool:
    """They are as many as the product of the degrees: the most that isolated ones can be (Bézout)."""
    tops = [sp.fraction(sp.together(difference))[0] for difference in differences]
    if not all(top.is_polynomial(*letters) for top in tops):
        return False
    degrees = [sp.Poly(top, *letters).total_degree() for top in tops]
    return count == math.prod(degrees) and len(tops) == len(letters)


def _is_zero(expression: Expr) -> bool:
    return bool(sp.simplify(expression) == 0)


def _finding(answer: str, by: str, proved: bool, reason: str) -> Finding:
    return Finding(answer, answer, by, proved, reason if proved else f"not proved: {reason}")
