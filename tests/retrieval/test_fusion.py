import numpy as np
import pytest

from reasoner.retrieval.fusion import DENSE_SHARE, TOGETHER_SHARE, Scores, fuse, scaled

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


def test_terms_that_stand_together_count_beside_bm25() -> None:
    apart, near = fuse(scores(0.5, 0.5), None, scores(0, 1))
    assert near - apart == pytest.approx(TOGETHER_SHARE)
