import random
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s
import numpy as np
import pytest

from reasoner.retrieval import columns
from reasoner.retrieval.bm25 import NAMES, RUN, Bm25, best, postings
from reasoner.retrieval.columns import Strings

PASSAGES: tuple[list[str], ...] = (["moon", "far", "far"], ["moon", "cheese"], [], ["sun"])


@pytest.fixture
def bm25() -> Bm25:
    return Bm25.build(PASSAGES)


def many(seed: int) -> list[list[str]]:
    """Passages of a few very common terms and many rare ones, in two scripts."""
    draw = random.Random(seed)
    return [
        [f"{draw.choice(('t', '词'))}{int(draw.paretovariate(1)) % 900}" for _ in range(draw.randrange(60))]
        for _ in range(1500)
    ]


def test_a_passage_scores_by_the_terms_it_shares(bm25: Bm25) -> None:
    scores = bm25.scores(["far", "moon", "unheard"])
    assert scores[0] > scores[1] > 0
    assert list(scores[2:]) == [0, 0]


def test_no_score_passes_the_bound(bm25: Bm25) -> None:
    assert bm25.scores(["far", "moon"]).max() <= bm25.bound(["far", "moon"])


def test_rare_terms_weigh_more_and_unheard_ones_most(bm25: Bm25) -> None:
    assert bm25.idf("moon") < bm25.idf("sun") < bm25.idf("unheard")


def test_a_query_without_known_terms_finds_nothing(bm25: Bm25) -> None:
    assert not bm25.scores(["unheard"]).any()
    assert not bm25.scores([]).any()


@pytest.mark.parametrize("passages", [PASSAGES, many(1), many(2)])
def test_scores_are_those_of_bm25s_bit_for_bit(passages: Sequence[list[str]]) -> None:
    numbers: dict[str, int] = {}
    ids = [[numbers.setdefault(term, len(numbers)) for term in passage] for passage in passages]
    engine = bm25s.BM25(k1=1.2, b=0.75, method="lucene", backend="numpy")
    engine.index((ids, numbers), create_empty_token=False, show_progress=False)
    mine = Bm25.build(passages)
    for term, number in numbers.items():
        assert np.array_equal(mine.scores([term]), engine.get_scores_from_ids([number]))


def test_weights_do_not_depend_on_how_many_terms_are_sorted_at_a_time() -> None:
    draw = np.random.default_rng(0)
    starts = np.cumsum([0, *draw.integers(0, 9, 400)])
    forward = draw.integers(0, 30, starts[-1]).astype(np.uint32)
    whole, *parts = (
        postings(forward, starts, 30, columns.in_memory, block=block) for block in (2**22, 1, 7, 100)
    )
    for part in parts:
        assert all(np.array_equal(part[name], whole[name]) for name in whole)


@pytest.mark.parametrize("count", [1, 7, 100, 5000])
@pytest.mark.parametrize(
    "scores",
    [
        lambda draw: draw.random(40 * RUN + 3),
        lambda draw: draw.integers(0, 4, 40 * RUN + 3),
        lambda draw: draw.integers(0, 2, 9),
        lambda draw: np.zeros(3 * RUN),
        lambda draw: np.repeat(draw.random(40), RUN),
    ],
)
def test_the_best_are_the_first_of_a_stable_sort(
    scores: Callable[[np.random.Generator], np.ndarray], count: int
) -> None:
    given = scores(np.random.default_rng(count)).astype(np.float32)
    wanted = np.argsort(-given, kind="stable")[:count]
    assert np.array_equal(best(given, count), np.sort(wanted[given[wanted] > 0]))


def test_what_lies_in_files_scores_the_same(bm25: Bm25, tmp_path: Path) -> None:
    new = columns.in_folder(tmp_path)
    vocabulary = sorted({term for passage in PASSAGES for term in passage})
    forward = np.array([vocabulary.index(term) for passage in PASSAGES for term in passage], np.uint32)
    starts = np.cumsum([0, *map(len, PASSAGES)])
    Strings.make("terms", vocabulary, new)
    postings(forward, starts, len(vocabulary), new)
    loaded = Bm25(columns.mapped(tmp_path, NAMES), len(PASSAGES))
    assert list(loaded.scores(["far", "moon"])) == list(bm25.scores(["far", "moon"]))
