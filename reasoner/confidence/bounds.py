"""The lowest confidence at which a bound on the error of accepted answers holds. Pure functions."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, floor

STEPS = 32
"""Thresholds that are tried, from the strictest to that which accepts everything."""


@lru_cache(maxsize=64)
def threshold(
    confidences: tuple[float, ...], right: tuple[bool, ...], max_error: float, sure: float = 0.9
) -> float | None:
    """The lowest threshold from which on at most `max_error` of the answers are wrong; None if there is none.

    Fixed-sequence testing as in Learn then Test (Angelopoulos et al. 2021, 2110.01052): from the strictest
    threshold downwards each is tried until one fails, so that trying many costs nothing. What is tested is
    the promise that a user sees come true or not: among as many accepted answers again, the share of wrong
    ones is above `max_error` with probability at most 1 - `sure`, see `surprise`. It holds for whatever
    distribution the questions come from, as long as the next ones come from the same.
    """
    order = sorted(range(len(confidences)), key=lambda i: -confidences[i])
    wrong, cuts = 0, []
    for n, i in enumerate(order, start=1):
        wrong += not right[i]
        if n == len(order) or confidences[order[n]] < confidences[i]:
            cuts.append((n, wrong, confidences[i]))
    testable = [cut for cut in cuts if surprise(0, cut[0], max_error) <= 1 - sure]
    found = None
    for n, wrong, confidence in _spread(testable):
        if surprise(wrong, n, max_error) > 1 - sure:
            break
        found = confidence
    return found


def surprise(wrong: int, accepted: int, max_error: float) -> float:
    """The chance of at most `wrong` of `accepted` where the next as many break the bound; in [0, 1].

    Which of twice as many answers came first is chance, so that the number of wrong ones among them is
    hypergeometric: this is the largest probability under any number of them that breaks the bound afterwards.
    """
    total = wrong + floor(max_error * accepted + 1e-9) + 1
    n = 2 * accepted
    if total > n:
        return 0.0
    ways = sum(comb(total, k) * comb(n - total, accepted - k) for k in range(wrong + 1))
    return ways / comb(n, accepted)


def _spread(
    cuts: Sequence[tuple[int, int, float]],
) -> Sequence[tuple[int, int, float]]:
    """At most STEPS of the cuts, evenly spread, the last among them."""
    if len(cuts) <= STEPS:
        return cuts
    return [cuts[round(k * (len(cuts) - 1) / (STEPS - 1))] for k in range(STEPS)]
