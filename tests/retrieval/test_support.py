import pytest

from reasoner.retrieval.support import (
    BM25_SHARE,
    COSINE_SHARE,
    REACHED,
    Shares,
    coverage,
    likeness,
    shares,
    support,
    supported,
)

RARE = {"moon": 3.0, "far": 1.0}


def weight(term: str) -> float:
    return RARE.get(term, 1.0)


@pytest.mark.parametrize(
    ("asked", "found", "share"),
    [
        (["moon", "far"], ["moon", "far", "sun"], 1.0),
        (["moon", "far"], ["moon"], 0.75),
        (["moon", "far"], [], 0.0),
        ([], ["moon"], 0.0),
    ],
)
def test_coverage_is_the_share_of_what_is_asked_by_weight(
    asked: list[str], found: list[str], share: float
) -> None:
    assert coverage(asked, found, weight) == share


@pytest.mark.parametrize(
    ("text", "whole", "together", "sentence"),
    [
        ("The moon is far. It is so.", 1.0, 1.0, 1.0),
        ("The moon is old. Mars is far.", 1.0, 1.0, 0.75),
        ("The moon is old. So is Mars. It is far.", 1.0, 0.75, 0.75),
        ("It is far.", 0.25, 0.25, 0.25),
        ("", 0.0, 0.0, 0.0),
    ],
)
def test_what_stands_together_is_told_from_what_stands_apart(
    text: str, whole: float, together: float, sentence: float
) -> None:
    found = shares(RARE, frozenset(), (), text)
    assert (found.whole, found.together, found.sentence, found.names) == (whole, together, sentence, None)


def test_headings_count_for_every_sentence() -> None:
    assert shares(RARE, frozenset(), ("The Moon",), "It is so. It is far.").sentence == 1.0


def test_names_count_alike_however_rare_they_are() -> None:
    assert shares(RARE, {"moon", "far"}, (), "Far away.").names == 0.5


def test_of_nothing_asked_nothing_stands_there() -> None:
    assert shares({}, frozenset(), (), "The moon.") == Shares(0.0, 0.0, 0.0, None)


ALL, NONE = Shares(1.0, 1.0, 1.0, None), Shares(0.0, 0.0, 0.0, None)


@pytest.mark.parametrize(
    ("found", "bm25", "cosine", "score"),
    [
        (ALL, 1.0, None, 1.0),
        (ALL, REACHED, None, 1.0),
        (ALL, 0.0, None, 1 - BM25_SHARE),
        (ALL, REACHED / 2, None, 1 - BM25_SHARE / 2),
        (NONE, REACHED, None, BM25_SHARE),
        (Shares(1.0, 0.5, 0.5, None), REACHED * 0.75, None, 0.75),
        (NONE, 0.0, 1.0, COSINE_SHARE),
        (NONE, 0.0, -1.0, 0.0),
        (ALL, 1.0, 0.0, 1 - COSINE_SHARE),
    ],
)
def test_bm25_and_the_cosine_have_their_shares_in_support(
    found: Shares, bm25: float, cosine: float | None, score: float
) -> None:
    assert supported(found, bm25, cosine) == pytest.approx(score)


def test_without_bm25_terms_that_stand_there_more_often_support_more() -> None:
    once, twice = (support(["moon"], (), text, weight) for text in ("The moon.", "The moon, a moon."))
    assert 0.8 < once < twice == 1.0
    assert support(["moon"], (), "The sun.", weight) == 0.0


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ({"moon"}, {"moon"}, 1.0),
        ({"moon"}, {"moon", "far", "old"}, 0.75),
        ({"moon"}, {"far"}, 0.0),
        (set(), set(), 0.0),
    ],
)
def test_names_are_alike_by_the_weight_of_the_terms_that_both_have(
    left: set[str], right: set[str], alike: float
) -> None:
    assert likeness(left, right, weight) == alike
