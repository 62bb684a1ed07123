"""What speaks for each answer of a question, in numbers: the input of a calibration. Pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, isfinite, log

from reasoner.state import Candidate, Tally

Features = Mapping[str, float]
"""Numbers of about unit size by name; a name that is not there is 0."""
NONE = "none"
"""The feature that the alternative "none of the answers is right" always has."""
FARTHEST = 1e6
"""A log-probability or a reward beyond it counts as so much, so that sums stay finite."""
SOURCE = "source:"
"""Begins the name of a feature that says that a system of a recording gave this answer."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for each class of equal answers, and what for none of them being right."""

    answers: tuple[Features, ...]
    """In the order of the vote, the winner first."""
    none: Features


def evidence(candidates: Sequence[Candidate], votes: Sequence[Tally], raw: float | None) -> Evidence:
    """The evidence for the answers of a vote; `raw` is the confidence in the winner, in [0, 1].

    What counts of `raw` is how far it is from the share of the vote, which is there already. Every number is
    finite: what is no number counts as unknown, and what is beyond FARTHEST as that.
    """
    shares = [len(tally.members) / max(1, len(candidates)) for tally in votes]
    likely = [_mean([c.logprob for c in _members(candidates, tally)]) for tally in votes]
    scores = [_mean([c.score for c in _members(candidates, tally)]) for tally in votes]
    mean_likely = _mean([candidate.logprob for candidate in candidates])
    answers = []
    for k, tally in enumerate(votes):
        members = _members(candidates, tally)
        features = {
            "share": shares[k],
            "alone": float(len(members) == 1 and len(candidates) > 1),
            "half": float(shares[k] >= 0.5),
            "logprob": _above(likely[k], mean_likely),
            "score": _above(scores[k], max((x for x in scores if x is not None), default=None)),
            "passed": _fraction(members, "pass"),
            "failed": _fraction(members, "fail"),
            "proved": float(any(candidate.proved for candidate in members)),
            "modes": float(len({candidate.origin for candidate in members}) > 1),
            "p_true": _logit(_mean([candidate.p_true for candidate in members])),
            "raw": _logit(raw) - _logit(tally.share) if k == 0 and raw is not None else 0.0,
        }
        for candidate in members:
            if candidate.source is not None:
                features[SOURCE + candidate.source] = 1.0
        answers.append(features)
    none = {
        NONE: 1.0,
        "none:entropy": _entropy(shares),
        "none:silent": max(0.0, 1.0 - fsum(shares)),
        "none:logprob": 1.0 - exp(min(0.0, mean_likely)) if mean_likely is not None else 0.0,
    }
    return Evidence(tuple(answers), none)


def _members(candidates: Sequence[Candidate], tally: Tally) -> list[Candidate]:
    return [candidates[i] for i in tally.members]


def _mean(values: Sequence[float | None]) -> float | None:
    finite = (value for value in values if value is not None and isfinite(value))
    known = [max(-FARTHEST, min(FARTHEST, value)) for value in finite]
    return fsum(known) / len(known) if known else None


def _above(value: float | None, level: float | None) -> float:
    return max(-3.0, min(3.0, value - level)) if value is not None and level is not None else 0.0


def _fraction(members: Sequence[Candidate], verdict: str) -> float:
    """The share of the members of which some check said this."""
    return sum(any(check.verdict == verdict for check in c.checks) for c in members) / max(1, len(members))


def _logit(probability: float | None) -> float:
    """Log-odds of the probability, a third of them, so that they are of unit size; 0 where it is unknown."""
    if probability is None:
        return 0.0
    p = min(0.99, max(0.01, probability))
    return log(p / (1.0 - p)) / 3.0


def _entropy(shares: Sequence[float]) -> float:
    """Of the votes over the answers, in nats."""
    total = fsum(shares)
    return -fsum(share / total * log(share / total) for share in shares) if total else 0.0
