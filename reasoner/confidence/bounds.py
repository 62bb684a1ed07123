"""The lowest confidence at which a bound on the error of accepted answers holds. Pure functions."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, floor

STEPS = 32
"""Thresholds that are tried, from the strictest to that which accepts everything."""
SLACK = 0.01
"""How far a threshold is below the lowest confidence that it accepts, at most."""
LATER = 3
"""Wrong answers that can be borne where the trying starts for the second time."""


@lru_cache(maxsize=64)
def threshold(
    confidences: tuple[float, ...], right: tuple[bool, ...], max_error: float, sure: float = 0.9
) -> float | None:
    """The lowest threshold from which on at most `max_error` of the answers are wrong; None if there is none.

    Testing in a fixed sequence as in Learn then Test (Angelopoulos et al. 2021, 2110.01052): from the
    strictest threshold downwards each is tried until one fails, so that trying many costs nothing. Lest a
    single sure mistake ends it all, half of the risk 1 - `sure` is kept for a second start, where LATER
    wrong answers can be borne; what passes hands its risk down (the fallback procedure of Wiens and
    Dmitrienko 2005, J. Biopharm. Stat. 15:6). Where there are too few answers for that it all goes first.

    What is tested is the promise that a user sees come true or not: among as many accepted answers again,
    the share of wrong ones is above `max_error` with probability at most 1 - `sure`, see `surprise`. It
    holds for whatever distribution the questions come from, as long as the next ones come from the same.
    """
    cuts = _cuts(confidences, right)
    risk = 1 - sure
    later = next((n for n, _, _ in cuts if surprise(LATER, n, max_error) <= risk / 2), None)
    level = risk if later is None else risk / 2
    found = None
    for n, wrong, confidence in _spread([cut for cut in cuts if surprise(0, cut[0], max_error) <= level]):
        if later is not None and n >= later:
            level, later = level + risk / 2, None
        if level and surprise(wrong, n, max_error) <= level:
            found = confidence
        else:
            level = 0.0
    return found


def _cuts(confidences: Sequence[float], right: Sequence[bool]) -> list[tuple[int, int, float]]:
    """Thresholds, the strictest first: how many answers each accepts, how many are wrong, and itself.

    Each is a little below the lowest confidence that it accepts, half-way to the next at most: what is as
    sure as these is accepted although a fit that saw all questions gives it a slightly other probability.
    """
    order = sorted(range(len(confidences)), key=lambda i: -confidences[i])
    wrong, cuts = 0, []
    for n, i in enumerate(order, start=1):
        wrong += not right[i]
        lower = confidences[order[n]] if n < len(order) else 0.0
        if n == len(order) or lower < confidences[i]:
            cuts.append((n, wrong, confidences[i] - min(SLACK, (confidences[i] - lower) / 2)))
    return cuts


@lru_cache(maxsize=65536)
def surprise(wrong: int, accepted: int, max_error: float) -> float:
    """The chance of at most `wrong` of `accepted` where the next as many break the bound; in [0, 1].

    Which of twice as many answers came first is chance, so that the number of wrong ones among them is
    hypergeometric: this is the largest probability under any number of them that breaks the bound afterwards.
    """
    if wrong >= accepted:
        return 1.0
    total = wrong + floor(max_error * accepted + 1e-9) + 1
    both = 2 * accepted
    ways = sum(comb(total, k) * comb(both - total, accepted - k) for k in range(wrong + 1))
    return ways / comb(both, accepted)


def _spread(
    cuts: Sequence[tuple[int, int, float]],
) -> Sequence[tuple[int, int, float]]:
    """At most STEPS of the cuts, evenly spread, the last among them."""
    if len(cuts) <= STEPS:
        return cuts
    return [cuts[round(k * (len(cuts) - 1) / (STEPS - 1))] for k in range(STEPS)]
