from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.evals import subsets
from reasoner.evals.subsets import Classes, counts, majority_at, pass_at

SIZES = st.lists(st.integers(1, 4), max_size=3).map(tuple)
CLASSES = st.builds(Classes, SIZES, SIZES, st.integers(0, 2)).filter(lambda one: 0 < one.samples <= 11)


def by_hand(classes: Classes, k: int) -> float:
    """The mean over every subset, one by one."""
    sizes = [*classes.right, *classes.wrong]
    samples = [i for i, size in enumerate(sizes) for _ in range(size)] + [-1] * classes.mute
    total, count = Fraction(0), 0
    for subset in combinations(samples, k):
        votes = [subset.count(i) for i in range(len(sizes))]
        best = [i for i, vote in enumerate(votes) if vote == max(votes) > 0]
        total += Fraction(sum(i < len(classes.right) for i in best), max(1, len(best)))
        count += 1
    return float(total / count)


@given(CLASSES, st.data())
def test_the_majority_is_that_of_all_subsets_one_by_one(classes: Classes, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, classes.samples))
    assert majority_at(classes, k) == pytest.approx(by_hand(classes, k), abs=1e-9)


@pytest.mark.parametrize(
    ("classes", "k", "expected"),
    [
        (Classes((3,), (2,)), 1, 3 / 5),
        (Classes((3,), (2,)), 3, 7 / 10),
        (Classes((3,), (2,)), 5, 1.0),
        (Classes((1,), (1,)), 2, 1 / 2),
        (Classes((1,), (1, 1)), 3, 1 / 3),
        (Classes((1,), (), 3), 2, 1 / 2),
        (Classes((), (2,)), 2, 0.0),
        (Classes((), (), 2), 1, 0.0),
        (Classes((1, 1), (2,)), 4, 0.0),
    ],
)
def test_the_majority_of_few_samples(classes: Classes, k: int, expected: float) -> None:
    assert majority_at(classes, k) == pytest.approx(expected, abs=1e-12)


@given(CLASSES)
def test_one_sample_is_its_own_majority(classes: Classes) -> None:
    share = sum(classes.right) / classes.samples
    assert majority_at(classes, 1) == pytest.approx(share, abs=1e-12)
    assert pass_at(classes.samples, sum(classes.right), 1) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize(
    ("samples", "right", "k", "expected"),
    [
        (10, 3, 1, 0.3),
        (10, 3, 4, 0.8333333333333334),
        (200, 7, 10, 0.3055988116177334),
        (5, 0, 3, 0.0),
        (5, 5, 1, 1.0),
        (8, 1, 8, 1.0),
    ],
)
def test_pass_at_k_is_the_hypergeometric_chance_of_scipy(
    samples: int, right: int, k: int, expected: float
) -> None:
    assert pass_at(samples, right, k) == pytest.approx(expected, abs=1e-12)


@given(st.integers(1, 200), st.data())
def test_more_samples_pass_more_often(samples: int, data: st.DataObject) -> None:
    right = data.draw(st.integers(0, samples))
    passed = [pass_at(samples, right, k) for k in range(1, samples + 1)]
    assert passed == sorted(passed)
    assert passed[-1] == (right > 0)


def test_as_many_samples_as_can_be_counted_exactly_are() -> None:
    half = subsets.EXACT_UP_TO // 2
    assert majority_at(Classes((half,), (half,)), half) == pytest.approx(0.5, abs=1e-9)


def test_of_more_samples_subsets_are_drawn_and_the_same_ones_again() -> None:
    classes = Classes((1200,), (800, 500), 100)
    assert classes.samples > subsets.EXACT_UP_TO
    drawn = majority_at(classes, 8)
    assert drawn == majority_at(Classes((1200,), (500, 800), 100), 8)
    assert drawn == pytest.approx(majority_at(Classes((120,), (80, 50), 10), 8), abs=0.02)


@pytest.mark.parametrize(("most", "expected"), [(1, [1]), (2, [1, 2]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])])
def test_ks_are_powers_of_two_and_all_samples(most: int, expected: list[int]) -> None:
    assert counts(most) == expected
