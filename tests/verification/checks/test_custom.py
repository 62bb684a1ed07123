"""A user's checker program says what is right, and can do nothing else."""

import pytest

from reasoner import resources
from reasoner.state import Check
from reasoner.verification.checks.case import Case
from reasoner.verification.checks.custom import check
from support import SANDBOX, candidate

GAME24 = (resources.bundled("pipelines") / "checkers/game24.py").read_text(encoding="utf-8")


def judge(program: str, answer: str | None = "12", question: str = "3 * 4?", seconds: float = 10) -> Check:
    found = check(candidate(answer, text="12"), Case(question, SANDBOX, seconds, checker=program))
    assert found is not None
    assert found.strength == "proof"
    return found


@pytest.mark.parametrize(
    ("returned", "verdict", "reason"),
    [
        ("True", "pass", "the checker says yes"),
        ("False", "fail", "the checker says no"),
        ("(True, 'it is twelve')", "pass", "it is twelve"),
        ("(answer == '13', f'{question} not {answer}')", "fail", "3 * 4? not 12"),
        ("None", "unknown", "the checker cannot say"),
        (
            "1",
            "unknown",
            "check returned a value of type int; it must be True, False, (bool, reason) or None",
        ),
        (
            "(True, 1)",
            "unknown",
            "check returned a value of type tuple; it must be True, False, (bool, reason) or None",
        ),
    ],
)
def test_what_the_checker_returns_is_the_verdict(returned: str, verdict: str, reason: str) -> None:
    found = judge(f"def check(question, answer):\n    return {returned}")
    assert (found.verdict, found.reason) == (verdict, reason)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("open('/etc/passwd')", "line 2: PermissionError"),
        ("import os; os.fork()", "line 2: PermissionError"),
        ("raise SystemExit", "no verdict"),
        ("import requests", "line 2: ModuleNotFoundError"),
    ],
)
def test_a_checker_that_fails_shows_nothing(body: str, reason: str) -> None:
    found = judge(f"def check(question, answer):\n    {body}")
    assert found.verdict == "unknown"
    assert reason in found.reason


def test_a_checker_that_takes_too_long_shows_nothing() -> None:
    found = judge("def check(question, answer):\n    while True: pass", seconds=0.5)
    assert found.verdict == "unknown"
    assert "no result within" in found.reason


def test_a_checker_may_use_sympy() -> None:
    program = "from sympy import factorint\ndef check(question, answer):\n    return factorint(int(answer)) == {2: 2, 3: 1}"
    assert judge(program).verdict == "pass"


def test_without_an_answer_or_a_checker_there_is_nothing_to_run() -> None:
    assert (
        check(candidate(None), Case("", SANDBOX, checker="def check(question, answer): return True")) is None
    )
    assert check(candidate("12"), Case("", SANDBOX)) is None


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("4 6 8 8", "(8 - 4) * 6 * 8 / 8", "fail"),
        ("4 6 8 8", "8 * 6 / (8 / 4)", "pass"),
        ("Make 24 out of 4, 6, 8 and 8.", "8 × 6 ÷ (8 ÷ 4) = 24", "pass"),
        ("3 3 8 8", "8 / (3 - 8 / 3)", "pass"),
        ("1 5 5 5", "5 * (5 - 1 / 5)", "pass"),
        ("4 6 8 8", "4 + 6 + 8 + 8", "fail"),
        ("4 6 8 8", "4 * 6", "fail"),
        ("4 6 8 8", "24", "fail"),
        ("4 6 8 8", "6 * 8 / (4 + 8 - 8 - 4)", "fail"),
        ("4 6 8 8", "68 - 48 + 4", "fail"),
        ("4 6 8 8", "8 * 6 / (8 / 4) = 25", "fail"),
        ("4 6 8 8", "__import__('os').system('id')", "fail"),
        ("4 6 8 8", "8 ** 6 % 8 + 4", "fail"),
        ("4 6 8 8", "I do not know.", "fail"),
    ],
)
def test_the_game_of_24_is_won_by_what_makes_24_of_each_number_once(
    question: str, answer: str, verdict: str
) -> None:
    assert judge(GAME24, answer, question).verdict == verdict
