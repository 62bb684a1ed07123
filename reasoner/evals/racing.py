"""What the votes of recorded questions teach about when to stop. Pure functions."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import fsum, log, sqrt
from statistics import fmean, pstdev

from reasoner.confidence.calibration import Race
from reasoner.state import Candidate
from reasoner.voting.stopping import DEFAULT, stays

LEAST_ROWS, LEAST_SAMPLES = 20, 4
PRIORS = (0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)
PASSED = (1.0, 1.2, 1.5, 2.0, 3.0)
FAILED = (0.0, 0.3, 0.5, 0.7, 1.0)
PROMISED = (0.90, 0.95, 0.99, 0.995)
"""Values of `stop_at` of which the promise must have been kept on the votes that are learned from."""
ORDERS = 5
"""In which the samples of each vote are looked at to see that."""
CAUTIOUS = Race(prior=DEFAULT.prior, passed=DEFAULT.passed, failed=DEFAULT.failed)
SURPRISE = 1e-3
"""No probability counts as smaller: the rule of two rivals calls impossible what a tie or a third brings."""


@dataclass(frozen=True, slots=True)
class Vote:
    """All samples of a question, in the order in which they were drawn, and the class of each answer."""

    candidates: tuple[Candidate, ...]
    numbers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Prefix:
    """How a vote stood after some samples."""

    plain: int
    """Votes for the leader of which no check said anything."""
    passed: int
    failed: int
    second: int
    left: int
    """Samples that were still to come."""
    kept: bool
    """The leader was that of all samples in the end."""


Order = tuple[Prefix, ...]
"""How a vote stood after each sample, once there was an answer."""


def race(votes: Sequence[Vote]) -> Race | None:
    """What is learned of when to stop; None for too few votes, which are to be of different questions.

    Of the settings that keep their promise on these votes, see `keeps`, it is the one that makes it most
    likely that leaders stayed ahead, or did not, as they did; where none keeps it, what holds for votes of
    which nothing is known. The likelihood is that of every moment of every vote, as if these were
    independent. What checks are worth is only learned where samples were checked.
    """
    enough = [vote for vote in votes if len(vote.candidates) >= LEAST_SAMPLES]
    if len(enough) < LEAST_ROWS:
        return None
    counted = Counter(prefix for vote in enough for prefix in prefixes(vote))
    passed = PASSED if any(prefix.passed for prefix in counted) else (DEFAULT.passed,)
    failed = FAILED if any(prefix.failed for prefix in counted) else (DEFAULT.failed,)
    settings = [Race(prior=a, passed=b, failed=c) for a, b, c in product(PRIORS, passed, failed)]
    likely = {setting: _likelihood(setting, counted) for setting in settings}
    orders = [[tuple(prefixes(order)) for order in _orders(vote)] for vote in enough]
    ranked = sorted(settings, key=lambda setting: -likely[setting])
    return next((setting for setting in ranked if keeps(setting, orders)), CAUTIOUS)


def keeps(setting: Race, votes: Sequence[Sequence[Order]]) -> bool:
    """Whether stopping at each of PROMISED finds the leader of all samples as often as that promises.

    For each vote there are the orders in which its samples may come. The share of the leaders that are lost
    must be below what is promised by a standard error, which is that over votes, as their orders are alike:
    what is chosen on these votes does a little worse on others.
    """
    return all(_lost(setting, votes, level) <= 1 - level + 1e-9 for level in PROMISED)


def _lost(setting: Race, votes: Sequence[Sequence[Order]], level: float) -> float:
    """The share of the leaders that are lost, and a standard error."""
    shares = [fmean(not _agrees(setting, order, level) for order in orders) for orders in votes]
    return fmean(shares) + pstdev(shares) / sqrt(len(shares))


def _agrees(setting: Race, order: Order, level: float) -> bool:
    """Whether the leader at which it stops, by the rule of `stopping.standing`, is that of all samples.

    A proof, which ends sampling as well, promises nothing about votes, and so is no matter here.
    """
    for prefix in order:
        if prefix.plain + prefix.passed + prefix.failed > prefix.second + prefix.left:
            return prefix.kept
        if _stays(setting, prefix) >= level:
            return prefix.kept
    return True


def _orders(vote: Vote) -> Iterator[Vote]:
    """The vote as it was drawn, and as it might have been: which sample came first is chance."""
    places = range(len(vote.candidates))
    for seed in range(ORDERS):
        order = random.Random(seed).sample(places, len(places)) if seed else places
        yield Vote(tuple(vote.candidates[i] for i in order), tuple(vote.numbers[i] for i in order))


def prefixes(vote: Vote) -> Iterator[Prefix]:
    """How the vote stood after each sample but the last, once there was an answer."""
    last = leader(vote.numbers)
    counts, passed, failed = Counter[int](), Counter[int](), Counter[int]()
    for k, (number, candidate) in enumerate(zip(vote.numbers[:-1], vote.candidates, strict=False), start=1):
        if number is not None:
            counts[number] += 1
            failed[number] += candidate.refuted
            passed[number] += not candidate.refuted and any(c.verdict == "pass" for c in candidate.checks)
        if not counts:
            continue
        # Of equal counts the class that was met first leads.
        first = max(counts, key=counts.__getitem__)
        yield Prefix(
            plain=counts[first] - failed[first] - passed[first],
            passed=passed[first],
            failed=failed[first],
            second=max((count for other, count in counts.items() if other != first), default=0),
            left=len(vote.numbers) - k,
            kept=first == last,
        )


def leader(numbers: Sequence[int | None]) -> int | None:
    """The class with most votes, of equal ones that which was met first; None without any."""
    counts = Counter(number for number in numbers if number is not None)
    return counts.most_common(1)[0][0] if counts else None


def _likelihood(setting: Race, counted: Mapping[Prefix, int]) -> float:
    """The log-likelihood of what happened."""
    terms = []
    for prefix, times in counted.items():
        kept = _stays(setting, prefix)
        happened = kept if prefix.kept else 1.0 - kept
        terms.append(times * log(max(SURPRISE, happened)))
    return fsum(terms)


def _stays(setting: Race, prefix: Prefix) -> float:
    """The probability that the leader stays ahead."""
    votes = prefix.plain + prefix.passed * setting.passed + prefix.failed * setting.failed
    return _remembered(votes, prefix.second, prefix.left, setting.prior)


_remembered = lru_cache(maxsize=2**16)(stays)
