"""What every index of passages promises, wherever the passages lie."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.document import Document
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.index import Hits, Index
from reasoner.retrieval.local import LocalIndex
from reasoner.retrieval.terms import content_terms
from reasoner.state import Passage
from support import Letters

TEXTS = {
    "sky/moon.md": "# The Moon\n\nIt is 384,400 km away.\n\n## Craters\n\nStones from space made its craters.\n\n## Tides\n\nIt moves the sea.\n",
    "sky/sun.md": "# The Sun\n\nIt is a star, and a star shines. The moon does not.\n",
    "tea.txt": "Green tea is not fermented.\n",
    "月.md": "# 月球\n\n月球距离地球384400公里。\n\n## 潮汐\n\n月球引起潮汐。\n",
}
ABOUT = {"sky/sun.md": {"year": "1610", "by": "Galilei"}, "tea.txt": {"year": "780", "by": ""}}
FOUND = [
    passage
    for source, text in TEXTS.items()
    for passage in chunks(Document(text, source, metadata=ABOUT.get(source, {})))
]


def in_folder(embedder: Embedder | None = None) -> Index:
    return LocalIndex.build(FOUND, embedder)


def in_qdrant(embedder: Embedder | None = None, location: str = ":memory:") -> Index:
    from reasoner.retrieval.qdrant.index import QdrantIndex

    return QdrantIndex.build(FOUND, embedder, location, "shelf", text_of=TEXTS.get)


Make = Callable[..., Index]


@pytest.fixture(params=["folder", "qdrant", "qdrant server"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """Makes an index of the shelf, in each of the places where one can lie."""
    if request.param == "folder":
        yield in_folder
        return
    pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
    if request.param == "qdrant":
        yield in_qdrant
        return
    from qdrant_support import serving

    with serving() as url:
        yield partial(in_qdrant, location=url)


def sources(index: Index, hits: Hits) -> set[str]:
    return {passage.source for passage in index.take(hits.places.tolist())}


def test_every_passage_is_kept_with_all_that_is_known_of_it(make: Make) -> None:
    index = make()
    assert index.size == len(FOUND)
    assert index.take(range(index.size)) == FOUND
    assert index.take([2, 0, 2]) == [FOUND[2], FOUND[0], FOUND[2]]
    assert index.take([]) == []


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("How far away is the moon?", {"sky/moon.md", "sky/sun.md"}),
        ("Which stars shine?", {"sky/sun.md"}),
        ("384,400", {"sky/moon.md", "月.md"}),
        ("月球和潮汐", {"月.md"}),
        ("绿茶", set()),
        ("", set()),
    ],
)
def test_passages_with_a_term_of_the_query_are_found_and_no_others(
    make: Make, query: str, found: set[str]
) -> None:
    index = make()
    hits = index.find(content_terms(query), None, 10, {})
    assert sources(index, hits) == found
    assert hits.places.tolist() == sorted(set(hits.places.tolist()))
    assert all(hits.bm25 > 0)
    assert hits.cosines is None


def test_the_best_by_terms_are_found_first(make: Make) -> None:
    index = make()
    every = index.find(["moon", "star"], None, 10, {})
    best = index.find(["moon", "star"], None, 1, {})
    assert len(every.places) > len(best.places) == 1
    assert best.bm25[0] == max(every.bm25)


def test_a_term_asked_twice_counts_twice(make: Make) -> None:
    index = make()
    once, twice = (index.find(["tea"] * times, None, 10, {}) for times in (1, 2))
    assert twice.bm25.tolist() == pytest.approx([2 * score for score in once.bm25])


def test_the_nearest_to_the_vector_are_found_with_exact_cosines(make: Make) -> None:
    embedder = Letters()
    index = make(embedder)
    vector = embedder.embed(["shining stars"])[0]
    hits = index.find(["潮汐"], vector, 2, {})
    vectors = embedder.embed(
        ["\n".join((*p.headings, p.text)) if embedder.reads(p.text) else "a" for p in FOUND]
    )
    readable = [embedder.reads(passage.text) for passage in FOUND]
    expected = [float(v @ vector) if able else np.nan for v, able in zip(vectors, readable, strict=True)]
    assert hits.cosines is not None
    assert hits.cosines.tolist() == pytest.approx([expected[p] for p in hits.places], abs=1e-5, nan_ok=True)
    nearest = sorted(range(len(FOUND)), key=lambda p: -np.nan_to_num(expected[p], nan=-1))[:2]
    assert set(nearest) < set(hits.places.tolist())
    assert np.isnan(hits.cosines[sources_of("月.md", hits)]).all()


def sources_of(source: str, hits: Hits) -> list[int]:
    return [i for i, place in enumerate(hits.places) if FOUND[place].source == source]


def test_a_passage_that_is_near_only_has_the_score_of_its_terms_too(make: Make) -> None:
    embedder = Letters()
    index = make(embedder)
    by_terms = index.find(["moon"], None, 10, {})
    known = dict(zip(by_terms.places.tolist(), by_terms.bm25.tolist(), strict=True))
    hits = index.find(["moon"], embedder.embed(["green tea"])[0], 1, {})
    assert len(hits.places) == 2
    assert hits.bm25.tolist() == pytest.approx([known.get(place, 0.0) for place in hits.places.tolist()])


def test_without_vectors_a_vector_finds_nothing(make: Make) -> None:
    hits = make().find([], np.ones(26, dtype=np.float32), 5, {})
    assert len(hits.places) == 0
    assert hits.cosines is None


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"source": "sky/sun.md"}, {"sky/sun.md"}),
        ({"source": "sky/*"}, {"sky/moon.md", "sky/sun.md"}),
        ({"source": "*.md"}, {"sky/moon.md", "sky/sun.md", "月.md"}),
        ({"source": "?.md"}, {"月.md"}),
        ({"source": "SKY/*"}, set()),
        ({"year": "1610"}, {"sky/sun.md"}),
        ({"year": "1?10"}, {"sky/sun.md"}),
        ({"year": "?*"}, {"sky/sun.md", "tea.txt"}),
        ({"year": "*"}, set(TEXTS)),
        ({"by": ""}, {"sky/moon.md", "tea.txt", "月.md"}),
        ({"by": "*", "source": "t*"}, {"tea.txt"}),
        ({"unheard": "x"}, set()),
        ({"unheard": "*"}, set(TEXTS)),
        ({"year": "1610", "source": "tea*"}, set()),
    ],
)
def test_only_passages_that_match_are_looked_among(
    make: Make, where: dict[str, str], found: set[str]
) -> None:
    embedder = Letters()
    index = make(embedder)
    asked = ["moon", "star", "tea", "月球", "潮汐"]
    assert sources(index, index.find(asked, None, 20, where)) == found
    near = index.find(asked, embedder.embed(["moon"])[0], 20, where)
    assert sources(index, near) == found


@pytest.mark.parametrize("count", [0, 1, 9])
def test_around_a_passage_stands_exactly_what_the_document_has(make: Make, count: int) -> None:
    index = make()
    for passage in FOUND:
        wide = index.around(replace(passage, score=0.5), count)
        assert wide.text == TEXTS[wide.source][wide.start : wide.end]
        assert (wide.source, wide.score) == (passage.source, 0.5)
        assert wide.start <= passage.start < passage.end <= wide.end
        mine = [p for p in FOUND if p.source == passage.source]
        first = max(0, mine.index(passage) - count)
        last = min(len(mine), mine.index(passage) + count + 1) - 1
        assert (wide.start, wide.end, wide.line) == (mine[first].start, mine[last].end, mine[first].line)


def test_around_what_is_no_passage_is_nothing_more(make: Make) -> None:
    stray = Passage("It moves", "sky/moon.md", 3, 11)
    assert make().around(stray, 2) == stray


def test_a_rarer_term_weighs_more_and_an_unheard_one_most(make: Make) -> None:
    index = make()
    assert 0 < index.idf("moon") < index.idf("tea") < index.idf("volcano")


@pytest.mark.parametrize("asked", [["moon", "star"], ["月球", "潮汐"], ["tea", "volcano"]])
def test_no_score_passes_the_bound(make: Make, asked: list[str]) -> None:
    index = make()
    best = max(index.find(asked, None, 10, {}).bm25)
    assert 0 < best <= index.bound(asked)
    assert index.bound([*asked, "fire"]) > index.bound(asked)


def test_several_threads_may_ask_at_once(make: Make) -> None:
    index = make()
    alone = index.find(["moon"], None, 10, {})
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: index.find(["moon"], None, 10, {}), range(20)))
    assert all(hits.bm25.tolist() == alone.bm25.tolist() for hits in found)
