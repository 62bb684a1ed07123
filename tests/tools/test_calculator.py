import json
import time

import pytest

from reasoner.models.constraint import check_schema
from reasoner.tools.calculator import calculator
from reasoner.tools.tool import Returned
from support import SANDBOX


def calculate(expression: object, limit_seconds: float = 5.0) -> Returned:
    return calculator(SANDBOX).call({"expression": expression}, limit_seconds)


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("12*(3+4)", "84"),
        (".5 + .5", "1"),
        (".25 * 8", "2"),
        ("2^-3^2", "1/512 = 0.001953125"),
        ("2**-1**2", "1/2 = 0.5"),
        ("2^(3!)", "64"),
        ("15% of 80", "12"),
        ("sqrt(2)", "sqrt(2) ≈ 1.41421356237"),
        ("1/3 + 1/4", "7/12 ≈ 0.583333333333"),
        ("3/4", "3/4 = 0.75"),
        ("38 - 3.3528", "34.6472"),
        ("2^10", "1024"),
        ("2**0.5 * 2**0.5", "2"),
        ("sin(30°)", "1/2 = 0.5"),
        ("pi", "pi ≈ 3.14159265359"),
        ("100*(1+5%)", "105"),
        ("5 choose 2", "10"),
        ("\\frac{1}{2} + \\frac{1}{3}", "5/6 ≈ 0.833333333333"),
        ("$\\frac{3}{4} \\cdot 8$", "6"),
        ("½ + ¼", "3/4 = 0.75"),
    ],
)
def test_the_value_is_exact_with_a_decimal_beside_it(expression: str, gives: str) -> None:
    assert calculate(expression) == Returned(gives)


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("（1＋2）×3", "9"),
        ("【2+3】*4", "20"),
        ("三加四", "7"),
        ("八十的百分之十五", "12"),
        ("3.5万 * 2", "70000"),
        ("二分之一加三分之一", "5/6 ≈ 0.833333333333"),
    ],
)
def test_chinese_is_read(expression: str, gives: str) -> None:
    assert calculate(expression) == Returned(gives)


@pytest.mark.parametrize(
    ("expression", "gives"),
    [
        ("3 x 4", "12"),
        ("2 x (3+4)", "14"),
        ("1,234,567 * 2", "2469134"),
        ("1_000_000/4", "250000"),
        ("$1,200 * 3", "3600"),
        ("€5 * 3", "15"),
        ("1.5 million * 2", "3000000"),
        ("5 + 3 = ?", "8"),
        ("total = 3*4", "12"),
        ("`3*4`", "12"),
        ("What is 12*7?", "84"),
        (7.5, "7.5"),
    ],
)
def test_what_models_write_around_an_expression_is_no_matter(expression: object, gives: str) -> None:
    assert calculate(expression) == Returned(gives)


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("1/0", "'1/0' divides by 0, which is 0"),
        ("3/(2-2)", "divides by 2 - 2, which is 0"),
        ("17 % 0", "which is 0"),
        ("0^0", "has no value"),
        ("sqrt(-4)", "it has no real value"),
        ("ln(0)", "not defined"),
        ("x + 1", "'x' in 'x + 1' has no value here; put its number in its place"),
        ("foo(3)", "no function 'foo'"),
        ("hello", "cannot be read"),
        ("  ", "the expression is empty"),
        ("12*(3+4", "not closed"),
        ("sin(30)", "write sin(30°)"),
        ("log(100)", "may have base 10 or e"),
        ("100 + 15%", "may be one of what stands before it"),
        ("100 + 15% + 5", "cannot be read"),
        ("6/2(1+2)", "may mean two things"),
        ("__import__('os').system('id')", "cannot be read"),
        ("\ud800", "cannot be read"),
        ([1], "input should be a valid string"),
        (None, "input should be a valid string"),
    ],
)
def test_what_has_no_single_value_is_an_error_that_says_why(expression: object, says: str) -> None:
    returned = calculate(expression)
    assert not returned.ok
    assert says in returned.text
    assert len(returned.text.splitlines()) == 1


@pytest.mark.parametrize(
    "expression",
    [
        "9**9**9",
        "100000!",
        "1e999999999",
        "1e-999999999 * 3",
        "(" * 600,
        "-" * 900,
        "2^2^2^2^2^2",
        "9" * 100_000,
    ],
)
def test_what_would_never_be_done_ends_within_the_limit(expression: str) -> None:
    start = time.monotonic()
    assert not calculate(expression, 1.0).ok
    assert time.monotonic() - start < 2.0


def test_arguments_that_do_not_fit_are_told_what_would() -> None:
    told = [calculator(SANDBOX).call(arguments, 1.0).text for arguments in ({}, {"expresion": "1"})]
    assert told[0] == "calculator: the argument 'expression' is missing; needed: 'expression'."
    assert "no argument 'expresion'; did you mean 'expression'?" in told[1]


def test_its_schema_is_one_that_the_engine_enforces() -> None:
    parameters = calculator(SANDBOX).parameters
    check_schema(json.dumps(parameters))
    assert "title" not in json.dumps(parameters)
    assert (parameters["required"], parameters["additionalProperties"]) == (["expression"], False)


@pytest.mark.parametrize("expression", ["2^3!", "2³!", "2^50%", "17 % -5", "5% -3"])
def test_what_may_be_read_in_two_ways_is_refused(expression: str) -> None:
    refused = calculate(expression)
    assert not refused.ok
    assert "may" in refused.text


def test_a_comma_in_brackets_is_told_how_to_be_written() -> None:
    assert "write 1234 for 1,234" in calculate("(7,926-3,593)/10").text
