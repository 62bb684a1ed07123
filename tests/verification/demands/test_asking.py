"""The sentence that asks, and the number that an answer states."""

from fractions import Fraction

import pytest

from reasoner.verification.demands.asking import asking, stated


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Tom has 3.5 litres. How much is left?", " How much is left?"),
        ("Is it late? How many are there? Give your answer as a whole number.", " How many are there?"),
        ("Find the sum of 2 and 3.", "Find the sum of 2 and 3."),
        ("树上有5只鸟，飞走2只。还剩几只？", "还剩几只？"),
        ("商店有8个球，问还剩多少个？", "问还剩多少个？"),
    ],
)
def test_the_last_sentence_that_asks_is_found_in_its_place(question: str, asks: str) -> None:
    found = asking(question)
    assert found is not None
    assert found.text == asks
    assert question[found.start :].startswith(asks)


def test_a_statement_asks_nothing() -> None:
    assert asking("The sky is blue.") is None


@pytest.mark.parametrize(
    ("answer", "value", "percent"),
    [
        ("5", Fraction(5), False),
        ("1,200 kg", Fraction(1200), False),
        ("$2.50", Fraction(5, 2), False),
        ("35%", Fraction(7, 20), True),
        ("三分之二", Fraction(2, 3), False),
        (r"\frac{3}{8}", Fraction(3, 8), False),
        ("x = -3", Fraction(-3), False),
    ],
)
def test_one_number_is_read_however_it_is_written(answer: str, value: Fraction, percent: bool) -> None:
    found = stated(answer)
    assert found is not None
    assert (found.value, found.percent) == (value, percent)


@pytest.mark.parametrize("answer", ["", "B", "two of them", "3, 4", "2x", r"\sqrt{2}", "9" * 500])
def test_anything_else_is_no_number(answer: str) -> None:
    assert stated(answer) is None
