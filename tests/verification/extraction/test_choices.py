"""The letter of an option."""

import pytest

from reasoner.verification.extraction.choices import alone, declared, leading, only


@pytest.mark.parametrize(
    ("phrase", "letter"),
    [
        ("(B) 24 cm", "B"),
        (r"\textbf{(C)}\ 12", "C"),
        ("D because 3 is odd", "D"),
        ("option A", "A"),
        ("(b)", "b"),
        ("A dog", None),
        ("b", None),
    ],
)
def test_a_phrase_begins_with_its_letter(phrase: str, letter: str | None) -> None:
    assert leading(phrase) == letter


def test_the_option_that_is_called_right_is_declared() -> None:
    assert [letter for _, _, letter in declared("A is wrong. Option B is correct. 选项C正确。")] == ["B", "C"]


def test_a_list_of_options_is_no_letter_alone() -> None:
    assert alone("D. None of these") == "D"
    assert alone("A. One B. Two") is None


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        (r"\text{A}", "A"),
        (r"\mathrm{A}", "A"),
        (r"\textbf{(A)}", "A"),
        (r"$\text{b}$.", "B"),
        (r"\(\mathrm{C}\)", "C"),
        (r"\text{A dog}", None),
        (r"\text{AB}", None),
    ],
)
def test_a_letter_in_the_dress_of_mathematics_is_all_that_is_said(text: str, letter: str | None) -> None:
    assert only(text) == letter
