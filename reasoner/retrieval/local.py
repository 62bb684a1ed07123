"""The index of a collection in a folder: passages, BM25 and vectors."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np

from reasoner.retrieval import store
from reasoner.retrieval.bm25 import Bm25
from reasoner.retrieval.chunking import indexed
from reasoner.retrieval.dense import Dense
from reasoner.retrieval.embedder import Embedder, reads
from reasoner.retrieval.index import Floats, Hits, Places
from reasoner.retrieval.retriever import Where
from reasoner.retrieval.terms import terms
from reasoner.state import Passage


class LocalIndex:
    """Passages with their terms and, where an embedder made them, their vectors."""

    def __init__(self, passages: Sequence[Passage], bm25: Bm25, dense: Dense | None = None) -> None:
        self._passages = passages
        self._bm25 = bm25
        self._dense = dense
        self.size = len(passages)

    @classmethod
    def build(
        cls,
        passages: Sequence[Passage],
        embedder: Embedder | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> "LocalIndex":
        """Indexes the passages; those that the embedder cannot read get no vector."""
        texts = [indexed(passage) for passage in passages]
        bm25 = Bm25.build(map(terms, texts))
        if embedder is None:
            return cls(passages, bm25)
        readable = [i for i, text in enumerate(texts) if reads(text)]
        vectors = np.zeros((len(passages), embedder.dimension), dtype=np.float32)
        vectors[readable] = embedder.embed([texts[i] for i in readable], progress)
        return cls(passages, bm25, Dense.build(vectors))

    def save(self, folder: Path) -> None:
        """Writes everything into the folder."""
        store.write_passages(folder / store.PASSAGES, self._passages)
        self._bm25.save(folder / "bm25")
        if self._dense:
            self._dense.save(folder)

    @classmethod
    def load(cls, folder: Path, *, dense: bool) -> "LocalIndex":
        """Reads what `save` wrote; unless `dense`, the vectors are left alone."""
        passages = store.read_passages(folder / store.PASSAGES)
        return cls(passages, Bm25.load(folder / "bm25"), Dense.load(folder) if dense else None)

    def find(self, asked: Sequence[str], vector: Floats | None, depth: int, where: Where) -> Hits:
        """The `depth` best passages by the terms asked and the `depth` nearest to the vector, together."""
        bm25 = self._bm25.scores(asked)
        among = np.fromiter(self._among(where), dtype=np.int64)
        places: Places = among[np.argsort(-bm25[among], kind="stable")[:depth]]
        if vector is None or self._dense is None:
            return Hits(np.sort(places), bm25[np.sort(places)], None)
        near = self._dense.nearest(vector, depth if not where else self.size)
        places = np.union1d(places, near[np.isin(near, among)][:depth])
        cosines = np.where(self._dense.readable[places], self._dense.cosines(vector, places), np.nan)
        return Hits(places, bm25[places], cosines.astype(np.float32))

    def passage(self, place: int) -> Passage:
        """The passage of that number; its score is 0."""
        return self._passages[place]

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage together with up to `count` passages of its document before and after it."""
        mine = [found for found in self._passages if found.source == passage.source]
        here = next((i for i, found in enumerate(mine) if found.start == passage.start), None)
        if here is None:
            return passage
        run = mine[max(0, here - count) : here + count + 1]
        text = "\n\n".join(found.text for found in run)
        return replace(passage, text=text, start=run[0].start, end=run[-1].end, line=run[0].line)

    def idf(self, term: str) -> float:
        """How rare the term is; above 0, most for an unheard one."""
        return self._bm25.idf(term)

    def bound(self, asked: Sequence[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        return self._bm25.bound(asked)

    def _among(self, where: Where) -> Iterator[int]:
        for place, passage in enumerate(self._passages):
            known = {**passage.metadata, "source": passage.source}
            if all(fnmatchcase(known.get(key, ""), shape) for key, shape in where.items()):
                yield place
