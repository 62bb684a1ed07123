import random
from math import isnan

import pytest

from reasoner.evals.statistics import (
    Point,
    accuracy_at,
    aurc,
    auroc,
    ece,
    quality,
    risk_coverage,
    wilson,
)

GOOD: list[Point] = [(0.9, True), (0.8, True), (0.7, False), (0.6, True), (0.5, False)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (GOOD, 5 / 6),
        ([(0.9, True), (0.1, False)], 1.0),
        ([(0.1, True), (0.9, False)], 0.0),
        ([(0.5, True), (0.5, False)], 0.5),
        ([(0.5, True), (0.5, False), (0.9, True)], 0.75),
    ],
)
def test_auroc_is_the_chance_that_a_right_answer_is_surer(points: list[Point], expected: float) -> None:
    assert auroc(points) == pytest.approx(expected)


@pytest.mark.parametrize("points", [[], [(0.9, True)], [(0.9, False), (0.1, False)]])
def test_auroc_is_no_number_without_both_kinds(points: list[Point]) -> None:
    assert isnan(auroc(points))


def test_the_risk_is_that_of_the_surest_answers() -> None:
    assert risk_coverage(GOOD) == pytest.approx([0, 0, 1 / 3, 1 / 4, 2 / 5])
    assert aurc(GOOD) == pytest.approx((1 / 3 + 1 / 4 + 2 / 5) / 5)


def test_the_risk_of_equal_confidences_is_the_mean_over_all_orders() -> None:
    points = [(0.9, True), (0.5, True), (0.5, False), (0.5, False), (0.1, True)]
    tied, risks = points[1:4], []
    for seed in range(6000):
        order = [points[0], *random.Random(seed).sample(tied, 3), points[4]]
        wrong = [sum(not right for _, right in order[:k]) / k for k in range(1, 6)]
        risks.append(wrong)
    means = [sum(column) / len(risks) for column in zip(*risks, strict=True)]
    assert risk_coverage(points) == pytest.approx(means, abs=0.01)


def test_no_number_depends_on_the_order_of_the_rows() -> None:
    draw = random.Random(0)
    points = [(draw.choice((0.25, 0.5, 0.75, 1.0)), draw.random() < 0.6) for _ in range(200)]
    shuffled = draw.sample(points, len(points))
    first, second = quality(points), quality(shuffled)
    assert (first.accuracy, first.auroc, first.aurc) == (second.accuracy, second.auroc, second.aurc)
    assert first.ece == pytest.approx(second.ece)
    assert first.at_coverage == second.at_coverage


@pytest.mark.parametrize(
    ("coverage", "expected"), [(0.2, 1.0), (0.21, 1.0), (0.4, 1.0), (0.6, 2 / 3), (1.0, 0.6), (0.01, 1.0)]
)
def test_accuracy_at_a_coverage_is_that_of_the_surest_share(coverage: float, expected: float) -> None:
    assert accuracy_at(GOOD, coverage) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([(1.0, True), (0.0, False)], 0.0),
        ([(1.0, False)], 1.0),
        ([(0.75, True), (0.75, True), (0.75, True), (0.75, False)], 0.0),
        ([(0.95, False), (0.05, True)], 0.95),
        ([(0.11, False), (0.19, False), (0.91, True)], (0.11 + 0.19 + 0.09) / 3),
    ],
)
def test_ece_is_the_mean_distance_of_what_is_said_from_what_is_so(
    points: list[Point], expected: float
) -> None:
    assert ece(points) == pytest.approx(expected)


def test_without_points_there_is_nothing_to_measure() -> None:
    assert all(map(isnan, (aurc([]), ece([]), accuracy_at([], 0.5))))
    with pytest.raises(ValueError, match="nothing to measure"):
        quality([])


@pytest.mark.parametrize(
    ("right", "total", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1)],
)
def test_the_interval_of_wilson(right: int, total: int, low: float, high: float) -> None:
    assert wilson(right, total) == pytest.approx((low, high), abs=1e-4)
