"""Search by meaning: the cosine of vectors, through FAISS."""

from pathlib import Path

import faiss
import numpy as np
from numpy.typing import NDArray

VECTORS = "vectors.npy"

Floats = NDArray[np.float32]
Places = NDArray[np.int64]


class Dense:
    """A flat index over vectors of length 1; zeros stand for a passage that the embedder cannot read."""

    def __init__(self, vectors: Floats) -> None:
        self._index = faiss.IndexFlatIP(vectors.shape[1])
        self._index.add(vectors)
        self.readable: NDArray[np.bool_] = np.any(vectors != 0, axis=1)
        """Which passages have a vector: shape (passages,)."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._index.d)

    def nearest(self, query: Floats, count: int) -> Places:
        """The passages nearest to the vector of the query, at most `count`, the nearest first."""
        _, places = self._index.search(query.reshape(1, -1), min(count, self._index.ntotal))
        found: Places = places[0]
        return found

    def cosines(self, query: Floats, places: Places) -> Floats:
        """The cosine of the query with each of the passages: shape (len(places),)."""
        cosines: Floats = self._index.reconstruct_batch(places) @ query
        return cosines

    def save(self, folder: Path) -> None:
        """Writes the plain vectors, from which FAISS is filled again: its own files are not safe to read."""
        vectors = self._index.reconstruct_n(0, self._index.ntotal)
        np.save(folder / VECTORS, vectors, allow_pickle=False)

    @classmethod
    def load(cls, folder: Path) -> "Dense":
        """Reads what `save` wrote."""
        return cls(np.load(folder / VECTORS, allow_pickle=False))
