from collections.abc import Sequence
from pathlib import Path

import pytest

from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.documents import Document
from reasoner.retrieval.embedder import Embedder, Vectors
from reasoner.retrieval.fusion import FOREIGN
from reasoner.retrieval.hybrid import Hybrid
from reasoner.retrieval.local import LocalIndex
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import content_terms
from reasoner.state import Passage
from support import Letters

TEXTS = {
    "moon.md": "# The Moon\n\nIt is 384,400 km away.",
    "sun.md": "# The Sun\n\nIt is a star.",
    "月.md": "# 月球\n\n月球距离地球384400公里。",
}


def sky() -> list[Passage]:
    return [passage for source, text in TEXTS.items() for passage in chunks(Document(text, source))]


def opened(embedder: Embedder | None = None) -> Hybrid:
    return Hybrid("sky", LocalIndex.build(sky(), embedder), embedder)


@pytest.mark.parametrize(
    ("query", "source"),
    [("How far away is the moon?", "moon.md"), ("Which stars?", "sun.md"), ("月球距离多远？", "月.md")],
)
def test_the_passage_that_bears_on_the_query_comes_first(query: str, source: str) -> None:
    for embedder in (None, Letters()):
        passage = opened(embedder).search(query, 2)[0]
        assert (passage.source, passage.text) == (source, TEXTS[source])
        assert 0 < passage.score <= 1


def test_nothing_is_found_where_nothing_bears_on_the_query() -> None:
    assert opened().search("volcano", 5) == ()
    assert opened(Letters()).search("火山", 5) == ()


def test_an_embedder_has_no_say_on_what_it_cannot_read() -> None:
    hybrid = opened(Letters())
    assert [found.dense for found in hybrid.explain("月球", 3)] == [None]
    english = {found.passage.source: found.dense for found in hybrid.explain("moon star 384400", 3)}
    assert english["月.md"] is None
    assert english["moon.md"] is not None


def test_the_embedder_is_asked_as_it_wants_queries_and_only_what_it_reads() -> None:
    class Riddles(Letters):
        def reads(self, text: str) -> bool:
            return "月" not in text and "?" not in text

        def ask_all(self, queries: Sequence[str]) -> Vectors:
            return self.embed([{"riddle": "moon 384,400 km away"}.get(query, "xyz") for query in queries])

    hybrid = opened(Riddles())
    (riddle, *_), *unread = hybrid.explain_all(["riddle", "moon?", "月"], 1)
    assert riddle.passage.source == "moon.md"
    assert [found[0].dense for found in unread] == [None, None]


def test_a_passage_may_be_found_by_its_meaning_alone() -> None:
    found = opened(Letters()).explain("noom", 1)[0]
    assert (found.passage.source, found.bm25) == ("moon.md", 0)
    assert found.passage.score == found.support < 0.5


def test_at_most_top_k_are_found_in_order() -> None:
    found = opened().explain("the moon, a star, 384400", 2)
    assert len(found) == 2
    assert found[0].fused >= found[1].fused


def test_a_passage_in_the_script_of_the_query_goes_before_one_with_the_same_figures() -> None:
    found = opened().explain("月球 384400", 3) + opened().explain("moon 384400 km", 3)
    assert [entry.passage.source for entry in found] == ["月.md", "moon.md", "moon.md", "月.md"]
    alike = [Passage("384400 x", "a.md", 0, 8), Passage("384400 月", "b.md", 0, 8)]
    same, foreign = Hybrid("alike", LocalIndex.build(alike)).explain("moon 384400", 2)
    assert (same.passage.source, same.bm25) == ("a.md", foreign.bm25)
    assert foreign.fused == pytest.approx(FOREIGN * same.fused)


def test_names_that_the_query_has_count_in_the_order() -> None:
    texts = ("Apollo went there by rocket.", "He went there by rocket, apollo-like.", "A rocket, a rocket.")
    index = LocalIndex.build([Passage(text, f"{i}.md", 0, len(text)) for i, text in enumerate(texts)])
    found = Hybrid("space", index).explain("Which rocket took Apollo?", 3)
    assert [entry.names for entry in found] == [1.0, 1.0, 0.0]
    assert [entry.names for entry in Hybrid("space", index).explain("which rocket?", 1)] == [None]


@pytest.mark.parametrize(
    "query", ["How far away is the moon?", "Is the sun a star?", "月球距离多远？", "A star 384400 km"]
)
def test_support_that_is_told_without_bm25_is_on_the_same_scale(query: str) -> None:
    hybrid = opened()
    for found in hybrid.explain(query, 3):
        passage = found.passage
        told = support(content_terms(query), passage.headings, passage.text, hybrid.index.idf)
        assert told == pytest.approx(found.support, abs=0.1)


def test_queries_searched_together_find_what_each_finds_alone() -> None:
    hybrid, queries = opened(Letters()), ["the moon", "月球", "the moon", "volcano", "?"]
    assert hybrid.explain_all(queries, 3) == [hybrid.explain(query, 3) for query in queries]
    assert hybrid.explain_all([], 3) == []


def test_what_is_saved_is_found_again(tmp_path: Path) -> None:
    hybrid, index = opened(Letters()), LocalIndex.build(sky(), Letters())
    index.save(tmp_path)
    loaded = Hybrid("sky", LocalIndex.load(tmp_path, dense=True), Letters())
    assert loaded.explain("the moon", 3) == hybrid.explain("the moon", 3)
    by_terms = Hybrid("sky", LocalIndex.load(tmp_path, dense=False))
    assert by_terms.search("the moon", 1)[0].source == "moon.md"
