"""Intervals by drawing again: the bootstrap over clusters (Efron 1979; Field and Welsh 2007). Pure functions.

A cluster is drawn as a whole, because its items are variants of one question and share their luck.
"""

from collections.abc import Hashable, Sequence

import numpy as np

DRAWS = 10_000
SEED = 0
_AT_ONCE = 2_000_000
"""Numbers that are drawn at a time, so that memory stays small."""


def mean_interval(
    values: Sequence[float], clusters: Sequence[Hashable], seed: int = SEED, draws: int = DRAWS
) -> tuple[float, float]:
    """The 95 % percentile interval of the mean of the values; the same for the same values and seed.

    `clusters` has the cluster of each value. Raises: ValueError, without values.
    """
    if not values:
        raise ValueError("there is nothing to draw from.")
    totals, sizes = _sums(values, clusters)
    generator = np.random.Generator(np.random.PCG64(seed))
    means = np.empty(draws)
    step = max(1, _AT_ONCE // len(totals))
    for start in range(0, draws, step):
        count = min(step, draws - start)
        drawn = generator.integers(0, len(totals), size=(count, len(totals)))
        means[start : start + count] = totals[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def _sums(
    values: Sequence[float], clusters: Sequence[Hashable]
) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The total of the values of each cluster, and how many they are."""
    members: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    totals = np.array([sum(one) for one in members.values()], dtype=np.float64)
    return totals, np.array([len(one) for one in members.values()], dtype=np.float64)
