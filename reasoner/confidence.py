"""Evidence becomes a probability. Pure functions."""

from math import exp

LONE = 0.5
"""What a single sample is worth that says nothing about its own likelihood: it agrees with nobody."""


def raw(share: float, votes: int, *, proved: bool, logprob: float | None) -> float:
    """Confidence in the winner of a vote, in [0, 1], not calibrated.

    A proof makes it 1. Otherwise it is the share of the vote; of one sample alone, which always agrees
    with itself, the geometric mean of its tokens' probabilities, where `logprob` is their mean log.
    """
    if proved:
        return 1.0
    if votes > 1:
        return share
    return share * (exp(min(logprob, 0.0)) if logprob is not None else LONE)
