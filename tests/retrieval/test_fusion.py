import numpy as np
import pytest

from reasoner.retrieval.fusion import (
    DENSE_SHARE,
    NAMES_SHARE,
    SENTENCE_SHARE,
    TOGETHER_SHARE,
    Scores,
    fuse,
    naming,
    placed,
    scaled,
)

NAN = float("nan")


def scores(*values: float) -> Scores:
    return np.array(values, dtype=np.float32)


def test_without_cosines_the_order_is_that_of_bm25() -> None:
    assert fuse(scaled(scores(1, 3, 0), 4)) == pytest.approx([0.25, 0.75, 0])


def test_each_search_counts_by_its_share_of_what_it_could_reach() -> None:
    assert fuse(scaled(scores(2), 4), scores(0.5)) == pytest.approx([0.5])
    assert fuse(scaled(scores(0), 4), scores(1)) == pytest.approx([DENSE_SHARE])


def test_a_passage_that_the_embedder_cannot_read_is_judged_by_its_terms_alone() -> None:
    assert fuse(scaled(scores(2, 2), 4), scores(NAN, 0.1))[0] == pytest.approx(0.5)


def test_an_opposite_meaning_is_no_worse_than_none() -> None:
    assert fuse(scaled(scores(2), 4), scores(-1)) == fuse(scaled(scores(2), 4), scores(0))


def test_a_query_without_terms_is_judged_by_its_meaning() -> None:
    assert fuse(scaled(scores(0, 0), 0), scores(0.2, 0.6)).argmax() == 1


@pytest.mark.parametrize(
    ("together", "sentence", "gain"),
    [(1, 0, TOGETHER_SHARE), (0, 1, SENTENCE_SHARE), (1, 1, TOGETHER_SHARE + SENTENCE_SHARE)],
)
def test_terms_that_stand_together_count_beside_bm25(together: float, sentence: float, gain: float) -> None:
    apart, near = placed(scores(0.5, 0.5), scores(0, together), scores(0, sentence))
    assert near - apart == pytest.approx(gain)


def test_names_count_beside_all_else() -> None:
    assert naming(scores(0.5, 0.5), scores(0, 1)) == pytest.approx(
        [0.5 * (1 - NAMES_SHARE), 0.5 * (1 - NAMES_SHARE) + NAMES_SHARE]
    )
    assert naming(scores(1), scores(1)) == pytest.approx([1])
