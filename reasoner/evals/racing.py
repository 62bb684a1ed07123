"""What the votes of recorded questions teach about when to stop. Pure functions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum, log

from reasoner.confidence.calibration import Race
from reasoner.state import Candidate
from reasoner.voting.stopping import DEFAULT, stays

LEAST_ROWS, LEAST_SAMPLES = 20, 4
PRIORS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0)
PASSED = (1.0, 1.2, 1.5, 2.0, 3.0)
FAILED = (0.0, 0.3, 0.5, 0.7, 1.0)
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


def race(votes: Sequence[Vote]) -> Race | None:
    """What makes it most likely that leaders stayed ahead, or did not, as they did; None for too few votes.

    The likelihood is that of every moment of every vote, as if these were independent. What checks are worth
    is only learned where samples were checked.
    """
    enough = [vote for vote in votes if len(vote.candidates) >= LEAST_SAMPLES]
    if len(enough) < LEAST_ROWS:
        return None
    counted = Counter(prefix for vote in enough for prefix in prefixes(vote))
    passed = PASSED if any(prefix.passed for prefix in counted) else (DEFAULT.passed,)
    failed = FAILED if any(prefix.failed for prefix in counted) else (DEFAULT.failed,)
    settings = [Race(prior=a, passed=b, failed=c) for a, b, c in product(PRIORS, passed, failed)]
    return max(settings, key=lambda setting: _likelihood(setting, counted))


def prefixes(vote: Vote) -> Iterator[Prefix]:
    """How the vote stood after each sample but the last, once there was an answer."""
    last = leader(vote.numbers)
    for k in range(1, len(vote.numbers)):
        first = leader(vote.numbers[:k])
        if first is None:
            continue
        counts = Counter(number for number in vote.numbers[:k] if number is not None)
        behind = [count for number, count in counts.items() if number != first]
        mine = [c for c, n in zip(vote.candidates[:k], vote.numbers[:k], strict=True) if n == first]
        failed = sum(candidate.refuted for candidate in mine)
        passed = sum(not c.refuted and any(check.verdict == "pass" for check in c.checks) for c in mine)
        yield Prefix(
            plain=len(mine) - failed - passed,
            passed=passed,
            failed=failed,
            second=max(behind, default=0),
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
        votes = prefix.plain + prefix.passed * setting.passed + prefix.failed * setting.failed
        kept = stays(votes, prefix.second, prefix.left, setting.prior)
        happened = kept if prefix.kept else 1.0 - kept
        terms.append(times * log(max(SURPRISE, happened)))
    return fsum(terms)
