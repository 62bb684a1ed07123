"""English grammar for stories."""

import pytest

from evals.adapter.words import english


@pytest.mark.parametrize(
    ("written", "past", "told"),
    [
        ("Mia [have] 3 pens", True, "Mia had 3 pens"),
        ("Mia [carry] 3 pens", False, "Mia carries 3 pens"),
        ("Mia [carry] 3 pens", True, "Mia carried 3 pens"),
        ("3 pens [+be] sold", True, "3 pens were sold"),
        ("3 pens [+be] sold", False, "3 pens are sold"),
        ("1 of the pens [+be] lost", True, "1 of the pens was lost"),
        ("There [+be] 1 pen", False, "There is 1 pen"),
        ("the train [go] on", False, "the train goes on"),
    ],
)
def test_a_verb_takes_the_tense_and_number_of_its_sentence(written: str, past: bool, told: str) -> None:
    assert english.conjugated(written, past) == told


@pytest.mark.parametrize(
    ("word", "told"),
    [("apple", "an apple"), ("uniform", "a uniform"), ("pen", "a pen"), ("umbrella", "an umbrella")],
)
def test_a_word_takes_the_article_of_its_sound(word: str, told: str) -> None:
    assert english.article(word) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 years older", "1 year older"),
        ("one people", "one person"),
        ("5.1 grams", "5.1 grams"),
        ("twenty-one years", "twenty-one years"),
        ("21 days", "21 days"),
    ],
)
def test_one_of_a_unit_is_singular(text: str, told: str) -> None:
    assert english.agreeing(text) == told


def test_numbers_in_words_have_a_hyphen_from_twenty_one() -> None:
    assert [english.number_words(each) for each in (7, 13, 20, 43)] == [
        "seven",
        "thirteen",
        "twenty",
        "forty-three",
    ]
