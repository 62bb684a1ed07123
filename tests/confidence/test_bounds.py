import random
from math import comb, floor, inf

import pytest

from reasoner.confidence.bounds import percent, plain, surprise, threshold


def points(count: int, seed: int, honest: bool = True) -> list[tuple[float, bool]]:
    """Confidences with answers that are right as often as they say, or, not honest, half as often wrong."""
    draw = random.Random(seed)
    sure = [draw.random() ** 0.25 for _ in range(count)]
    return [(p, draw.random() < (p if honest else p * p)) for p in sure]


def found(shown: list[tuple[float, bool]], max_error: float) -> float | None:
    return threshold(tuple(p for p, _ in shown), tuple(right for _, right in shown), max_error)


def broken(bound: float | None, asked: list[tuple[float, bool]], max_error: float) -> bool:
    accepted = [right for p, right in asked if bound is not None and p >= bound]
    return bool(accepted) and accepted.count(False) / len(accepted) > max_error


@pytest.mark.parametrize("honest", [True, False])
@pytest.mark.parametrize("max_error", [0.05, 0.1, 0.2])
def test_a_bound_is_broken_in_at_most_a_tenth_of_the_runs(max_error: float, honest: bool) -> None:
    runs = 300
    worst = sum(
        broken(found(points(300, 2 * seed, honest), max_error), points(300, 2 * seed + 1, honest), max_error)
        for seed in range(runs)
    )
    assert worst <= 0.1 * runs


def test_where_answers_are_good_enough_most_are_accepted() -> None:
    shown = [(0.5 + i / 2000, i % 50 != 0) for i in range(1000)]
    bound = found(shown, 0.1)
    assert bound is not None
    assert 0.49 <= bound <= 0.5


def test_one_sure_mistake_does_not_end_the_search() -> None:
    shown = [(1 - i / 1000, i != 0) for i in range(300)]
    bound = found(shown, 0.2)
    assert bound is not None
    assert bound < 0.75


@pytest.mark.parametrize(
    ("shown", "max_error"),
    [
        ([], 0.1),
        ([(1.0, True)], 0.1),
        ([(1.0, True)] * 50, 0.02),
        ([(0.9, False)] * 500, 0.2),
        ([(0.9, i % 2 == 0) for i in range(500)], 0.2),
    ],
    ids=["nothing", "one answer", "too few", "all wrong", "half wrong"],
)
def test_a_bound_that_cannot_be_shown_to_hold_has_no_threshold(
    shown: list[tuple[float, bool]], max_error: float
) -> None:
    assert found(shown, max_error) is None


def test_equal_confidences_are_accepted_together_in_whatever_order_they_come() -> None:
    shown = [(0.9, True)] * 80 + [(0.5, i < 15) for i in range(30)]
    shuffled = random.Random(0).sample(shown, len(shown))
    assert found(shown, 0.1) == found(shuffled, 0.1) == 0.89


def test_a_threshold_lies_between_what_it_accepts_and_what_it_does_not() -> None:
    shown = [(0.9, True)] * 100 + [(0.898, False)] * 100
    assert found(shown, 0.1) == pytest.approx(0.899)


def test_a_looser_bound_accepts_no_less() -> None:
    shown = points(600, 7)
    bounds = [found(shown, max_error) for max_error in (0.02, 0.05, 0.1, 0.2, 0.5, 0.99)]
    levels = [inf if bound is None else bound for bound in bounds]
    assert levels == sorted(levels, reverse=True)


@pytest.mark.parametrize(
    ("wrong", "accepted", "max_error", "chance"),
    [
        (0, 1, 0.1, 1 / 2),
        (0, 2, 0.1, 1 / 2),
        (1, 1, 0.5, 1.0),
        (3, 1, 0.2, 1.0),
        (0, 10, 0.1, (10 * 9) / (20 * 19)),
    ],
)
def test_the_surprise_is_that_of_drawing_the_first_half_without_the_wrong_ones(
    wrong: int, accepted: int, max_error: float, chance: float
) -> None:
    assert surprise(wrong, accepted, max_error) == pytest.approx(chance)


def test_the_surprise_falls_with_more_answers_and_rises_with_more_wrong_ones() -> None:
    assert surprise(0, 200, 0.05) < surprise(0, 100, 0.05) < surprise(1, 100, 0.05) < surprise(5, 100, 0.05)


def counted(wrong: int, accepted: int, max_error: float) -> float:
    """The surprise in whole numbers, by its definition."""
    if wrong >= accepted:
        return 1.0
    total = wrong + floor(max_error * accepted + 1e-9) + 1
    rest = 2 * accepted - total
    ways = sum(comb(total, k) * comb(rest, accepted - k) for k in range(wrong + 1))
    return ways / comb(2 * accepted, accepted)


@pytest.mark.parametrize("accepted", [1, 2, 3, 10, 57, 150, 300])
@pytest.mark.parametrize("max_error", [0.0001, 0.02, 0.1, 0.5, 0.9, 0.9999999999])
def test_the_surprise_is_what_counting_comes_to(accepted: int, max_error: float) -> None:
    for wrong in range(0, accepted + 1, max(1, accepted // 30)):
        exact = counted(wrong, accepted, max_error)
        assert surprise(wrong, accepted, max_error) == pytest.approx(exact, abs=1e-9)


def test_the_surprise_of_many_answers_is_a_probability_still() -> None:
    assert surprise(9_000, 100_000, 1e-4) == pytest.approx(1.0)
    assert surprise(0, 100_000, 0.05) == pytest.approx(0.0)
    assert surprise(4_900, 100_000, 0.05) == pytest.approx(0.1513, abs=0.001)


@pytest.mark.parametrize(
    ("share", "written", "in_percent"),
    [
        (0.05, "0.05", "5"),
        (0.1, "0.1", "10"),
        (0.125, "0.125", "12.5"),
        (1e-05, "0.00001", "0.001"),
        (0.9999999999, "0.9999999999", "99.99999999"),
    ],
)
def test_a_bound_is_written_with_all_of_its_digits(share: float, written: str, in_percent: str) -> None:
    assert (plain(share), percent(share)) == (written, in_percent)
