"""Search by meaning: the cosine of vectors, through FAISS."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import faiss
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

VECTORS, READABLE = "vectors.npy", "readable.npy"

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Progress = Callable[[int, int], None]


class Described(BaseModel):
    """How the vectors are searched."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Literal["flat"]
    dimension: int


class Dense:
    """An index over vectors of length 1; zeros stand for a passage that the embedder cannot read."""

    def __init__(self, vectors: Floats, readable: Flags) -> None:
        self._vectors = vectors
        self.readable = readable
        """Which passages have a vector: shape (passages,)."""

    @classmethod
    def build(cls, vectors: Floats, *, progress: Progress = lambda done, total: None) -> "Dense":
        """Indexes the vectors, one a passage in their order."""
        return cls(np.ascontiguousarray(vectors, dtype=np.float32), np.any(vectors != 0, axis=1))

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._vectors.shape[1])

    def describe(self) -> Described:
        """What stands in the manifest."""
        return Described(kind="flat", dimension=self.dimension)

    def nearest(self, query: Floats, count: int, among: Places | None = None) -> Places:
        """The passages nearest to the vector of the query, at most `count`, the nearest first.

        Only those that have a vector and, where it is given, are `among` these.
        """
        return scan(self._vectors, query, count, _allowed(self.readable, among))

    def cosines(self, query: Floats, places: Places) -> Floats:
        """The cosine of the query with each of the passages: shape (len(places),)."""
        cosines: Floats = self.vectors(places) @ query
        return cosines

    def vectors(self, places: Places) -> Floats:
        """What was indexed for the passages, bit for bit: shape (len(places), dimension)."""
        found: Floats = np.asarray(self._vectors[places])
        return found

    def save(self, folder: Path) -> None:
        """Writes everything into the folder."""
        np.save(folder / VECTORS, self._vectors, allow_pickle=False)
        np.save(folder / READABLE, self.readable, allow_pickle=False)

    @classmethod
    def load(cls, folder: Path) -> "Dense":
        """Opens what `save` wrote, by memory map; verify the files before."""
        vectors = np.load(folder / VECTORS, mmap_mode="r", allow_pickle=False)
        return cls(vectors, np.load(folder / READABLE, allow_pickle=False))


def scan(vectors: Floats, query: Floats, count: int, allowed: Flags) -> Places:
    """The places of the vectors nearest to the query, of those allowed, by looking at each."""
    count = min(count, int(np.count_nonzero(allowed)))
    asked = np.ascontiguousarray(query, dtype=np.float32)
    cosines, places = np.empty(count, dtype=np.float32), np.empty(count, dtype=np.int64)
    if count:
        faiss.knn_inner_product(
            faiss.swig_ptr(asked),
            faiss.swig_ptr(vectors),
            vectors.shape[1],
            1,
            len(vectors),
            count,
            faiss.swig_ptr(cosines),
            faiss.swig_ptr(places),
            faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little")),  # type: ignore[call-arg, arg-type]
        )
    return places


def _allowed(readable: Flags, among: Places | None) -> Flags:
    if among is None:
        return readable
    allowed = np.zeros_like(readable)
    allowed[among] = readable[among]
    return allowed
