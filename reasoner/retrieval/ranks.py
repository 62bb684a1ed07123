"""Several rankings become one, by the places of passages alone.

Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet" (2009).
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

K = 60
"""How little the first places count for more than the later ones, as in the paper."""
COMPARED = 5
"""Places that show whether two rankings are about the same."""


def fused(rankings: Sequence[Sequence[T]], weights: Sequence[float] | None = None) -> tuple[T, ...]:
    """Everything ranked, by the sum of weight / (K + place); ties in the order of the rankings.

    Every ranking has the weight 1 unless weights are given; one of weight 0 has no say.
    """
    worth: dict[T, float] = defaultdict(float)
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        if weight > 0:
            for place, entry in enumerate(ranking, start=1):
                worth[entry] += weight / (K + place)
    return tuple(sorted(worth, key=lambda entry: -worth[entry]))


def agreement(one: Sequence[T], other: Sequence[T]) -> float:
    """How far two rankings are about the same, in [0, 1], by what both have among the first COMPARED places.

    A single shared entry may be chance and counts for nothing.
    """
    shared = len(set(one[:COMPARED]) & set(other[:COMPARED]))
    return max(0, shared - 1) / (COMPARED - 1)
