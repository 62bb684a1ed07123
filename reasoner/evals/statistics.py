"""How good confidences and answers are, in numbers. Pure functions.

Points are (confidence, right). Where confidences are equal the order of their points says nothing, so every
number is the one expected over all orders of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, fsum, nan, sqrt

Point = tuple[float, bool]
BINS = 10
LEVELS = (0.5, 0.8, 0.9)
"""Coverages at which `quality` tells the accuracy."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How well confidences tell right answers from wrong ones, and how well they mean what they say."""

    accuracy: float
    auroc: float
    """NaN where all are right, or all wrong."""
    aurc: float
    ece: float
    at_coverage: tuple[float, ...]
    """Accuracy of the surest LEVELS of the answers."""


def quality(points: Sequence[Point]) -> Quality:
    """All of it at once. Raises: ValueError, when there are no points."""
    if not points:
        raise ValueError("there is nothing to measure.")
    return Quality(
        accuracy=sum(right for _, right in points) / len(points),
        auroc=auroc(points),
        aurc=aurc(points),
        ece=ece(points),
        at_coverage=tuple(accuracy_at(points, level) for level in LEVELS),
    )


def auroc(points: Sequence[Point]) -> float:
    """Probability that a right answer is surer than a wrong one, a tie counting half; NaN without both."""
    good = sum(right for _, right in points)
    bad, won, below = len(points) - good, 0.0, 0
    for _, group in groupby(sorted(points), key=lambda point: point[0]):
        members = [right for _, right in group]
        wrong = members.count(False)
        won += members.count(True) * (below + wrong / 2)
        below += wrong
    return won / (good * bad) if good and bad else nan


def risk_coverage(points: Sequence[Point]) -> list[float]:
    """The share of wrong ones among the k surest answers, for k from 1 to all (Geifman and El-Yaniv 2017,
    1705.08500)."""
    risks: list[float] = []
    wrong_before = 0
    for _, group in groupby(sorted(points, reverse=True), key=lambda point: point[0]):
        members = [right for _, right in group]
        wrong, before = members.count(False), len(risks)
        risks += [
            (wrong_before + wrong * j / len(members)) / (before + j) for j in range(1, len(members) + 1)
        ]
        wrong_before += wrong
    return risks


def aurc(points: Sequence[Point]) -> float:
    """Area under the risk-coverage curve, in [0, 1]; lower is better. NaN without points."""
    return fsum(risk_coverage(points)) / len(points) if points else nan


def accuracy_at(points: Sequence[Point], coverage: float) -> float:
    """Accuracy of the surest share `coverage`, in (0, 1], of the answers, rounded up to a whole number."""
    if not points:
        return nan
    k = max(1, ceil(coverage * len(points) - 1e-9))
    return 1.0 - risk_coverage(points)[k - 1]


@dataclass(frozen=True, slots=True)
class Bin:
    """The points with a confidence in [low, high), or up to 1 in the last bin: one bar of a reliability
    diagram."""

    low: float
    high: float
    n: int
    right: int
    confidence: float
    """The mean of what was said."""


def reliability(points: Sequence[Point], bins: int = BINS) -> list[Bin]:
    """The bins of equal width that have points, in ascending order."""
    found: dict[int, list[Point]] = {}
    for point in points:
        found.setdefault(min(bins - 1, int(point[0] * bins)), []).append(point)
    return [
        Bin(
            low=place / bins,
            high=(place + 1) / bins,
            n=len(members),
            right=sum(right for _, right in members),
            confidence=fsum(confidence for confidence, _ in members) / len(members),
        )
        for place, members in sorted(found.items())
    ]


def ece(points: Sequence[Point], bins: int = BINS) -> float:
    """Expected calibration error (Guo et al. 2017, 1706.04599): the mean distance of what is said from how
    often it is right, over bins of equal width; in [0, 1]."""
    if not points:
        return nan
    gaps = (abs(part.confidence * part.n - part.right) for part in reliability(points, bins))
    return fsum(gaps) / len(points)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed, between neighbours by a straight line (type 7 of
    Hyndman and Fan 1996); NaN without values."""
    if not values:
        return nan
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def wilson(right: float, total: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's interval for a share of `total`, of 95 % unless `z` says otherwise; (0, 1) for none.

    `right` need not be whole, where it sums up shares.
    """
    if not total:
        return 0.0, 1.0
    share, square = right / total, z * z / total
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(share * (1 - share) / total + square / (4 * total))
    return middle - half if right else 0.0, middle + half if right < total else 1.0
