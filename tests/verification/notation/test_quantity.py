"""A number is told from its unit."""

from fractions import Fraction

import pytest

from reasoner.verification.notation.quantity import measured, money, opposed, several, sided


@pytest.mark.parametrize(
    ("answer", "number", "unit"),
    [
        ("5 km", "5", "km"), (r"5\text{ km}", "5", "km"), (r"10\text{ cm}^2", "10", "cm^2"), ("10 m²", "10", "m^2"),
        ("60 km/h", "60", "km/h"), ("9.8 m/s^2", "9.8", "m/s^2"), ("5 apples", "5", "apples"), ("$5.00", "5.00", ""),
        (r"\$5", "5", ""), ("5 dollars", "5", ""), ("2.5万元", "2.5万", "元"), (r"2\sqrt{3} cm", r"2\sqrt{3}", "cm"),
        (r"25\pi \text{ cm}^2", r"25\pi", "cm^2"), ("5x", "5x", ""), ("28 percent", "28 percent", ""), ("3米", "3", "米"), ("36π", "36π", ""),
        (r"3\times10^{8}\ \mathrm{m/s}", r"3\times10^{8}", "m/s"), ("1.6e-19 coulombs", "1.6e-19", "coulombs"),
        ("5 squared", "5 squared", ""), ("5 plus x", "5 plus x", ""), ("3余2", "3余2", ""), ("24 square units", "24", "square units"),
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


def test_words_with_an_opposite_are_apart_from_the_unit() -> None:
    assert sided("km north") == ("km", frozenset({"north"}))
    assert opposed(frozenset({"north"}), frozenset({"south"}))
    assert not opposed(frozenset({"north"}), frozenset())


@pytest.mark.parametrize(
    ("answer", "factor"),
    [
        ("$5", 1), ("5 dollars", 1), ("50 cents", Fraction(1, 100)), ("50¢", Fraction(1, 100)), ("8元", 1), ("$5$", None),
        ("5", None), ("5 percents", None),
    ],
)  # fmt: skip
def test_money_is_whole_or_in_hundredths(answer: str, factor: Fraction | None) -> None:
    found = money(answer)
    assert (found and found.factor) == factor
