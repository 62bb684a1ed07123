"""A program supports the answer that it computes."""

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
