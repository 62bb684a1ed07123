from pathlib import Path

import numpy as np
import pytest

from reasoner.retrieval.dense import Dense

VECTORS = np.array([[1, 0], [0, 0], [0.6, 0.8]], dtype=np.float32)
QUERY = np.array([0, 1], dtype=np.float32)


def test_the_nearest_passage_comes_first() -> None:
    assert Dense.build(VECTORS).nearest(QUERY, 1).tolist() == [2]


def test_no_more_passages_than_have_a_vector() -> None:
    assert Dense.build(VECTORS).nearest(QUERY, 100).tolist() == [2, 0]


def test_cosines_are_those_of_the_passages_asked_for() -> None:
    assert Dense.build(VECTORS).cosines(QUERY, np.array([2, 0])) == pytest.approx([0.8, 0])


def test_a_passage_of_zeros_was_not_readable() -> None:
    assert Dense.build(VECTORS).readable.tolist() == [True, False, True]


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    Dense.build(VECTORS).save(tmp_path)
    loaded = Dense.load(tmp_path)
    assert (loaded.dimension, loaded.nearest(QUERY, 1).tolist()) == (2, [2])
