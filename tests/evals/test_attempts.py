import pytest

from evals_support import Row, failed, row
from reasoner.evals.attempts import classes, summary
from reasoner.evals.subsets import Classes


def sampled(number: int, right: int, wrong: tuple[int, ...] = (), mute: int = 0) -> Row:
    """A row with so many samples in the right class, in each wrong one, and without an answer."""
    sizes = [size for size in (right, *wrong) if size]
    starts = [sum(sizes[:i]) for i in range(len(sizes))]
    votes = [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
    marks = [bool(right and not i) for i in range(len(sizes))]
    made = row(number, votes=votes, votes_right=marks, samples=sum(sizes) + mute)
    silent = [{"answer": None, "origin": "cot"}] * mute
    return made | {"candidates": [{"answer": "4", "origin": "cot"}] * sum(sizes) + silent}


def test_pass_and_majority_are_means_over_the_questions() -> None:
    told = summary([sampled(1, 3, (1,)), sampled(2, 1, (2, 1)), sampled(3, 0, (2,), mute=2)])
    assert told is not None
    assert (told["questions"], told["least"], told["most"], told["uneven"]) == (3, 4, 4, False)
    first, second, last = told["at"]
    assert [at["k"] for at in told["at"]] == [1, 2, 4]
    assert first["pass"] == first["maj"] == pytest.approx((3 / 4 + 1 / 4) / 3, abs=1e-12)
    assert second["pass"] == pytest.approx((1 + 1 / 2 + 0) / 3, abs=1e-12)
    # Of three right and a wrong one: half of the pairs agree, half tie. Of 1, 2, 1: three pairs of six tie
    # with the right one, in halves.
    assert second["maj"] == pytest.approx((3 / 4 + 1 / 4 + 0) / 3, abs=1e-12)
    assert last["pass"] == pytest.approx(2 / 3, abs=1e-12)
    assert last["maj"] == pytest.approx(1 / 3, abs=1e-12)
    assert {at["maj_method"] for at in told["at"]} == {"exact"}


def test_where_sampling_stopped_early_each_k_says_of_how_many_questions_it_is() -> None:
    told = summary([sampled(1, 2), sampled(2, 3, (4, 1))])
    assert told is not None
    assert told["uneven"]
    assert [(at["k"], at["n"]) for at in told["at"]] == [(1, 2), (2, 2), (4, 1), (8, 1)]


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (sampled(1, 2, (1,), mute=1), Classes((2,), (1,), 1)),
        (sampled(1, 0, (), mute=3), Classes((), (), 3)),
        (failed(1), None),
        (row(1), None),
        (row(1, samples=2), None),
        (row(1, votes=[[0]], votes_right=[], samples=1), None),
        (row(1, votes=[[0], [1]], votes_right=[True, None], samples=2), "unknown"),
        (
            row(1, votes=[[0]], votes_right=[True], samples=1)
            | {"candidates": [{"answer": "4", "origin": "solve"}]},
            None,
        ),
    ],
)
def test_samples_count_where_it_is_known_which_are_equal_and_which_are_right(
    made: Row, expected: object
) -> None:
    assert classes(made) == expected


def test_questions_with_an_unknown_answer_are_left_out_and_counted() -> None:
    unknown = row(2, votes=[[0]], votes_right=[None], samples=1)
    told = summary([sampled(1, 1), unknown])
    assert told is not None
    assert (told["questions"], told["unknown"]) == (1, 1)
    assert summary([unknown]) is None
