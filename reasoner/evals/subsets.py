"""What fewer samples would have come to: estimates over all subsets of the samples. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, fsum

import numpy as np
from numpy.typing import NDArray

EXACT_UP_TO = 1000
"""Samples of a question up to which the majority is computed; the numbers of subsets of more are too large
for floating point."""
DRAWS = 20_000
"""Subsets that are drawn for more samples than that."""


@dataclass(frozen=True, slots=True)
class Classes:
    """How the samples of a question fall into classes of equal answers."""

    right: tuple[int, ...]
    """Sizes of the classes with a right answer."""
    wrong: tuple[int, ...]
    mute: int = 0
    """Samples without an answer."""

    @property
    def samples(self) -> int:
        """All of them."""
        return sum(self.right) + sum(self.wrong) + self.mute

    def ordered(self) -> "Classes":
        """The same with sizes in descending order: what it comes to does not depend on the order."""
        return Classes(tuple(sorted(self.right)[::-1]), tuple(sorted(self.wrong)[::-1]), self.mute)


def counts(most: int) -> list[int]:
    """1, 2, 4, 8 and so on below `most`, and `most`, which is above 0."""
    return [2**i for i in range((most - 1).bit_length())] + [most]


def pass_at(samples: int, right: int, k: int) -> float:
    """Probability that some of `k` samples out of these is right: pass@k, unbiased (Chen et al. 2021,
    2107.03374). `k` is at most `samples`."""
    return 1.0 - comb(samples - right, k) / comb(samples, k)


def majority_at(classes: Classes, k: int, seed: int = 0) -> float:
    """Probability that the answer with most votes among `k` samples out of these is right: maj@k, unbiased.

    Of answers with equal votes each wins with the same probability, as where the one that was met first wins
    and samples come in any order. Where no sample has an answer nothing is right. `k` is at most the number
    of samples. Exact up to EXACT_UP_TO samples; beyond that from DRAWS subsets.
    """
    known = classes.ordered()
    return _exact(known, k) if known.samples <= EXACT_UP_TO else _drawn(known, k, seed)


@lru_cache(maxsize=100_000)
def _exact(classes: Classes, k: int) -> float:
    """The numbers of subsets in which a right class has t votes and no other class more, over all t.

    Subsets are counted by multiplying, for each class, a polynomial in which the coefficient of x^c is the
    number of ways to choose c of its members. Classes with fewer than t members cannot beat or tie t votes:
    for them and for samples without an answer together it is one binomial.
    """
    sizes = classes.right + classes.wrong
    ways = fsum(
        comb(own, t) * share
        for place, own in enumerate(classes.right)
        for t in range(1, min(own, k) + 1)
        for share in [_beaten(sizes[:place] + sizes[place + 1 :], classes.mute, t, k - t)]
    )
    return min(1.0, ways / comb(classes.samples, k))


def _beaten(rivals: Sequence[int], mute: int, votes: int, rest: int) -> float:
    """In how many ways `rest` further samples can fall so that no rival has more than `votes`; a way in which
    j rivals have as many counts 1 / (1 + j)."""
    low = sum(size for size in rivals if size < votes) + mute
    high = [size for size in rivals if size >= votes]
    by_ties = [_choose(low, min(low, rest))]
    for size in high:
        below, level = _choose(size, min(votes - 1, rest)), float(comb(size, votes))
        stay = [np.convolve(one, below)[: rest + 1] for one in by_ties]
        tied = [np.concatenate([np.zeros(votes), level * one])[: rest + 1] for one in by_ties]
        by_ties = [_sum(a, b) for a, b in zip([*stay, None], [None, *tied], strict=True)]
    return fsum(float(one[rest]) / (1 + ties) for ties, one in enumerate(by_ties) if len(one) > rest)


def _choose(size: int, most: int) -> NDArray[np.float64]:
    """The numbers of ways to choose 0, 1, ... `most` of so many."""
    return np.array([comb(size, c) for c in range(most + 1)], dtype=np.float64)


def _sum(a: NDArray[np.float64] | None, b: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """The sum of two polynomials, the shorter of them filled up."""
    if a is None or b is None:
        found = b if a is None else a
        assert found is not None
        return found
    total = np.zeros(max(len(a), len(b)))
    total[: len(a)] += a
    total[: len(b)] += b
    return total


def _drawn(classes: Classes, k: int, seed: int) -> float:
    generator = np.random.Generator(np.random.PCG64(seed))
    sizes = [*classes.right, *classes.wrong, classes.mute]
    drawn = generator.multivariate_hypergeometric(sizes, k, size=DRAWS, method="count")[:, :-1]
    most = drawn.max(axis=1, keepdims=True)
    best = (drawn == most) & (most > 0)
    right = best[:, : len(classes.right)].sum(axis=1) / np.maximum(1, best.sum(axis=1))
    return float(right.mean())
