"""Solves a formal problem and checks the result in another way."""

from collections.abc import Callable
from dataclasses import asdict

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks import calculus, equations, forms, inequalities, matrices
from reasoner.verification.tasks.finding import Finding, Unsolved


def solve(argument: Json) -> Json:
    """A problem as a mapping to `{answer, work, by, proved, reason, also}`, or to `{reason}`."""
    match argument:
        case {
            "kind": str(kind),
            "expressions": list(expressions),
            "unknowns": list(unknowns),
            "bounds": list(bounds),
            "manner": str(manner),
        }:
            terms = tuple(parse(str(text)) for text in expressions)
            try:
                found = _find(kind, terms, tuple(map(str, unknowns)), tuple(map(str, bounds)), manner)
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
            return {**asdict(found), "also": list(found.also)}
    return {"reason": "not a problem"}


def _find(
    kind: str, terms: tuple[Term, ...], unknowns: tuple[str, ...], bounds: tuple[str, ...], manner: str
) -> Finding:
    match kind:
        case "solve" if all(term.head == "relation" and term.text == "=" for term in terms):
            return equations.solve(terms, unknowns, manner)
        case "solve":
            return inequalities.solve(terms, unknowns[0])
        case "divide":
            return forms.divide(terms[0], terms[1], unknowns[0], rest_only=bool(manner))
        case "vertex":
            return forms.vertex(terms[0], unknowns[0], discriminant=bool(manner))
        case "matrix":
            return matrices.work_out(manner, terms)
    return _ONE_EXPRESSION[kind](terms[0], unknowns, bounds)


_ONE_EXPRESSION: dict[str, Callable[[Term, tuple[str, ...], tuple[str, ...]], Finding]] = {
    "evaluate": calculus.evaluate,
    "differentiate": calculus.differentiate,
    "integrate": calculus.integrate,
    "limit": calculus.limit,
    "simplify": forms.simplify,
    "expand": forms.expand,
    "factor": forms.factor,
}
