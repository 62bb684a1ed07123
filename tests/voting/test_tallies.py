from collections.abc import Sequence
from dataclasses import replace
from math import inf, nan

import pytest

from reasoner.state import Candidate, Tally
from reasoner.voting.classes import classes
from reasoner.voting.tallies import (
    TALLIES,
    Tallier,
    agreement,
    best_of_n,
    borda,
    majority,
    verified_first,
    weighted,
    weights,
)
from support import candidate, candidates, check


def same(left: str, right: str) -> bool:
    return left.lower() == right.lower()


def tally(tallier: Tallier, found: Sequence[Candidate]) -> tuple[Tally, ...]:
    return tallier(found, classes([each.answer for each in found], str, same))


def scored(*pairs: tuple[str, float | None]) -> tuple[Candidate, ...]:
    return tuple(replace(candidate(answer), score=score) for answer, score in pairs)


def likely(*pairs: tuple[str, float | None]) -> tuple[Candidate, ...]:
    return tuple(replace(candidate(answer), logprob=logprob) for answer, logprob in pairs)


@pytest.mark.parametrize("name", TALLIES)
def test_without_an_answer_there_is_no_tally(name: str) -> None:
    assert tally(TALLIES[name], ()) == tally(TALLIES[name], candidates(None, None)) == ()


@pytest.mark.parametrize("name", sorted(set(TALLIES) - {"agreement"}))
def test_of_answers_that_stand_alike_the_first_to_appear_wins(name: str) -> None:
    assert [each.answer for each in tally(TALLIES[name], candidates("5", "4", "4", "5"))] == ["5", "4"]


def test_majority_counts_silence_in_the_whole() -> None:
    assert tally(majority, candidates("4", "4", "5", None))[0] == Tally("4", (0, 1), 2.0, 0.5)


def test_the_minority_is_kept_with_its_share() -> None:
    assert [(each.answer, each.share) for each in tally(majority, candidates("4", "4", "5", "6"))] == [
        ("4", 0.5),
        ("5", 0.25),
        ("6", 0.25),
    ]


def test_what_is_proved_wins_against_any_number() -> None:
    crowd = (*candidates("4", "4", "4"), candidate("5", check("pass", "proof")))
    assert tally(verified_first, crowd)[0] == Tally("5", (3,), 2.0, 1.0)


def test_what_failed_a_check_cannot_win_but_counts_in_the_whole() -> None:
    crowd = (candidate("4", check("fail")), candidate("4", check("fail")), *candidates("5"))
    assert tally(verified_first, crowd)[0] == Tally("5", (2,), 1.0, 1 / 3)


def test_unknown_is_not_fail() -> None:
    assert tally(verified_first, (candidate("4", check("unknown")),))[0].weight == 1.0


def test_support_weighs_but_is_no_proof_and_adds_nothing_to_the_share() -> None:
    crowd = (*candidates("4"), candidate("5", check("pass")), *candidates(None, None))
    assert [(each.answer, each.weight, each.share) for each in tally(verified_first, crowd)] == [
        ("5", 2.0, 0.25),
        ("4", 1.0, 0.25),
    ]


def test_when_all_failed_nobody_has_weight() -> None:
    assert tally(verified_first, (candidate("4", check("fail")),))[0].weight == 0


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (likely(("4", -0.1), ("5", -0.1)), [1.0, 1.0]),
        (likely(("4", -0.1), ("5", None)), [1.0, 1.0]),
        (likely(("4", None), ("5", nan)), [1.0, 1.0]),
        (likely(("4", 0.0), ("5", -inf)), [1.0, 1.0]),
        (scored(("4", 3.0), ("5", nan), ("6", 3.0)), [1.0, 1.0, 1.0]),
        ((replace(candidate("4"), score=0.0, logprob=-9.0), replace(candidate("5"), score=0.0)), [1.0, 1.0]),
    ],
)
def test_a_weight_that_is_missing_or_no_number_is_that_of_the_others(
    found: tuple[Candidate, ...], expected: list[float]
) -> None:
    assert weights(found) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["weighted", "best_of_n"])
def test_what_has_no_answer_and_what_is_far_less_likely_silences_nobody(name: str) -> None:
    silent = replace(candidate(None), score=10.0)
    assert tally(TALLIES[name], (silent, *scored(("5", -20.0), ("4", -90.0))))[0].answer == "5"
    assert all(each.weight > 0 for each in tally(TALLIES[name], scored(("5", 0.0), ("4", -1e8))))


@pytest.mark.parametrize("name", TALLIES)
@pytest.mark.parametrize("absurd", [1e308, -1e308, inf, -inf, nan])
def test_numbers_that_nobody_measured_break_nothing(name: str, absurd: float) -> None:
    crowd = [replace(candidate(answer), score=absurd, logprob=absurd) for answer in ("4", "4", "5")]
    assert len(tally(TALLIES[name], crowd)) == 2


def test_of_the_best_of_n_more_passed_checks_count_before_the_score() -> None:
    crowd = (replace(candidate("4", check("pass")), score=0.0), *scored(("5", 9.0)))
    assert tally(best_of_n, crowd)[0].answer == "4"


def test_a_likelier_sample_weighs_more() -> None:
    assert [each.answer for each in tally(weighted, likely(("4", -2.0), ("4", -2.0), ("5", -0.1)))] == [
        "5",
        "4",
    ]


def test_a_negative_score_is_as_good_as_its_distance_from_the_best() -> None:
    assert weights(scored(("4", -5.0), ("5", -6.0))) == pytest.approx(weights(scored(("4", 1), ("5", 0))))


def test_the_best_of_n_wins_alone() -> None:
    assert tally(best_of_n, scored(("4", 1.0), ("4", 1.0), ("5", 2.0)))[0].answer == "5"


def test_the_best_of_n_failed_no_check() -> None:
    crowd = (replace(candidate("4", check("fail")), score=9.0), *scored(("5", 1.0)))
    assert tally(best_of_n, crowd)[0].answer == "5"


def test_only_what_two_modes_came_to_can_win() -> None:
    crowd = (*candidates("4", "4", "5"), candidate("5", origin="program"))
    assert [(each.answer, each.weight) for each in tally(agreement, crowd)] == [("5", 2.0), ("4", 0.0)]


def test_borda_adds_up_rankings() -> None:
    crowd = likely(("5", -0.9), ("4", -0.2), ("4", -0.2), ("6", -0.1))
    assert [each.answer for each in tally(borda, crowd)] == ["4", "6", "5"]
