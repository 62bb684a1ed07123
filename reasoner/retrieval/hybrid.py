"""The search over one opened collection: by terms, and by meaning where the embedder can read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from reasoner.retrieval import store
from reasoner.retrieval.bm25 import Bm25
from reasoner.retrieval.chunking import Chunk
from reasoner.retrieval.dense import Dense
from reasoner.retrieval.embedder import Embedder, reads
from reasoner.retrieval.fusion import fuse
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage

DEPTH = 100
"""Passages that each search puts forward, at least."""
MIN_COSINE = 0.3
"""A passage without a term of the query must be as near as this to count as found."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A passage that was found, and the scores that put it where it is."""

    passage: Passage
    bm25: float
    """BM25 score, at least 0, without upper bound."""
    dense: float | None
    """Cosine of the embeddings, in [-1, 1]; None where the embedder has no say."""
    fused: float
    """What the passages are ordered by, in [0, 1]."""
    support: float
    """How much of the query stands in the passage, in [0, 1]: the passage's score."""


class Hybrid:
    """A retriever over chunks; `dense` and `embedder` come together or not at all."""

    def __init__(
        self,
        name: str,
        chunks: Sequence[Chunk],
        bm25: Bm25,
        dense: Dense | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self.name = name
        self._chunks = chunks
        self._bm25 = bm25
        self._dense = dense
        self._embedder = embedder

    @classmethod
    def build(
        cls,
        name: str,
        chunks: Sequence[Chunk],
        embedder: Embedder | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> "Hybrid":
        """Indexes the chunks; those that the embedder cannot read get no vector."""
        bm25 = Bm25.build(terms(chunk.indexed) for chunk in chunks)
        if embedder is None:
            return cls(name, chunks, bm25)
        readable = [i for i, chunk in enumerate(chunks) if reads(chunk.indexed)]
        vectors = np.zeros((len(chunks), embedder.dimension), dtype=np.float32)
        vectors[readable] = embedder.embed([chunks[i].indexed for i in readable], progress)
        return cls(name, chunks, bm25, Dense(vectors), embedder)

    def save(self, folder: Path) -> None:
        """Writes everything into the folder."""
        store.write_chunks(folder / store.PASSAGES, self._chunks)
        self._bm25.save(folder / "bm25")
        if self._dense:
            self._dense.save(folder)

    @classmethod
    def load(cls, name: str, folder: Path, embedder: Embedder | None = None) -> "Hybrid":
        """Reads what `save` wrote; without embedder the vectors are left alone."""
        bm25 = Bm25.load(folder / "bm25")
        return cls(
            name,
            store.read_chunks(folder / store.PASSAGES),
            bm25,
            Dense.load(folder) if embedder else None,
            embedder,
        )

    def search(self, query: str, top_k: int) -> tuple[Passage, ...]:
        """At most `top_k` passages, the best first; a score is the support for the query, in [0, 1]."""
        return tuple(found.passage for found in self.explain(query, top_k))

    def explain(self, query: str, top_k: int) -> tuple[Explained, ...]:
        """As `search`, with the scores of each part."""
        asked = content_terms(query)
        depth = max(DEPTH, 2 * top_k)
        bm25 = self._bm25.scores(asked)
        places = np.argsort(-bm25, kind="stable")[:depth]
        cosines = None
        if self._dense and self._embedder and reads(query):
            vector = self._embedder.embed([query])[0]
            places = np.union1d(places, self._dense.nearest(vector, depth))
            cosines = np.where(self._dense.readable[places], self._dense.cosines(vector, places), np.nan)
        fused = fuse(bm25[places], self._bm25.bound(asked), cosines)
        found: list[Explained] = []
        for i in np.argsort(-fused, kind="stable"):
            near = None if cosines is None or np.isnan(cosines[i]) else float(cosines[i])
            if bm25[places[i]] > 0 or (near is not None and near >= MIN_COSINE):
                found.append(
                    self._explained(asked, int(places[i]), float(bm25[places[i]]), near, float(fused[i]))
                )
            if len(found) == top_k:
                break
        return tuple(found)

    def _explained(
        self, asked: Sequence[str], place: int, bm25: float, cosine: float | None, fused: float
    ) -> Explained:
        chunk = self._chunks[place]
        score = support(asked, chunk.headings, chunk.passage.text, self._bm25.idf, cosine)
        return Explained(replace(chunk.passage, score=score), bm25, cosine, fused, score)
