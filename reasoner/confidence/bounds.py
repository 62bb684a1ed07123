"""The lowest confidence at which a bound on the error of accepted answers holds. Pure functions."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from math import exp, floor, lgamma

STEPS = 32
"""Thresholds that are tried, from the strictest to that which accepts everything."""
SLACK = 0.01
"""How far a threshold is below the lowest confidence that it accepts, at most."""
LATER = 3
"""Wrong answers that can be borne where the trying starts for the second time."""
NEGLIGIBLE = 1e-18
"""Terms that are smaller than this share of their sum are left out; those that follow are smaller still."""


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
    holds for whatever distribution the questions come from, as long as the next ones come from the same and
    each point is of another question: copies of a question are no further evidence. 100,000 points take
    about half a second.
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


def surprise(wrong: int, accepted: int, max_error: float) -> float:
    """The chance of at most `wrong` of `accepted` where the next as many break the bound; in [0, 1].

    Which of twice as many answers came first is chance, so that the number of wrong ones among them is
    hypergeometric: this is the largest probability under any number of them that breaks the bound afterwards.
    Summed in floats, from the last term by the ratio of neighbours: the relative error is below 1e-8 up to a
    million answers.
    """
    if wrong >= accepted:
        return 1.0
    total = wrong + floor(max_error * accepted + 1e-9) + 1
    # The distribution is symmetric about half of `total`; where the sum is longer, the rest is summed.
    if 2 * wrong >= total:
        return 1.0 - _at_most(total - wrong - 1, total, accepted)
    return _at_most(wrong, total, accepted)


def _at_most(most: int, total: int, accepted: int) -> float:
    """The chance that at most `most`, below half, of `total` are among the `accepted` of twice as many."""
    least = max(0, total - accepted)
    if most < least:
        return 0.0
    both = 2 * accepted
    log_term = _log_ways(total, most) + _log_ways(both - total, accepted - most) - _log_ways(both, accepted)
    term = found = exp(log_term)
    for k in range(most, least, -1):
        term *= k * (accepted - total + k) / ((total - k + 1) * (accepted - k + 1))
        found += term
        if term <= NEGLIGIBLE * found:
            break
    return min(1.0, found)


def _log_ways(n: int, k: int) -> float:
    """The logarithm of the number of ways to choose k of n."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def plain(share: float) -> str:
    """The share with all of its digits and without an exponent, as YAML reads it: 0.00001, not 1e-05."""
    return f"{Decimal(repr(share)):f}"


def percent(share: float) -> str:
    """The share in percent with all of its digits: "5" for 0.05, and never "100" for a little less than 1."""
    return f"{(100 * Decimal(repr(share))).normalize():f}"


def _spread(
    cuts: Sequence[tuple[int, int, float]],
) -> Sequence[tuple[int, int, float]]:
    """At most STEPS of the cuts, evenly spread, the last among them."""
    if len(cuts) <= STEPS:
        return cuts
    return [cuts[round(k * (len(cuts) - 1) / (STEPS - 1))] for k in range(STEPS)]
