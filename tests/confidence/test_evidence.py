from dataclasses import replace
from math import inf, isfinite, log, nan

import pytest

from reasoner.confidence.evidence import evidence
from reasoner.state import Candidate, Tally
from support import candidate, candidates, check


def votes(*members: tuple[int, ...], among: int) -> tuple[Tally, ...]:
    return tuple(Tally(str(k), m, float(len(m)), len(m) / among) for k, m in enumerate(members))


def test_shares_and_entropy_are_those_of_the_vote() -> None:
    seen = evidence(candidates("0", "0", "1", None), votes((0, 1), (2,), among=4), 0.5)
    assert [features["share"] for features in seen.answers] == [0.5, 0.25]
    assert [features["half"] for features in seen.answers] == [1.0, 0.0]
    assert [features["alone"] for features in seen.answers] == [0.0, 1.0]
    assert seen.none["none:silent"] == 0.25
    assert seen.none["none:entropy"] == pytest.approx(-(2 / 3 * log(2 / 3) + 1 / 3 * log(1 / 3)))


def test_a_question_without_votes_has_only_the_evidence_for_none() -> None:
    seen = evidence(candidates(None, None), (), None)
    assert (seen.answers, seen.none["none:silent"], seen.none["none:entropy"]) == ((), 1.0, 0.0)


def test_one_sample_alone_is_as_good_as_it_is_likely() -> None:
    likely = (replace(candidate("4"), logprob=log(0.5)),)
    seen = evidence(likely, votes((0,), among=1), 0.5)
    assert seen.none["none:logprob"] == pytest.approx(0.5)
    assert (seen.answers[0]["alone"], seen.answers[0]["logprob"]) == (0.0, 0.0)
    assert seen.answers[0]["raw"] < 0


@pytest.mark.parametrize("logprob", [nan, -inf, inf, None])
@pytest.mark.parametrize("score", [nan, inf, None])
def test_a_likelihood_or_a_reward_that_is_no_number_counts_as_unknown(
    logprob: float | None, score: float | None
) -> None:
    odd = tuple(replace(found, logprob=logprob, score=score) for found in candidates("0", "1"))
    seen = evidence(odd, votes((0,), (1,), among=2), 0.5)
    numbers = [number for features in (*seen.answers, seen.none) for number in features.values()]
    assert all(map(isfinite, numbers))
    assert (seen.answers[0]["logprob"], seen.answers[0]["score"], seen.none["none:logprob"]) == (0, 0, 0)


def test_a_reward_counts_by_how_far_it_is_from_the_best_answer() -> None:
    scored = tuple(replace(c, score=s) for c, s in zip(candidates("0", "1", "2"), (1, 2.5, -9), strict=True))
    seen = evidence(scored, votes((0,), (1,), (2,), among=3), 1 / 3)
    assert [features["score"] for features in seen.answers] == [-1.5, 0.0, -3.0]


def test_checks_count_by_the_share_of_the_samples_that_they_found_something_in() -> None:
    checked = (candidate("0", check("pass")), candidate("0", check("fail")), candidate("1", check("unknown")))
    first, second = evidence(checked, votes((0, 1), (2,), among=3), 2 / 3).answers
    assert (first["passed"], first["failed"], second["passed"], second["failed"]) == (0.5, 0.5, 0.0, 0.0)


def test_systems_and_modes_are_told_apart() -> None:
    mixed = (
        Candidate("", "0", "cot", source="a"),
        Candidate("", "0", "program", source="b"),
        Candidate("", "1", "cot", source="c"),
    )
    first, second = evidence(mixed, votes((0, 1), (2,), among=3), 2 / 3).answers
    assert {name for name in first if name.startswith("source:")} == {"source:a", "source:b"}
    assert (first["modes"], second["modes"]) == (1.0, 0.0)


def test_a_confidence_says_no_more_than_the_share_of_the_vote_unless_it_differs() -> None:
    found, counted = candidates("0", "0", "1"), votes((0, 1), (2,), among=3)
    same, lower, unknown = (evidence(found, counted, raw).answers[0]["raw"] for raw in (2 / 3, 0.2, None))
    assert same == pytest.approx(0.0)
    assert lower < same
    assert unknown == 0.0


@pytest.mark.parametrize("logprob", [1e308, -1e308, 0.0, nan, None])
@pytest.mark.parametrize("score", [1e308, -1e308, nan, None])
def test_evidence_is_finite_however_large_the_numbers_are(logprob: float | None, score: float | None) -> None:
    odd = tuple(
        replace(found, logprob=logprob, score=score, p_true=p)
        for found, p in zip(candidates("0", "0", "0", "1"), (nan, 1.0, 0.0, None), strict=True)
    )
    seen = evidence(odd, votes((0, 1, 2), (3,), among=4), 1.0)
    assert all(
        isfinite(n) and abs(n) <= 4 for features in (*seen.answers, seen.none) for n in features.values()
    )
