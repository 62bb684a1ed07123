import random
from math import fsum, isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.evals.statistics import (
    Point,
    accuracy_at,
    aurc,
    auroc,
    ece,
    quality,
    quantile,
    reliability,
    risk_coverage,
    wilson,
)

POINTS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60)
TIED = [
    *[(0.0, right) for right in (True, True, False, False, False, True)],
    *[(0.3, right) for right in (False, False, False, True, True, True)],
    *[(0.5, right) for right in (True, True, False, False)],
    *[(0.7, right) for right in (False, False, True, False)],
    *[(0.9, right) for right in (False, True, True, False)],
    *[(1.0, right) for right in (False, True)],
]
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
    [
        (0, 10, 0.0, 0.27753279986288926),
        (1, 10, 0.017876213095072924, 0.40415002679523854),
        (7, 9, 0.45258896910698887, 0.9367748928821533),
        (50, 100, 0.4038315303659956, 0.5961684696340044),
        (494, 660, 0.7140098906204295, 0.7800839862258402),
        (10, 10, 0.7224672001371106, 1.0),
        (1, 1, 0.2065493143772374, 1.0),
        (999, 1000, 0.9943574414020421, 0.9998234536293739),
    ],
)
def test_the_interval_of_wilson_is_that_of_statsmodels(
    right: int, total: int, low: float, high: float
) -> None:
    assert wilson(right, total) == pytest.approx((low, high), abs=1e-12)


def test_of_nothing_any_share_is_possible() -> None:
    assert wilson(0, 0) == (0, 1)


def test_auroc_of_ties_is_that_of_scikit_learn() -> None:
    assert auroc(TIED) == pytest.approx(0.47023809523809523, abs=1e-12)


@pytest.mark.parametrize(("share", "expected"), [(0, 0.2), (0.5, 2.0), (0.9, 7.95), (0.99, 8.895), (1, 9.0)])
def test_quantiles_are_those_of_numpy(share: float, expected: float) -> None:
    assert quantile([3.5, 0.2, 7.25, 1.0, 9.0, 2.0, 2.0], share) == pytest.approx(expected, abs=1e-12)
    assert isnan(quantile([], share))


@given(POINTS)
def test_every_point_is_in_the_bin_of_its_confidence(points: list[Point]) -> None:
    bins = reliability(points)
    assert sum(part.n for part in bins) == len(points)
    assert sum(part.right for part in bins) == sum(right for _, right in points)
    assert all(part.low - 1e-9 <= part.confidence <= part.high + 1e-9 for part in bins)
    assert ece(points) == pytest.approx(
        fsum(part.n * abs(part.confidence - part.right / part.n) for part in bins) / len(points)
    )


@given(POINTS)
def test_when_everything_is_answered_the_risk_is_the_share_of_wrong_answers(points: list[Point]) -> None:
    wrong = sum(not right for _, right in points) / len(points)
    assert risk_coverage(points)[-1] == pytest.approx(wrong)
    assert 0 <= aurc(points) <= 1


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_wilson_is_around_the_share_and_mirrored(counts: tuple[int, int]) -> None:
    right, total = counts
    low, high = wilson(right, total)
    assert 0 <= low <= right / total <= high <= 1
    assert wilson(total - right, total) == pytest.approx((1 - high, 1 - low), abs=1e-12)
