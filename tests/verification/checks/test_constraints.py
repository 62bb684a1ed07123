"""An answer that the question rules out fails; what is not certain is left alone."""

import pytest

from reasoner.verification.checks.case import Case
from reasoner.verification.checks.constraints import check
from support import SANDBOX, candidate

LEFT = "Tom had 20 apples. He gave 5 to Ann. How many apples are left?"
BALLS = "A bag has 3 red and 5 blue balls. What is the probability that a ball drawn at random is red?"
RIDDLE = "I am thinking of a number between 10 and 30. It is odd and divisible by 7. What is my number?"


def verdict(question: str, answer: str) -> str | None:
    found = check(candidate(answer), Case(question, SANDBOX))
    return found.verdict if found else None


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("How many children are in the classroom?", "24", "24.5"),
        ("How many apples does Tom have left?", "7 apples", "-7"),
        ("In how many ways can 5 books be arranged on a shelf?", "120", "2.5"),
        ("What is the total number of guests?", "40", "40.2"),
        (LEFT, "15", "25"),
        ("How old is Sarah now?", "12", "-12"),
        ("How many kilometres did she walk?", "4.5", "-4.5"),
        (BALLS, "3/8", "1.2"),
        (BALLS, "37.5%", "137.5%"),
        ("What percent of the class are girls?", "45", "145"),
        ("What fraction of the cake did Sue eat?", "2/5", "7/5"),
        ("What is the remainder when 100 is divided by 7?", "2", "7"),
        ("What is the units digit of 3^20?", "1", "12"),
        ("Find the smallest positive integer n such that n^2 > 20.", "5", "-5"),
        ("What is the largest two-digit number divisible by 7?", "98", "105"),
        ("Which prime number lies between 8 and 12?", "11", "9"),
        ("What is the smallest multiple of 7 greater than 20?", "21", "14"),
        ("Find a perfect square between 40 and 60.", "49", "50"),
        (RIDDLE, "21", "14"),
        ("If x is a positive integer and x^2 = 49, what is x?", "7", "-7"),
        ("If 0 < x < 4 and x^2 - 6x + 5 = 0, find x.", "1", "5"),
        ("What is the circumference of the wheel, to the nearest whole number?", "63", "62.8"),
        ("Compute pi to two decimal places.", "3.14", "3.14159"),
        ("教室里有多少个学生？", "30", "30.5"),
        ("摸到红球的概率是多少？", "1/2", "3/2"),
        ("女生占全班的几分之几？", "4/9", "5/4"),
        ("100除以7，余数是多少？", "2", "7"),
        ("最大的两位数是多少？", "99", "100"),
        ("一个质数，比8大，比12小，这个质数是多少？", "11", "9"),
        ("小明跑了多少千米？", "2.5", "-2.5"),
    ],
)  # fmt: skip
def test_a_requirement_is_kept_or_broken(question: str, right: str, wrong: str) -> None:
    assert (verdict(question, right), verdict(question, wrong)) == ("pass", "fail")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("On average, how many children does each family have?", "2.5"),
        ("How many pizzas did they eat altogether?", "2.5"),
        ("Half an apple was eaten. How many apples are left?", "0.5"),
        ("How many dozen eggs does she need?", "1.5"),
        ("How many million people live in the city?", "2.5"),
        ("The probability that both are red is m/n in lowest terms. What is m + n?", "11"),
        ("What percent of 20 is 30?", "150"),
        ("By what percent did the price increase?", "150"),
        ("What was the temperature in the morning?", "-5"),
        ("How many two-digit numbers are divisible by 7?", "13"),
        ("Suppose 0 < y < 2 and x + y = 4. Find x.", "3"),
        ("今年产量是去年的百分之几？", "120%"),
        ("平均每人有几本书？", "2.5"),
        ("How many children are in the classroom?", "many"),
        ("", "3"),
    ],
)
def test_what_is_not_certain_does_not_fail(question: str, answer: str) -> None:
    assert verdict(question, answer) in (None, "pass")


def test_a_broken_requirement_is_named_with_its_place_in_the_question() -> None:
    found = check(candidate("2.5"), Case("It is noon. How many children are there?", SANDBOX))
    assert found is not None
    assert found.strength == "support"
    assert found.reason == (
        "2.5 is not a whole number, at least 0; the question says 'How many children' (character 13)"
    )


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text", ["how many ", "what is the ", "a number ", "0 < x ", "多少", "几个", "1,000 ", "of the ", "x" * 9]
)
def test_long_questions_and_answers_take_no_time(text: str) -> None:
    check(candidate("3" * 5000), Case(text * 10_000, SANDBOX))
    check(candidate(text * 10_000), Case("How many are there?", SANDBOX))
