"""Accepts an answer to the Game of 24: a sum of the question's numbers, each used once, that makes 24."""

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

Sum = Callable[[Fraction, Fraction], Fraction]
OPERATIONS: dict[type[ast.operator], Sum] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SIGNS = str.maketrans("×·xX÷−–[]{}", "****/--()()")


def check(question: str, answer: str) -> tuple[bool, str]:
    """Whether the answer makes 24 out of the numbers of the question, and if not, why not."""
    text, _, claim = answer.strip().translate(SIGNS).partition("=")
    if claim.strip() not in ("", "24"):
        return False, f"it claims to make {claim.strip()[:40]}"
    used: list[int] = []
    try:
        value = evaluate(ast.parse(text.strip(), mode="eval").body, used)
    except (SyntaxError, ValueError, RecursionError):
        return False, f"'{text.strip()[:80]}' is no sum of whole numbers"
    except ZeroDivisionError:
        return False, "it divides by zero"
    given = sorted(int(number) for number in re.findall(r"(?<![\d.])\d{1,4}(?!\d|\.\d)", question))
    if len(given) > 4 and 24 in given:
        given.remove(24)
    if sorted(used) != given:
        return False, f"it uses {listed(used)}; the numbers are {listed(given)}"
    return value == 24, f"it makes {value}"


def evaluate(node: ast.expr, used: list[int]) -> Fraction:
    """The exact value; the numbers in it are put into `used`. Raises: ValueError, for anything but a sum."""
    match node:
        case ast.BinOp(left, operation, right) if type(operation) in OPERATIONS:
            return OPERATIONS[type(operation)](evaluate(left, used), evaluate(right, used))
        case ast.Constant(value=int(number)) if type(number) is int:
            used.append(number)
            return Fraction(number)
    raise ValueError("not a sum")


def listed(numbers: list[int]) -> str:
    """The numbers in order, as text."""
    return " ".join(map(str, sorted(numbers))) or "none"
