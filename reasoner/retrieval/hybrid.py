"""The search over one opened collection: by terms, and by meaning where the embedder can read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.fusion import FOREIGN, Scores, fuse, naming, placed, scaled
from reasoner.retrieval.index import Floats, Hits, Index, Places
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.support import shares, supported
from reasoner.retrieval.terms import content_terms, named, unspaced
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
    sentence: float
    """Share of the query that one sentence has, in [0, 1]."""
    names: float | None
    """Share of the names and figures of the query that the passage has; None when the query has none."""
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
        return self.explain_all([query], top_k, where)[0]

    def explain_all(
        self, queries: Sequence[str], top_k: int, where: Where = ANYWHERE
    ) -> list[tuple[Explained, ...]]:
        """As `explain` for each of the queries, which are embedded together."""
        vectors = self._vectors(queries)
        return [self._explain(query, vectors.get(query), top_k, where) for query in queries]

    def _vectors(self, queries: Sequence[str]) -> dict[str, Floats]:
        """The vectors of those queries that the embedder can read."""
        if self._embedder is None:
            return {}
        readable = [query for query in dict.fromkeys(queries) if self._embedder.reads(query)]
        return dict(zip(readable, self._embedder.ask_all(readable), strict=True)) if readable else {}

    def _explain(self, query: str, vector: Floats | None, top_k: int, where: Where) -> tuple[Explained, ...]:
        asked = content_terms(query)
        hits = self.index.find(asked, vector, max(DEPTH, 2 * top_k), where)
        lexical = scaled(hits.bm25, self.index.bound(asked))
        first = np.argsort(-fuse(lexical, hits.cosines), kind="stable")
        chosen = first[_found(hits)[first]][: max(READ, 2 * top_k)]
        return tuple(
            sorted(self._read(query, asked, hits, lexical, chosen), key=lambda entry: -entry.fused)[:top_k]
        )

    def _read(
        self, query: str, asked: tuple[str, ...], hits: Hits, lexical: Scores, chosen: Places
    ) -> list[Explained]:
        """The chosen hits, read sentence by sentence."""
        passages = self.index.take(hits.places[chosen].tolist())
        weights, names = {term: self.index.idf(term) for term in asked}, named(query).intersection(asked)
        found = [shares(weights, names, passage.headings, passage.text) for passage in passages]
        near = (np.array([getattr(own, part) for own in found]) for part in ("together", "sentence"))
        cosines = None if hits.cosines is None else hits.cosines[chosen]
        fused = naming(
            fuse(placed(lexical[chosen], *near), cosines), np.array([own.names or 0.0 for own in found])
        )
        script = unspaced(query)
        return [
            Explained(
                passage=replace(passage, score=score),
                bm25=float(hits.bm25[place]),
                dense=dense,
                together=own.together,
                sentence=own.sentence,
                names=own.names,
                fused=float(value) * (1 if unspaced(passage.text[:SCRIPT]) in (script, None) else FOREIGN),
                support=score,
            )
            for passage, own, place, value in zip(passages, found, chosen, fused, strict=True)
            for dense in [_told(hits.cosines, int(place))]
            for score in [supported(own, float(lexical[place]), dense)]
        ]


def _found(hits: Hits) -> NDArray[np.bool_]:
    """Which passages share a term with the query, or are near enough in meaning."""
    shared: NDArray[np.bool_] = hits.bm25 > 0
    return shared if hits.cosines is None else shared | (hits.cosines >= MIN_COSINE)


def _told(cosines: Floats | None, place: int) -> float | None:
    return None if cosines is None or np.isnan(cosines[place]) else float(cosines[place])
