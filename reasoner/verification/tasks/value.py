"""The value of a constant expression: exactly by symbols, and to some digits by numbers alone."""

import mpmath as mp  # type: ignore[import-untyped]
import sympy as sp

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.sandbox import Json
from reasoner.verification.tasks import numeric
from reasoner.verification.tasks.finding import Unsolved
from reasoner.verification.tasks.forms import stated
from reasoner.verification.tasks.symbolic import Builder, write

DIGITS = 12
"""Of the decimal."""


def value(argument: Json) -> Json:
    """`{exact, decimal}` of the expression, or `{reason}` where it has no real value that is found."""
    try:
        return _value(parse(str(argument)))
    except Unsolved as error:
        return {"reason": str(error)}
    except (
        Unreadable,
        ArithmeticError,
        AttributeError,
        KeyError,
        NotImplementedError,
        TypeError,
        ValueError,
    ) as error:
        return {"reason": f"it cannot be worked out ({type(error).__name__}: {error})"[:200]}


def _value(term: Term) -> dict[str, Json]:
    build = Builder(real=True)
    if any(build(node).has(sp.zoo, sp.nan) for node in term.walk() if node.head != "degree"):
        raise Unsolved("a part of it is not defined, such as a division by 0 or the logarithm of 0")
    exact = stated(sp.simplify(build(term)))
    if exact.is_real is False:
        raise Unsolved("it has no real value")
    if not exact.is_number:
        raise Unsolved("it is not a single number")
    with mp.workdps(numeric.DIGITS):
        by_numbers = numeric.number(term, {})
        if not numeric.same(by_numbers, numeric.number(parse(write(exact)), {})):
            raise Unsolved("two ways to work it out differ, so that it is not sure")
        decimal = mp.nstr(mp.re(by_numbers), DIGITS)
    return {"exact": write(exact), "decimal": decimal.removesuffix(".0")}
