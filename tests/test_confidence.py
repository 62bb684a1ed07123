from math import log

import pytest

from reasoner import confidence


@pytest.mark.parametrize(
    ("share", "votes", "proved", "logprob", "expected"),
    [
        (0.6, 10, False, -0.1, 0.6),
        (0.2, 10, True, None, 1.0),
        (1.0, 1, False, log(0.7), 0.7),
        (1.0, 1, False, None, confidence.LONE),
        (0.5, 1, False, log(0.5), 0.25),
    ],
)
def test_raw_confidence(
    share: float, votes: int, proved: bool, logprob: float | None, expected: float
) -> None:
    assert confidence.raw(share, votes, proved=proved, logprob=logprob) == pytest.approx(expected)
