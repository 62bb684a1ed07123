"""One expression in, one out: its value, derivative, integral or limit, each found in two ways."""

import mpmath as mp  # type: ignore[import-untyped]
import sympy as sp

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.term import write as write_term
from reasoner.verification.tasks import domain, numeric, roots
from reasoner.verification.tasks.derivative import by_rules
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.forms import signs, stated
from reasoner.verification.tasks.symbolic import Builder, Expr, write

_MANY_VALUED = frozenset({"call", "log"})
_BROKEN = (sp.Abs, sp.sign, sp.floor, sp.ceiling, sp.Piecewise, sp.Heaviside, sp.Max, sp.Min)
"""Functions with jumps or corners."""
_MAX_STEPS = 8


def evaluate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The exact value of a constant expression."""
    build = Builder(real=True)
    if any(build(node).has(sp.zoo, sp.nan) for node in term.walk() if node.head != "degree"):
        raise Unsolved("a part of it is not defined")
    whole = build(term)
    exact = stated(sp.simplify(whole))
    if exact.is_real is False and (
        "i" not in term.symbols or any(node.head in _MANY_VALUED for node in term.walk())
    ):
        raise Unsolved("not real")
    if not exact.is_number:
        raise Unsolved("not a constant")
    answer = write(exact)
    if signs(answer) == signs(write_term(term)):
        raise Unsolved("nothing is left to work out")
    proved = bool(numeric.agree(term, parse(answer), ())) and _is_exact(term, whole, exact)
    reason = "the difference of question and answer is shown to be 0, and the first 15 digits agree"
    return _finding(f"{write_term(term)} = ", answer, "identity", proved, reason)


def _is_exact(term: Term, whole: Expr, exact: Expr) -> bool:
    if any(node.head in ("sum", "product", "limit", "integral", "derivative") for node in term.walk()):
        return term.head == "sum" and _is_geometric(term, exact)
    return roots.is_zero(whole - exact)


def _is_geometric(term: Term, exact: Expr) -> bool:
    """A series to infinity whose terms have a constant quotient: first term by 1 minus the quotient."""
    body, variable, start, end = (Builder(real=True)(part) for part in term.parts)
    quotient = sp.simplify(body.subs(variable, variable + 1) / body)
    if end != sp.oo or not quotient.is_number or not bool(abs(quotient) < 1):
        return False
    return roots.is_zero(body.subs(variable, start) / (1 - quotient) - exact)


def differentiate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The derivative of an order, in its shortest form, or its value at a place."""
    name, order, at = unknowns[0], int(bounds[0]) if bounds else 1, bounds[1:]
    build = _builder(unknowns)
    letter, current, proved = build.symbol(name), term, True
    found = build(term)
    for _ in range(order):
        plain = sp.diff(build(current), letter)
        found = stated(min((plain, sp.simplify(plain), sp.expand(plain)), key=lambda form: form.count_ops()))
        proved = proved and sp.simplify(by_rules(current, name, build) - found) == 0
        current = parse(write(found))
    proved = proved and bool(
        order > 1 or numeric.agree(term, current, _letters(term, unknowns), numeric.slope(name))
    )
    reason = "worked out by sympy and by the rules one by one: the difference is 0"
    work = f"d^{order}/d{name}^{order}" if order > 1 else f"d/d{name}"
    if not at:
        return _finding(f"{work} ({write_term(term)}) = ", write(found), "rules", proved, reason)
    place = build(parse(at[0]))
    there = Builder(real=True, letters=build.letters, where={name: place})
    if not (domain.defined(term, there) and domain.defined(current, there)) or build(term).has(*_BROKEN):
        raise Unsolved("no derivative at that place")
    value = stated(sp.simplify(found.subs(letter, place)))
    return _finding(
        f"{work} ({write_term(term)}) = {write(found)}, at {at[0]}: ", write(value), "rules", proved, reason
    )


def integrate(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The antiderivative with its constant, or the value of a definite integral."""
    name, build = unknowns[0], _builder(unknowns)
    body, variable = build(term), build.symbol(name)
    found = stated(sp.integrate(body, variable))
    found = min((found, sp.simplify(found)), key=lambda form: form.count_ops())
    back = sp.simplify(sp.diff(found, variable) - body) == 0
    if not bounds:
        # ln|u| has the same derivative as ln(u), and is there where u < 0 as well.
        found = found.replace(
            lambda part: isinstance(part, sp.log) and not body.has(part),
            lambda part: sp.log(sp.Abs(part.args[0])),
        )
        work = f"∫ {write_term(term)} d{name} = "
        return _finding(
            work, f"{write(found)} + C", "differentiation", back, "its derivative is the integrand"
        )
    low, high = (build(parse(bound)) for bound in bounds)
    answer = write(stated(sp.simplify(sp.integrate(body, (variable, low, high)))))
    proved = back and _is_difference(term, found, name, (low, high), build(parse(answer)))
    with mp.workdps(numeric.DIGITS):
        by_numbers = numeric.integral(term, name, *(numeric.number(parse(end), {}) for end in bounds))
        proved = proved and numeric.same(by_numbers, numeric.number(parse(answer), {}))
    work = f"∫ from {bounds[0]} to {bounds[1]} of {write_term(term)} d{name} = "
    reason = (
        "the difference of an antiderivative, which was differentiated and has no break, at the two bounds;"
        " quadrature agrees to 15 digits"
    )
    return _finding(work, answer, "antiderivative", proved, reason)


def _is_difference(term: Term, antiderivative: Expr, name: str, ends: tuple[Expr, Expr], value: Expr) -> bool:
    """The antiderivative has no break between the ends, and its values there differ by the value."""
    written = parse(write(antiderivative))
    build = _builder((name,))
    variable, (low, high) = build.symbol(name), sorted(ends, key=lambda end: float(end.evalf()))
    if antiderivative.has(sp.tan, sp.cot, sp.sec, sp.csc, *_BROKEN):
        return False
    for border in (part for whole in (term, written) for part in domain.borders(whole, build)):
        if border.has(variable) and any(
            bool(low < zero) and bool(zero < high) for zero in roots.real_zeros(border, variable)
        ):
            return False
    at_ends = [_at_end(written, antiderivative, name, end) for end in ends]
    return roots.is_zero(at_ends[1] - at_ends[0] - value)


def _at_end(written: Term, antiderivative: Expr, name: str, end: Expr) -> Expr:
    variable = _builder((name,)).symbol(name)
    if not end.is_finite:
        return stated(sp.limit(antiderivative, variable, end))
    if not domain.defined(written, Builder(real=True, letters=frozenset({name}), where={name: end})):
        raise Unsolved("the antiderivative is not defined at a bound")
    return antiderivative.subs(variable, end)


def limit(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The limit, from both sides where no side is given."""
    build = _builder(unknowns)
    body, variable, target = build(term), build.symbol(unknowns[0]), build(parse(bounds[0]))
    work = f"lim {unknowns[0]}→{bounds[0]}{bounds[1]} {write_term(term)} = "
    sides = [bounds[1]] if bounds[1] else ["+", "-"] if target.is_finite else ["+"]
    found = [stated(sp.limit(body, variable, target, side)) for side in sides]
    if any(value != found[0] for value in found):
        answer, sided = "does not exist", ", ".join(map(write, found))
        return Finding(answer, work + answer, "rules", False, f"not proved: from the two sides it is {sided}")
    if not found[0].is_finite:
        return _finding(work, write(found[0]), "rules", False, "an infinite limit")
    again = _by_rules(body, variable, target, _MAX_STEPS)
    proved = again is not None and roots.is_zero(again - found[0])
    proved = proved and all(_approaches(term, unknowns[0], target, side, found[0]) for side in sides)
    reason = "worked out by sympy, and by substitution and l'Hôpital's rule, with the same result"
    return _finding(work, write(found[0]), "rules", proved, reason)


def _by_rules(body: Expr, letter: Expr, target: Expr, steps: int) -> Expr | None:
    """The limit by substitution, after l'Hôpital's rule where numerator and denominator go to 0."""
    if steps == 0 or body.has(*_BROKEN):
        return None
    if not target.is_finite:
        near = sp.Dummy("t", positive=True)
        turned = sp.simplify(body.subs(letter, sp.sign(target) / near))
        return _by_rules(turned, near, sp.Integer(0), steps - 1)
    if body.is_Pow and body.exp.has(letter) and body.base.has(letter):
        inner = _by_rules(body.exp * sp.log(body.base), letter, target, steps - 1)
        return None if inner is None else sp.exp(inner)
    top, bottom = sp.fraction(sp.together(body))
    above, below = top.subs(letter, target), bottom.subs(letter, target)
    if any(
        part.has(sp.nan, sp.zoo, sp.oo, sp.AccumBounds) or part.is_real is False for part in (above, below)
    ):
        return None
    if not roots.is_zero(below):
        return above / below
    if not roots.is_zero(above):
        return None
    return _by_rules(sp.diff(top, letter) / sp.diff(bottom, letter), letter, target, steps - 1)


def _approaches(term: Term, variable: str, target: Expr, side: str, expected: Expr) -> bool:
    """The values at 10^-4, 10^-8 ... from the target come nearer and near to the limit."""
    with mp.workdps(3 * numeric.DIGITS):
        wanted = numeric.number(parse(write(expected)), {})
        center = numeric.number(parse(write(target)), {})
        errors = []
        for step in (mp.mpf(10) ** 4, mp.mpf(10) ** 8, mp.mpf(10) ** 16):
            shift = 1 / step if side == "+" else -1 / step
            x = center + shift if mp.isfinite(center) else step * mp.sign(center)
            errors.append(abs(numeric.number(term, {variable: x}) - wanted))
        return bool(errors[2] <= errors[1] <= errors[0] and errors[2] < mp.mpf(10) ** -3 * (1 + abs(wanted)))


def _builder(unknowns: tuple[str, ...]) -> Builder:
    return Builder(real=True, letters=frozenset(unknowns))


def _letters(term: Term, unknowns: tuple[str, ...]) -> tuple[str, ...]:
    bound = {node.parts[1].text for node in term.walk() if node.head in ("sum", "product", "integral")}
    return tuple(sorted({*unknowns, *term.symbols} - ({"e", "i"} - set(unknowns)) - bound))


def _finding(work: str, answer: str, by: str, proved: bool, reason: str) -> Finding:
    return Finding(answer, work + answer, by, proved, reason if proved else f"not proved: {reason}")
