"""Any LangChain retriever or vector store, as a place where our pipelines look passages up."""

import importlib
from collections.abc import Iterable, Mapping, Sequence

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import VectorStore

from reasoner.errors import KnowledgeError, one_line
from reasoner.retrieval.retriever import ANYWHERE, Where, matches
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import content_terms
from reasoner.state import Passage

SCORES = ("score", "relevance_score")
MORE = 4
"""How many times as many documents are asked for when a filter left too few."""
MOST = 1000
"""Documents that a vector store is asked for at most."""

PLACE = frozenset({"source", "start", "start_index", "end", "line", "page", "page_label", "page_number"})
"""Keys of the metadata that say where a document is from."""


class LangChainRetriever:
    """Looks up in LangChain.

    Documents say where they are from in their metadata: "source", "start" (or "start_index"), "end", "line",
    and "page" (or "page_label", "page_number"). The score is the vector store's relevance, or the "score" or
    "relevance_score" in the metadata; where there is none, it is the support for the query, all terms alike.
    A retriever finds as many documents as it was made to find, of which the first `top_k` that match are
    taken; a vector store is asked for more where too few match.
    """

    def __init__(self, found_by: BaseRetriever | VectorStore, name: str = "langchain") -> None:
        self.name = name
        self._found_by = found_by

    @classmethod
    def open(cls, rest: str) -> "LangChainRetriever":
        """What the function gives that MODULE:FACTORY names.

        Raises: KnowledgeError, when there is none, it fails, or gives no retriever and no vector store.
        """
        name = f"langchain:{rest}"
        module, _, factory = rest.partition(":")
        try:
            made = getattr(importlib.import_module(module), factory)()
        except Exception as error:
            says = one_line(f"{type(error).__name__}: {error}", 200)
            raise KnowledgeError(
                f"{name}: {says}; write langchain:MODULE:FACTORY, of an installed module."
            ) from None
        if not isinstance(made, BaseRetriever | VectorStore):
            kind = type(made).__name__
            raise KnowledgeError(f"{name}: it gives a {kind}; let it give a LangChain retriever.")
        return cls(made, name)

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        """At most `top_k` passages that match, in LangChain's order.

        Raises: KnowledgeError, when LangChain fails.
        """
        asked, wanted = content_terms(query), top_k
        while True:
            found = [_passage(document, score, asked) for document, score in self._told(query, wanted)]
            matching = tuple(passage for passage in found if matches(passage, where))[:top_k]
            fixed = isinstance(self._found_by, BaseRetriever)
            if fixed or len(matching) == top_k or len(found) < wanted or wanted >= MOST:
                return matching
            wanted = min(MOST, MORE * wanted)

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage alone: LangChain's retrievers know of no neighbours."""
        return passage

    def _told(self, query: str, wanted: int) -> Iterable[tuple[Document, float | None]]:
        try:
            return self._scored(query, wanted)
        except Exception as error:
            raise KnowledgeError(f"{self.name}: {type(error).__name__}: {one_line(str(error))}") from error

    def _scored(self, query: str, wanted: int) -> Iterable[tuple[Document, float | None]]:
        if isinstance(self._found_by, BaseRetriever):
            return [(document, _score(document.metadata)) for document in self._found_by.invoke(query)]
        try:
            return self._found_by.similarity_search_with_relevance_scores(query, k=wanted)
        except NotImplementedError:
            return [(document, None) for document in self._found_by.similarity_search(query, k=wanted)]


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
        metadata={key: str(value) for key, value in about.items() if _is_told(key, value)},
    )


def _is_told(key: str, value: object) -> bool:
    return key not in PLACE.union(SCORES) and isinstance(value, str | int | float)


def _whole(about: Mapping[str, object], *keys: str) -> int | None:
    """The first of these that is a whole number, also as text."""
    for key in keys:
        value = about.get(key)
        if isinstance(value, int | str) and str(value).isdecimal():
            return int(value)
    return None


def _score(about: Mapping[str, object]) -> float | None:
    values = (about.get(key) for key in SCORES)
    return next((float(value) for value in values if isinstance(value, int | float)), None)
