"""The tool `calculator`: the exact value of an expression as a model writes it."""

import re
from fractions import Fraction

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.tools import pythonic
from reasoner.tools.built_in import SANDBOX_WAITS, Arguments, BuiltIn
from reasoner.tools.tool import Returned
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.notation.tokens import MAX_LENGTH, Unreadable
from reasoner.verification.problems import arithmetic, formal
from reasoner.verification.problems.problem import expression, free
from reasoner.verification.problems.solution import UNDEFINED, solution
from reasoner.verification.sandbox import Sandbox

SIGNIFICANT = 12
"""Digits of the decimal that stands beside a value that has no short one."""
LONGEST_EXACT = 120
"""Characters of an exact form with roots or pi; a longer one is left out, and the decimal stands alone."""
KNOWN = (
    "+ - * / ^ ! %, brackets, sqrt, abs, floor, ceil, round, max, min, gcd, lcm, ln, log10, exp, sin(30°), pi"
)
_RESULT = pattern(r"^[A-Za-z_]\w*\s*=(?!=)")
_SPELLINGS = {
    r"(?<=\d)_(?=\d{3}(?!\d))": "",
    r"[€£¥￥]\s*(?=\d)": "",
    # Not of 0x1F.
    r"(?<=[\d)])(?<!\b0)\s*[xX]\s*(?=[\d(.])": "*",
    # Whatever 5% of 1 + 5% is of, it is of 1.
    r"\(\s*1\s*([-+])\s*(\d+(?:\.\d+)?)\s*%\s*\)": r"(1 \1 \2/100)",
}
_OPEN_PERCENT = pattern(r"\s%\s*[-+][\d.(]|%\s+[-+][\d.(]")
"""17 % -5 is a remainder in Python, and 17% less 5 elsewhere."""
_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9,
    "trillion": 10**12}  # fmt: skip
_SCALE = pattern(rf"(?<![\d.])(\d{{1,30}}(?:\.\d{{1,30}})?)\s*({'|'.join(_SCALES)})\b", re.IGNORECASE)


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
        waits=SANDBOX_WAITS,
    )


def _result(written: str, sandbox: Sandbox, seconds: float) -> Returned:
    if not written.strip():
        return _wrong("the expression is empty; write one, such as 12*(3+4).")
    shown = one_line(written, 60)
    if len(written) > MAX_LENGTH:
        return _wrong(f"the expression has more than {MAX_LENGTH} characters; work it out in parts.")
    try:
        term = read(written)
    except Unreadable as error:
        why = one_line(str(error), 120)
        asked = None if _OPEN_PERCENT.search(written) else _asked(written, sandbox, seconds)
        return asked or _wrong(f"'{shown}' cannot be read: {why}. Write numbers with {KNOWN}.")
    if names := free(term):
        return _wrong(f"'{names[0]}' in '{shown}' has no value here; put its number in its place.")
    exact = value(term)
    if exact is not None and max(abs(exact.numerator), exact.denominator) < 10**arithmetic.MAX_DIGITS:
        return Returned(_number(exact, term))
    if divisor := arithmetic.zero_divisor(term):
        return _wrong(f"'{shown}' divides by {write(divisor)}, which is 0; that has no value.")
    if arithmetic.program(term) is not None:
        return _wrong(
            f"'{shown}' has no value, as 0^0 has none, or one of more than {arithmetic.MAX_DIGITS} digits."
        )
    return _symbolic(term, shown, sandbox, seconds)


def read(written: str) -> Term:
    """The expression in mathematical notation, else in that of Python. Raises: Unreadable."""
    text = tidy(written)
    if _OPEN_PERCENT.search(text):
        raise Unreadable("'%' may mean a remainder; for percent write /100, as in 5/100 - 3")
    try:
        return _settled(expression(text))
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None
    except Unreadable as error:
        try:
            return _settled(pythonic.parse(text))
        except pythonic.NotPython:
            raise error from None


def tidy(written: str) -> str:
    """The text without what only calculators are given: a name for the result, quotes, `1_000`, 2 million."""
    text = _RESULT.sub("", written.strip().strip("`'\";")).lstrip("= ")
    for source, ours in _SPELLINGS.items():
        text = re.sub(source, ours, text)
    return _SCALE.sub(lambda match: f"({match[1]}*{_SCALES[match[2].lower()]})", text)


def _settled(term: Term) -> Term:
    """The term, if its numbers can be worked with. Raises: Unreadable."""
    if any(node.head == "number" and value(node) is None for node in term.walk()):
        raise Unreadable("a number is too large")
    if any(node.head == "seq" for node in term.walk()):
        raise Unreadable("a comma in brackets separates; write 1234 for 1,234")
    return term


def _symbolic(term: Term, shown: str, sandbox: Sandbox, seconds: float) -> Returned:
    """A value with roots, logarithms and the like."""
    reply = sandbox.call("value", write(term), seconds)
    match reply.value if reply.verdict == "ok" else None:
        case {"exact": str(exact), "decimal": str(decimal)}:
            rational = value(parse(exact))
            if rational is not None:
                return Returned(_number(rational, term))
            return Returned(f"{exact} ≈ {decimal}" if len(exact) <= LONGEST_EXACT else f"≈ {decimal}")
        case {"reason": str(reason)}:
            return _wrong(f"'{shown}': {reason}.")
    return _wrong(f"'{shown}': {reply.reason}.")


def _number(exact: Fraction, term: Term) -> str:
    """A decimal alone where decimals were given, or nothing else is needed; else the fraction beside it."""
    decimal = arithmetic.decimal(exact)
    if decimal is None:
        return f"{exact} ≈ {arithmetic.rounded(exact, SIGNIFICANT)}"
    given = any(
        node.head == "%" or (node.head == "number" and not node.text.isdecimal()) for node in term.walk()
    )
    return decimal if given or exact.denominator == 1 else f"{exact} = {decimal}"


def _asked(written: str, sandbox: Sandbox, seconds: float) -> Returned | None:
    """What is asked for in words, such as the remainder of 17 divided by 5."""
    problem = formal.read(written)
    found = problem and solution(problem, sandbox, seconds)
    if not found:
        return None
    if found.answer == UNDEFINED:
        return _wrong(f"{found.work.rstrip('.')}; that has no value.")
    return Returned(found.answer)


def _wrong(says: str) -> Returned:
    return Returned(says, ok=False)
