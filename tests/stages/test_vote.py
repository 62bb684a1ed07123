from dataclasses import replace

import pytest
from pydantic import ValidationError

from reasoner.confidence.calibration import Calibration, CalibrationData, Fit
from reasoner.errors import SettingsError
from reasoner.stage import Context
from reasoner.stages.vote import Vote
from reasoner.state import Abstained, Answered, Candidate, Check, State
from support import candidate, candidates, check, context


def test_equal_answers_count_as_one_however_they_are_written() -> None:
    state = State("half of one?", candidates=candidates("1/2", "0.5", "2"))
    assert Vote().run(state, context()).outcome == Answered("1/2", confidence=2 / 3)


@pytest.mark.parametrize(
    ("answers", "winner"),
    [
        (("50%", r"\frac{1}{2}", "2", "３"), "50%"),
        (("1,000", "1000.0", "7"), "1,000"),
        (("Paris", "paris", "Rome"), "Paris"),
        (("x^2-1", "(x-1)(x+1)", "x"), "x^2-1"),
        (("berl", "brel", "berl"), "berl"),
    ],
)
def test_the_most_frequent_answer_wins(answers: tuple[str, ...], winner: str) -> None:
    outcome = Vote(by="majority").run(State("?", candidates=candidates(*answers)), context()).outcome
    assert isinstance(outcome, Answered)
    assert outcome.text == winner


def test_a_proof_is_certain_and_comes_with_its_certificate() -> None:
    proof = Check("exact", "pass", "proof", "recomputed exactly", "12*(3+4) = 84")
    state = State("12*(3+4)", candidates=(*candidates("83", "83"), candidate("84", proof, origin="solve")))
    outcome = Vote().run(state, context()).outcome
    assert isinstance(outcome, Answered)
    assert (outcome.text, outcome.confidence) == ("84", 1.0)
    assert outcome.certificate is not None
    assert outcome.certificate.answer == "84"


def test_a_program_that_ran_has_a_certificate_that_claims_no_more_than_that() -> None:
    ran = Check("python", "pass", "support", "the program ran and gave 12.0", "print(24 / 2)\n")
    program = candidate("12.0", ran, text="```python\nprint(24 / 2)\n```", origin="program")
    outcome = (
        Vote().run(State("half of two dozen?", candidates=(candidate("12"), program)), context()).outcome
    )
    assert isinstance(outcome, Answered)
    assert outcome.certificate is not None
    assert (outcome.text, outcome.certificate.answer) == ("12", "12")
    assert (outcome.certificate.kind, outcome.certificate.claim) == ("executed", "this program gives 12.0")


def test_the_key_as_is_written_as_in_yaml() -> None:
    assert Vote.model_validate({"as": "text"}).model_dump()["as"] == "text"


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        ((), "nothing was found to answer with"),
        ((candidate(None), candidate(None)), "none of 2 samples stated an answer"),
        (
            (candidate("4", check("fail", by="arithmetic")),),
            "every answer failed a check; the first: arithmetic: it came to fail",
        ),
    ],
)
def test_without_an_answer_to_stand_by_it_abstains_and_says_why(
    found: tuple[object, ...], reason: str
) -> None:
    state = Vote().run(State("?", candidates=found), context())  # type: ignore[arg-type]
    assert state.outcome == Abstained(reason, 0.0)


def learned(**changes: object) -> Calibration:
    """What was learned of two systems, "good" and "bad", for votes that nothing goes before."""
    weights = {"source:good": 3.0, "source:bad": -1.0}
    keys = {"trail": ("think:1", "vote:1"), "model": "scripted", "rows": 50, "weights": weights}
    fit = Fit.model_validate(keys | changes)
    return Calibration("cal.json", CalibrationData(version="0", fits=(fit,)))


def systems(*answers: tuple[str, str | None]) -> State:
    return State("?", candidates=tuple(Candidate("", answer, "cot", source=who) for answer, who in answers))


def after_thinking() -> Context:
    """The context of a vote behind a stage that asked the model."""
    ready = replace(context(), trail=lambda stage: ("think:1",))
    ready.model("default")
    return ready


def test_a_learned_vote_follows_who_is_right_more_often_not_who_are_more() -> None:
    state = systems(("5", "bad"), ("5", "bad"), ("4", "good"))
    assert Vote(by="weighted").run(state, after_thinking()).votes[0].answer == "5"
    voted = Vote(by="weighted", calibration=learned()).run(state, after_thinking())
    assert isinstance(voted.outcome, Answered)
    assert (voted.outcome.text, voted.outcome.kind) == ("4", "calibrated")
    assert voted.outcome.confidence == voted.votes[0].weight == pytest.approx(0.936, abs=1e-3)
    assert [tally.answer for tally in voted.votes] == ["4", "5"]


def test_of_what_was_never_seen_the_vote_decides() -> None:
    state = systems(("4", "new"), ("5", None), ("5", None))
    voted = Vote(by="weighted", calibration=learned()).run(state, after_thinking())
    assert [tally.answer for tally in voted.votes] == ["5", "4"]
    assert voted.votes[0].weight == voted.votes[1].weight


def test_a_proof_needs_no_learned_vote() -> None:
    proof = Check("exact", "pass", "proof", "recomputed exactly", "2 + 2 = 4")
    state = State("2 + 2", candidates=(candidate("4", proof),))
    outcome = Vote(by="weighted", calibration=learned()).run(state, after_thinking()).outcome
    assert isinstance(outcome, Answered)
    assert (outcome.confidence, outcome.kind) == (1.0, "raw")


def test_where_no_model_was_asked_nothing_learned_applies() -> None:
    outcome = Vote(by="weighted", calibration=learned()).run(systems(("4", "good")), context()).outcome
    assert isinstance(outcome, Answered)
    assert outcome.kind == "raw"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"trail": ("think:2", "vote:1")}, "vote: cal.json was fitted behind other stages"),
        ({"model": "other"}, "vote: cal.json was fitted with another model (other), not scripted"),
        ({"effort": "low"}, "vote: cal.json was fitted with another effort, not 'medium'"),
    ],
)
def test_what_was_learned_elsewhere_is_refused(changes: dict[str, object], says: str) -> None:
    vote = Vote(by="weighted", calibration=learned(**changes))
    with pytest.raises(SettingsError) as caught:
        vote.run(systems(("4", "good")), after_thinking())
    assert str(caught.value).startswith(says)


def test_a_calibration_is_for_the_weighted_vote_alone() -> None:
    with pytest.raises(ValidationError, match="'calibration' here is for 'by: weighted'"):
        Vote(by="majority", calibration=learned())
