"""One expression in another form: simplified, expanded, factored, divided, by its vertex."""

import sympy as sp

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.term import write as write_term
from reasoner.verification.tasks import numeric
from reasoner.verification.tasks.finding import Finding, Unsolved
from reasoner.verification.tasks.symbolic import Builder, Expr, write

_UNSOLVED = (sp.Integral, sp.Derivative, sp.Limit, sp.Sum, sp.Product, sp.nan, sp.zoo)


def stated(found: Expr) -> Expr:
    """Raises: Unsolved, when sympy only rewrote the question."""
    if not isinstance(found, sp.Expr) or found.has(*_UNSOLVED) or isinstance(found, sp.AccumBounds):
        raise Unsolved("no closed form was found")
    return found


def signs(text: str) -> list[str]:
    """Its signs in any order: 1 + sqrt(5) and sqrt(5) + 1 have the same."""
    return sorted(text.translate(str.maketrans("", "", " ()*")))


def simplify(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """A simpler form, equal wherever both are defined."""
    found = _form(term, sp.simplify(Builder(real=True)(term)))
    if signs(found.answer) == signs(write_term(term)):
        raise Unsolved("nothing was simplified")
    return found


def expand(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The form without brackets."""
    return _form(term, sp.expand(Builder(real=True)(term)))


def factor(term: Term, unknowns: tuple[str, ...], bounds: tuple[str, ...]) -> Finding:
    """The form as a product over the rational numbers."""
    return _form(term, sp.factor(Builder(real=True)(term)))


def _form(term: Term, other: Expr) -> Finding:
    answer = write(stated(other))
    difference = Builder(real=True)(term) - other
    identity = sp.expand(difference) == 0 or sp.simplify(difference) == 0
    letters = tuple(name for name in term.symbols if name not in ("e", "i"))
    same = identity and bool(numeric.agree(term, parse(answer), letters))
    reason = "the difference is 0, and the values agree wherever both are defined"
    work = f"{write_term(term)} = {answer}"
    return Finding(answer, work, "identity", same, reason if same else "not shown to be the same")


def divide(dividend: Term, divisor: Term, letter: str, *, rest_only: bool) -> Finding:
    """The quotient and the remainder of polynomials, or the remainder alone."""
    build = Builder(letters=frozenset({letter}))
    a, b, x = build(dividend), build(divisor), build.symbol(letter)
    if not (a.is_polynomial(x) and b.is_polynomial(x) and b.has(x)):
        raise Unsolved("not polynomials")
    quotient, rest = sp.div(sp.Poly(a, x), sp.Poly(b, x), domain="QQ")
    identity = sp.expand(quotient.as_expr() * b + rest.as_expr() - a) == 0
    back = identity and bool(rest.degree() < sp.degree(b, x))
    top, remainder = write(quotient.as_expr()), write(rest.as_expr())
    if rest_only:
        answer = remainder
    elif rest.is_zero:
        answer = top
    else:
        answer = f"{top} + ({remainder})/({write_term(divisor)})"
    reason = "quotient times divisor plus remainder is the dividend, and the remainder has a lower degree"
    work = f"{write_term(dividend)} = ({write_term(divisor)})*({top}) + {remainder}"
    return Finding(answer, work, "multiplication", back, reason if back else f"not proved: {reason}")


def vertex(term: Term, letter: str, *, discriminant: bool) -> Finding:
    """The vertex of a parabola, or the discriminant of its polynomial."""
    build = Builder(real=True, letters=frozenset({letter}))
    body, x = build(term), build.symbol(letter)
    if not body.is_polynomial(x) or sp.degree(body, x) != 2:
        raise Unsolved("no quadratic")
    a, b, c = sp.Poly(body, x).all_coeffs()
    if discriminant:
        found = b**2 - 4 * a * c
        proved = sp.expand(found - sp.discriminant(body, x)) == 0
        answer = write(found)
        reason = "b^2 - 4ac is the resultant of the polynomial and its derivative"
        return Finding(answer, f"{b}^2 - 4*{a}*{c} = {answer}", "identity", proved, reason)
    h = -b / (2 * a)
    k = sp.expand(body.subs(x, h))
    proved = sp.expand(a * (x - h) ** 2 + k - body) == 0
    answer = f"({write(h)}, {write(k)})"
    work = f"{write_term(term)} = {write(a)}*({write(x - h)})^2 + {write(k)}"
    return Finding(
        answer, work, "identity", proved, "the form that shows the vertex expands to the expression"
    )
