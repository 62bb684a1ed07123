"""Whether two answers say the same, where that takes symbolic mathematics or many digits."""

from fractions import Fraction

import sympy as sp

from reasoner.verification.equality.agreement import agree, stands_for
from reasoner.verification.equality.canonical import canonical
from reasoner.verification.equality.normal import BOUND
from reasoner.verification.equality.structure import Finding, short
from reasoner.verification.equality.structure import compare as by_structure
from reasoner.verification.notation.term import Term, value
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks import closeness
from reasoner.verification.tasks.symbolic import Builder, Expr, read

_DONE_BY_SYMPY = frozenset({"integral", "limit", "derivative", "sum", "product"})
_FAILURES = (ArithmeticError, AttributeError, NotImplementedError, TypeError, ValueError, RecursionError)
_TRIGONOMETRIC = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_MAX_OPERATIONS = 25
"""Size of a difference that is still simplified."""
_PLACES = 60
"""Digits to which sympy works out what it has integrated or summed."""


def compare(argument: Json) -> Json:
    """`{pairs: [[left, right], ...], decimal}` to `{same, evidence, reason}`: equal if one pair is."""
    findings: list[Finding] = []
    match argument:
        case {"pairs": [*pairs], "decimal": bool(decimal)}:
            findings = [_pair(pair, decimal) for pair in pairs]
    settled = [finding for wanted in (True, None, False) for finding in findings if finding.same is wanted]
    finding = settled[0] if settled else Finding(None, "symbolic", "not pairs of texts")
    return {"same": finding.same, "evidence": finding.evidence, "reason": finding.reason[:300]}


def _pair(pair: Json, decimal: bool) -> Finding:
    match pair:
        case [str(left), str(right)]:
            try:
                return _readings(read(left), read(right), decimal)
            except Unreadable as error:
                return Finding(None, "symbolic", str(error))
            except _FAILURES as error:
                return Finding(None, "symbolic", f"not comparable ({type(error).__name__})")
    return Finding(None, "symbolic", "not a pair of texts")


def _readings(a: Term | Expr, b: Term | Expr, decimal: bool) -> Finding:
    if isinstance(a, Term) and isinstance(b, Term):
        return by_structure(canonical(a), canonical(b), lambda x, y: _leaf(x, y, decimal))
    build = Builder()
    return _expressions(*(build(side) if isinstance(side, Term) else side for side in (a, b)))


def _leaf(a: Term, b: Term, decimal: bool) -> Finding:
    """Two terms without structure: by arithmetic, by their digits, and then by what sympy can simplify."""
    exact = agree(a, b, decimal)
    if exact.same is not None:
        return exact
    if a.head == "relation":
        return closeness.relations(a, b)
    if "matrix" in (a.head, b.head):
        return _matrices(a, b)
    if decimal and (rounded := _rounded(a, b)):
        return rounded
    if _needs_sympy(a) or _needs_sympy(b):
        return _expressions(Builder()(a), Builder()(b))
    near = closeness.near(a, b)
    if near.same is False or not _simplifies(a, b):
        return near
    return Finding(True, "symbolic", "their difference simplifies to 0")


def _needs_sympy(term: Term) -> bool:
    return any(node.head in _DONE_BY_SYMPY for node in term.walk())


def _worked_out(term: Term) -> Fraction | None:
    """The value that sympy finds for an integral or a sum."""
    number = sp.N(Builder()(term), _PLACES)
    return Fraction(str(number)) if number.is_Float else None


def _simplifies(a: Term, b: Term) -> bool:
    """What exact arithmetic leaves open, by the identities of trigonometry and of nested roots."""
    calls = {node.text for term in (a, b) for node in term.walk() if node.head == "call"}
    if {*a.symbols, *b.symbols} - {"e", "i"} and not calls & _TRIGONOMETRIC:
        return False
    difference = Builder()(a) - Builder()(b)
    if calls & _TRIGONOMETRIC:
        return bool(difference.count_ops() <= _MAX_OPERATIONS and sp.trigsimp(difference) == 0)
    return bool(sp.expand(sp.sqrtdenest(difference)) == 0)


def _matrices(a: Term, b: Term) -> Finding:
    """A matrix and what may come to one."""
    first, second = Builder()(a), Builder()(b)
    if getattr(first, "shape", None) != getattr(second, "shape", None):
        return Finding(False, "structural", f"{short(a)} is not {short(b)}")
    same = sp.simplify(first - second).is_zero_matrix
    reason = "their difference is the zero matrix" if same else "their difference is not 0"
    return Finding(same, "symbolic", reason)


def _rounded(a: Term, b: Term) -> Finding | None:
    """A decimal and a number with endless places, which it may stand for."""
    for decimal, other in ((a, b), (b, a)):
        exact = value(decimal)
        if exact is None or set(other.symbols) - {"e", BOUND}:
            continue
        number = _worked_out(other) if _needs_sympy(other) else closeness.real(other)
        if number is not None and (near := stands_for(exact, number, number)) is not None:
            return Finding(near, "numeric", f"{short(other)} is {float(number):.12g}")
    return None


def _expressions(a: Expr, b: Expr) -> Finding:
    """What sympy has worked out, or what only latex2sympy could read."""
    if a == b:
        return Finding(True, "symbolic", "the same expression")
    if isinstance(a, sp.logic.boolalg.Boolean) or isinstance(b, sp.logic.boolalg.Boolean):
        return Finding(None, "symbolic", "not expressions")
    if a.is_infinite or b.is_infinite:
        return Finding(False, "symbolic", f"{a} is not {b}")
    difference = a - b
    if difference.is_number:
        if difference.has(sp.Integral, sp.Sum, sp.Limit) or (number := sp.N(difference, _PLACES)).has(sp.nan):
            return Finding(None, "symbolic", "the difference could not be settled")
        if abs(number) > sp.Float(10) ** (-_PLACES // 2) * (1 + abs(sp.N(a, _PLACES))):
            return Finding(False, "numeric", "their values differ")
    if sp.simplify(difference) == 0:
        return Finding(True, "symbolic", "their difference simplifies to 0")
    if difference.is_number:
        return Finding(True, "numeric", f"their values agree to {_PLACES // 2} digits")
    return _at_points(difference)


def _at_points(difference: Expr) -> Finding:
    """A formula that sympy cannot simplify differs from 0 if it does at a whole number."""
    letters = sorted(difference.free_symbols, key=str)
    where = {letter: n for n, letter in enumerate(letters, 2)}
    number = sp.N(difference.subs(where).doit(), _PLACES)
    if number.is_number and number.is_finite and abs(number) > sp.Float(10) ** (-_PLACES // 2):
        return Finding(False, "numeric", "their values differ")
    return Finding(None, "symbolic", "the difference could not be settled")
