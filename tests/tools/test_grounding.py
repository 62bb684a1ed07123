import json

import pytest

from reasoner.state import Call, Called
from reasoner.tools.grounding import invented


def called(tool: str, result: str = "", **arguments: str) -> Called:
    return Called(Call(tool, json.dumps(arguments)), result, ok=True)


@pytest.mark.parametrize(
    ("question", "arguments", "found"),
    [
        ("How many pounds are 70 kg?", {"quantity": "10.5 kg", "to": "lb"}, "10.5"),
        ("How many pounds are 70 kg?", {"quantity": "70 kg", "to": "lb"}, None),
        ("How far is 1,200 m?", {"quantity": "1200 m", "to": "mile"}, None),
        ("Twelve feet in metres?", {"quantity": "12 ft", "to": "m"}, None),
        ("十二英尺是多少米？", {"quantity": "12 ft", "to": "m"}, None),
        ("How many metres has a mile?", {"quantity": "1 mile", "to": "m"}, None),
        ("二十五公斤是多少磅？", {"quantity": "35 kg", "to": "lb"}, "35"),
    ],
)
def test_a_quantity_has_the_numbers_of_the_question(
    question: str, arguments: dict[str, str], found: str | None
) -> None:
    assert invented([called("convert", **arguments)], question) == found


@pytest.mark.parametrize(
    ("question", "arguments", "found"),
    [
        ("What is 30 days after March 5, 2021?", {"date": "2021-03-05", "add": "30 days"}, None),
        ("What is three weeks after 2021-03-05?", {"date": "2021-03-05", "add": "3 weeks"}, None),
        ("2021年3月5日之后三十天是哪天？", {"date": "2021-03-05", "add": "30 days"}, None),
        ("What is 30 days after 5 March 2021?", {"date": "2021-03-06", "add": "30 days"}, "06"),
        ("Which day is it in a week?", {"date": "today", "add": "1 week"}, None),
    ],
)
def test_a_date_has_the_numbers_of_the_question(
    question: str, arguments: dict[str, str], found: str | None
) -> None:
    assert invented([called("date", **arguments)], question) == found


def test_an_earlier_result_gives_numbers_and_a_calculation_has_its_own() -> None:
    first = called("calculator", "3/2 = 1.5", expression="3 / 2")
    assert invented([first, called("convert", quantity="1.5 m", to="cm")], "Half of 3 m in cm?") is None
    assert invented([called("convert", quantity="1.5 m", to="cm"), first], "Half of 3 m in cm?") == "1.5"
    assert invented([called("calculator", expression="12 * 7")], "What?") is None


def test_numbers_that_are_too_long_to_read_are_passed_over() -> None:
    # Given a question and a result with numbers that Python refuses to read
    endless = "9" * 5000
    earlier = called("python", endless, code="print(...)")
    # Then only those that can be read are looked for
    assert invented([earlier, called("date", date="2024-01-02")], f"Of 2024-01-02: {endless}?") is None
