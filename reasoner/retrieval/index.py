"""What a store of passages offers to the search over it, whether it lies in a folder or on a server."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval.retriever import Where
from reasoner.state import Passage

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
"""Numbers of passages, from 0."""


@dataclass(frozen=True, slots=True)
class Hits:
    """What the searches by terms and by meaning put forward; all three arrays have shape (found,)."""

    places: Places
    """Ascending, each once."""
    bm25: Floats
    """BM25 scores; 0 where no term is shared."""
    cosines: Floats | None
    """NaN where the passage has no vector; None where the query has none."""


class Index(Protocol):
    """Passages, their terms and their vectors. Its methods may be called from several threads."""

    @property
    def size(self) -> int:
        """How many passages there are."""
        ...

    def find(self, asked: Sequence[str], vector: Floats | None, depth: int, where: Where) -> Hits:
        """The `depth` best passages by the terms asked and the `depth` nearest to the vector, together."""
        ...

    def take(self, places: Sequence[int]) -> list[Passage]:
        """The passages of those numbers, in that order; their score is 0."""
        ...

    def around(self, passage: Passage, count: int) -> Passage:
        """As `Retriever.around`."""
        ...

    def idf(self, term: str) -> float:
        """How rare the term is; above 0, most for an unheard one."""
        ...

    def bound(self, asked: Sequence[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        ...
