"""Units are known by English and Chinese names, and conversion is exact."""

from fractions import Fraction

import pytest

from reasoner.verification.notation.units import convert, find


@pytest.mark.parametrize(
    ("amount", "source", "target", "result"),
    [
        ("1", "公里", "m", "1000"), ("5", "feet", "inches", "60"), ("32", "°F", "°C", "0"), ("1", "公斤", "斤", "2"),
        ("2", "hours", "分钟", "120"), ("36", "km/h", "m/s", "10"), ("1", "mile", "千米", "1.609344"),
        ("1", "square feet", "in^2", "144"), ("0", "摄氏度", "K", "273.15"),
    ],
)  # fmt: skip
def test_conversion_is_exact(amount: str, source: str, target: str, result: str) -> None:
    first, second = find(source), find(target)
    assert first is not None
    assert second is not None
    assert convert(Fraction(amount), first, second) == Fraction(result)


def test_different_dimensions_do_not_convert() -> None:
    km, kg = find("km"), find("kg")
    assert km is not None
    assert kg is not None
    assert convert(Fraction(1), km, kg) is None
