"""Amounts in prose, with what is part of their meaning."""

import pytest

from reasoner.verification.extraction.amounts import amounts


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-5°C and 60 km/h", ["-5°C", "60 km/h"]),
        ("18 eggs at $2.50 each", ["18", "2.50"]),
        ("3 hours 20 minutes", ["3 hours 20 minutes"]),
        ("12 in total, 12 in.", ["12", "12 in"]),
        ("60 miles per hour", ["60 miles per hour"]),
        ("16 - 3 = 13", ["16", "3", "13"]),
        ("minus 7, negative 8", ["-7", "-8"]),
        ("3 1/2 or 2 and 1/2", ["3 1/2", "2 1/2"]),
        ("3 × 10^8, 2^10, 5π, 25 percent", ["3 × 10^8", "2^10", "5π", "25 percent"]),
        ("5 million people, 3.5万人", ["5 million", "3.5万"]),
        ("on May 5, 2021 at 7:00 a.m.", ["May 5, 2021", "7:00 a.m."]),
        ("3:4:5 in (2, 5]", ["3:4:5", "(2, 5]"]),
    ],
)
def test_an_amount_keeps_its_unit_and_loses_its_noun(text: str, found: list[str]) -> None:
    assert [amount.text for amount in amounts(text)] == found
