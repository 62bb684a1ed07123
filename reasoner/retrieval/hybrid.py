"""The search over one opened collection."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from reasoner.retrieval import store
from reasoner.retrieval.bm25 import Bm25
from reasoner.retrieval.chunking import Chunk
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage


@dataclass(frozen=True, slots=True)
class Explained:
    """A passage that was found, and the scores that put it where it is."""

    passage: Passage
    bm25: float
    """BM25 score, at least 0, unbounded."""
    dense: float | None
    """Cosine of the embeddings; None where the embedder had no say."""
    fused: float
    """What the passages are ordered by, in [0, 1]."""
    support: float
    """How much of the query the passage covers, in [0, 1]."""


class Hybrid:
    """Finds passages by their terms, and by their meaning where an embedder can read them."""

    def __init__(self, name: str, chunks: Sequence[Chunk], bm25: Bm25) -> None:
        self.name = name
        self._chunks = chunks
        self._bm25 = bm25

    @classmethod
    def build(cls, name: str, chunks: Sequence[Chunk]) -> "Hybrid":
        return cls(name, chunks, Bm25.build(terms(chunk.indexed) for chunk in chunks))

    def save(self, folder: Path) -> None:
        """Writes everything into the folder."""
        store.write_chunks(folder / store.PASSAGES, self._chunks)
        self._bm25.save(folder / "bm25")

    @classmethod
    def load(cls, name: str, folder: Path) -> "Hybrid":
        """Reads what `save` wrote."""
        return cls(name, store.read_chunks(folder / store.PASSAGES), Bm25.load(folder / "bm25"))

    def search(self, query: str, top_k: int) -> tuple[Passage, ...]:
        """At most `top_k` passages, the best first; a passage's score is its support, in [0, 1]."""
        return tuple(found.passage for found in self.explain(query, top_k))

    def explain(self, query: str, top_k: int) -> tuple[Explained, ...]:
        """As `search`, with the scores of each part."""
        lexical = self._bm25.scores(terms(query))
        order = np.argsort(-lexical, kind="stable")[:top_k]
        return tuple(self._explained(query, i, float(lexical[i])) for i in order if lexical[i] > 0)

    def _explained(self, query: str, i: int, lexical: float) -> Explained:
        chunk = self._chunks[i]
        support = coverage(content_terms(query), terms(chunk.indexed), self._bm25.idf)
        return Explained(replace(chunk.passage, score=support), lexical, None, lexical, support)
