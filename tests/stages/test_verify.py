"""Verify adds what checks find to every candidate, once."""

import pytest
from pydantic import ValidationError

from reasoner.stages.verify import Verify
from reasoner.state import State
from support import candidate, context


def test_each_candidate_gets_the_checks_that_apply() -> None:
    state = State("a story", candidates=(candidate("8", text="3 + 4 = 8"), candidate("7", text="seven")))
    first, second = Verify().run(state, context()).candidates
    assert [(check.by, check.verdict) for check in first.checks] == [("arithmetic", "fail")]
    assert second.checks == ()


def test_a_formal_question_proves_a_right_answer_and_refutes_a_wrong_one() -> None:
    state = State("12*(3+4)", candidates=(candidate("84"), candidate("83")))
    right, wrong = Verify(limit_seconds=20).run(state, context()).candidates
    assert right.proved
    assert wrong.refuted


def test_a_check_is_not_run_twice() -> None:
    state = State("12*(3+4)", candidates=(candidate("84", text="12 * 7 = 84"),))
    once = Verify().run(state, context())
    assert Verify().run(once, context()) is once


def test_nothing_to_check_leaves_the_state_as_it_is() -> None:
    state = State("a story", candidates=(candidate("7", text="seven"),))
    assert Verify().run(state, context()) is state


def test_an_unknown_check_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValidationError, match="no check 'arithmetics'; did you mean 'arithmetic'"):
        Verify(checks=["arithmetics"])
