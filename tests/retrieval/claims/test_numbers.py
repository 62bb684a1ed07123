import pytest

from reasoner.retrieval.claims.numbers import numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("384,400 km", [(384400, "km", "unit")]),
        ("1.2 million people", [(1200000, "", "count")]),
        ("in 1969", [(1969, "", "year")]),
        ("the 1930s", [(1930, "", "year")]),
        ("the 19th century", [(19, "century", "place")]),
        ("two hundred and five men", [(205, "", "count")]),
        ("one of them", []),
        ("the second bridge", [(2, "", "place")]),
        ("90 percent", [(90, "%", "unit")]),
        ("30%", [(30, "%", "unit")]),
        ("$5", [(5, "$", "unit")]),
        ("-5 °C", [(-5, "°", "unit")]),
        ("1937年5月", [(1937, "", "year"), (5, "", "month")]),
        ("三千五百万美元", [(35000000, "$", "unit")]),
        ("百分之三十", [(30, "%", "unit")]),
        ("120万人", [(1200000, "", "count")]),
        ("第三座桥", [(3, "", "place")]),
        ("两个人", [(2, "", "count")]),
        ("一些人十分高兴", []),
        ("a5b", []),
    ],
)
def test_numbers_are_read_with_scale_unit_and_kind(text: str, found: list[tuple[int, str, str]]) -> None:
    assert [(int(number.value), number.unit, number.kind) for number in numbers(text)] == found
