"""Answers become classes of equal answers, and classes a tally. Pure functions; equality is handed in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

from reasoner.state import Candidate


@dataclass(frozen=True, slots=True)
class Tally:
    """One class of equal answers: who is in it, and how much it weighs."""

    answer: str
    """The answer as its first member wrote it."""
    members: tuple[int, ...]
    """Indices of the candidates, ascending."""
    weight: float
    share: float
    """Of the weight of all candidates, those without an answer included; in [0, 1]."""


Equal = Callable[[str, str], bool]
Key = Callable[[str], str]
Weigh = Callable[[Candidate], float]


def classes(candidates: Sequence[Candidate], key: Key, equal: Equal) -> tuple[tuple[int, ...], ...]:
    """Indices of candidates with equal answers, in the order in which each class first appears.

    Answers with the same key are equal at once; `equal` decides between one member of each class.
    """
    groups: dict[str, list[int]] = {}
    answers: dict[str, str] = {}
    for i, candidate in enumerate(candidates):
        if candidate.answer is None:
            continue
        name = key(candidate.answer)
        if name not in groups:
            name = next((old for old, answer in answers.items() if equal(answer, candidate.answer)), name)
        answers.setdefault(name, candidate.answer)
        groups.setdefault(name, []).append(i)
    return tuple(tuple(members) for members in groups.values())


def majority(candidates: Sequence[Candidate], key: Key, equal: Equal) -> tuple[Tally, ...]:
    """Self-consistency (Wang et al. 2022): every candidate has one vote. The winner comes first.

    Of classes with equal weight the one that appeared first wins.
    """
    return _tally(candidates, key, equal, lambda candidate: 1.0)


def verified_first(candidates: Sequence[Candidate], key: Key, equal: Equal) -> tuple[Tally, ...]:
    """Only proved candidates vote where there are any; else those that failed no check.

    A check of strength "support" that passed adds a vote. A class in which nobody may vote weighs 0.
    """
    if any(candidate.proved for candidate in candidates):
        return _tally(candidates, key, equal, lambda candidate: float(candidate.proved))
    return _tally(candidates, key, equal, _supported)


def _supported(candidate: Candidate) -> float:
    return 0.0 if candidate.refuted else 1.0 + sum(check.verdict == "pass" for check in candidate.checks)


def _tally(candidates: Sequence[Candidate], key: Key, equal: Equal, weigh: Weigh) -> tuple[Tally, ...]:
    weights = [weigh(candidate) for candidate in candidates]
    proved = any(candidate.proved for candidate in candidates)
    total = sum(weights) if proved else sum(max(weight, 1.0) for weight in weights)
    tallies = []
    for members in classes(candidates, key, equal):
        weight = sum(weights[i] for i in members)
        answer = candidates[members[0]].answer
        assert answer is not None
        tallies.append(Tally(answer, members, weight, weight / total if total else 0.0))
    return tuple(sorted(tallies, key=lambda tally: (-tally.weight, tally.members[0])))


def leads(first: int, second: int) -> float:
    """Probability that the leader with `first` votes is truly the likelier of the two answers.

    The Beta posterior with a flat prior of Adaptive-Consistency (Aggarwal et al. 2023, 2305.11860):
    P(p > 1/2) for p ~ Beta(first + 1, second + 1), exact.
    """
    n = first + second + 1
    return float(sum(comb(n, k) for k in range(first + 1)) / 2**n)
