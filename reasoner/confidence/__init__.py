"""Evidence becomes a probability. Pure functions."""

from collections.abc import Sequence
from math import exp, fsum, isfinite

from reasoner.state import Candidate, Tally

LONE = 0.5
"""What a single sample is worth that says nothing about its own likelihood: it agrees with nobody."""


def of_vote(candidates: Sequence[Candidate], winner: Tally) -> float:
    """Confidence in the winner of a vote, in [0, 1], not calibrated.

    A proof makes it 1. Otherwise it is the share of the vote; of one sample alone, which always agrees with
    itself, the geometric mean of its tokens' probabilities. Where the model was asked whether the answer is
    right, it is the mean of that and what it said.
    """
    members = [candidates[i] for i in winner.members]
    if any(candidate.proved for candidate in members):
        return 1.0
    sure = winner.share
    if len(candidates) == 1:
        logprob = members[0].logprob
        known = logprob is not None and isfinite(logprob)
        sure *= exp(min(logprob, 0.0)) if known and logprob is not None else LONE
    said = [candidate.p_true for candidate in members if candidate.p_true is not None]
    return (sure + fsum(said) / len(said)) / 2 if said else sure
