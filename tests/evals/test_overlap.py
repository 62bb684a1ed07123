import pytest

from reasoner.evals.overlap import contains, f1, tokens


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The  Eiffel Tower!", ["eiffel", "tower"]),
        ("a an the", []),
        ("theatre and another", ["theatre", "and", "another"]),
        ("U.S.A. in the-end", ["usa", "in", "theend"]),
        ("costs $3.50", ["costs", "350"]),
        ("建于1712年。", ["建", "于", "1712", "年"]),
        ("《老磨坊》", ["老", "磨", "坊"]),
        ("ＡＢＣ １２", ["abc", "12"]),
        ("カメラ GPT-4", ["カ", "メ", "ラ", "gpt4"]),
    ],
)
def test_words_are_compared_without_case_punctuation_and_articles(text: str, found: list[str]) -> None:
    assert tokens(text) == found


@pytest.mark.parametrize(
    ("gold", "said", "value"),
    [
        ("Paris", "paris.", 1.0),
        ("Paris", "It is Paris", 0.5),
        ("Denver Broncos", "the Broncos of Denver", 0.8),
        ("cat cat", "cat", 2 / 3),
        ("Paris", "London", 0.0),
        ("石头", "石头砌成", 2 / 3),
        ("the", "a", 1.0),
        ("the", "Paris", 0.0),
    ],
)
def test_f1_counts_the_words_that_both_have(gold: str, said: str, value: float) -> None:
    assert f1(tokens(gold), tokens(said)) == pytest.approx(value, abs=1e-12)
    assert f1(tokens(said), tokens(gold)) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("said", "gold", "inside"),
    [("in Paris, France", "paris france", True), ("Parisian", "Paris", False), ("由石头砌成", "石头", True), ("x", "the", False)],
)  # fmt: skip
def test_only_whole_words_side_by_side_are_contained(said: str, gold: str, inside: bool) -> None:
    assert contains(tokens(said), tokens(gold)) is inside
