"""Solve answers formal questions with a proof and leaves every other State as it is."""

from reasoner.stages.solve import Solve
from reasoner.state import State
from support import candidates, context


def test_a_formal_question_gets_a_proved_candidate() -> None:
    state = Solve().run(State("12*(3+4)"), context())
    (found,) = state.candidates
    assert (found.text, found.answer, found.origin) == ("12*(3 + 4) = 84", "84", "solve")
    assert found.proved


def test_a_story_is_left_unchanged() -> None:
    state = State("Tom has 3 apples and eats one. How many are left?")
    assert Solve().run(state, context()) is state


def test_earlier_candidates_are_kept() -> None:
    state = Solve().run(State("1+1", candidates=candidates("3")), context())
    assert [candidate.answer for candidate in state.candidates] == ["3", "2"]


def test_a_problem_that_takes_too_long_is_left_unchanged() -> None:
    state = State("9^9^9")
    assert Solve(limit_seconds=1).run(state, context()) is state
