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
            {"source": "a.pdf", "start_index": 5, "page": 0, "page_label": "1"},
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
    assert scores == {"iron melts": 1.0, "gold shines": 0.0}


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
