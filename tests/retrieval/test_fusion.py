import numpy as np
import pytest

from reasoner.retrieval.fusion import DENSE_SHARE, Scores, fuse

NAN = float("nan")


def scores(*values: float) -> Scores:
    return np.array(values, dtype=np.float32)


def test_without_cosines_the_order_is_that_of_bm25() -> None:
    assert fuse(scores(1, 3, 0), 4) == pytest.approx([0.25, 0.75, 0])


def test_each_search_counts_by_its_share_of_what_it_could_reach() -> None:
    assert fuse(scores(2), 4, scores(0.5)) == pytest.approx([0.5])
    assert fuse(scores(0), 4, scores(1)) == pytest.approx([DENSE_SHARE])


def test_a_passage_that_the_embedder_cannot_read_is_judged_by_its_terms_alone() -> None:
    assert fuse(scores(2, 2), 4, scores(NAN, 0.1))[0] == pytest.approx(0.5)


def test_an_opposite_meaning_is_no_worse_than_none() -> None:
    assert fuse(scores(2), 4, scores(-1)) == fuse(scores(2), 4, scores(0))


def test_a_query_without_terms_is_judged_by_its_meaning() -> None:
    assert fuse(scores(0, 0), 0, scores(0.2, 0.6)).argmax() == 1
