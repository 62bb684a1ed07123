"""Chinese numerals."""

from fractions import Fraction

import pytest

from reasoner.verification.notation.chinese import read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("十二", 12), ("两千零五", 2005), ("一亿二千万", 120_000_000), ("二零二四", 2024), ("3.5万", 35_000),
        ("三分之二", Fraction(2, 3)), ("百分之五十", Fraction(1, 2)), ("三又二分之一", Fraction(7, 2)),
        ("一百二", 120), ("两百五", 250), ("三万五", 35_000), ("一亿二", 120_000_000),
        ("一百零二", 102), ("一千二百五", 1250), ("一点五", Fraction(3, 2)), ("负三", -3), ("2分之1", Fraction(1, 2)), ("万", None), ("人", None), ("12", None),
    ],
)  # fmt: skip
def test_numerals_have_their_value(text: str, number: Fraction | int | None) -> None:
    assert read(text) == number
