"""Intervals by drawing again: the bootstrap over clusters (Efron 1979; Field and Welsh 2007). Pure functions.

A cluster is drawn as a whole, because its items are variants of one question and share their luck.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import fsum

import numpy as np

DRAWS = 10_000
SEED = 0
_AT_ONCE = 2_000_000
"""Numbers that are drawn at a time, so that memory stays small."""


def mean_interval(
    values: Sequence[float], clusters: Sequence[Hashable], seed: int = SEED, draws: int = DRAWS
) -> tuple[float, float]:
    """The 95 % percentile interval of the mean of the values: the same for the same seed, in whatever order.

    `clusters` has the cluster of each value. Raises: ValueError, without values.
    """
    if not values:
        raise ValueError("there is nothing to draw from.")
    kinds = _kinds(values, clusters)
    totals, sizes = np.array(list(kinds), dtype=np.float64).T
    count = kinds.total()
    chances = np.array(list(kinds.values())) / count
    generator = np.random.Generator(np.random.PCG64(seed))
    means = np.empty(draws)
    step = max(1, _AT_ONCE // len(kinds))
    for start in range(0, draws, step):
        # How often each kind of cluster is among as many clusters, drawn one by one and put back.
        drawn = generator.multinomial(count, chances, size=min(step, draws - start))
        means[start : start + step] = (drawn @ totals) / (drawn @ sizes)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


def _kinds(values: Sequence[float], clusters: Sequence[Hashable]) -> Counter[tuple[float, int]]:
    """How many clusters there are with the same total of values and the same size, in ascending order."""
    members: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    return Counter(dict(sorted(Counter((fsum(one), len(one)) for one in members.values()).items())))
