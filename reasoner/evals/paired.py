"""Whether two answerers of the same questions differ. Pure functions.

Only the questions on which one is right and the other is not say anything: those gained by the second, and
those lost by it.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import ceil, sqrt
from statistics import NormalDist

ALPHA = 0.05
POWER = 0.8
FEWEST = 6
"""Differing questions, all of them in favour of one side, from which on McNemar's test sees a difference."""


def mcnemar(gained: int, lost: int) -> float:
    """McNemar's test (1947), exact and two-sided: the p-value of as many fair coins."""
    total, ways, tail = gained + lost, 1, 0
    for i in range(min(gained, lost) + 1):
        tail += ways
        ways = ways * (total - i) // (i + 1)
    return min(1.0, 2 * tail / (1 << total))


def needed(n: int, gained: int, lost: int, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """About how many questions show a difference as large as that found on `n`, with this probability.

    The normal approximation of Connor (1987, Biometrics 43, 207-211), which the exact test exceeds by some
    per cent. None where no difference was found.
    """
    if gained == lost:
        return None
    differing, difference = (gained + lost) / n, abs(gained - lost) / n
    normal = NormalDist()
    spread = normal.inv_cdf(1 - alpha / 2) * sqrt(differing)
    spread += normal.inv_cdf(power) * sqrt(differing - difference**2)
    return ceil(max((spread / difference) ** 2, FEWEST / differing))


def holm(probabilities: Sequence[float]) -> list[float]:
    """The p-values of several tests, adjusted so that any false alarm at all is as rare as that of one test
    alone (Holm 1979)."""
    order = sorted(range(len(probabilities)), key=lambda i: probabilities[i])
    scaled = ((len(order) - rank) * probabilities[i] for rank, i in enumerate(order))
    adjusted = dict(zip(order, accumulate(scaled, max), strict=True))
    return [min(1.0, adjusted[i]) for i in range(len(order))]
