import pytest

from reasoner.retrieval.support import bears, coverage, likeness, support

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


def test_terms_that_stand_together_support_more_than_terms_apart() -> None:
    asked = ["moon", "far"]
    together = support(asked, (), "The moon is far. It is so.", weight)
    apart = support(asked, (), "The moon is old. Mars is far.", weight)
    assert 0 < apart < together == 1.0


def test_headings_count_for_every_sentence() -> None:
    assert support(["moon", "far"], ("The Moon",), "It is far.", weight) == 1.0


def test_the_meaning_has_a_share_in_support() -> None:
    without, with_meaning = (support(["moon"], (), "A satellite.", weight, cosine) for cosine in (None, 0.5))
    assert without == 0 < with_meaning < 0.5


def test_more_support_means_more_probable() -> None:
    assert bears(0.1) < 0.05 < bears(0.5) < 0.95 < bears(0.9)


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
