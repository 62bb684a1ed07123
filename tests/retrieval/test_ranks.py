import pytest

from reasoner.retrieval.ranks import agreement, fused


@pytest.mark.parametrize(
    ("rankings", "weights", "order"),
    [
        ([], None, ""),
        (["abc"], None, "abc"),
        (["abc", "bca"], None, "bac"),
        (["ab", "cb"], None, "bac"),
        (["ab", "cd"], None, "acbd"),
        (["abc", "cba", "cab"], [1, 1, 0], "acb"),
        (["abc", "xyz"], [1, 0], "abc"),
        (["abc", "xya"], [1, 0.5], "abcxy"),
    ],
)
def test_what_stands_high_in_several_rankings_comes_first(
    rankings: list[str], weights: list[float] | None, order: str
) -> None:
    assert "".join(fused(rankings, weights)) == order


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("abcde", "edcba", 1),
        ("abcdef", "afxyz", 0),
        ("abcde", "abxyz", 0.25),
        ("ab", "ab", 0.25),
        ("", "a", 0),
    ],
)
def test_rankings_agree_by_what_both_have_in_front(one: str, other: str, share: float) -> None:
    assert agreement(one, other) == share
