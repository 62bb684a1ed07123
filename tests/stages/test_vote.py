import pytest

from reasoner.stages.vote import Vote
from reasoner.state import Abstained, Answered, Check, State
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
