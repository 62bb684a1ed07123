from pathlib import Path

import pytest
from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import InMemoryVectorStore

from reasoner.errors import KnowledgeError
from reasoner.retrieval.langchain import LangChainRetriever
from reasoner.state import Passage


class Shelf(BaseRetriever):
    """Finds everything it has."""

    documents: list[Document]

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        if query == "fail":
            raise OSError("shelf\nfell")
        return self.documents


@pytest.mark.parametrize(
    ("metadata", "passage"),
    [
        (
            {"source": "a.md", "start": 10, "end": 14, "line": 2, "page": 3, "score": 0.5},
            Passage("iron", "a.md", 10, 14, 2, 3, 0.5),
        ),
        (
            {"source": "a.pdf", "start_index": 5, "page": 0, "page_label": "1", "score": 1},
            Passage("iron", "a.pdf", 5, 9, 1, 1, 1.0),
        ),
        ({"relevance_score": 7, "start": "x"}, Passage("iron", "unknown", 0, 4, 1, None, 1.0)),
        ({"page": True, "score": 0}, Passage("iron", "unknown", 0, 4, 1, None, 0.0)),
    ],
)
def test_metadata_say_where_a_passage_is_from(metadata: dict[str, object], passage: Passage) -> None:
    shelf = Shelf(documents=[Document("iron", metadata=metadata)])
    assert LangChainRetriever(shelf).search("iron?", top_k=3) == (passage,)


def test_at_most_top_k_passages_are_taken_in_order() -> None:
    shelf = LangChainRetriever(Shelf(documents=[Document(text) for text in "abc"]))
    assert [passage.text for passage in shelf.search("q", top_k=2)] == ["a", "b"]


def test_a_vector_store_without_relevance_gives_passages_scored_by_their_terms() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_texts(["iron melts", "gold shines"])
    scores = {
        passage.text: passage.score for passage in LangChainRetriever(store).search("iron melts", top_k=2)
    }
    assert scores == {"iron melts": pytest.approx(0.879, abs=0.001), "gold shines": 0.0}


@pytest.mark.parametrize("query", ["iron melts", "What is it that the iron melts?", "铁是什么？ iron melts"])
def test_words_that_only_ask_do_not_count(query: str) -> None:
    shelf = LangChainRetriever(Shelf(documents=[Document("iron melts 铁")]))
    assert shelf.search(query, 1)[0].score == pytest.approx(0.879, abs=0.001)


def test_a_vector_store_with_relevance_gives_its_scores() -> None:
    class Relevant(InMemoryVectorStore):
        def _select_relevance_score_fn(self):  # type: ignore[no-untyped-def]
            return lambda cosine: (cosine + 1) / 2

    store = Relevant(DeterministicFakeEmbedding(size=8))
    store.add_texts(["iron melts"])
    assert LangChainRetriever(store).search("iron melts", top_k=2)[0].score == pytest.approx(1.0)


def test_a_failure_is_one_line() -> None:
    with pytest.raises(KnowledgeError, match=r"^shelf: OSError: shelf fell$"):
        LangChainRetriever(Shelf(documents=[]), "shelf").search("fail", top_k=1)


def test_a_filter_leaves_documents_whose_metadata_match() -> None:
    documents = [
        Document("iron", metadata={"source": f"{i}/a.md", "lang": lang, "year": 2000 + i})
        for i, lang in enumerate(("en", "zh", "zh"))
    ]
    shelf = LangChainRetriever(Shelf(documents=documents))

    def sources(**where: str) -> list[str]:
        return [passage.source for passage in shelf.search("iron", 2, where)]

    assert sources() == ["0/a.md", "1/a.md"]
    assert sources(lang="zh") == ["1/a.md", "2/a.md"]
    assert sources(source="2/*") == ["2/a.md"]
    assert sources(year="200[12]", lang="z?") == ["1/a.md", "2/a.md"]
    assert sources(language="*") == ["0/a.md", "1/a.md"]
    assert sources(language="zh") == []
    assert shelf.search("iron", 1)[0].metadata == {"lang": "en", "year": "2000"}


def test_a_vector_store_is_asked_for_more_until_enough_match() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_texts(
        [f"iron {i}" for i in range(300)], [{"page": i, "rare": str(i % 100 == 0)} for i in range(300)]
    )
    shelf = LangChainRetriever(store)
    assert len(shelf.search("iron", 2, {"rare": "True"})) == 2
    assert sorted(p.page or 0 for p in shelf.search("iron", 9, {"rare": "True"})) == [0, 100, 200]
    assert shelf.search("iron", 2, {"rare": "maybe"}) == ()


def test_a_function_of_an_installed_module_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_notes.py").write_text(
        "from langchain_core.embeddings import DeterministicFakeEmbedding\n"
        "from langchain_core.vectorstores import InMemoryVectorStore\n\n\n"
        "def notes():\n"
        "    return InMemoryVectorStore.from_texts(['iron melts'], DeterministicFakeEmbedding(size=8))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    shelf = LangChainRetriever.open("my_notes:notes")
    assert (shelf.name, shelf.search("iron", 1)[0].text) == ("langchain:my_notes:notes", "iron melts")


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        (
            "no_such_module:notes",
            "^langchain:no_such_module:notes: ModuleNotFoundError: .* write langchain:MODULE:",
        ),
        ("json:notes", "^langchain:json:notes: AttributeError: "),
        ("json", "^langchain:json: AttributeError: "),
        ("platform:python_version", "^langchain:platform:python_version: it gives a str; let it give"),
    ],
)
def test_what_makes_none_is_named(rest: str, says: str) -> None:
    with pytest.raises(KnowledgeError, match=says):
        LangChainRetriever.open(rest)
