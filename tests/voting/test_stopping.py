from itertools import pairwise
from math import comb

import pytest

from reasoner.state import Candidate
from reasoner.voting.stopping import Standing, Stopping, earliest, standing, stays
from support import candidate, candidates, check

FLAT = Stopping(prior=1.0)


def race(found: tuple[Candidate, ...], budget: int, stop_at: float | None) -> Standing:
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(c.answer, len(numbers)) if c.answer else None for c in found]
    return standing(found, places, budget, stop_at, FLAT)


@pytest.mark.parametrize(
    ("leader", "second", "left", "expected"),
    [
        (1, 0, 1, 2 / 3),
        (1, 0, 2, 5 / 6),
        (3, 0, 2, 1.0),
        (2, 2, 1, 0.5),
        (0, 2, 1, 0.0),
        (0, 0, 3, 0.5),
    ],
)
def test_the_probability_that_the_leader_is_ahead_in_the_end(
    leader: int, second: int, left: int, expected: float
) -> None:
    assert stays(leader, second, left, 1.0) == pytest.approx(expected)


def test_with_a_flat_prior_it_counts_the_ways_the_rest_can_fall() -> None:
    a, b, left = 5, 2, 9
    ways = [comb(a + x, x) * comb(b + left - x, left - x) for x in range(left + 1)]
    ahead = sum(way for x, way in enumerate(ways) if a + x > b + left - x)
    assert stays(a, b, left, 1.0) == pytest.approx(ahead / sum(ways))


def test_a_longer_lead_is_a_surer_one() -> None:
    assert all(stays(n, 3, 20) < stays(m, 3, 20) for n, m in pairwise(range(3, 20)))


@pytest.mark.parametrize(("leader", "second"), [(1000, 1000), (1500, 500), (3, 0), (0.7, 0)])
def test_a_large_budget_is_no_matter(leader: float, second: int) -> None:
    assert 0 < stays(leader, second, 4096) <= 1


def test_it_goes_on_until_the_leader_is_sure_enough() -> None:
    assert race(candidates("4", "4"), 16, 0.95).stop is None
    state = race(candidates("4", "4", "4", "4"), 16, 0.95)
    assert (state.leader, state.stop) == (0, "posterior")
    assert state.agreement == stays(4, 0, 12, 1.0) >= 0.95


def test_with_stop_at_one_it_ends_when_the_leader_cannot_be_caught() -> None:
    assert race(candidates("4", "4", "5", "4"), 6, 1.0).stop is None
    assert race(candidates("4", "4", "5", "4", "4"), 6, 1.0) == Standing(0, 1.0, "leader")


def test_without_stop_at_all_samples_are_drawn() -> None:
    assert race(candidates("4", "4", "4"), 4, None).stop is None
    assert race(candidates("4", "4", "4", "5"), 4, None) == Standing(0, 1.0, "all")


def test_a_proof_ends_it_at_once_and_support_never_does() -> None:
    proof, support = candidate("5", check("pass", "proof")), candidate("5", check("pass"))
    assert race((*candidates("4"), proof), 40, None) == Standing(1, 1.0, "verified")
    assert race((*candidates("4"), support), 40, None).stop is None


def test_checks_move_how_sure_it_is() -> None:
    sure = [race((candidate("4", check(v)),) * 3, 16, 0.95).agreement for v in ("fail", "unknown", "pass")]
    assert sure == sorted(set(sure))


def test_with_stop_at_one_only_what_is_counted_ends_it() -> None:
    passed = (candidate("4", check("pass")),) * 2
    assert race(passed, 4, 1.0).stop is None
    assert race(passed, 4, 0.99).stop == "posterior"


@pytest.mark.parametrize(
    ("found", "budget", "stop"),
    [((), 4, None), (candidates(None, None), 4, None), (candidates(None, None), 2, "all"), ((), 0, "all")],
)
def test_without_an_answer_nobody_leads(found: tuple[Candidate, ...], budget: int, stop: str | None) -> None:
    state = race(found, budget, 0.95)
    assert (state.leader, state.stop) == (None, stop)


@pytest.mark.parametrize(
    ("budget", "stop_at", "checked", "expected"),
    [
        (16, None, False, 16),
        (16, 0.95, False, 4),
        (16, 0.95, True, 3),
        (16, 1.0, False, 9),
        (1, 0.95, False, 1),
    ],
)
def test_the_earliest_end_is_that_of_samples_that_all_agree(
    budget: int, stop_at: float | None, checked: bool, expected: int
) -> None:
    assert earliest(budget, stop_at, FLAT, checked=checked) == expected
    agreeing = (candidate("4", check("pass")) if checked else candidate("4"),) * expected
    assert race(agreeing, budget, stop_at).stop is not None
    assert expected == 1 or stop_at is None or race(agreeing[1:], budget, stop_at).stop is None
