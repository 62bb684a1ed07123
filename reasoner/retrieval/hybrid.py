"""The search over one opened collection: by terms, and by meaning where the embedder can read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from reasoner.retrieval.embedder import Embedder, reads
from reasoner.retrieval.fusion import FOREIGN, Scores, fuse, scaled
from reasoner.retrieval.index import Hits, Index
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.support import spans, supported, together
from reasoner.retrieval.terms import content_terms, unspaced
from reasoner.state import Passage

DEPTH = 100
"""Passages that each search puts forward, at least."""
READ = 10
"""Passages of those that are read sentence by sentence to put them in order, at least."""
SCRIPT = 200
"""Characters that show in which script a passage is."""
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
    together: float
    """Share of the query that two neighbouring sentences have, in [0, 1]."""
    fused: float
    """What the passages are ordered by, in [0, 1]; less where the passage is in another script."""
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
        lexical = scaled(hits.bm25, self.index.bound(asked))
        first = np.argsort(-fuse(lexical, hits.cosines), kind="stable")
        read = [int(i) for i in first if _found(hits, int(i))][: max(READ, 2 * top_k)]
        found = list(self._read(query, asked, hits, lexical, read))
        return tuple(sorted(found, key=lambda entry: -entry.fused)[:top_k])

    def _read(
        self, query: str, asked: tuple[str, ...], hits: Hits, lexical: Scores, read: list[int]
    ) -> Iterator[Explained]:
        script = unspaced(query)
        weights = {term: self.index.idf(term) for term in asked}
        for i in read:
            passage = self.index.passage(int(hits.places[i]))
            sentences = spans(asked, passage.headings, passage.text)
            near = together(asked, sentences, weights.__getitem__)
            cosine = None if hits.cosines is None or np.isnan(hits.cosines[i]) else hits.cosines[i : i + 1]
            fused = float(fuse(lexical[i : i + 1], cosine, np.array([near], dtype=np.float32))[0])
            same = unspaced(passage.text[:SCRIPT]) in (script, None)
            dense = None if cosine is None else float(cosine[0])
            score = supported(asked, sentences, weights.__getitem__, dense, float(lexical[i]))
            fused *= 1 if same else FOREIGN
            yield Explained(replace(passage, score=score), float(hits.bm25[i]), dense, near, fused, score)


def _found(hits: Hits, i: int) -> bool:
    """The passage shares a term with the query, or is near enough in meaning."""
    return bool(hits.bm25[i] > 0 or (hits.cosines is not None and hits.cosines[i] >= MIN_COSINE))
