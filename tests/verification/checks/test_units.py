"""A unit of something else than what is asked for fails; any unit of the same thing passes."""

import pytest

from reasoner.verification.checks.case import Case
from reasoner.verification.checks.units import check
from support import SANDBOX, candidate


def verdict(question: str, answer: str, text: str = "") -> str | None:
    found = check(candidate(answer, text=text), Case(question, SANDBOX))
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("How many hours did the trip take?", "300 minutes", "5 km"),
        ("What is the length of the rope in metres?", "1200 cm", "12 kg"),
        ("How far is it from here to the lake?", "3 miles", "3 hours"),
        ("How long does it take to walk there?", "40 minutes", "3 miles"),
        ("How heavy is the parcel?", "4 kg", "4 cm"),
        ("How much does the parcel weigh?", "8 oz", "8 cm"),
        ("How tall is the tree?", "5 ft", "5 lbs"),
        ("What is the area of the square?", "30 cm^2", "30 cm"),
        ("What is the perimeter of the rectangle?", "30 cm", "30 square centimetres"),
        ("What is the volume of the cube?", "2 litres", "30 cm^2"),
        ("What is the average speed of the car in km/h?", "60 mph", "60 km"),
        ("How much money does she have left?", "$5", "5 km"),
        ("How many dollars does it cost?", "250 cents", "3 hours"),
        ("How old is Tom?", "3 years", "3 metres"),
        ("小明家到学校有多少千米？", "2500米", "30分钟"),
        ("长方形的面积是多少平方厘米？", "30平方厘米", "30厘米"),
        ("这本书多少元？", "20元", "20米"),
    ],
)
def test_the_unit_measures_what_is_asked_for(question: str, right: str, wrong: str) -> None:
    assert (verdict(question, right), verdict(question, wrong)) == ("pass", "fail")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("From 2002-09-19 to 2003-01-05 Ada reads 25 pages a day. How many pages is that?", "108 days"),
        ("How many apples does she pick in 3 hours?", "13 weeks, 3 days"),
        ("What is the number of laps that he ran?", "5 km"),
        ("从 2002-09-19 到 2003-01-05，小丽每天读 25 页，一共读多少页？", "108 天"),
        ("从 2002-09-19 到 2003-01-05 有多少天？", "2003-01-05"),
        ("How many days is it from 2002-09-19 to 2003-01-05?", "2003-01-05"),
        ("How many pages is that?", "2003-01-05"),
    ],
)
def test_a_number_of_things_is_measured_in_no_unit_and_nothing_in_dates(question: str, answer: str) -> None:
    assert verdict(question, answer) == "fail"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many working days are there?", "5 days"),
        ("Which date is 5 days after 2020-01-01?", "2020-01-06"),
        ("2020-01-01 之后 5 天是哪一天？", "2020-01-06"),
        ("How many pages are there, and how many days does it take?", "5 days"),
        ("How many pages is that?", "2700 pages"),
        ("How many pages is that?", "2700"),
        ("一共读多少页？", "2700 页"),
        ("How many hours did the trip take?", "5"),
        ("How many apples are left?", "12 apples"),
        ("How much did the price increase?", "20%"),
        ("How many days are there, and how many miles did he drive?", "5 days"),
        ("How many dollars does she earn per hour?", "5 dollars per hour"),
        ("Which is the longest river?", "5 km"),
    ],
)
def test_without_a_unit_on_both_sides_there_is_nothing_to_compare(question: str, answer: str) -> None:
    assert verdict(question, answer) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"So the walk takes $\boxed{5}$ hours.", "pass"),
        ("The total is **5 hours**.", "pass"),
        ("They need 5 miles.\nThe answer is 5.", "fail"),
        ("It is $5 in all. The answer is 5.", "fail"),
        ("It has 5 apples, 10 miles and 15 kg. The answer is 5.", None),
    ],
)
def test_the_unit_is_found_beside_the_number_in_the_text(text: str, expected: str | None) -> None:
    assert verdict("How many hours did the trip take?", "5", text) == expected


def test_a_wrong_unit_is_named_with_what_asks_for_another() -> None:
    found = check(candidate("5 km"), Case("How many hours did the trip take?", SANDBOX))
    assert found is not None
    assert (found.strength, found.reason) == (
        "support",
        "the question asks for time ('How many hours'), and the answer is in 'km'",
    )


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ["how many ", "$5 ", "5 km/", "in square ", "多少", "5", "how long does "])
def test_long_texts_take_no_time(text: str) -> None:
    check(candidate("5", text=text * 10_000), Case(text * 10_000, SANDBOX))
    check(candidate(text * 10_000), Case("How many hours?", SANDBOX))
