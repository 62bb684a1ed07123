import pytest

from reasoner.tools.calculator import calculator
from reasoner.tools.tool import Returned
from support import SANDBOX


def calculate(expression: object, limit_seconds: float = 5.0) -> Returned:
    return calculator(SANDBOX).call({"expression": expression}, limit_seconds)


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("12*(3+4)", "84"),
        ("15% of 80", "12"),
        ("sqrt(2)", "sqrt(2) ≈ 1.41421356237"),
        ("1/3 + 1/4", "7/12 ≈ 0.583333333333"),
        ("2^10", "1024"),
    ],
)
def test_the_value_is_exact_with_a_decimal_beside_it(expression: str, gives: str) -> None:
    assert calculate(expression) == Returned(gives)
