import random

import pytest

from reasoner.confidence.calibration import Race
from reasoner.evals.racing import LEAST_ROWS, PRIORS, Prefix, Vote, leader, prefixes, race
from reasoner.voting.stopping import DEFAULT
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
    assert steady.prior == min(PRIORS)
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
