"""An answer to a formal question is compared with the solution."""

import pytest

from reasoner.verification.checks.case import Case
from reasoner.verification.checks.sympy import check
from support import SANDBOX, candidate


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("What is 15% of 80?", "12", "pass"),
        ("Solve x^2-5x+6=0", "3 and 2", "pass"),
        ("Solve x^2-5x+6=0", "2", "fail"),
        ("∫ 2x+1 dx", "x^2 + x", "pass"),
        ("∫ 2x+1 dx", "x^2 + x + 7", "pass"),
        ("∫ 2x+1 dx", "x^2", "fail"),
        ("differentiate x^3", "3x²", "pass"),
    ],
)
def test_the_answer_is_proved_or_refuted(question: str, answer: str, verdict: str) -> None:
    found = check(candidate(answer), Case(question, SANDBOX, 20))
    assert found is not None
    assert (found.verdict, found.strength) == (verdict, "proof"), found


def test_a_story_has_no_formal_solution() -> None:
    assert check(candidate("3"), Case("Tom has 3 apples. How many?", SANDBOX, 5)) is None


def test_a_solution_that_is_not_found_leaves_it_open() -> None:
    found = check(candidate("5"), Case("9^9^9", SANDBOX, 5))
    assert found is not None
    assert found.verdict == "unknown"
