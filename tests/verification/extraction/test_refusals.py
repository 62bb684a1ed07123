"""Telling a refusal from an answer."""

import pytest

from reasoner.verification.extraction.refusals import ends_in_refusal, refuses


@pytest.mark.parametrize(
    ("phrase", "refused"),
    [
        ("unknown", True),
        ("not given in the text", True),
        ("impossible to tell", True),
        ("题目条件不足", True),
        ("12, since we can't find another", False),
        ("no solution", False),
    ],
)
def test_a_phrase_refuses_unless_it_gives_something_first(phrase: str, refused: bool) -> None:
    assert refuses(phrase) == refused


def test_a_refusal_that_is_overcome_is_none() -> None:
    assert ends_in_refusal("The total of the 5 items cannot be determined.")
    assert not ends_in_refusal("We cannot tell x directly, but 2x = 10 gives x = 5.")
