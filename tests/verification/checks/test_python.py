"""A program supports the answer that it computes."""

import pytest

from reasoner.verification.checks.case import Case
from reasoner.verification.checks.python import check
from support import SANDBOX, candidate

FENCED = "We compute:\n```python\nprint(3 * 4)\n```\nThe answer is {}."


def test_a_program_that_gives_the_answer_supports_it() -> None:
    found = check(candidate("12.0", text=FENCED.format(12)), Case("", SANDBOX, 5))
    assert found is not None
    assert (found.verdict, found.strength) == ("pass", "support")


def test_a_program_that_gives_another_answer_speaks_against_it() -> None:
    found = check(candidate("13", text=FENCED.format(13)), Case("", SANDBOX, 5))
    assert found is not None
    assert (found.verdict, found.reason) == ("fail", "the program gave 12, not 13")


def test_a_program_that_fails_shows_nothing() -> None:
    found = check(candidate("3", text="n = 0\nans = 3 / n", origin="program"), Case("", SANDBOX, 5))
    assert found is not None
    assert found.verdict == "unknown"


def test_prose_is_not_run() -> None:
    assert check(candidate("3", text="The answer is 3."), Case("", SANDBOX, 5)) is None


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("a = 1\nb = 2\nprint(x)", "the program gave no result: NameError: name 'x' is not defined (line 3)"),
        ("print(1 / 0)", "the program gave no result: ZeroDivisionError: division by zero (line 1)"),
        ("print(1)\nwhile True: pass", "the program gave no result: no result within 1 s"),
        ("import os", "the program printed nothing"),
    ],
)
def test_a_program_without_a_result_says_what_went_wrong(code: str, reason: str) -> None:
    found = check(candidate(None, text=code, origin="program"), Case("", SANDBOX, 1))
    assert found is not None
    assert (found.verdict, found.reason, found.evidence.strip()) == ("unknown", reason, code)


CHAINS = (candidate("12"), candidate("12.0"), candidate("13"))
PROGRAM = candidate("12", text="print(3 * 4)", origin="program")


def test_a_program_says_how_many_chains_agree_with_it() -> None:
    found = check(PROGRAM, Case("", SANDBOX, 5, candidates=(*CHAINS, PROGRAM)))
    assert found is not None
    assert (found.verdict, found.reason) == ("pass", "the program ran and gave 12; 2 of 3 chains agreed")


def test_a_chain_is_supported_by_a_program_with_the_same_answer() -> None:
    found = check(CHAINS[1], Case("", SANDBOX, 5, candidates=(*CHAINS, PROGRAM)))
    assert found is not None
    assert (found.verdict, found.strength) == ("pass", "support")
    assert found.reason == "1 of 1 program gave 12.0 as well"


def test_a_chain_with_another_answer_than_the_programs_is_left_alone() -> None:
    assert check(CHAINS[2], Case("", SANDBOX, 5, candidates=(*CHAINS, PROGRAM))) is None
