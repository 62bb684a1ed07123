"""Lexical search by BM25 (Robertson and Zaragoza 2009), through bm25s."""

import logging
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from numpy.typing import NDArray

logging.getLogger("bm25s").setLevel(logging.WARNING)

UNSEEN_PASSAGES = 10
"""Passages imagined beside those of the collection, lest the words of a small one count for nothing."""


class Bm25:
    """An index of the terms of passages."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._vocabulary: dict[str, int] = engine.vocab_dict
        self._starts: NDArray[np.int64] = engine.scores["indptr"]
        self.size = int(engine.scores["num_docs"])

    @classmethod
    def build(cls, passages: Iterable[Sequence[str]]) -> "Bm25":
        """Indexes passages, each given as its terms. At least one must have a term."""
        vocabulary: dict[str, int] = {}
        ids = [[vocabulary.setdefault(term, len(vocabulary)) for term in passage] for passage in passages]
        engine = bm25s.BM25(k1=1.2, b=0.75, method="lucene", backend="numpy")
        engine.index((ids, vocabulary), create_empty_token=False, show_progress=False)
        return cls(engine)

    def scores(self, query: Iterable[str]) -> NDArray[np.float32]:
        """The BM25 score of every passage: shape (size,), 0 where no term is shared."""
        ids = [self._vocabulary[term] for term in query if term in self._vocabulary]
        if not ids:
            return np.zeros(self.size, dtype=np.float32)
        found: NDArray[np.float32] = self._engine.get_scores_from_ids(ids)
        return found

    def idf(self, term: str) -> float:
        """How rare the term is among the passages and the imagined ones; above 0, most for an unheard one."""
        return self._idf(term, UNSEEN_PASSAGES)

    def bound(self, query: Iterable[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        return sum(self._idf(term, 0) for term in query)

    def _idf(self, term: str, unseen: int) -> float:
        token = self._vocabulary.get(term)
        among = int(self._starts[token + 1] - self._starts[token]) if token is not None else 0
        return math.log(1 + (self.size + unseen - among + 0.5) / (among + 0.5))

    def save(self, folder: Path) -> None:
        """Writes arrays and JSON, no pickle."""
        self._engine.save(folder, show_progress=False)

    @classmethod
    def load(cls, folder: Path) -> "Bm25":
        """Reads what `save` wrote."""
        return cls(bm25s.BM25.load(folder, allow_pickle=False, show_progress=False))
