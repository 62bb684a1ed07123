"""Solves a formal problem and checks the result in another way."""

from collections.abc import Callable
from dataclasses import asdict

from reasoner.verification.expression import parse
from reasoner.verification.notation import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks import calculus, equations, inequalities
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.term import Term


def solve(argument: Json) -> Json:
    """`{kind, expressions, unknowns, bounds, real}` to `{answer, work, by, proved, reason}` or `{reason}`."""
    match argument:
        case {
            "kind": str(kind),
            "expressions": list(expressions),
            "unknowns": list(unknowns),
            "bounds": list(bounds),
            "real": bool(real),
        }:
            terms = tuple(parse(str(text)) for text in expressions)
            try:
                found = _find(kind, terms, tuple(map(str, unknowns)), tuple(map(str, bounds)), real=real)
            except (
                Unreadable,
                Unsolved,
                ArithmeticError,
                AttributeError,
                KeyError,
                NotImplementedError,
                TypeError,
                ValueError,
            ) as error:
                return {"reason": f"{type(error).__name__}: {error}"[:200]}
            return asdict(found)
    return {"reason": "not a problem"}


def _find(
    kind: str, terms: tuple[Term, ...], unknowns: tuple[str, ...], bounds: tuple[str, ...], *, real: bool
) -> Finding:
    if kind != "solve":
        return _ONE_EXPRESSION[kind](terms[0], unknowns, bounds)
    if all(term.head == "relation" and term.text == "=" for term in terms):
        return equations.solve(terms, unknowns, real=real)
    return inequalities.solve(terms, unknowns[0])


_ONE_EXPRESSION: dict[str, Callable[[Term, tuple[str, ...], tuple[str, ...]], Finding]] = {
    "evaluate": calculus.evaluate,
    "differentiate": calculus.differentiate,
    "integrate": calculus.integrate,
    "limit": calculus.limit,
    "simplify": calculus.simplify,
    "expand": calculus.expand,
    "factor": calculus.factor,
}
