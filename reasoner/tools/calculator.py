"""The tool `calculator`: the exact value of an expression as a model writes it."""

from reasoner.errors import one_line
from reasoner.tools.built_in import Arguments, BuiltIn
from reasoner.tools.tool import Returned
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.problems import arithmetic, formal
from reasoner.verification.problems.problem import Problem, expression, free
from reasoner.verification.problems.solution import UNDEFINED, solution
from reasoner.verification.sandbox import Sandbox

SIGNIFICANT = 12
"""Digits of the decimal that stands beside a value that has no short one."""
LONGEST_EXACT = 120
"""Characters of an exact form with roots or pi; a longer one is left out, and the decimal stands alone."""
KNOWN = (
    "+ - * / ^ ! %, brackets, sqrt, abs, floor, ceil, max, min, gcd, lcm, ln, log_10, exp, sin(30°), pi, e"
)


class Expression(Arguments):
    """What the calculator takes."""

    expression: str
    """What to work out, such as 12*(3+4), 15% of 80, sqrt(2) or 1/3 + 1/4."""


def calculator(sandbox: Sandbox) -> BuiltIn[Expression]:
    """The tool; what takes more than exact fractions is worked out in the sandbox."""
    return BuiltIn(
        "calculator",
        "Works out an arithmetic expression exactly. Use it for every calculation.",
        Expression,
        lambda given, seconds: _result(given.expression, sandbox, seconds),
    )


def _result(written: str, sandbox: Sandbox, seconds: float) -> Returned:
    if not written.strip():
        return _wrong("the expression is empty; write one, such as 12*(3+4).")
    shown = one_line(written, 60)
    try:
        term = expression(written)
    except (Unreadable, RecursionError) as error:
        return _asked(written, sandbox, seconds) or _wrong(
            f"'{shown}' cannot be read: {_why(error)}. Write numbers with {KNOWN}."
        )
    if names := free(term):
        return _wrong(
            f"'{names[0]}' in '{shown}' has no value here; put its number in its place. Known: {KNOWN}."
        )
    if arithmetic.program(term) is None:
        return _symbolic(term, shown, sandbox, seconds)
    return _rational(term, shown, sandbox, seconds)


def _rational(term: Term, shown: str, sandbox: Sandbox, seconds: float) -> Returned:
    """A value of exact fractions."""
    found = solution(Problem("evaluate", (write(term),)), sandbox, seconds)
    exact = value(term)
    if found is not None and found.answer == UNDEFINED:
        return _wrong(f"{found.work.rstrip('.')}; that has no value.")
    if found is None or exact is None:
        return _wrong(f"'{shown}' has no value, or one of more than {arithmetic.MAX_DIGITS} digits.")
    decimal = arithmetic.decimal(exact)
    if decimal is None:
        return Returned(f"{exact} ≈ {arithmetic.rounded(exact, SIGNIFICANT)}")
    return Returned(found.answer if decimal == found.answer else f"{found.answer} = {decimal}")


def _symbolic(term: Term, shown: str, sandbox: Sandbox, seconds: float) -> Returned:
    """A value with roots, logarithms and the like."""
    reply = sandbox.call("value", write(term), seconds)
    match reply.value if reply.verdict == "ok" else None:
        case {"exact": str(exact), "decimal": str(decimal)}:
            if exact == decimal:
                return Returned(exact)
            return Returned(f"{exact} ≈ {decimal}" if len(exact) <= LONGEST_EXACT else f"≈ {decimal}")
        case {"reason": str(reason)}:
            return _wrong(f"'{shown}': {reason}.")
    return _wrong(f"'{shown}': {reply.reason}.")


def _asked(written: str, sandbox: Sandbox, seconds: float) -> Returned | None:
    """What is asked for in words, such as the remainder of 17 divided by 5."""
    problem = formal.read(written)
    found = problem and solution(problem, sandbox, seconds)
    if not found:
        return None
    if found.answer == UNDEFINED:
        return _wrong(f"{found.work.rstrip('.')}; that has no value.")
    return Returned(found.answer)


def _why(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else one_line(str(error), 120)


def _wrong(says: str) -> Returned:
    return Returned(says, ok=False)
