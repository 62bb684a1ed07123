"""Numbers in English words."""

from fractions import Fraction

import pytest

from reasoner.verification.notation.english import read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("three", 3), ("Twenty-five", 25), ("one hundred and five", 105), ("two thirds", Fraction(2, 3)), ("a half", Fraction(1, 2)),
        ("minus five", -5), ("3.2 million", 3_200_000), ("1,200 thousand", 1_200_000), ("two million three hundred thousand", 2_300_000),
        ("zero", 0), ("five two", None), ("one two", None), ("fifty fifty", None), ("and", None), ("12", None), ("5 sixths", Fraction(5, 6)), ("2 dozen", 24), ("a dozen", 12), ("half a dozen", 6), ("three apples", None),
    ],
)  # fmt: skip
def test_numerals_have_their_value(text: str, number: Fraction | int | None) -> None:
    assert read(text) == number
