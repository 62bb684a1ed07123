"""Ways to count a vote. Each takes the candidates with their classes and ranks the classes, the winner first.

Of classes with equal weight the larger one wins, then the one that appeared first.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp, fsum, isfinite

from reasoner.state import Candidate, Tally

Groups = Sequence[Sequence[int]]
"""Indices of candidates with equal answers, as `classes` gives them."""
Tallier = Callable[[Sequence[Candidate], Groups], tuple[Tally, ...]]


def majority(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """Self-consistency (Wang et al. 2022, 2203.11171): every candidate has one vote."""
    return _by_votes(candidates, groups, [1.0] * len(candidates))


def weighted(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """A vote weighs as much as its sample is likely: see `weights`."""
    return _by_votes(candidates, groups, weights(candidates))


def verified_first(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """Only proved candidates vote where there are any; else those that failed no check.

    A check of strength "support" that passed adds a vote to the weight, which decides who wins, but not to
    the share. A class in which nobody may vote weighs 0.
    """
    votes = _may_vote(candidates)
    heard = [i for i, candidate in enumerate(candidates) if candidate.proved] or range(len(candidates))
    tallies = []
    for members in groups:
        weight = fsum(votes[i] * _standing(candidates[i]) for i in members)
        tallies.append(_tally(candidates, members, weight, fsum(votes[i] for i in members) / len(heard)))
    return _ranked(tallies)


def best_of_n(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """The answer of the single best candidate: proved, then unrefuted, then by passed checks, then `weights`.

    A class weighs as much as its best member; how many agree with it decides nothing.
    """
    votes, weigh = _may_vote(candidates), weights(candidates)
    tallies = []
    for members in groups:
        best = max(votes[i] * (_standing(candidates[i]) - 1.0 + weigh[i]) for i in members)
        tallies.append(_tally(candidates, members, best, len(members) / len(candidates)))
    return _ranked(tallies)


def agreement(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """Only what candidates of two kinds came to can win, such as a chain of thought and a program."""

    def weight(members: Sequence[int]) -> float:
        return float(len(members)) if len({candidates[i].origin for i in members}) > 1 else 0.0

    return _ranked(
        [_tally(candidates, members, weight(members), len(members) / len(candidates)) for members in groups]
    )


def borda(candidates: Sequence[Candidate], groups: Groups) -> tuple[Tally, ...]:
    """Borda's count over rankings of the answers: by votes, by likelihood, by reward, and by checks.

    Each ranking gives an answer a point for each one that it beats and half a point for each that it ties
    with. Where a candidate has no likelihood or no reward, it counts like the others do on average. As with
    every count of ranks, one vote more can move an answer down in a ranking by means.
    """
    rankings = [[float(len(members)) for members in groups]]
    for part in _PARTS:
        known = [part(candidate) for candidate in candidates]
        overall = _mean(known)
        if overall is not None:
            means = (_mean([known[i] for i in members]) for members in groups)
            rankings.append([overall if mean is None else mean for mean in means])
    return _ranked(
        [
            _tally(
                candidates,
                members,
                1.0 + fsum(_points(ranking, k) for ranking in rankings),
                len(members) / len(candidates),
            )
            for k, members in enumerate(groups)
        ]
    )


TALLIES: Mapping[str, Tallier] = {
    "majority": majority,
    "weighted": weighted,
    "verified_first": verified_first,
    "best_of_n": best_of_n,
    "agreement": agreement,
    "borda": borda,
}
"""By the name that the key `by` of the stage `vote` uses."""


def weights(candidates: Sequence[Candidate]) -> list[float]:
    """How much each vote counts relative to the best one of the question, in [LEAST, 1].

    exp(x - max x), where x is the reward score if any answer has one, else the mean log-probability of the
    tokens (compare CISC, Taubenfeld et al. 2025, 2502.06233). What has no sane x weighs as much as the others
    do on average; where none has, all weigh the same. Samples without an answer set no standard.
    """
    answered = [candidate.answer is not None for candidate in candidates]
    scores = [_sane(candidate.score) for candidate in candidates]
    scored = any(x is not None and said for x, said in zip(scores, answered, strict=True))
    values = scores if scored else [_sane(candidate.logprob) for candidate in candidates]
    known = [x for x, said in zip(values, answered, strict=True) if x is not None and said]
    if not known:
        return [1.0] * len(candidates)
    top = max(known)
    average = fsum(_relative(x, top) for x in known) / len(known)
    return [average if x is None else _relative(x, top) for x in values]


LEAST = 1e-9
"""What a vote weighs at least: only a failed check makes it weigh nothing."""
_LARGEST = 1e9
"""A score or log-probability beyond this was not measured."""


def _relative(x: float, top: float) -> float:
    return max(LEAST, exp(min(0.0, max(-100.0, x - top))))


def _sane(x: float | None) -> float | None:
    return x if x is not None and isfinite(x) and abs(x) <= _LARGEST else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [x for x in map(_sane, values) if x is not None]
    return fsum(known) / len(known) if known else None


def _may_vote(candidates: Sequence[Candidate]) -> list[float]:
    """1 for who may vote, 0 for who may not: a proof silences all the rest, a failed check its own sample."""
    if any(candidate.proved for candidate in candidates):
        return [float(candidate.proved) for candidate in candidates]
    return [float(not candidate.refuted) for candidate in candidates]


def _standing(candidate: Candidate) -> float:
    """A vote, and one more for each check that passed."""
    return 1.0 + sum(check.verdict == "pass" for check in candidate.checks)


_PARTS: tuple[Callable[[Candidate], float | None], ...] = (
    lambda candidate: candidate.logprob,
    lambda candidate: candidate.score,
    lambda candidate: float(sum((c.verdict == "pass") - (c.verdict == "fail") for c in candidate.checks)),
)


def _points(ranking: Sequence[float], k: int) -> float:
    beaten = sum(ranking[k] > other for other in ranking)
    tied = sum(ranking[k] == other for other in ranking) - 1
    return beaten + tied / 2


def _by_votes(candidates: Sequence[Candidate], groups: Groups, votes: Sequence[float]) -> tuple[Tally, ...]:
    total = fsum(votes)
    tallies = []
    for members in groups:
        weight = fsum(votes[i] for i in members)
        tallies.append(_tally(candidates, members, weight, min(1.0, weight / total)))
    return _ranked(tallies)


def _tally(candidates: Sequence[Candidate], members: Sequence[int], weight: float, share: float) -> Tally:
    answer = candidates[members[0]].answer
    assert answer is not None
    return Tally(answer, tuple(members), round(weight, 12), share)


def _ranked(tallies: Sequence[Tally]) -> tuple[Tally, ...]:
    return tuple(sorted(tallies, key=lambda tally: (-tally.weight, -len(tally.members), tally.members[0])))
