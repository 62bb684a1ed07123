"""Words without their markup, and the letters of choices."""

import pytest

from reasoner.verification.equality.words import choice, is_prose, is_text, lone_letter, plain, spellings


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (r"\text{Evelyn}", "evelyn"), ("Paris.", "paris"), ("  New   York ", "new york"), ("ＡＢＣ", "abc"),
        (r"$\textbf{(B)}$", "b"), ("“北京”。", "北京"), ("3,000", "3,000"), (r"\boxed{\text{odd}}", "odd"),
    ],
)  # fmt: skip
def test_case_markup_and_outer_punctuation_do_not_count(answer: str, text: str) -> None:
    assert plain(answer) == text


@pytest.mark.parametrize(
    ("answer", "letters"),
    [
        ("(B)", "B"), ("B.", "B"), ("b", "B"), ("option B", "B"), ("B: 24", "B"), ("B、24", "B"), ("选B", "B"),
        ("答案：B", "B"), (r"\text{(B)}", "B"), ("The correct answer is (B)", "B"), ("CAB", "ABC"), ("A, C", "AC"),
        ("A和C", "AC"), ("24", None), ("A cat", None), ("bad", None), ("Bob", None),
    ],
)  # fmt: skip
def test_a_choice_is_its_letter_in_any_dress(answer: str, letters: str | None) -> None:
    assert choice(answer) == letters


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("The Eiffel Tower", "Eiffel Tower", True), ("T. S. Eliot", "TS Eliot", True), ("T.S. Eliot", "T. S. Eliot", True),
        ("e-mail", "email", True), ("Spider-Man", "Spider Man", True), ("DNE", "does not exist", True), ("A and B", "B", False),
        ("p-q", "pq", False), ("café", "cafe\u0301", True), ("The Who", "Who", True), ("a b", "b", False),
    ],
)  # fmt: skip
def test_articles_hyphens_and_initials_do_not_count(left: str, right: str, same: bool) -> None:
    assert bool(spellings(left) & spellings(right)) == same


def test_a_letter_with_text_does_not_stand_alone() -> None:
    assert (lone_letter("(C)"), lone_letter("C. 15"), lone_letter("x")) == ("C", None, None)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("berl", True), ("x y", True), ("sin x", False), ("x and y", False), ("x + y", False), ("xy", True),
        (r"\pi", False), ("odd $n$", True), ("½", False), ("", False),
    ],
)  # fmt: skip
def test_letters_without_an_operator_are_text(answer: str, text: bool) -> None:
    assert is_text(answer) == text


def test_letters_that_are_known_as_symbols_are_a_product() -> None:
    assert not is_text("xy", frozenset("xy"))
    assert is_text("xyz", frozenset("xy"))


def test_prose_has_several_words() -> None:
    assert is_prose("5 red balls")
    assert not is_prose("x = 5 cm")
