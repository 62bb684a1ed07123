"""The right value in the wrong form is not yet an answer."""

import pytest

from reasoner.verification.checks.form import in_form, without_notation
from reasoner.verification.notation.expression import parse
from reasoner.verification.problems.problem import Kind, Problem


@pytest.mark.parametrize(
    ("kind", "manner", "answer", "solution", "fits"),
    [
        ("factor", "", "(x - 3)*(x - 2)", "(x - 2)*(x - 3)", True),
        ("factor", "", "x^2 - 5x + 6", "(x - 2)*(x - 3)", False),
        ("factor", "", "(x^2 - 1)(x^2 + 1)", "(x - 1)*(x + 1)*(x^2 + 1)", False),
        ("factor", "", "-2(x - 1)^2", "-2*(x - 1)^2", True),
        ("expand", "", "x^2 + 2x + 1", "x^2 + 2*x + 1", True),
        ("expand", "", "(x + 1)^2", "x^2 + 2*x + 1", False),
        ("simplify", "", "(x^2 - 4)/(x - 2)", "x + 2", False),
        ("evaluate", "", "84.0", "84", True),
        ("evaluate", "", "80 + 4", "84", False),
        ("evaluate", "decimal", "3/8", "0.375", False),
        ("evaluate", "fraction", "75/100", "3/4", False),
        ("number", "factors", "2*2*3*5", "2^2*3*5", True),
        ("number", "factors", "4*15", "2^2*3*5", False),
    ],
)
def test_the_form_is_the_one_that_was_asked_for(
    kind: Kind, manner: str, answer: str, solution: str, fits: bool
) -> None:
    assert in_form(Problem(kind, ("x",), manner=manner), parse(answer), parse(solution)) is fits


@pytest.mark.parametrize("written", ["11", "0b11", "11_2", "(11)_2", "(11)_{2}", " 11 "])
def test_digits_are_the_same_however_their_base_is_said(written: str) -> None:
    assert without_notation(written) == "11"
