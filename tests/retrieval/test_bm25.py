from pathlib import Path

import pytest

from reasoner.retrieval.bm25 import Bm25

PASSAGES: tuple[list[str], ...] = (["moon", "far", "far"], ["moon", "cheese"], [], ["sun"])


@pytest.fixture
def bm25() -> Bm25:
    return Bm25.build(PASSAGES)


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


def test_what_is_saved_is_loaded_again_without_pickle(bm25: Bm25, tmp_path: Path) -> None:
    bm25.save(tmp_path / "bm25")
    loaded = Bm25.load(tmp_path / "bm25")
    assert list(loaded.scores(["far"])) == list(bm25.scores(["far"]))
    assert all(path.suffix in (".npy", ".json") for path in (tmp_path / "bm25").iterdir())


def test_the_same_passages_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        Bm25.build(PASSAGES).save(tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()
