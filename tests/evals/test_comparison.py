import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from evals_support import Row, failed, row, run
from reasoner.errors import InputError
from reasoner.evals.comparison import check_suites, compare, compare_all
from support import shared


def judged(marks: str) -> list[Row]:
    """A row for each letter: right, wrong, unknown or abstained."""
    verdicts = {"r": "right", "w": "wrong", "u": "unknown", "a": "abstained"}
    return [row(i, verdicts[mark]) for i, mark in enumerate(marks)]


def test_what_flipped_is_told_in_both_directions() -> None:
    found = compare(judged("rrrwwa"), judged("rwarrw"))
    assert found["flipped"] == {"won": ["3", "4"], "lost": ["1", "2"]}
    assert (found["both_right"], found["neither_right"], found["n"]) == (1, 1, 6)
    assert (found["difference"], found["p"], found["winner"]) == (0, 1, None)
    assert found["items_needed"] is None
    assert found["verdict"] == "No winner: A and B are right on equally many items, 3 of 6."


def test_a_winner_is_called_where_the_data_can() -> None:
    found = compare(judged("r" * 50 + "w" * 50), judged("r" * 70 + "w" * 30), ("old", "new"))
    assert (found["winner"], found["difference"]) == ("b", 0.2)
    assert found["p"] == pytest.approx(2 / 2**20, rel=1e-9)
    low, high = found["difference_interval"]
    assert 0.12 <= low < 0.2 < high <= 0.29
    assert found["verdict"].startswith("new is right more often than old, by 20.0 points on 100 items (95 % ")
    assert found["verdict"].endswith("exact McNemar p = 1.9e-06).")


def test_turned_around_the_other_one_wins_by_as_much() -> None:
    found = compare(judged("r" * 70 + "w" * 30), judged("r" * 50 + "w" * 50), ("new", "old"))
    assert (found["winner"], found["difference"]) == ("a", -0.2)
    low, high = (abs(end) for end in found["difference_interval"][::-1])
    there = compare(judged("r" * 50 + "w" * 50), judged("r" * 70 + "w" * 30))
    assert there["difference_interval"] == [low, high]
    assert found["verdict"].startswith("new is right more often than old, by 20.0 points on 100 items (95 % ")
    assert f"interval {100 * low:+.1f} to {100 * high:+.1f};" in found["verdict"]


def test_no_winner_is_called_where_chance_explains_it_and_the_size_that_would_show_it_is_told() -> None:
    found = compare(judged("r" * 50 + "w" * 50), judged("r" * 45 + "w" * 5 + "r" * 8 + "w" * 42))
    assert (found["winner"], found["difference"]) == (None, 0.03)
    assert found["items_needed"] == 1132
    assert found["verdict"].startswith("No winner: B is above A by 3.0 points on 100 items")
    assert found["verdict"].endswith(
        "which may be chance; about 1,132 items would show a difference of this size (power 0.8)."
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("rrrwwa", "rwarrw"),
        ("r" * 50 + "w" * 50, "r" * 45 + "w" * 5 + "r" * 8 + "w" * 42),
        ("w" * 5, "r" * 5),
    ],
)
def test_turned_around_the_intervals_are_mirrored(a: str, b: str) -> None:
    there, back = compare(judged(a), judged(b)), compare(judged(b), judged(a))
    for key in ("difference_interval", "value_difference_interval"):
        assert there[key] == [-end for end in back[key][::-1]]


@pytest.mark.parametrize(
    ("n", "gained", "low", "high"),
    [
        (1, 1, -0.5869, 1),
        (3, 3, -0.1230, 1),
        (5, 5, 0.1310, 1),
        (100, 0, -0.0370, 0.0370),
        (4, 0, -0.4899, 0.4899),
    ],
)
def test_where_all_items_differ_alike_the_interval_has_width_and_is_wide_for_few(
    n: int, gained: int, low: float, high: float
) -> None:
    found = compare(judged("w" * n), judged("r" * gained + "w" * (n - gained)))
    assert found["difference_interval_method"] == "score_over_clusters"
    assert found["difference_interval"] == pytest.approx([low, high], abs=5e-5)
    assert found["winner"] is None


def test_many_copies_of_one_question_make_no_winner() -> None:
    a, b = ([row(i, verdict, cluster="one") for i in range(30)] for verdict in ("wrong", "right"))
    found = compare(a, b)
    assert (found["clusters"], found["winner"]) == (1, None)
    assert found["difference_interval"] == compare(judged("w"), judged("r"))["difference_interval"]


def test_copies_of_a_few_questions_make_no_winner() -> None:
    def copied(right: set[int]) -> list[Row]:
        return [
            row(f"{i}-{k}", "right" if i in right else "wrong", cluster=str(i))
            for i in range(6)
            for k in range(10)
        ]

    found = compare(copied({0}), copied({0, 1, 2}))
    assert (found["clusters"], found["difference_interval_method"]) == (6, "cluster_bootstrap")
    assert found["p"] < 0.05
    assert (found["difference_interval"][0], found["winner"]) == (0.0, None)


def test_what_nobody_could_judge_makes_no_winner() -> None:
    found = compare(judged("u" * 8 + "r" * 42), judged("r" * 50))
    assert (found["unknown"], found["winner"]) == (8, None)
    assert found["p"] == pytest.approx(2 / 2**8)
    assert found["p_without_unknown"] == 1
    assert found["verdict"].endswith(
        "but without the 8 items of which it is not known whether they are right the difference may be chance."
    )
    assert compare(judged("u" + "w" * 8 + "r" * 41), judged("r" * 50))["winner"] == "b"


def test_coverage_and_selective_accuracy_stand_beside() -> None:
    found = compare(judged("rrwwa"), judged("raaaa"))
    assert (found["a"]["coverage"], found["a"]["selective_accuracy"]) == (4 / 5, 2 / 4)
    assert (found["b"]["coverage"], found["b"]["selective_accuracy"]) == (1 / 5, 1.0)


def test_only_items_in_both_are_compared_and_the_others_counted() -> None:
    found = compare(judged("rrrr"), [row(3, "wrong"), row(1), row("new")])
    assert (found["n"], found["only_a"], found["only_b"]) == (2, 2, 1)
    assert found["flipped"]["lost"] == ["3"]
    assert found["a"]["n"] == found["b"]["n"] == 2


def test_an_item_that_failed_is_not_right() -> None:
    found = compare([failed(0), row(1)], [row(0), failed(1)])
    assert found["flipped"] == {"won": ["0"], "lost": ["1"]}
    assert found["unknown"] == 0


def test_graded_values_are_compared_as_well() -> None:
    a = [row(i, "wrong", value=0.25) for i in range(20)]
    b = [row(i, "wrong", value=0.25 + i / 40) for i in range(20)]
    found = compare(a, b)
    assert found["value_difference"] == pytest.approx(0.2375)
    assert found["value_difference_interval"][0] > 0
    assert found["difference"] == 0


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ([row(1)], [row(2)], r"no item is in both runs \(items of A: 1, of B: 1\)"),
        ([row(1)], [], "no item is in both runs"),
        (
            [row(1)],
            [row(1, question="What\nis 2?")],
            r"item '1' is not the same in both runs: A asks 'What is 1\?', B 'What is 2\?'; compare runs of the same suite",
        ),
        ([row(1)], [row(1, gold=["5"])], "item '1' is not the same .* A knows the answer"),
        ([failed(1) | {"gold": ["5"]}], [row(1)], "item '1' is not the same"),
    ],
)
def test_what_cannot_be_compared_is_refused(a: list[Row], b: list[Row], says: str) -> None:
    with pytest.raises(InputError, match=says):
        compare(a, b)


def test_of_several_runs_every_pair_is_compared_and_corrected() -> None:
    runs = [judged("w" * 40), judged("r" * 7 + "w" * 33), judged("r" * 40)]
    found = compare_all(runs, ("none", "some", "all"))
    assert [(pair["i"], pair["j"]) for pair in found["pairs"]] == [(0, 1), (0, 2), (1, 2)]
    assert [side["accuracy"] for side in found["runs"]] == [0.0, 7 / 40, 1.0]
    assert [pair["p"] for pair in found["pairs"]] == pytest.approx([2 / 2**7, 2 / 2**40, 2 / 2**33], rel=1e-9)
    assert [pair["p_holm"] for pair in found["pairs"]] == pytest.approx(
        [2 / 2**7, 6 / 2**40, 4 / 2**33], rel=1e-9
    )


def test_among_many_comparisons_chance_finds_a_difference_so_that_it_takes_more_to_call_a_winner() -> None:
    few, more = judged("w" * 20), judged("r" * 6 + "w" * 14)
    assert compare(few, more)["winner"] == "b"
    found = compare_all([few, more, few, few], "abcd")
    assert [pair["winner"] for pair in found["pairs"]] == [None] * 6
    assert "adjusted for 6 comparisons" in found["pairs"][0]["verdict"]


def suite(name: str = "s", hash_: str = "1", scorer: str = "math") -> Row:
    return run(suite={"name": name, "hash": hash_, "scorer": scorer, "items": 1})


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (suite("t", "2"), "A is a run of the suite 's', B one of 't'; compare runs of the same suite"),
        (suite("s", "2", "choice"), "A was judged by the scorer 'math', B by 'choice'"),
    ],
)
def test_runs_of_different_suites_are_refused(other: Row, says: str) -> None:
    with pytest.raises(InputError, match=says):
        check_suites(suite(), other)


def test_a_suite_that_was_changed_is_told() -> None:
    assert check_suites(suite(), suite("renamed")) == ()
    (note,) = check_suites(suite(), suite("s", "2"))
    assert note.startswith("the suite s was changed between the runs")


def recorded() -> dict[str, list[Row]]:
    """The rows of each of ten systems, by what `correct` says of them."""
    lines = shared("recorded/gsm8k_10systems.jsonl").read_text(encoding="utf-8").split("\n")
    found: dict[str, list[Row]] = {}
    for line in filter(None, lines):
        one: dict[str, Any] = json.loads(line)
        for sample in one["samples"]:
            made = row(one["id"], "right" if sample["correct"] else "wrong", question=one["question"])
            found.setdefault(sample["source"], []).append(made)
    return found


def independent(a: Sequence[Row], b: Sequence[Row]) -> float:
    """McNemar's test by another way: all falls of fair coins that are no more likely than what was found."""
    right = [{one["id"]: one["score"]["value"] == 1 for one in rows} for rows in (a, b)]
    pairs = Counter((right[0][name], right[1][name]) for name in right[0].keys() & right[1].keys())
    first, second = pairs[True, False], pairs[False, True]
    ways = [comb(first + second, i) for i in range(first + second + 1)]
    return float(Fraction(sum(way for way in ways if way <= ways[first]), 2 ** (first + second)))


def test_ten_recorded_systems_compare_as_an_independent_test_says() -> None:
    systems = recorded()
    found = compare_all(list(systems.values()), list(systems))
    assert len(found["pairs"]) == 45
    expected = [independent(a, b) for a, b in combinations(systems.values(), 2)]
    assert [pair["p"] for pair in found["pairs"]] == pytest.approx(expected, rel=1e-9)
    assert min(pair["n"] for pair in found["pairs"]) == 659
    for pair in found["pairs"]:
        low, high = pair["difference_interval"]
        assert low <= pair["difference"] <= high
        assert (pair["winner"] is not None) == (pair["p_holm"] < 0.05 and (low > 0 or high < 0))
