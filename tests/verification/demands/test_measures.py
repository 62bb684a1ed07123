"""What units measure, and what questions want measured."""

import pytest

from reasoner.verification.demands.measures import asked, measure


@pytest.mark.parametrize(
    ("name", "dimensions"),
    [
        ("km", {"length"}),
        ("square feet", {"area"}),
        ("立方米", {"volume"}),
        ("miles per hour", {"speed"}),
        ("dollars", {"money"}),
        ("pounds", {"mass", "money"}),
        ("years", {"time"}),
    ],
)
def test_a_unit_measures_one_thing_or_several(name: str, dimensions: set[str]) -> None:
    found = measure(name)
    assert found is not None
    assert found.dimensions == dimensions


@pytest.mark.parametrize("name", ["apples", "dollars per hour", "", "x/y", "苹果"])
def test_other_words_measure_nothing(name: str) -> None:
    assert measure(name) is None


@pytest.mark.parametrize(
    ("question", "dimensions"),
    [
        ("How long is the rope?", {"length"}),
        ("How long does the walk take?", {"time"}),
        ("How much longer is it?", {"length", "time"}),
        ("What is the area of the field in square metres?", {"area"}),
        ("小明家到学校有多少千米？", {"length"}),
    ],
)
def test_what_is_asked_for_is_certain_or_left_open(question: str, dimensions: set[str]) -> None:
    found = asked(question)
    assert found is not None
    assert found.dimensions == dimensions


@pytest.mark.parametrize(
    "question", ["How long is it?", "How many cats are there?", "How far, and how long?", "Walk 5 km."]
)
def test_what_is_not_certain_asks_for_nothing(question: str) -> None:
    assert asked(question) is None
