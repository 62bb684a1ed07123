"""The search over one opened collection: by terms, and by meaning where the embedder can read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reasoner.retrieval.embedder import Embedder, reads
from reasoner.retrieval.fusion import fuse
from reasoner.retrieval.index import Index
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import content_terms
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
    """A retriever over an index; an embedder without vectors in it has no say."""

    def __init__(self, name: str, index: Index, embedder: Embedder | None = None) -> None:
        self.name = name
        self.index = index
        self._embedder = embedder

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        """At most `top_k` passages, the best first; a score is the support for the query, in [0, 1]."""
        return tuple(found.passage for found in self.explain(query, top_k, where))

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage together with up to `count` passages of its document before and after it."""
        return self.index.around(passage, count)

    def explain(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Explained, ...]:
        """As `search`, with the scores of each part."""
        asked = content_terms(query)
        vector = self._embedder.embed([query])[0] if self._embedder and reads(query) else None
        hits = self.index.find(asked, vector, max(DEPTH, 2 * top_k), where)
        fused = fuse(hits.bm25, self.index.bound(asked), hits.cosines)
        found: list[Explained] = []
        for i in np.argsort(-fused, kind="stable"):
            near = None if hits.cosines is None or np.isnan(hits.cosines[i]) else float(hits.cosines[i])
            if hits.bm25[i] > 0 or (near is not None and near >= MIN_COSINE):
                passage = self.index.passage(int(hits.places[i]))
                found.append(self._explained(asked, passage, float(hits.bm25[i]), near, float(fused[i])))
            if len(found) == top_k:
                break
        return tuple(found)

    def _explained(
        self, asked: Sequence[str], passage: Passage, bm25: float, cosine: float | None, fused: float
    ) -> Explained:
        score = support(asked, passage.headings, passage.text, self.index.idf, cosine)
        return Explained(replace(passage, score=score), bm25, cosine, fused, score)
