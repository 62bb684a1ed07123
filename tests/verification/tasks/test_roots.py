"""Every real solution is among the candidates, by steps that lose none."""

import pytest
import sympy as sp

from reasoner.verification.notation.expression import parse
from reasoner.verification.tasks.finding import Unsolved
from reasoner.verification.tasks.roots import is_zero, real_zeros
from reasoner.verification.tasks.symbolic import Builder

X = sp.Symbol("x", real=True)


def zeros(text: str) -> list[str]:
    return [str(zero) for zero in real_zeros(Builder(real=True)(parse(text)), X)]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x^2 - 4", ["-2", "2"]),
        ("x^2 + 4", []),
        ("x^3 - 2", ["2**(1/3)"]),
        ("sqrt(x + 3) - x - 1", ["1"]),
        ("sqrt(x) + 1", []),
        ("sqrt(x) + sqrt(x + 5) - 5", ["4"]),
        ("|x - 1| + |x + 1| - 4", ["-2", "2"]),
        ("e^x", []),
        ("e^(2x) - 3e^x + 2", ["0", "log(2)"]),
        ("ln(x^2) - 2", ["-E", "E"]),
        ("1/x", []),
        ("x + 1/x - 2", ["1"]),
    ],
)
def test_all_zeros_are_found(expression: str, expected: list[str]) -> None:
    assert zeros(expression) == expected


@pytest.mark.parametrize("expression", ["cos(x) - x", "x^5 - x + 1", "x - x", "sin(x)", "x*e^x - 1"])
def test_what_cannot_be_shown_to_be_all_is_not_stated(expression: str) -> None:
    with pytest.raises(Unsolved):
        zeros(expression)


def test_a_number_is_0_or_not_or_nothing_is_said() -> None:
    root = sp.sqrt(5 + 2 * sp.sqrt(6))
    assert is_zero(root - sp.sqrt(2) - sp.sqrt(3))
    assert not is_zero(sp.pi - sp.Rational(355, 113))
