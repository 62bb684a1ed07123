"""Intervals by drawing again: the bootstrap over clusters (Efron 1979; Field and Welsh 2007). Pure functions.

A cluster is drawn as a whole, because its items are variants of one question and share their luck.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import fsum, isclose

import numpy as np

DRAWS = 10_000
SEED = 0
_Z2 = 1.959963984540054**2
"""The square of the normal quantile of 95 %."""
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


def has_spread(values: Sequence[float], clusters: Sequence[Hashable]) -> bool:
    """Whether some cluster has another mean than the rest; else every draw comes to the same mean."""
    means = [total / size for total, size in _kinds(values, clusters)]
    return bool(means) and not isclose(min(means), max(means), rel_tol=1e-9, abs_tol=1e-12)


def difference_interval(
    values: Sequence[float], clusters: Sequence[Hashable]
) -> tuple[tuple[float, float], str]:
    """The 95 % interval of the mean of differences in [-1, 1], and the method; mirrored for mirrored values.

    Where the clusters show no spread the bootstrap would find an interval without width. Then it is the score
    interval of as many pairs as there are clusters (Tango 1998, Statistics in Medicine 17, 891-908): exactly
    that for a mean of 0, 1 or -1, and for a mean in between what leads from one to the other in a straight
    line. Raises: ValueError, without values.
    """
    groups = len(set(clusters))
    if values and not has_spread(values, clusters):
        total = groups * fsum(values) / len(values)
        return ((total - _Z2) / (groups + _Z2), (total + _Z2) / (groups + _Z2)), "score_over_clusters"
    low, high = mean_interval(values, clusters)
    mirrored_low, mirrored_high = mean_interval([-value for value in values], clusters)
    # The mean of both directions, because the draws of one alone are not those of the other turned around.
    interval = (low - mirrored_high) / 2, (high - mirrored_low) / 2
    return interval, "cluster_bootstrap" if groups < len(values) else "bootstrap"


def _kinds(values: Sequence[float], clusters: Sequence[Hashable]) -> Counter[tuple[float, int]]:
    """How many clusters there are with the same total of values and the same size, in ascending order."""
    members: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    return Counter(dict(sorted(Counter((fsum(one), len(one)) for one in members.values()).items())))
