import pytest

from reasoner.stages.accept import Accept
from reasoner.state import Abstained, Answered, State
from support import context


@pytest.mark.parametrize(("confidence", "given"), [(0.849, False), (0.85, True), (1.0, True), (0.0, False)])
def test_an_answer_is_given_from_the_threshold_on(confidence: float, given: bool) -> None:
    state = Accept().run(State("?", outcome=Answered("4", confidence)), context())
    assert isinstance(state.outcome, Answered) is given


def test_what_is_held_back_says_why_and_how_sure_it_was() -> None:
    state = Accept(min_confidence=0.9).run(State("?", outcome=Answered("4", 0.5)), context())
    assert state.outcome == Abstained("confidence 0.50 is below 0.90", 0.5)


def test_an_abstention_keeps_its_reason() -> None:
    state = State("?", outcome=Abstained("nothing was found"))
    assert Accept().run(state, context()) is state
