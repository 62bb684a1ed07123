"""A certificate says what proved an answer, and can be checked again."""

from dataclasses import replace

from reasoner.stages.solve import Solve
from reasoner.state import State
from reasoner.verification.certificate import certificate, recheck
from support import SANDBOX, candidate, check, context


def test_a_proved_answer_has_a_certificate_that_holds() -> None:
    solved = Solve().run(State("12*(3+4)"), context()).candidates[0]
    found = certificate("12*(3+4)", solved)
    assert found is not None
    assert (found.kind, found.answer, found.evidence) == ("exact", "84", "12*(3 + 4) = 84")
    assert recheck(found, SANDBOX).verdict == "pass"


def test_a_forged_certificate_does_not_hold() -> None:
    solved = Solve().run(State("12*(3+4)"), context()).candidates[0]
    found = certificate("12*(3+4)", solved)
    assert found is not None
    assert recheck(replace(found, answer="85"), SANDBOX).verdict == "fail"


def test_support_makes_no_certificate() -> None:
    assert certificate("12*(3+4)", candidate("84", check("pass", "support"))) is None
