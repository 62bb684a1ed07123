from dataclasses import asdict
from math import inf, nan
from typing import Any

import pytest

from reasoner.evals import runs
from reasoner.evals.calibrating import Bound, Graded, Group, Run, accepted, grade, learn, report
from reasoner.evals.runs import RunRow
from reasoner.pipeline import make_pipeline
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from support import SANDBOX, context

ANSWERS = ("The answer is 4.", "The answer is 4.0.", "The answer is 5.", "I do not know.")


def row(*says: str, least: float = 0.0, **changes: Any) -> RunRow:
    """What a run with the scripted model writes, with changes."""
    stages = [
        Think(samples=len(says or ANSWERS)),
        Vote(by="majority"),
        Accept(min_confidence=least),
    ]
    result = make_pipeline("p", stages).run("2 + 2?", context=context(*(says or ANSWERS)))
    return runs.parse(result.as_dict() | changes)


def graded(found: RunRow, *golds: str) -> Graded:
    one = grade(found, golds, SANDBOX)
    assert isinstance(one, Graded)
    return one


@pytest.mark.parametrize(
    ("golds", "right"),
    [
        (("4",), (True, False)),
        (("8/2",), (True, False)),
        (("So it is \\boxed{5}.",), (False, True)),
        (("5", "4"), (True, True)),
        (("6",), (False, False)),
    ],
)
def test_a_class_is_right_when_it_equals_a_known_answer(
    golds: tuple[str, ...], right: tuple[bool, ...]
) -> None:
    assert graded(row(), *golds).example.right == right


def test_what_is_learned_from_names_its_stages_its_model_and_its_effort() -> None:
    found = row()
    assert graded(found, "4").group == Group(found.trail, "scripted", "medium")
    assert graded(found, "4").raw == 0.5


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"trail": ()}, "without a trail"),
        ({"model": None}, "without a model"),
    ],
)
def test_rows_that_teach_nothing_say_why(changes: dict[str, Any], why: str) -> None:
    assert grade(row(**changes), ["4"], SANDBOX) == why


def test_a_vote_that_a_calibration_weighed_is_left_out() -> None:
    found = row()
    votes = tuple(
        asdict(tally) | {"weight": weight} for tally, weight in zip(found.votes, (0.7, 0.1), strict=True)
    )
    found = row(votes=votes, confidence=0.7, raw_confidence=0.7, confidence_kind="calibrated")
    assert grade(found, ["4"], SANDBOX) == "voted on by a calibration"


def test_of_a_calibrated_confidence_the_raw_one_is_found_again() -> None:
    assert graded(row(confidence=0.9, confidence_kind="calibrated"), "4").raw == 0.5


def test_an_answer_that_was_held_back_teaches_as_much_as_one_that_was_given() -> None:
    held_back = row(least=0.9)
    assert held_back.outcome == "abstained"
    assert graded(held_back, "4").example == graded(row(), "4").example


def test_an_abstention_without_votes_has_no_right_answer() -> None:
    found = graded(row("I do not know.", "I cannot answer this question."), "4")
    assert (found.example.right, found.example.decided, found.point) == ((), False, (0.0, False))


def test_an_abstention_of_another_stage_is_no_answer_to_learn_from() -> None:
    found = graded(row(outcome="abstained", raw_confidence=None), "4")
    assert (found.example.decided, found.point) == (False, (0.0, False))


def test_only_votes_that_were_not_stopped_teach_when_to_stop() -> None:
    whole = graded(row(), "4").vote
    assert whole is not None
    assert whole.numbers == (0, 0, 1, None)
    assert graded(row(savings={"stopped": ["posterior"]}), "4").vote is None
    assert graded(row(savings={"stopped": ["all", "all"]}), "4").vote is None


def copied(questions: int, times: int = 1) -> list[Graded]:
    """The same row for so many questions, each so many times."""
    return [graded(row(question=f"{n} ?"), "4") for n in range(questions)] * times


def test_copies_of_a_question_make_no_group_large_enough() -> None:
    run = Run()
    for found in [*copied(10, times=4), graded(row(question=" 0  ?"), "4")]:
        run.take(found)
    assert run.enough() == {}
    assert list(run.sizes().values()) == [10]


def test_a_report_on_copies_is_that_on_the_questions() -> None:
    once, often = copied(30), copied(30, times=4)
    assert report(learn(often[0].group, often), often, 0.1) == report(learn(once[0].group, once), once, 0.1)


def test_rows_are_counted_by_what_they_come_to() -> None:
    run = Run()
    for found in copied(20) + [graded(row(effort="high"), "4")] * 3:
        run.take(found)
    run.take("with an error")
    assert [len(rows) for rows in run.enough().values()] == [20]
    assert list(run.sizes().values()) == [20, 1]
    assert (len(run.groups), run.left_out["with an error"]) == (2, 1)


def test_a_report_tells_of_the_bound_that_was_asked_for_among_others() -> None:
    rows = copied(30)
    told = report(learn(rows[0].group, rows), rows, 0.33)
    assert [bound.max_error for bound in told.weighted.bounds] == [0.02, 0.05, 0.10, 0.20, 0.33]
    assert told.raw.accuracy == told.as_voted.quality.accuracy == 1.0
    assert told.fit.race is not None


@pytest.mark.parametrize(
    ("threshold", "coverage", "error"),
    [(None, 0.0, 0.0), (0.95, 0.0, 0.0), (0.5, 0.75, 1 / 3), (0.0, 1.0, 0.5)],
)
def test_a_threshold_accepts_what_is_as_sure(threshold: float | None, coverage: float, error: float) -> None:
    points = [(0.9, True), (0.9, True), (0.5, False), (0.1, False)]
    assert accepted(points, 0.1, threshold) == Bound(0.1, threshold, coverage, error)


def votes(*members: list[int], weight: float = 1.0, share: float = 0.5) -> dict[str, Any]:
    found = [{"answer": "4", "members": one, "weight": weight, "share": share} for one in members]
    return {"votes": found}


def one(**numbers: float) -> dict[str, Any]:
    return {"candidates": [{"text": "4", "answer": "4", "origin": "cot"} | numbers], **votes([0])}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"votes": ({"answer": "4", "members": [9], "weight": 1, "share": 1},)}, "not there"),
        ({"votes": ({"answer": "4", "members": [], "weight": 1, "share": 1},)}, "votes.0 has no members"),
        (votes([0, 0]), "votes.0 names candidate 0, which has voted already"),
        (votes([0], [1, 0]), "votes.1 names candidate 0, which has voted already"),
        (votes([0], share=1.5), "votes.0.share is 1.5; it must be from 0 to 1"),
        (votes([0], share=-0.5), "votes.0.share is -0.5; it must be from 0 to 1"),
        (votes([0], weight=inf), "at 'votes.0.weight': input should be a finite number"),
        (one(p_true=1.5), "candidates.0.p_true is 1.5; it must be from 0 to 1"),
        (one(p_true=nan), "at 'candidates.0.p_true': input should be a finite number"),
        (one(logprob=-inf), "at 'candidates.0.logprob': input should be a finite number"),
        (one(score=nan), "at 'candidates.0.score': input should be a finite number"),
        (one(tokens=-1), "candidates.0.tokens is -1; it must be 0 or more"),
        ({"confidence": 1.5}, "at 'confidence': input should be less than or equal to 1"),
        ({"confidence": float("nan")}, "at 'confidence'"),
        ({"candidates": "many"}, "at 'candidates'"),
        ({"outcome": "perhaps"}, "at 'outcome'"),
    ],
)
def test_a_row_of_no_run_is_refused_in_one_line(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match="no row of `reasoner run --input`") as caught:
        row(**changes)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_row_without_candidates_is_of_no_run() -> None:
    with pytest.raises(ValueError, match="at 'outcome': it has none"):
        runs.parse({"question": "?", "answer": "4"})
