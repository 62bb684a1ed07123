"""What is wrong with an attempt, and which of two stands better."""

from dataclasses import replace

import pytest

from reasoner.state import Candidate, Check
from reasoner.verification.mending import clean, fault, kept, standing
from support import candidate, check

PROVED = candidate("8", check("pass", "proof"))
CLEAN = candidate("8", check("pass"), check("unknown"))
PLAIN = candidate("8", check("unknown"))
FAULTY = candidate("7", check("pass"), Check("arithmetic", "fail", "support", "2 * 4 = 7 is wrong"))
BROKEN = candidate(None, Check("python", "unknown", "support", "no result: NameError"), text="print(x)")
SILENT = candidate(None)
FROM_BEST = (PROVED, CLEAN, PLAIN, FAULTY, BROKEN)


@pytest.mark.parametrize(
    ("attempt", "says"),
    [
        (PROVED, None),
        (CLEAN, None),
        (PLAIN, None),
        (FAULTY, "2 * 4 = 7 is wrong"),
        (BROKEN, "no result: NameError"),
        (SILENT, "it states no answer"),
        (candidate("8", check("pass", "proof"), check("fail")), None),
        (candidate("8", check("pass", "proof"), check("fail", "proof")), "it came to fail"),
        (candidate(None, check("pass"), check("unknown", by="python")), "it came to unknown"),
    ],
)
def test_the_fault_is_what_a_check_found_wrong_or_why_there_is_no_answer(
    attempt: Candidate, says: str | None
) -> None:
    assert fault(attempt) == says


def test_clean_is_an_answer_with_a_passed_check_and_no_failed_one() -> None:
    assert [clean(attempt) for attempt in FROM_BEST] == [True, True, False, False, False]


def test_they_stand_in_this_order() -> None:
    assert [standing(attempt) for attempt in FROM_BEST] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize("before", [FAULTY, BROKEN])
@pytest.mark.parametrize("after", FROM_BEST)
def test_of_an_attempt_and_what_mends_it_the_better_is_kept(before: Candidate, after: Candidate) -> None:
    mended = replace(after, mends=before)
    best = mended if standing(after) >= standing(before) else before
    assert kept([PLAIN, before, CLEAN, mended]) == (PLAIN, best, CLEAN)


def test_what_was_found_out_since_makes_it_no_other_attempt() -> None:
    mended = replace(CLEAN, mends=replace(FAULTY, checks=()))
    assert kept([FAULTY, mended]) == (mended,)


def test_several_tries_and_tries_at_tries_are_one_attempt() -> None:
    worse, better = replace(SILENT, mends=FAULTY, seed=1), replace(FAULTY, mends=FAULTY, seed=2)
    best = replace(CLEAN, mends=better, seed=3)
    assert kept([FAULTY, worse, better, best]) == (best,)
    assert kept([FAULTY, worse]) == (FAULTY,)


def test_equal_attempts_that_mend_nothing_are_all_kept() -> None:
    assert kept([PLAIN, PLAIN]) == (PLAIN, PLAIN)
