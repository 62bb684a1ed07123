from pathlib import Path

import numpy as np
import pytest

from reasoner.retrieval.dense import Dense, scan
from reasoner.retrieval.graph import Floats, Plan

VECTORS = np.array([[1, 0], [0, 0], [0.6, 0.8]], dtype=np.float32)
QUERY = np.array([0, 1], dtype=np.float32)
SMALL = Plan(flat_up_to=300)


def unit(vectors: Floats) -> Floats:
    """The same directions, of length 1."""
    found: Floats = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return found


def like_real_ones(count: int, seed: int = 0) -> Floats:
    """Vectors with most of what tells them apart in a few directions, every seventh one unreadable."""
    random = np.random.default_rng(seed)
    vectors = unit((random.normal(size=(count, 32)) / np.arange(1, 33)).astype(np.float32))
    vectors[::7] = 0
    return vectors


@pytest.fixture(scope="module")
def many() -> Dense:
    return Dense.build(like_real_ones(3000), plan=SMALL)


def test_the_nearest_passage_comes_first() -> None:
    assert Dense.build(VECTORS).nearest(QUERY, 1).tolist() == [2]


def test_no_more_passages_than_have_a_vector() -> None:
    assert Dense.build(VECTORS).nearest(QUERY, 100).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("among", "found"), [([0], [0]), ([0, 1], [0]), ([2, 0], [2, 0]), ([1], []), ([], [])]
)
def test_only_passages_among_those_asked_for_are_found(among: list[int], found: list[int]) -> None:
    assert Dense.build(VECTORS).nearest(QUERY, 5, np.array(among, dtype=np.int64)).tolist() == found


def test_cosines_are_those_of_the_passages_asked_for() -> None:
    assert Dense.build(VECTORS).cosines(QUERY, np.array([2, 0])) == pytest.approx([0.8, 0])


def test_a_passage_of_zeros_was_not_readable() -> None:
    assert Dense.build(VECTORS).readable.tolist() == [True, False, True]


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    Dense.build(VECTORS).save(tmp_path)
    loaded = Dense.load(tmp_path)
    assert (loaded.dimension, loaded.nearest(QUERY, 1).tolist()) == (2, [2])
    assert loaded.describe() == Dense.build(VECTORS).describe()


def test_few_vectors_need_no_graph_and_many_have_one(many: Dense) -> None:
    assert Dense.build(like_real_ones(350), plan=SMALL).describe().kind == "flat"
    assert many.describe().kind == "hnsw"


def test_a_graph_states_a_recall_that_was_reached(many: Dense) -> None:
    stated = many.describe().recall
    assert stated is not None
    assert stated >= SMALL.min_recall
    vectors, queries = like_real_ones(3000), unit(like_real_ones(201, seed=1)[1:] + 0.1)
    found = [
        len(np.intersect1d(many.nearest(query, 10), scan(vectors, query, 10, many.readable)))
        for query in queries
    ]
    assert np.mean(found) / 10 >= 0.95


def test_where_no_graph_finds_enough_every_vector_is_looked_at() -> None:
    vectors = unit(np.random.default_rng(0).normal(size=(3000, 384)).astype(np.float32))
    plan = Plan(flat_up_to=300, neighbours=4, ef_construction=4, ef_search=(16, 32))
    dense = Dense.build(vectors, plan=plan)
    stated = dense.describe()
    assert stated.kind == "flat"
    assert stated.recall is not None
    assert stated.recall < plan.min_recall
    assert dense.nearest(vectors[7], 1).tolist() == [7]


@pytest.mark.parametrize("share", [0.05, 0.3, 0.9])
def test_a_filter_holds_with_a_graph(many: Dense, share: float) -> None:
    among = np.flatnonzero(np.random.default_rng(2).random(3000) < share)
    query = like_real_ones(3, seed=3)[1]
    found = many.nearest(query, 20, among)
    allowed = np.isin(np.arange(3000), among) & many.readable
    assert len(found) == 20
    assert np.all(allowed[found])
    assert len(np.intersect1d(found, scan(like_real_ones(3000), query, 20, allowed))) >= 18


def test_the_hits_of_a_graph_are_weighed_by_the_vectors_themselves(many: Dense) -> None:
    query = like_real_ones(3, seed=4)[1]
    cosines = many.cosines(query, many.nearest(query, 50))
    assert np.all(np.diff(cosines) <= 0)


def test_a_graph_holds_no_passage_without_a_vector(many: Dense) -> None:
    found = many.nearest(like_real_ones(3, seed=5)[1], 3000)
    assert np.all(many.readable[found])


def test_a_graph_is_saved_and_vectors_stay_the_same_bit_for_bit(many: Dense, tmp_path: Path) -> None:
    many.save(tmp_path)
    loaded = Dense.load(tmp_path)
    query = like_real_ones(3, seed=6)[1]
    assert loaded.nearest(query, 50).tolist() == many.nearest(query, 50).tolist()
    assert loaded.vectors(np.arange(3000)).tobytes() == like_real_ones(3000).tobytes()
    assert loaded.describe() == many.describe()


def test_alike_passages_do_not_count_as_missed() -> None:
    vectors = np.repeat(like_real_ones(350)[1:7], 100, axis=0)
    stated = Dense.build(vectors, plan=SMALL).describe()
    assert (stated.kind, stated.recall) == ("hnsw", 1.0)


def test_progress_comes_to_its_end() -> None:
    seen: list[tuple[int, int]] = []
    Dense.build(like_real_ones(701), plan=SMALL, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (600, 600)
    assert seen == sorted(seen)
