"""The index of a collection in a folder: documents, passages, BM25 and vectors."""

import io
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

import numpy as np

from reasoner.retrieval import bm25, columns, gathering, passages
from reasoner.retrieval.bm25 import Bm25, best
from reasoner.retrieval.columns import Arrays
from reasoner.retrieval.dense import Dense
from reasoner.retrieval.document import Document
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.gathering import Gathering, Kept
from reasoner.retrieval.index import Floats, Hits, Places
from reasoner.retrieval.passages import Passages
from reasoner.retrieval.retriever import Where
from reasoner.retrieval.taking import embedded
from reasoner.state import Passage

NAMES = tuple(dict.fromkeys((*passages.NAMES, *bm25.NAMES)))
"""The arrays that are opened."""


class LocalIndex:
    """Passages with their terms and, where an embedder made them, their vectors."""

    def __init__(self, arrays: Arrays, dense: Dense | None = None) -> None:
        self._arrays = arrays
        self.passages = Passages(arrays)
        self.size = len(self.passages)
        self._bm25 = Bm25(arrays, self.size)
        self._dense = dense

    @classmethod
    def build(cls, found: Iterable[Passage], embedder: Embedder | None = None) -> "LocalIndex":
        """Indexes passages in memory; those that the embedder cannot read get no vector."""
        texts = io.BytesIO()
        gathered = Gathering(texts)
        by_source = sorted(found, key=lambda passage: (passage.source, passage.start))
        for source, group in groupby(by_source, key=lambda passage: passage.source):
            mine = list(group)
            gathered.add(Document(_pieced(mine), source), bytes(32), mine)
        text = np.frombuffer(texts.getvalue(), dtype=np.uint8)
        part = Kept(gathered.arrays(text, columns.in_memory), np.arange(len(gathered)))
        arrays, _ = gathering.merged([part], columns.in_memory)
        dense = Dense.build(embedded(Passages(arrays), embedder)) if embedder else None
        return cls(arrays, dense)

    def save(self, folder: Path) -> None:
        """Writes everything into the folder."""
        columns.save(self._arrays, folder)
        if self._dense:
            self._dense.save(folder)

    @classmethod
    def load(cls, folder: Path, *, dense: bool) -> "LocalIndex":
        """Maps what `save` wrote; unless `dense`, the vectors are left alone."""
        return cls(columns.mapped(folder, NAMES), Dense.load(folder) if dense else None)

    def find(self, asked: Sequence[str], vector: Floats | None, depth: int, where: Where) -> Hits:
        """The `depth` best passages by the terms asked and the `depth` nearest to the vector, together."""
        scores = self._bm25.scores(asked)
        allowed = self.passages.among(where) if where else None
        places: Places = best(scores if allowed is None else np.where(allowed, scores, 0), depth)
        if vector is None or self._dense is None:
            return Hits(places, scores[places], None)
        among = None if allowed is None else np.flatnonzero(allowed)
        places = np.union1d(places, self._dense.nearest(vector, depth, among))
        cosines = np.where(self._dense.readable[places], self._dense.cosines(vector, places), np.nan)
        return Hits(places, scores[places], cosines.astype(np.float32))

    def take(self, places: Sequence[int]) -> list[Passage]:
        """The passages of those numbers, in that order; their score is 0."""
        return [self.passages[place] for place in places]

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage with up to `count` neighbours on either side, exactly as the document has them."""
        return self.passages.around(passage, count)

    def idf(self, term: str) -> float:
        """How rare the term is; above 0, most for an unheard one."""
        return self._bm25.idf(term)

    def bound(self, asked: Sequence[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        return self._bm25.bound(asked)


def _pieced(found: Sequence[Passage]) -> str:
    """A document that has the passages where they say."""
    text = ""
    for passage in found:
        text = f"{text.ljust(passage.start, chr(10))[: passage.start]}{passage.text}"
    return text
