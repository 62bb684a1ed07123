"""One expression in, one expression out: its value, derivative, integral, limit, or another form."""

import mpmath as mp  # type: ignore[import-untyped]
import sympy as sp

from reasoner.verification.expression import parse
from reasoner.verification.tasks import numeric
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write
from reasoner.verification.term import Term
from reasoner.verification.term import write as write_term

_MANY_VALUED = frozenset({"call", "log"})
_UNSOLVED = (sp.Integral, sp.Derivative, sp.Limit, sp.Sum, sp.Product, sp.nan, sp.zoo)


def evaluate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The exact value of a constant expression."""
    build = Builder(real=True)
    if any(build(node).has(sp.zoo, sp.nan) for node in term.walk() if node.head != "degree"):
        raise Unsolved("a part of it is not defined")
    exact = _stated(sp.simplify(build(term)))
    if exact.is_real is False and any(node.head in _MANY_VALUED for node in term.walk()):
        raise Unsolved("not real, and one of many complex values")
    if not exact.is_number:
        raise Unsolved("not a constant")
    answer = write(exact)
    proved = numeric.agree(term, parse(answer), ())
    reason = "the exact value agrees with the expression, computed by numbers, to 15 digits"
    return _finding(f"{write_term(term)} = ", answer, "exact", proved, reason)


def differentiate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The derivative, in its shortest form."""
    build = _builder(unknowns)
    plain = sp.diff(build(term), build.symbol(unknowns[0]))
    answer = write(
        _stated(min((plain, sp.simplify(plain), sp.expand(plain)), key=lambda form: form.count_ops()))
    )
    proved = numeric.agree(term, parse(answer), _letters(term, unknowns), numeric.slope(unknowns[0]))
    reason = "the derivative agrees with difference quotients at 5 points to 15 digits"
    return _finding(
        f"d/d{unknowns[0]} ({write_term(term)}) = ", answer, "difference quotients", proved, reason
    )


def integrate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The antiderivative with its constant, or the value of a definite integral."""
    build = _builder(unknowns)
    body, variable = build(term), build.symbol(unknowns[0])
    if not bounds:
        found = _stated(sp.integrate(body, variable))
        found = min((found, sp.simplify(found)), key=lambda form: form.count_ops())
        back = sp.simplify(sp.diff(found, variable) - body) == 0
        # ln|u| has the same derivative as ln(u), and is there where u < 0 as well.
        found = found.replace(
            lambda part: isinstance(part, sp.log) and not body.has(part),
            lambda part: sp.log(sp.Abs(part.args[0])),
        )
        work = f"∫ {write_term(term)} d{unknowns[0]} = "
        return _finding(
            work, f"{write(found)} + C", "differentiation", back, "its derivative is the integrand"
        )
    low, high = (parse(bound) for bound in bounds)
    answer = write(_stated(sp.simplify(sp.integrate(body, (variable, build(low), build(high))))))
    with mp.workdps(numeric.DIGITS):
        ends = [numeric.number(end, {}) for end in (low, high)]
        by_numbers = numeric.integral(term, unknowns[0], *ends)
        proved = numeric.same(by_numbers, numeric.number(parse(answer), {}))
    work = f"∫ from {bounds[0]} to {bounds[1]} of {write_term(term)} d{unknowns[0]} = "
    return _finding(
        work, answer, "quadrature", proved, "the value agrees with numerical quadrature to 15 digits"
    )


def limit(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The limit, from both sides where no side is given."""
    build = _builder(unknowns)
    body, variable, target = build(term), build.symbol(unknowns[0]), build(parse(bounds[0]))
    work = f"lim {unknowns[0]}→{bounds[0]}{bounds[1]} {write_term(term)} = "
    sides = [bounds[1]] if bounds[1] else ["+", "-"] if target.is_finite else ["+"]
    found = [_stated(sp.limit(body, variable, target, side)) for side in sides]
    if any(value != found[0] for value in found):
        answer = "does not exist"
        return Finding(
            answer,
            work + answer,
            "approach",
            False,
            f"from the two sides: {write(found[0])}, {write(found[1])}",
        )
    answer = write(found[0])
    proved = all(_approaches(term, unknowns[0], target, side, found[0]) for side in sides)
    return _finding(work, answer, "approach", proved, "values close to the target come close to the limit")


def _approaches(term: Term, variable: str, target: Expr, side: str, expected: Expr) -> bool:
    """The values at 10^-4, 10^-8 ... from the target come nearer and near to the limit."""
    with mp.workdps(3 * numeric.DIGITS):
        wanted = numeric.number(parse(write(expected)), {})
        center = numeric.number(parse(write(target)), {})
        values = []
        for step in (mp.mpf(10) ** 4, mp.mpf(10) ** 8, mp.mpf(10) ** 16):
            shift = 1 / step if side == "+" else -1 / step
            x = center + shift if mp.isfinite(center) else step * mp.sign(center)
            values.append(numeric.number(term, {variable: x}))
        if mp.isinf(wanted):
            sizes = [value * mp.sign(wanted) for value in values]
            return bool(sizes[0] < sizes[1] < sizes[2])
        errors = [abs(value - wanted) for value in values]
        return bool(errors[2] <= errors[1] <= errors[0] and errors[2] < mp.mpf(10) ** -3 * (1 + abs(wanted)))


def simplify(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """A simpler form, equal wherever both are defined."""
    return _form(term, sp.simplify(Builder(real=True)(term)))


def expand(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The form without brackets."""
    return _form(term, sp.expand(Builder(real=True)(term)))


def factor(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The form as a product over the rational numbers."""
    return _form(term, sp.factor(Builder(real=True)(term)))


def _form(term: Term, other: Expr) -> Finding:
    answer = write(_stated(other))
    difference = Builder(real=True)(term) - other
    identity = sp.expand(difference) == 0 or sp.simplify(difference) == 0
    same = numeric.agree(term, parse(answer), _letters(term, ()))
    reason = "the difference is 0, and the values agree wherever both are defined"
    return _finding(f"{write_term(term)} = ", answer, "identity", identity and bool(same), reason)


def _builder(unknowns: tuple[str, ...]) -> Builder:
    return Builder(real=True, letters=frozenset(unknowns))


def _letters(term: Term, unknowns: tuple[str, ...]) -> tuple[str, ...]:
    bound = {node.parts[1].text for node in term.walk() if node.head in ("sum", "product", "integral")}
    return tuple(name for name in term.symbols if name in unknowns or name not in {"e", "i"} | bound)


def _stated(found: Expr) -> Expr:
    """Raises: Unsolved, when sympy only rewrote the question."""
    if not isinstance(found, sp.Expr) or found.has(*_UNSOLVED) or isinstance(found, sp.AccumBounds):
        raise Unsolved("no closed form was found")
    return found


def _finding(work: str, answer: str, by: str, proved: bool | None, reason: str) -> Finding:
    return Finding(answer, work + answer, by, bool(proved), reason if proved else f"not confirmed by {by}")
