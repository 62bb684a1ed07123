"""When enough samples were drawn. Pure functions of the samples in the order of their index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, fsum, lgamma, log

from reasoner.state import Candidate, StopReason


@dataclass(frozen=True, slots=True)
class Stopping:
    """What is expected of votes before any is seen; `reasoner calibrate` learns it from other questions."""

    prior: float = 0.5
    """Votes that each of two rivals is given beforehand; above 0. 0.5 is the prior of Jeffreys."""
    passed: float = 1.2
    """Votes that a vote for the leader counts for if it passed a check and failed none."""
    failed: float = 0.7
    """Votes that a vote for the leader counts for if it failed one."""


DEFAULT = Stopping()


@dataclass(frozen=True, slots=True)
class Standing:
    """How the race stands after some samples."""

    leader: int | None
    """The number of the leading class."""
    agreement: float
    """Probability that the whole budget would come to the same leader, in [0, 1]."""
    stop: StopReason | None
    """Why no more need be drawn; None where more should be."""


def standing(
    drawn: Sequence[Candidate],
    numbers: Sequence[int | None],
    budget: int,
    stop_at: float | None,
    stopping: Stopping = DEFAULT,
    *,
    until_proved: bool = True,
) -> Standing:
    """How the race stands once `drawn` are there, of at most `budget` samples; `numbers` are their classes.

    A proof ends it at once, unless sampling is to go on although there is one; support never does. With
    `stop_at` 1 it ends when the leader cannot be caught.
    """
    counts = Counter(number for number in numbers if number is not None)
    left = budget - len(drawn)
    proved = next((i for i, candidate in enumerate(drawn) if candidate.proved), None)
    if until_proved and proved is not None:
        return Standing(numbers[proved], 1.0, "verified")
    if not counts:
        return Standing(None, float(left <= 0), "all" if left <= 0 else None)
    ranked = counts.most_common()  # of equal counts the class that was met first
    leader, votes = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0
    if left <= 0:
        return Standing(leader, 1.0, "all")
    if stop_at is not None and votes > second + left:
        return Standing(leader, 1.0, "leader")
    supporters = [candidate for candidate, number in zip(drawn, numbers, strict=True) if number == leader]
    weight = fsum(_weight(candidate, stopping) for candidate in supporters)
    sure = stays(weight, second, left, stopping.prior)
    # With `stop_at` 1 weights do not count: they could say so of a leader that can be caught.
    enough = stop_at is not None and stop_at < 1 and sure >= stop_at
    return Standing(leader, sure, "posterior" if enough else None)


def earliest(budget: int, stop_at: float | None, stopping: Stopping = DEFAULT, *, checked: bool) -> int:
    """After how many samples it can end: when all agree, and pass a check where they are `checked`."""
    if stop_at is None:
        return budget
    vote = max(1.0, stopping.passed) if checked else 1.0
    enough = (
        n
        for n in range(1, budget)
        if n > budget - n or (stop_at < 1 and stays(n * vote, 0, budget - n, stopping.prior) >= stop_at)
    )
    return next(enough, budget)


def _weight(candidate: Candidate, stopping: Stopping) -> float:
    if candidate.refuted:
        return stopping.failed
    return stopping.passed if any(check.verdict == "pass" for check in candidate.checks) else 1.0


def stays(leader: float, second: float, left: int, prior: float = 0.5) -> float:
    """Probability that an answer with `leader` votes is ahead of its rival with `second` after `left` more.

    The posterior predictive of the two-answer race that Adaptive-Consistency (Aggarwal et al. 2023,
    2305.11860) stops by, over the finite number of samples that are left: of these X go to the leader, where
    X is beta-binomial with parameters leader + prior and second + prior, and it is ahead if
    leader + X > second + left - X. It is cautious where further rivals share the samples that are left.
    """
    a, b = leader + prior, second + prior
    needed = max(0, int((second + left - leader) // 2) + 1)
    if needed > left:
        return 0.0
    if needed == 0:
        return 1.0
    # The log of P(X = left), then downwards by the ratio of neighbours.
    term = lgamma(a + left) + lgamma(a + b) - lgamma(a) - lgamma(a + b + left)
    terms = [exp(term)]
    for x in range(left, needed, -1):
        term += log(x * (b + left - x) / ((left - x + 1) * (a + x - 1)))
        terms.append(exp(term))
    return min(1.0, fsum(terms))
