"""Whether two answers say the same, where that takes symbolic mathematics."""

from dataclasses import dataclass
from typing import Literal

import sympy as sp

from reasoner.verification.canonical import canonical
from reasoner.verification.notation import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks.symbolic import Builder, Expr, read
from reasoner.verification.term import Term, value
from reasoner.verification.term import write as write_term

Evidence = Literal["structural", "symbolic", "numeric"]

_PLACES = 60
"""Digits with which expressions are compared by numbers."""
_ZERO = sp.Float(10) ** (-_PLACES // 3)
_POINTS = (
    sp.Rational(13, 10),
    sp.Rational(29, 7),
    sp.Rational(7, 11),
    sp.Rational(-17, 9),
    sp.Rational(5, 13),
)
"""Where letters are put to compare two expressions: no special values."""
_MIN_DIGITS = 4
"""Digits that a decimal needs to stand for a number that has no finite decimal."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether they are the same (None: not settled), and what shows it."""

    same: bool | None
    evidence: Evidence
    reason: str


def compare(argument: Json) -> Json:
    """`{left, right}` to `{verdict, evidence, reason}`."""
    match argument:
        case {"left": str(left), "right": str(right)}:
            finding = _compare(left, right)
        case _:
            finding = Finding(None, "symbolic", "not a pair of texts")
    verdict = {True: "equal", False: "different", None: "unknown"}[finding.same]
    return {"verdict": verdict, "evidence": finding.evidence, "reason": finding.reason[:300]}


def _compare(left: str, right: str) -> Finding:
    try:
        a, b = read(left), read(right)
        if isinstance(a, Term) and isinstance(b, Term):
            if a.head == b.head == "relation":
                relations = _relations(_turned(a), _turned(b))
                if relations.same:
                    return relations
            return _terms(canonical(a), canonical(b))
        build = Builder()
        return _expressions(*(build(side) if isinstance(side, Term) else side for side in (a, b)))
    except Unreadable as error:
        return Finding(None, "symbolic", str(error))
    except (
        ArithmeticError,
        AttributeError,
        NotImplementedError,
        TypeError,
        ValueError,
        RecursionError,
    ) as error:
        return Finding(None, "symbolic", f"not comparable ({type(error).__name__})")


def _terms(a: Term, b: Term) -> Finding:
    """By structure, and by mathematics where the structure ends."""
    if a == b:
        return Finding(True, "structural", "the same form")
    if a.head != b.head and "matrix" in (a.head, b.head):
        return _matrices(a, b)
    if a.head != b.head and {a.head, b.head} & _STRUCTURES:
        return Finding(False, "structural", f"{_kind(a)} is not {_kind(b)}")
    if a.head == "relation":
        return _relations(a, b)
    if a.head not in _STRUCTURES:
        return _numbers(a, b) or _expressions(Builder()(a), Builder()(b))
    if len(a.parts) != len(b.parts):
        return Finding(False, "structural", f"{len(a.parts)} parts are not {len(b.parts)}")
    if a.text != b.text:
        return Finding(False, "structural", f"'{a.text}' is not '{b.text}'")
    if a.head in ("list", "union", "intersection"):
        return _in_any_order(a.parts, b.parts)
    return _all([_terms(x, y) for x, y in zip(a.parts, b.parts, strict=True)])


_STRUCTURES = frozenset(
    [
        "list",
        "seq",
        "set",
        "union",
        "intersection",
        "without",
        "relation",
        "chain",
        "ratio",
        "matrix",
        "row",
        "based",
        "empty",
    ]
)


def _matrices(a: Term, b: Term) -> Finding:
    """A matrix and what may come to one."""
    first, second = Builder()(a), Builder()(b)
    if getattr(first, "shape", None) != getattr(second, "shape", None):
        return Finding(False, "structural", f"{_kind(a)} is not {_kind(b)}")
    same = sp.simplify(first - second).is_zero_matrix
    return Finding(
        same, "symbolic", "their difference is the zero matrix" if same else "their difference is not 0"
    )


def _kind(term: Term) -> str:
    return write_term(term)[:60]


_WEAKER: tuple[Evidence, ...] = ("structural", "symbolic", "numeric")


def _all(findings: list[Finding]) -> Finding:
    """What holds of all; with the weakest evidence among them."""
    for finding in findings:
        if finding.same is False:
            return finding
    unsettled = next((finding for finding in findings if finding.same is None), None)
    return unsettled or max(findings, key=lambda finding: _WEAKER.index(finding.evidence))


def _in_any_order(a: tuple[Term, ...], b: tuple[Term, ...]) -> Finding:
    """Each part of one has its own partner in the other."""
    rest, found = list(b), [Finding(True, "structural", "the same parts")]
    for part in a:
        tried = [(_terms(part, other), other) for other in rest]
        partner = next((pair for pair in tried if pair[0].same), None)
        if partner is None:
            unsettled = next((finding for finding, _ in tried if finding.same is None), None)
            return unsettled or Finding(False, "structural", f"{_kind(part)} is in one of them only")
        found.append(partner[0])
        rest.remove(partner[1])
    return _all(found)


def _turned(term: Term) -> Term:
    """`a > b` as `b < a`."""
    turned = {">": "<", "≥": "≤"}.get(term.text)
    return Term("relation", term.parts[::-1], turned) if turned else term


def _relations(a: Term, b: Term) -> Finding:
    """Equations with the same solutions: one side's difference is a constant times the other's."""
    if a.text != b.text:
        return Finding(False, "structural", f"'{a.text}' is not '{b.text}'")
    build = Builder()
    first, second = (build(term.parts[0]) - build(term.parts[1]) for term in (a, b))
    if second == 0 or first == 0:
        return Finding(bool(first == second), "symbolic", "one of them says nothing")
    quotient = sp.simplify(first / second)
    if quotient.is_number and quotient != 0 and (a.text in "=≠" or quotient.is_positive):
        return Finding(True, "symbolic", f"one is {quotient} times the other")
    return Finding(False, "symbolic", "no multiple of each other")


def _numbers(a: Term, b: Term) -> Finding | None:
    """A decimal stands for a number without a finite decimal when it rounds or cuts it at its last place."""
    for decimal, other in ((a, b), (b, a)):
        exact = value(decimal)
        if exact is None or other.symbols not in ((), ("e",)):
            continue
        places = _places(exact.denominator)
        if places is None or (value(other) is not None and _places(value(other).denominator) is not None):  # type: ignore[union-attr]
            continue
        digits = len(str(abs(exact.numerator) * 10**places // exact.denominator).lstrip("0"))
        if places == 0 or digits < _MIN_DIGITS:
            continue
        number = sp.N(Builder()(other), _PLACES)
        if number.is_real:
            near = abs(number - sp.Rational(exact.numerator, exact.denominator)) <= sp.Rational(1, 10**places)
            return Finding(bool(near), "numeric", f"{number.evalf(12)} to {places} places")
    return None


def _places(denominator: int) -> int | None:
    """Decimal places of a fraction with this denominator; None when they do not end."""
    for places in range(30):
        if 10**places % denominator == 0:
            return places
    return None


def _expressions(a: Expr, b: Expr) -> Finding:
    if a == b:
        return Finding(True, "symbolic", "the same expression")
    if isinstance(a, sp.logic.boolalg.Boolean) or isinstance(b, sp.logic.boolalg.Boolean):
        return Finding(None, "symbolic", "not expressions")
    if a.is_infinite or b.is_infinite:
        return Finding(False, "symbolic", f"{a} is not {b}")
    by_numbers = _at_points(a, b)
    if by_numbers is False:
        return Finding(False, "numeric", "their values differ")
    if sp.simplify(a - b) == 0:
        return Finding(True, "symbolic", "their difference simplifies to 0")
    if by_numbers:
        return Finding(True, "numeric", f"their values agree to {_PLACES // 2} digits")
    return Finding(None, "symbolic", "the difference could not be settled")


def _at_points(a: Expr, b: Expr) -> bool | None:
    """They have the same value wherever both have a real one; None when that is nowhere."""
    letters = sorted(a.free_symbols | b.free_symbols, key=str)
    if (a - b).atoms(sp.core.function.AppliedUndef):
        return None
    agreed = None
    for first in range(len(_POINTS) if letters else 1):
        where = {
            letter: _POINTS[(first + i) % len(_POINTS)] + sp.Rational(i, 7)
            for i, letter in enumerate(letters)
        }
        found = [sp.N(side.subs(where), _PLACES // 2, maxn=4 * _PLACES) for side in (a, b)]
        if any(not side.is_number or side.has(sp.nan, sp.zoo, sp.oo) for side in found):
            continue
        if letters and any(abs(sp.im(side)) > _ZERO for side in found) and not (a + b).has(sp.I):
            continue
        if abs(found[0] - found[1]) > _ZERO * (1 + abs(found[0])):
            return False
        agreed = True
    return agreed
