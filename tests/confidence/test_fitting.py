import random
from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest

from reasoner.confidence.calibration import Fit
from reasoner.confidence.evidence import Evidence
from reasoner.confidence.fitting import Example, fit, representatives
from reasoner.evals.statistics import auroc, ece

NONE = {"none": 1.0}


def example(
    number: int, *answers: tuple[dict[str, float], bool], decided: bool = True, proved: bool = False
) -> Example:
    features, right = tuple(f for f, _ in answers), tuple(right for _, right in answers)
    seen = Evidence(features, NONE)
    return Example(f"question {number}", seen, right, decided=decided, proved=proved)


def systems(count: int, seed: int = 0) -> list[Example]:
    """Two answers a question: those of system "good" are right 9 times of 10, those of "bad" else half."""
    draw = random.Random(seed)
    rows = []
    for number in range(count):
        good = draw.random() < 0.9
        bad = not good and draw.random() < 0.5
        rows.append(example(number, ({"source:bad": 1.0}, bad), ({"source:good": 1.0}, good)))
    return rows


def learned(examples: Sequence[Example]) -> Fit:
    return fit(examples, ("think:1", "vote:1"), "m")


def test_a_system_that_is_right_more_often_is_worth_more_and_is_chosen() -> None:
    found = learned(systems(300))
    assert found.weights["source:good"] > 1 > -1 > found.weights["source:bad"]
    assert sum(found.as_voted.right) / 300 < 0.1
    assert sum(found.weighted.right) / 300 > 0.85


def test_what_is_learned_is_as_often_right_as_it_says() -> None:
    found = learned(systems(600))
    points = list(zip(found.weighted.confidences, found.weighted.right, strict=True))
    assert ece(points) < 0.05


def test_a_prior_is_learned_where_nothing_speaks_for_an_answer() -> None:
    rows = [example(number, ({}, number % 4 != 0)) for number in range(400)]
    found = learned(rows)
    assert found.weights["none"] == pytest.approx(log(0.25 / 0.75), abs=0.01)
    assert found.probabilities(rows[0].evidence)[0] == pytest.approx(0.75, abs=0.01)


def test_held_out_points_are_judged_by_other_questions_alone() -> None:
    """Were they not, a feature that each question has to itself would tell all about it."""
    draw = random.Random(1)
    rows = [example(n, ({f"own {n}": 1.0}, draw.random() < 0.5)) for n in range(200)]
    found = learned(rows)
    assert auroc(list(zip(found.as_voted.confidences, found.as_voted.right, strict=True))) < 0.6


def test_copies_of_a_question_do_not_judge_each_other() -> None:
    draw = random.Random(2)
    rows = [example(n, ({f"own {n}": 1.0}, draw.random() < 0.5)) for n in range(100)]
    found = learned(rows + rows)
    assert len(found.as_voted.confidences) == found.rows == 100
    assert auroc(list(zip(found.as_voted.confidences, found.as_voted.right, strict=True))) < 0.65


@pytest.mark.parametrize("times", [2, 8])
def test_a_question_that_is_pasted_again_teaches_no_more_than_once(times: int) -> None:
    once, often = learned(systems(60)), learned(systems(60) * times)
    assert often.weights == pytest.approx(once.weights, abs=1e-6)
    assert (often.rows, often.weighted.right) == (once.rows, once.weighted.right)
    assert often.weighted.confidences == pytest.approx(once.weighted.confidences, abs=1e-5)


def test_copies_of_right_answers_show_no_bound_that_the_questions_do_not_show() -> None:
    rows = [example(n, ({"share": 1.0}, True)) for n in range(30)]
    assert learned(rows).threshold(0.05, weighted=True) is None
    assert learned(rows * 8).threshold(0.05, weighted=True) is None


def test_of_the_copies_of_a_question_one_is_heard_whatever_their_order() -> None:
    rows = [example(n, ({"share": k / 4}, k > 2)) for n in range(40) for k in range(1, 5)]
    order = random.Random(0).sample(range(160), 160)
    shuffled = [rows[i] for i in order]
    heard = {rows[i].question: rows[i] for i in representatives(rows)}
    assert {shuffled[i].question: shuffled[i] for i in representatives(shuffled)} == heard
    assert len(heard) == 40


def test_which_copy_is_heard_does_not_depend_on_its_being_right() -> None:
    rows = [example(n, ({"share": k / 4}, k > 2)) for n in range(40) for k in range(1, 5)]
    turned = [replace(row, right=(not row.right[0],)) for row in rows]
    assert representatives(rows) == representatives(turned)
    assert 5 < sum(rows[i].right[0] for i in representatives(rows)) < 35


def test_of_copies_with_the_same_evidence_a_wrong_one_is_heard() -> None:
    rows = [example(n, ({"share": 1.0}, right)) for n in range(20) for right in (True, False)]
    assert learned(rows).as_voted.right == (False,) * 20


def test_the_order_of_the_rows_changes_nothing() -> None:
    rows = systems(120)
    order = random.Random(0).sample(range(120), 120)
    first, second = learned(rows), learned([rows[i] for i in order])
    assert [first.weighted.confidences[i] for i in order] == list(second.weighted.confidences)
    assert first.weights == pytest.approx(second.weights)


@pytest.mark.parametrize("right", [True, False])
def test_all_right_and_all_wrong_are_finite(right: bool) -> None:
    found = learned([example(number, ({"share": 1.0}, right)) for number in range(40)])
    assert all(abs(weight) < 20 for weight in found.weights.values())
    assert {p > 0.5 for p in found.as_voted.confidences} == {right}


def test_one_answer_a_question_is_enough() -> None:
    rows = [example(n, ({"share": n % 10 / 10}, n % 10 > 4)) for n in range(100)]
    found = learned(rows)
    assert found.as_voted == found.weighted
    assert auroc(list(zip(found.as_voted.confidences, found.as_voted.right, strict=True))) == 1.0


def test_questions_without_an_answer_are_never_accepted_and_teach_nothing() -> None:
    rows = systems(60)
    nothing = [example(1000 + n, decided=False) for n in range(30)]
    refused = [replace(rows[n], question=f"refused {n}", decided=False) for n in range(30)]
    found = learned(rows + nothing + refused)
    assert found.as_voted.confidences[60:] == (0.0,) * 60
    assert found.weighted.right[60:] == (False,) * 60
    assert found.weights == pytest.approx(learned(rows).weights)
    assert found.rows == 120


def test_what_is_proved_is_certain_and_teaches_nothing() -> None:
    rows = systems(60)
    proved = [example(1000 + n, ({"share": 1.0}, n > 0), proved=True) for n in range(5)]
    found = learned(rows + proved)
    assert found.as_voted.confidences[60:] == (1.0,) * 5
    assert found.as_voted.right[60:] == (False, True, True, True, True)
    assert found.weights == pytest.approx(learned(rows).weights)


def test_questions_that_were_never_decided_make_a_fit_that_abstains() -> None:
    found = learned([example(number, decided=False) for number in range(20)])
    assert found.weights == {}
    assert found.threshold(0.2, weighted=False) is None


def test_of_several_right_answers_any_counts() -> None:
    rows = [example(n, ({"a": 1.0}, True), ({"b": 1.0}, True)) for n in range(30)]
    assert learned(rows).weighted.right == (True,) * 30


def test_the_weighted_answer_is_chosen_by_the_evidence_of_the_vote() -> None:
    draw = random.Random(3)
    rows = []
    for n in range(200):
        doubted = draw.random() < 0.3
        seen = example(n, ({"raw": -1.0 if doubted else 1.0}, not doubted))
        rows.append(replace(seen, voting=Evidence(({"raw": 1.0},), NONE)))
    found = learned(rows)
    assert auroc(list(zip(found.as_voted.confidences, found.as_voted.right, strict=True))) == 1.0
    assert auroc(list(zip(found.weighted.confidences, found.weighted.right, strict=True))) < 0.7


def test_there_must_be_something_to_learn_from() -> None:
    with pytest.raises(ValueError, match="nothing to learn from"):
        learned([])


def test_of_equal_evidence_the_wrong_answers_do_not_come_first() -> None:
    found = learned([example(n, ({"share": 1.0}, n % 9 != 0)) for n in range(90)])
    assert len(set(found.as_voted.confidences)) == 1
    assert found.as_voted.confidences[0] == pytest.approx(8 / 9, abs=0.03)


@pytest.mark.parametrize("max_error", [0.1, 0.2])
def test_a_bound_holds_for_new_questions_over_random_splits(max_error: float) -> None:
    broken = accepted = 0
    for seed in range(60):
        found, asked = learned(systems(150, seed)), systems(150, 1000 + seed)
        bound = found.threshold(max_error, weighted=True)
        likely = [found.probabilities(one.evidence) for one in asked]
        best = [max(range(2), key=one.__getitem__) for one in likely]
        kept = [
            one.right[k]
            for one, p, k in zip(asked, likely, best, strict=True)
            if bound is not None and p[k] >= bound
        ]
        accepted += bool(kept)
        broken += bool(kept) and kept.count(False) / len(kept) > max_error
    assert broken <= 0.1 * 60
    assert max_error < 0.15 or accepted > 50
