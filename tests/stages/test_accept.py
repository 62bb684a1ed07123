from dataclasses import replace
from math import exp
from typing import Any

import pytest
from pydantic import ValidationError

from reasoner.confidence.calibration import Calibration, CalibrationData, Fit, HeldOut
from reasoner.errors import SettingsError
from reasoner.pipeline import make_pipeline
from reasoner.result import Result
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Abstained, Answered, Check, State
from support import candidate, context


@pytest.mark.parametrize(("confidence", "given"), [(0.849, False), (0.85, True), (1.0, True), (0.0, False)])
def test_an_answer_is_given_from_the_threshold_on(confidence: float, given: bool) -> None:
    state = Accept().run(State("?", outcome=Answered("4", confidence)), context())
    assert isinstance(state.outcome, Answered) is given


def test_what_is_held_back_says_why_and_how_sure_it_was() -> None:
    state = Accept(min_confidence=0.9).run(State("?", outcome=Answered("4", 0.5)), context())
    assert state.outcome == Abstained("confidence 0.50 is below 0.90", 0.5, raw=0.5, code="unsure")


def test_an_abstention_keeps_its_reason() -> None:
    state = State("?", outcome=Abstained("nothing was found"))
    assert Accept().run(state, context()) is state


PROOF = Check("exact", "pass", "proof", "recomputed exactly", "2 + 2 = 4")
QUESTION = "2 + 2?"
SAYS = ("The answer is 4.", "The answer is 4.", "The answer is 5.")
SURE = HeldOut(confidences=(0.2,) * 200, right=(True,) * 200)
"""Held-out points that let anything of confidence 0.2 pass."""
UNSURE = HeldOut(confidences=(0.2,) * 200, right=(False,) * 200)


def calibration(held: HeldOut = SURE, **changes: object) -> Calibration:
    """What was learned for the stages of `asked`: that the answer with more votes is right with 0.88."""
    trail = asked(Accept(min_confidence=0)).trail
    keys = {"trail": trail, "model": "scripted", "rows": 200, "as_voted": held, "weights": {"half": 2.0}}
    fit = Fit.model_validate(keys | changes)
    return Calibration("cal.json", CalibrationData(version="0", fits=(fit,)))


def asked(accept: Accept, *says: str) -> Result:
    """What a pipeline comes to that ends with this stage."""
    before = [Think(samples=3), Vote(by="majority")]
    return make_pipeline("p", [*before, accept]).run(QUESTION, context=context(*(says or SAYS)))


def test_a_confidence_is_what_was_learned_about_answers_like_it() -> None:
    result = asked(Accept(calibration=calibration()))
    assert result.confidence_kind == "calibrated"
    assert result.confidence == pytest.approx(exp(2) / (exp(2) + 2))


@pytest.mark.parametrize(("least", "given"), [(0.75, True), (0.8, False)])
def test_a_calibrated_confidence_is_held_against_the_threshold(least: float, given: bool) -> None:
    result = asked(Accept(min_confidence=least, calibration=calibration()))
    assert (result.answer is not None) is given
    assert result.confidence_kind == "calibrated"


def test_without_a_calibration_a_confidence_is_raw() -> None:
    result = asked(Accept(min_confidence=0.6))
    assert (result.answer, result.confidence, result.confidence_kind) == ("4", 2 / 3, "raw")


def test_a_bound_accepts_what_is_as_sure_as_answers_that_held_it() -> None:
    result = asked(Accept(max_error=0.1, calibration=calibration()))
    assert (result.answer, result.confidence_kind) == ("4", "calibrated")


def test_a_bound_holds_back_what_is_less_sure_and_says_from_where_on_it_holds() -> None:
    high = HeldOut(confidences=(0.9,) * 200, right=(True,) * 200)
    result = asked(Accept(max_error=0.1, calibration=calibration(high)))
    says = "confidence 0.787 is below 0.890, from which on at most 10 % of the answers are wrong"
    sure: Any = pytest.approx(0.787, abs=1e-3)
    assert result.outcome == Abstained(says, sure, "calibrated", 2 / 3, code="unsure")


def test_a_bound_that_cannot_be_met_abstains_on_everything_and_says_so() -> None:
    result = asked(Accept(max_error=0.1, calibration=calibration(UNSURE)), *["The answer is 4."] * 3)
    says = "on 200 questions no confidence was found from which on at most 10 % of the answers are wrong"
    assert (result.answer, result.reason) == (None, says)


def test_a_proof_is_accepted_whatever_was_learned() -> None:
    state = State("2 + 2", candidates=(candidate("4", PROOF),), outcome=Answered("4", 1.0))
    trail = ("solve:1",)
    accept = Accept(max_error=0.1, calibration=calibration(UNSURE, trail=trail))
    ready = replace(context(), trail=lambda stage: trail)
    ready.model("default")
    assert accept.run(state, ready).outcome == Answered("4", 1.0, raw=1.0)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"trail": ("think:0", "vote:0")}, "accept: cal.json was fitted behind other stages (think:0 where"),
        ({"model": "other"}, "accept: cal.json was fitted with another model (other), not scripted"),
        ({"effort": "high"}, "accept: cal.json was fitted with another effort, not 'medium'"),
    ],
)
@pytest.mark.parametrize("key", [{"max_error": 0.1}, {"min_confidence": 0.5}])
def test_a_calibration_of_other_stages_model_or_effort_is_refused(
    key: dict[str, Any], changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        asked(Accept(**key, calibration=calibration(**changes)))
    assert str(caught.value).startswith(says)
    assert str(caught.value).endswith("fit another with: reasoner calibrate RUN --out FILE")


@pytest.mark.parametrize(
    ("state", "given"),
    [
        (State("2 + 2", outcome=Answered("4", 0.99)), False),
        (State("2 + 2", outcome=Answered("4", 1.0)), False),
        (State("2 + 2", candidates=(candidate("4", PROOF),), outcome=Answered("4", 1.0)), True),
    ],
    ids=["sure", "certain", "proved"],
)
def test_where_no_model_took_part_a_bound_lets_nothing_pass_but_proofs(state: State, given: bool) -> None:
    outcome = Accept(max_error=0.1, calibration=calibration()).run(state, context()).outcome
    assert isinstance(outcome, Answered) is given
    if isinstance(outcome, Abstained):
        says = "no model took part, so that nothing is known of when at most 10 % of the answers are wrong"
        assert (outcome.reason, outcome.confidence) == (says, state.outcome and state.outcome.confidence)


def test_a_bound_needs_a_calibration_and_excludes_a_threshold() -> None:
    with pytest.raises(ValidationError, match="'max_error' needs the key 'calibration'"):
        Accept(max_error=0.1)
    with pytest.raises(ValidationError, match="give 'min_confidence' or 'max_error', not both"):
        Accept(max_error=0.1, min_confidence=0.5, calibration=calibration())


def test_a_calibration_does_not_change_the_trail_that_it_is_for() -> None:
    assert asked(Accept(calibration=calibration())).trail == asked(Accept(min_confidence=0)).trail
