import pytest

from reasoner.tools import pythonic
from reasoner.tools.calculator import calculator
from reasoner.tools.tool import Returned
from reasoner.verification.notation.tokens import Unreadable
from support import SANDBOX


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("17 % 5", "2"),
        ("-7 % 3", "2"),
        ("17 // 5", "3"),
        ("2 * 17 % 5", "4"),
        ("2 ^ 3 % 5", "3"),
        ("(17 mod 5) * 10", "20"),
        ("round(3.14159, 2)", "3.14"),
        ("round(2.5)", "3"),
        ("math.sqrt(16)", "4"),
        ("math.pi * 2**2", "4*pi ≈ 12.5663706144"),
        ("math.log(8, 2)", "3"),
        ("math.log(100)", "ln(100) ≈ 4.60517018599"),
        ("math.sin(math.radians(30))", "1/2 = 0.5"),
        ("sum([0.1, 0.2])", "0.3"),
        ("pow(2, 8) + comb(5, 2) - perm(4, 2)", "254"),
    ],
)
def test_the_notation_of_python_is_worked_out_exactly(expression: str, gives: str) -> None:
    assert calculator(SANDBOX).call({"expression": expression}, 5.0) == Returned(gives)


@pytest.mark.parametrize(
    "text",
    [
        "10% 50",
        "50%(20+5)",
        "15% + 5",
        "range(3)",
        "max()",
        "pow(2)",
        "[x for x in (1, 2)]",
        "(lambda: 1)()",
        "math.inf",
        "os.system(1)",
        "1j",
        "True",
        "1 if 2 else 3",
        "sum(*[1])",
        "round(1, 2, 3)",
        "(" * 250 + "1" + ")" * 250,
        "1+" * 400 + "1",
    ],
)
def test_what_is_no_plain_arithmetic_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        pythonic.parse(text)
