from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from reasoner.retrieval.index import Index
from reasoner.retrieval.local import LocalIndex
from reasoner.state import Passage

PASSAGES = (
    Passage("The moon is far.", "sky/moon.md", 0, 16, metadata={"kind": "rock"}),
    Passage("The moon is round.", "sky/moon.md", 18, 36, line=3, metadata={"kind": "rock"}),
    Passage("The sun is far, far away.", "sky/sun.md", 4, 29, line=2, headings=("The Sun",)),
    Passage("月球很远。", "月.md", 0, 5),
)


@pytest.fixture
def index() -> LocalIndex:
    return LocalIndex.build(reversed(PASSAGES))


def found(
    index: Index, asked: list[str], depth: int = 9, where: Mapping[str, str] | None = None
) -> list[str]:
    hits = index.find(asked, None, depth, where or {})
    order = np.argsort(-hits.bm25, kind="stable")
    return [index.take([int(hits.places[place])])[0].text for place in order]


def test_passages_come_out_as_they_went_in(index: LocalIndex) -> None:
    assert index.take(range(index.size)) == list(PASSAGES)


@pytest.mark.parametrize(
    ("asked", "depth", "where", "texts"),
    [
        (["far"], 9, {}, ["The sun is far, far away.", "The moon is far."]),
        (["far"], 1, {}, ["The sun is far, far away."]),
        (["far"], 9, {"source": "*moon*"}, ["The moon is far."]),
        (["far"], 9, {"kind": "rock"}, ["The moon is far."]),
        (["far"], 9, {"kind": "gas"}, []),
        (["月球"], 9, {}, ["月球很远。"]),
        (["unheard"], 9, {}, []),
        ([], 9, {}, []),
    ],
)
def test_the_best_by_terms_are_found_among_those_asked_for(
    index: LocalIndex, asked: list[str], depth: int, where: dict[str, str], texts: list[str]
) -> None:
    assert found(index, asked, depth, where) == texts


def test_what_is_saved_is_found_again(index: LocalIndex, tmp_path: Path) -> None:
    index.save(tmp_path)
    loaded = LocalIndex.load(tmp_path, dense=False)
    assert loaded.take(range(loaded.size)) == list(PASSAGES)
    assert found(loaded, ["far", "moon"]) == found(index, ["far", "moon"])
    assert loaded.idf("moon") == index.idf("moon")
    assert loaded.bound(["moon"]) == index.bound(["moon"])


def test_what_is_mapped_cannot_be_written(index: LocalIndex, tmp_path: Path) -> None:
    index.save(tmp_path)
    loaded = LocalIndex.load(tmp_path, dense=False)
    with pytest.raises(ValueError, match="read-only"):
        loaded.passages.rows["start"] = 7
