"""Any LangChain retriever or vector store, as a place where our pipelines look passages up."""

from collections.abc import Iterable, Mapping, Sequence

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore

from reasoner.errors import KnowledgeError, one_line
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import terms
from reasoner.state import Passage


class LangChainRetriever:
    """Looks up in LangChain.

    Documents say where they are from in their metadata: "source", "start" (or "start_index"), "end", "line",
    and "page" (or "page_label", "page_number"). The score is the vector store's relevance, or the "score" or
    "relevance_score" in the metadata; where there is none, it is the share of the query's terms in the text.
    A retriever finds as many documents as it was made to find; the first `top_k` are taken.
    """

    def __init__(self, found_by: BaseRetriever | VectorStore, name: str = "langchain") -> None:
        self.name = name
        self._found_by = found_by

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        """At most `top_k` passages, in LangChain's order.

        Raises: KnowledgeError, when LangChain fails.
        """
        try:
            scored = self._scored(query, top_k)
        except Exception as error:
            raise KnowledgeError(f"{self.name}: {type(error).__name__}: {one_line(str(error))}") from error
        asked = terms(query)
        return tuple(_passage(document, score, asked) for document, score in scored)[:top_k]

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage alone: LangChain's retrievers know of no neighbours."""
        return passage

    def _scored(self, query: str, top_k: int) -> Iterable[tuple[Document, float | None]]:
        if isinstance(self._found_by, BaseRetriever):
            return [(document, _score(document.metadata)) for document in self._found_by.invoke(query)]
        try:
            return self._found_by.similarity_search_with_relevance_scores(query, k=top_k)
        except NotImplementedError:
            return [(document, None) for document in self._found_by.similarity_search(query, k=top_k)]


def _passage(document: Document, score: float | None, asked: Sequence[str]) -> Passage:
    about, text = document.metadata, document.page_content
    start = _whole(about, "start", "start_index") or 0
    end = _whole(about, "end")
    if score is None:
        score = support(asked, (), text, lambda term: 1.0)
    return Passage(
        text=text,
        source=str(about.get("source") or document.id or "unknown"),
        start=start,
        end=start + len(text) if end is None else end,
        line=_whole(about, "line") or 1,
        page=_whole(about, "page_label", "page_number", "page"),
        score=min(1.0, max(0.0, score)),
    )


def _whole(about: Mapping[str, object], *keys: str) -> int | None:
    """The first of these that is a whole number, also as text."""
    for key in keys:
        value = about.get(key)
        if isinstance(value, int | str) and str(value).isdecimal():
            return int(value)
    return None


def _score(about: Mapping[str, object]) -> float | None:
    values = (about.get(key) for key in ("score", "relevance_score"))
    return next((float(value) for value in values if isinstance(value, int | float)), None)
