"""Sentences as evidence: where they stand, and how much of the question they have."""

from reasoner.retrieval.bearing import bearing
from reasoner.state import Passage

TEXT = "# Animals\n\nA whale eats krill.\nA cat has four legs.\n"


def test_a_sentence_keeps_its_place_and_says_how_much_of_the_question_it_has() -> None:
    passage = Passage(TEXT, "animals.md", 100, 100 + len(TEXT), line=5, page=2, score=0.8)
    best = bearing("How many legs does a cat have?", [passage])[0]
    assert (best.text, best.source, best.line, best.page, best.score) == (
        "A cat has four legs.",
        "animals.md",
        8,
        2,
        1.0,
    )
    assert TEXT[best.start - 100 : best.end - 100] == best.text


def test_without_passages_nothing_bears() -> None:
    assert bearing("How many legs does a cat have?", []) == ()
