import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals_support import Row, failed, row, run
from reasoner.evals.analysis import CURVE, point, statistics
from reasoner.evals.statistics import wilson

MIXED = [
    row(1, confidence=0.9),
    row(2, confidence=0.8),
    row(3, "wrong", confidence=0.7),
    row(4, "unknown", confidence=0.6),
    row(5, "abstained", confidence=0.3, votes=[[0]], votes_right=[True], samples=1),
    row(6, "abstained", confidence=None),
    failed(7),
    row(8, confidence=1.0),
]


def found(rows: list[Row]) -> dict[str, Any]:
    return statistics(run(items=len(rows)), rows)


def test_every_row_is_counted_once_and_only_right_ones_are_right() -> None:
    told = found(MIXED)
    counts = {name: told[name] for name in ("right", "wrong", "unknown", "abstained", "failed")}
    assert counts == {"right": 3, "wrong": 1, "unknown": 1, "abstained": 2, "failed": 1}
    assert (told["n"], told["accuracy"], told["suite"]) == (8, 3 / 8, "arithmetic")
    assert told["accuracy_interval"] == told["accuracy_wilson"] == list(wilson(3, 8))
    assert (told["answered"], told["coverage"], told["selective_accuracy"]) == (5, 5 / 8, 3 / 5)
    assert told["selective_accuracy_interval"] == list(wilson(3, 5))


@pytest.mark.parametrize(("problems", "expected"), [({}, 0), ({"problems": ["d:2: no", "d:7: no"]}, 2)])
def test_rows_of_the_suite_that_could_not_be_used_are_counted_apart(
    problems: dict[str, Any], expected: int
) -> None:
    told = statistics(run(suite={"name": "x"} | problems), MIXED)
    assert (told["n"], told["left_out"]) == (8, expected)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (row(1, confidence=0.9), (0.9, True)),
        (row(1, "wrong", confidence=0.4), (0.4, False)),
        (row(1, "unknown"), None),
        (failed(1), None),
        (row(1, "abstained", confidence=0.3, votes_right=[True, False]), (0.3, True)),
        (row(1, "abstained", confidence=0.3, votes_right=[False, True]), (0.3, False)),
        (row(1, "abstained", confidence=0.3, votes_right=[None]), None),
        (row(1, "abstained", confidence=0.3), None),
        (row(1, "abstained", confidence=None), (0.0, False)),
        (row(1, "abstained", confidence=0.0), (0.0, False)),
        (row(1, "right", outcome="abstained", confidence=0.4, answerable=False), (0.4, False)),
        (row(1, "right", outcome="abstained", confidence=0.2, votes_right=[False]), (0.2, False)),
    ],
)
def test_a_confidence_is_held_against_the_answer_that_was_given_or_held_back(
    made: Row, expected: tuple[float, bool] | None
) -> None:
    assert point(made) == expected


def test_abstentions_count_in_the_curve_and_in_calibration() -> None:
    told = found(MIXED)
    # By confidence: 1.0, 0.9, 0.8 right; 0.7 wrong; 0.3 held back and right; nothing found.
    assert told["confidences"] == 6
    assert told["aurc"] == pytest.approx((1 / 4 + 1 / 5 + 2 / 6) / 6, abs=1e-12)
    assert told["auroc"] == pytest.approx(7 / 8, abs=1e-12)
    # 0.9 and 1.0 share the last bin.
    assert told["ece"] == pytest.approx((0.1 + 0.2 + 0.7 + 0.7 + 0.0) / 6, abs=1e-12)
    assert [part["n"] for part in told["reliability"]] == [1, 1, 1, 1, 2]
    assert [at["risk"] for at in told["risk_coverage"]] == pytest.approx([0, 0, 0, 1 / 4, 1 / 5, 1 / 3])
    assert [at["confidence"] for at in told["risk_coverage"]] == [1.0, 0.9, 0.8, 0.7, 0.3, 0.0]


@pytest.mark.parametrize("n", [99, 100, 101, 250, 1000])
def test_a_curve_has_at_most_a_hundred_points_and_ends_at_full_coverage(n: int) -> None:
    rows = [row(i, "right" if i % 3 else "wrong", confidence=i / n) for i in range(n)]
    curve = found(rows)["risk_coverage"]
    assert len(curve) == min(n, CURVE)
    assert [at["coverage"] for at in curve] == sorted({at["coverage"] for at in curve})
    assert curve[-1]["coverage"] == 1
    assert curve[-1]["risk"] == pytest.approx(len(range(0, n, 3)) / n)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [(["raw"], "raw"), (["calibrated", "calibrated"], "calibrated"), (["raw", "calibrated"], "mixed")],
)
def test_the_kind_of_the_confidences_is_told(kinds: list[str], expected: str) -> None:
    rows = [row(i, confidence_kind=kind) for i, kind in enumerate(kinds)]
    assert found([*rows, row("x", "abstained", confidence=None)])["confidence_kind"] == expected


def test_a_question_that_repeats_counts_once_for_the_interval() -> None:
    told = found(
        [row(f"{i}-{k}", "right" if i < 7 else "wrong", cluster=str(i)) for i in range(10) for k in range(20)]
    )
    assert (told["n"], told["clusters"], told["accuracy"]) == (200, 10, 0.7)
    assert told["accuracy_interval_method"] == "cluster_bootstrap"
    assert told["accuracy_wilson"] == list(wilson(140, 200))
    # The 2.5 % and 97.5 % quantiles of how many of ten are right, where each is with 0.7.
    assert told["accuracy_interval"] == [0.4, 1.0]


def test_the_same_question_under_two_ids_is_one_cluster() -> None:
    told = found([row(1, question="Why?"), row(2, "wrong", question="Why? "), row(3)])
    assert (told["clusters"], told["accuracy_interval_method"]) == (2, "cluster_bootstrap")


@pytest.mark.parametrize(("verdict", "right"), [("right", 3), ("wrong", 0)])
def test_where_all_copies_agree_the_interval_is_that_of_as_many_questions(verdict: str, right: int) -> None:
    told = found([row(f"{i}{k}", verdict, cluster=str(i)) for i in range(3) for k in range(9)])
    assert told["accuracy_interval_method"] == "wilson_over_clusters"
    assert told["accuracy_interval"] == list(wilson(right, 3))


@pytest.mark.parametrize(
    ("marks", "clusters"),
    [
        ("rrw", ["a"] * 3),
        ("r" * 20 + "w" * 10, ["a"] * 30),
        ("rw" * 10, [str(i // 2) for i in range(20)]),
        ("rwrrww", ["a"] * 2 + ["b"] * 4),
    ],
)
def test_where_all_questions_are_right_as_often_the_interval_is_that_of_as_many_questions(
    marks: str, clusters: list[str]
) -> None:
    told = found(
        [
            row(i, "right" if mark == "r" else "wrong", cluster=cluster)
            for i, (mark, cluster) in enumerate(zip(marks, clusters, strict=True))
        ]
    )
    groups = len(set(clusters))
    assert told["accuracy_interval_method"] == "wilson_over_clusters"
    assert told["accuracy_interval"] == pytest.approx(wilson(groups * told["accuracy"], groups))


@pytest.mark.parametrize("n", [1, 2, 5])
def test_equal_grades_of_a_few_items_leave_an_interval_with_width(n: int) -> None:
    told = found([row(i, "wrong", value=0.3) for i in range(n)])
    assert told["mean_value_interval_method"] == "wilson_over_clusters"
    assert told["mean_value_interval"] == pytest.approx(wilson(0.3 * n, n))


def test_a_mean_of_graded_values_has_the_interval_of_a_bootstrap() -> None:
    values = [0.0, 0.2, 0.25, 0.4, 0.5, 0.5, 0.75, 0.8, 1.0, 1.0]
    told = found(
        [row(i, "right" if value >= 0.5 else "wrong", value=value) for i, value in enumerate(values)]
    )
    assert told["mean_value"] == pytest.approx(0.54, abs=1e-12)
    assert told["mean_value_interval_method"] == "bootstrap"
    # SciPy's percentile interval; its draws are others.
    assert told["mean_value_interval"] == pytest.approx([0.34, 0.74], abs=0.0201)


def test_refusals_are_right_where_there_is_no_answer_and_wrong_where_there_is_one() -> None:
    refused = [row(f"r{i}", outcome="abstained", answerable=False, confidence=None) for i in range(3)]
    made_up = [row("m", "wrong", answerable=False)]
    timid = [row(f"t{i}", "abstained") for i in range(2)]
    told = found([*refused, *made_up, *timid, row(1), row(2), failed(3)])
    refusals = told["refusals"]
    counts = {key: refusals[key] for key in ("answerable", "unanswerable", "right", "wrong", "missed")}
    assert counts == {"answerable": 4, "unanswerable": 4, "right": 3, "wrong": 2, "missed": 1}
    assert (refusals["precision"], refusals["recall"]) == (3 / 5, 3 / 4)
    assert refusals["f1"] == pytest.approx(2 / (5 / 3 + 4 / 3), abs=1e-12)
    assert told["accuracy"] == 5 / 9
    assert found([row(1)])["refusals"] is None


def test_a_refusal_in_words_is_a_refusal_where_the_scorer_says_so() -> None:
    # Right without an answer to give: it was refused; abstained all the same: it was refused in words.
    rows = [row(1, answerable=False), row(2, "wrong", answerable=False)]
    rows += [row(3, "abstained", outcome="answered"), row(4)]
    refusals = found(rows)["refusals"]
    counts = {key: refusals[key] for key in ("right", "wrong", "missed")}
    assert counts == {"right": 1, "wrong": 1, "missed": 1}


def test_accuracy_is_told_by_intent_difficulty_and_language() -> None:
    rows = [
        row(1, language="en", difficulty="2"),
        row(2, "wrong", language="zh", difficulty="1"),
        row(3, language="en", known_intent="greeting"),
        failed(4) | {"language": "zh"},
    ]
    told = found(rows)
    assert [(one["value"], one["n"], one["accuracy"]) for one in told["by_language"]] == [
        ("en", 2, 1.0),
        ("zh", 2, 0.0),
    ]
    assert [one["value"] for one in told["by_difficulty"]] == ["1", "2"]
    assert [(one["value"], one["right"]) for one in told["by_intent"]] == [("expression", 1), ("greeting", 1)]
    assert told["by_language"][0]["accuracy_interval"] == list(wilson(2, 2))


def test_a_run_without_rows_has_no_rates() -> None:
    told = found([])
    assert (told["n"], told["accuracy"], told["coverage"], told["selective_accuracy"]) == (
        0,
        None,
        None,
        None,
    )
    assert (told["aurc"], told["auroc"], told["ece"], told["confidence_kind"]) == (None, None, None, None)
    assert (told["accuracy_interval"], told["samples"], told["risk_coverage"]) == ([0.0, 1.0], None, [])


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["right", "wrong", "unknown", "abstained", "failed"]),
        st.none() | st.floats(0, 1),
        st.sampled_from([None, "a", "b"]),
        st.floats(0, 1),
    ),
    max_size=12,
)


@given(ROWS, st.randoms())
def test_statistics_are_json_and_do_not_depend_on_the_order_of_the_rows(made: list[Any], draw: Any) -> None:
    rows = [
        failed(i) if verdict == "failed" else row(i, verdict, confidence=sure, cluster=cluster, value=value)
        for i, (verdict, sure, cluster, value) in enumerate(made)
    ]
    told = found(rows)
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    shuffled = rows.copy()
    draw.shuffle(shuffled)
    assert json.dumps(found(rows)) == json.dumps(told)
    other = found(shuffled)
    for key in (
        "accuracy",
        "accuracy_interval",
        "coverage",
        "aurc",
        "auroc",
        "mean_value",
        "mean_value_interval",
    ):
        assert other[key] == (pytest.approx(told[key]) if told[key] is not None else None)
