import pytest

from reasoner.evals.resampling import mean_interval


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([1.0] * 30 + [0.0] * 20, 0.46, 0.74),
        ([0.0, 0.2, 0.25, 0.4, 0.5, 0.5, 0.75, 0.8, 1.0, 1.0], 0.34, 0.74),
    ],
)
def test_the_interval_is_about_the_percentile_bootstrap_of_scipy(
    values: list[float], low: float, high: float
) -> None:
    assert mean_interval(values, range(len(values))) == pytest.approx((low, high), abs=0.0201)


def test_copies_of_a_question_do_not_make_it_surer() -> None:
    values = [1.0] * 6 + [0.0] * 4
    copied = [value for value in values for _ in range(50)]
    clusters = [i for i in range(10) for _ in range(50)]
    assert mean_interval(copied, clusters) == mean_interval(values, range(10))
    low, high = mean_interval(copied, range(500))
    assert high - low < 0.1


def test_the_order_of_the_values_says_nothing() -> None:
    values, clusters = [0.1, 0.2, 0.7, 1.0, 0.0, 0.3], ["a", "b", "a", "c", "d", "b"]
    assert mean_interval(values[::-1], clusters[::-1]) == mean_interval(values, clusters)


def test_clusters_of_different_sizes_weigh_as_much_as_they_have_items() -> None:
    low, high = mean_interval([1.0, 1.0, 1.0, 0.0], ["a", "a", "a", "b"])
    assert (low, high) == (0.0, 1.0)
    values = [1.0] * 90 + [0.0] * 10
    low, high = mean_interval(values, [i // 9 for i in range(90)] + list(range(100, 110)))
    assert low < 0.9 < high


def test_the_same_seed_draws_the_same_interval_and_another_one_about_the_same() -> None:
    values = [i % 7 / 6 for i in range(100)]
    first = mean_interval(values, range(100))
    assert first == mean_interval(values, range(100))
    other = mean_interval(values, range(100), seed=1)
    assert first != other
    assert first == pytest.approx(other, abs=0.01)


def test_of_nothing_nothing_can_be_drawn() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        mean_interval([], [])
