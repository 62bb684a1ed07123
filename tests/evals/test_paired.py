import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.evals.paired import holm, mcnemar, needed


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (0, 5, 0.0625),
        (0, 6, 0.03125),
        (5, 15, 0.04138946533203125),
        (15, 5, 0.04138946533203125),
        (10, 10, 1.0),
        (121, 59, 4.4344492637551645e-06),
        (30, 41, 0.23509756240834187),
        (400, 300, 0.0001784763144856244),
        (3, 1000, 3.923720417925807e-294),
    ],
)
def test_the_test_of_mcnemar_is_that_of_statsmodels(gained: int, lost: int, p: float) -> None:
    assert mcnemar(gained, lost) == pytest.approx(p, rel=1e-9)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_test_of_mcnemar_has_no_favourite_and_more_of_one_side_is_surer(a: int, b: int) -> None:
    assert mcnemar(a, b) == mcnemar(b, a) <= 1
    assert mcnemar(max(a, b) + 2, min(a, b)) <= mcnemar(a, b)


@pytest.mark.parametrize(
    ("n", "gained", "lost", "expected"),
    [
        (100, 10, 5, 469),
        (100, 5, 10, 469),
        (1000, 120, 100, 4315),
        (300, 30, 20, 1175),
        (50, 0, 2, 194),
        (1000, 50, 49, 777037),
        (4, 4, 0, 6),
        (10, 9, 0, 7),
    ],
)
def test_the_items_that_are_needed_are_those_of_connor_and_never_too_few_for_any_test(
    n: int, gained: int, lost: int, expected: int
) -> None:
    assert needed(n, gained, lost) == expected


@pytest.mark.parametrize("both", [0, 7])
def test_no_number_of_items_shows_a_difference_that_was_not_found(both: int) -> None:
    assert needed(100, both, both) is None


@pytest.mark.parametrize(
    ("given_", "adjusted"),
    [
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),
        ([0.5], [0.5]),
        ([0.001, 0.001, 0.2, 0.9], [0.004, 0.004, 0.4, 0.9]),
        ([0.04, 0.03, 0.02, 0.01], [0.06, 0.06, 0.06, 0.04]),
        ([0.6, 0.7, 0.8], [1.0, 1.0, 1.0]),
        ([], []),
    ],
)
def test_the_correction_of_holm_is_that_of_statsmodels(given_: list[float], adjusted: list[float]) -> None:
    assert holm(given_) == pytest.approx(adjusted, abs=1e-12)


@given(st.lists(st.floats(0, 1), max_size=20))
def test_the_correction_of_holm_makes_nothing_surer_and_keeps_the_order(found: list[float]) -> None:
    adjusted = holm(found)
    assert all(p <= q <= 1 for p, q in zip(found, adjusted, strict=True))
    assert all(
        adjusted[i] <= adjusted[j]
        for i in range(len(found))
        for j in range(len(found))
        if found[i] < found[j]
    )
