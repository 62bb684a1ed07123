"""The programs that check functions of numbers accept the right value and no other."""

from fractions import Fraction

import pytest

from reasoner.verification.problems.counting import FUNCTIONS, base_program, in_base, program
from support import SANDBOX


def accepted(code: str) -> bool:
    return SANDBOX.run(code).value == "True"


@pytest.mark.parametrize(
    ("name", "values", "right", "wrong"),
    [
        ("remainder", "17 5", "2", ["3", "7", "-3"]),
        ("gcd", "12 18", "6", ["3", "12", "2"]),
        ("lcm", "4 6", "12", ["24", "6"]),
        ("prime", "97", "yes", ["no"]),
        ("prime", "1", "no", ["yes"]),
        ("factors", "60", "2^2*3*5", ["4*3*5", "2*3*5", "60"]),
        ("divisors", "12", "6", ["5", "7"]),
        ("divisible", "51 17", "yes", ["no"]),
        ("even", "0", "yes", ["no"]),
        ("odd", "7", "yes", ["no"]),
        ("parity", "7", "odd", ["even"]),
        ("median", "3 1 2 4", "2.5", ["2", "3"]),
        ("mode", "1 2 2 3", "2", ["1", "3"]),
        ("rounded", "314159/100000 1/100", "3.14", ["3.15", "3.142", "3.13"]),
        ("rounded up", "5/2 1", "3", ["4", "1"]),
        ("largest", "3/7 4/9", "2", ["1", "equal"]),
        ("smallest", "1/2 2/4", "equal", []),
        ("order", "3/7 4/9", "<", [">", "="]),
        ("true <", "1 2", "yes", ["no"]),
        ("true =", "1/2 2/4", "yes", ["no"]),
    ],
)
def test_a_program_accepts_the_right_value_only(name: str, values: str, right: str, wrong: list[str]) -> None:
    numbers = [Fraction(value) for value in values.split()]
    assert FUNCTIONS[name].work(numbers) == right
    assert accepted(program(name, numbers, right))
    assert not any(accepted(program(name, numbers, other)) for other in wrong)


@pytest.mark.parametrize(
    ("name", "values"), [("gcd", "0 0"), ("factors", "1"), ("mode", "1 2"), ("rounded", "5/2 1"), ("prime", "1/2"),
                         ("divisible", "10 0"), ("prime", "1000000000000000003")]
)  # fmt: skip
def test_what_people_differ_about_or_takes_too_long_has_no_value(name: str, values: str) -> None:
    assert FUNCTIONS[name].work([Fraction(value) for value in values.split()]) is None


def test_digits_in_another_base_are_the_same_number() -> None:
    assert in_base(255, 2) == "11111111"
    assert accepted(base_program("255", 10, "FF", 16))
    assert not accepted(base_program("255", 10, "FE", 16))
