"""A number is told from its unit."""

from fractions import Fraction

import pytest

from reasoner.verification.quantity import measured, several


@pytest.mark.parametrize(
    ("answer", "number", "unit"),
    [
        ("5 km", "5", "km"), (r"5\text{ km}", "5", "km"), (r"10\text{ cm}^2", "10", "cm^2"), ("10 m²", "10", "m^2"),
        ("60 km/h", "60", "km/h"), ("9.8 m/s^2", "9.8", "m/s^2"), ("5 apples", "5", "apples"), ("$5.00", "5.00", ""),
        (r"\$5", "5", ""), ("5 dollars", "5", ""), ("2.5万元", "2.5万", "元"), (r"2\sqrt{3} cm", r"2\sqrt{3}", "cm"),
        (r"25\pi \text{ cm}^2", r"25\pi", "cm^2"), ("5x", "5x", ""), ("28 percent", "28 percent", ""), ("3米", "3", "米"),
        (r"\sum_{k=1}^{n} k^2", r"\sum_{k=1}^{n} k^2", ""), (r"1 - \frac{1}{\mathrm{e}}", r"1 - \frac{1}{\mathrm{e}}", ""),
    ],
)  # fmt: skip
def test_the_unit_comes_off(answer: str, number: str, unit: str) -> None:
    assert measured(answer) == (number, unit)


def test_an_amount_in_several_units_is_one_amount() -> None:
    found = several("1 hour 30 minutes")
    assert found is not None
    assert (found[0], found[1].dimension) == (Fraction(3, 2), "time")
    assert several("5 km 3 kg") is None
