from math import inf, log, nan

import pytest

from reasoner import confidence
from reasoner.state import Candidate, Tally
from support import candidate, check


def sampled(logprob: float | None = None, p_true: float | None = None) -> Candidate:
    return Candidate("4", "4", "cot", logprob=logprob, p_true=p_true)


@pytest.mark.parametrize(
    ("members", "of", "expected"),
    [
        ((sampled(), sampled(), sampled()), 5, 0.6),
        ((candidate("4", check("pass", "proof")),), 5, 1.0),
        ((sampled(log(0.7)),), 1, 0.7),
        ((sampled(0.1),), 1, 1.0),
        ((sampled(),), 1, confidence.LONE),
        ((sampled(nan),), 1, confidence.LONE),
        ((sampled(-inf),), 1, confidence.LONE),
        ((sampled(p_true=0.2), sampled(p_true=0.4), sampled()), 5, 0.45),
    ],
)
def test_confidence_of_the_winner_of_a_vote(members: tuple[Candidate, ...], of: int, expected: float) -> None:
    found = members + (candidate("5"),) * (of - len(members))
    tally = Tally("4", tuple(range(len(members))), len(members), len(members) / of)
    assert confidence.of_vote(found, tally) == pytest.approx(expected)
