import random

import pytest

from reasoner.confidence.calibration import Race
from reasoner.evals.racing import (
    CAUTIOUS,
    FAILED,
    LEAST_ROWS,
    PRIORS,
    Prefix,
    Vote,
    keeps,
    leader,
    prefixes,
    race,
)
from reasoner.voting.stopping import DEFAULT, stays
from support import candidate, candidates, check


def vote(numbers: str) -> Vote:
    """A vote with a digit for the class of each sample, and - for none."""
    found = tuple(None if digit == "-" else int(digit) for digit in numbers)
    return Vote(candidates(*(None if n is None else str(n) for n in found)), found)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [("", None), ("--", None), ("0", 0), ("01", 0), ("10", 1), ("011", 1), ("-1-", 1)],
)
def test_the_leader_has_most_votes_or_was_met_first(numbers: str, expected: int | None) -> None:
    assert leader(vote(numbers).numbers) == expected


def test_every_moment_of_a_vote_counts_but_the_last() -> None:
    assert list(prefixes(vote("-011"))) == [
        Prefix(plain=1, passed=0, failed=0, second=0, left=2, kept=False),
        Prefix(plain=1, passed=0, failed=0, second=1, left=1, kept=False),
    ]


def test_votes_that_were_checked_are_counted_apart() -> None:
    checked = (candidate("0", check("pass")), candidate("0", check("fail")), candidate("0"), candidate("0"))
    *_, last = prefixes(Vote(checked, (0, 0, 0, 0)))
    assert (last.plain, last.passed, last.failed) == (1, 1, 1)


def drawn(agreeing: float, rows: int, seed: int = 0) -> list[Vote]:
    draw = random.Random(seed)
    return [vote("".join("0" if draw.random() < agreeing else "1" for _ in range(12))) for _ in range(rows)]


def test_a_leader_that_always_stays_ahead_teaches_to_stop_early() -> None:
    steady, torn = race([vote("0" * 12)] * 40), race(drawn(0.5, 200))
    assert steady is not None
    assert torn is not None
    assert steady.prior == min(PRIORS) >= 0.3
    assert torn.prior > steady.prior


def test_what_checks_are_worth_is_only_learned_where_there_were_some() -> None:
    unchecked = race(drawn(0.7, 40))
    assert unchecked is not None
    assert (unchecked.passed, unchecked.failed) == (DEFAULT.passed, DEFAULT.failed)


def test_failed_checks_of_a_leader_that_is_overtaken_are_worth_less() -> None:
    wrong = tuple(candidate("0", check("fail")) for _ in range(3)) + candidates(*"11111")
    right = candidates(*"00000000")
    rows = [Vote(wrong, (0, 0, 0, 1, 1, 1, 1, 1)), Vote(right, (0,) * 8)] * 20
    found = race(rows)
    assert found is not None
    assert found.failed < DEFAULT.failed


@pytest.mark.parametrize("rows", [[], [vote("0000")] * (LEAST_ROWS - 1), [vote("000")] * 50])
def test_too_few_votes_teach_nothing(rows: list[Vote]) -> None:
    assert race(rows) is None


def test_ties_and_silence_are_no_obstacle() -> None:
    found = race([vote("0101")] * 10 + [vote("----")] * 10 + [vote("0123")] * 10)
    assert isinstance(found, Race)


def test_a_failed_check_never_speaks_for_a_leader_more_than_no_check() -> None:
    assert max(FAILED) == 1.0


EARLY = Race(prior=0.3, passed=1, failed=1)
HELD = (Prefix(plain=6, passed=0, failed=0, second=0, left=7, kept=True),)
LOST = (Prefix(plain=6, passed=0, failed=0, second=0, left=7, kept=False),)
STILL_OPEN = (Prefix(plain=1, passed=0, failed=0, second=1, left=8, kept=False),)


@pytest.mark.parametrize(
    ("votes", "kept"),
    [
        ([[HELD, HELD]] * 20, True),
        ([[STILL_OPEN, STILL_OPEN]] * 20, True),
        ([[HELD, HELD]] * 999 + [[LOST, HELD]], True),
        ([[HELD, HELD]] * 196 + [[LOST, HELD]] * 4, False),
        ([[HELD, HELD]] * 199 + [[LOST, LOST]], False),
    ],
    ids=["all stayed", "none was stopped", "half of 1 in 1000", "half of 2 in 100", "1 in 200, no room for chance"],
)  # fmt: skip
def test_a_promise_is_kept_if_leaders_stayed_as_often_as_it_says(
    votes: list[list[tuple[Prefix, ...]]], kept: bool
) -> None:
    assert keeps(EARLY, votes) is kept


@pytest.mark.parametrize("agreeing", [0.5, 0.6, 0.8, 0.95])
def test_what_is_learned_keeps_its_promise_on_other_votes_of_the_kind(agreeing: float) -> None:
    found = race(drawn(agreeing, 200))
    assert found is not None
    others = [tuple(prefixes(other)) for other in drawn(agreeing, 2000, seed=1)]
    stopped = [
        next((p.kept for p in order if stays(p.plain, p.second, p.left, found.prior) >= 0.95), True)
        for order in others
    ]
    assert stopped.count(True) >= 0.95 * len(others)


def test_where_no_setting_keeps_its_promise_nothing_is_taken_for_known() -> None:
    assert race([vote("0" * 9 + "1" * 11)] * LEAST_ROWS) == CAUTIOUS
    assert Race(prior=DEFAULT.prior, passed=DEFAULT.passed, failed=DEFAULT.failed) == CAUTIOUS
