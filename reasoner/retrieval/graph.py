"""A graph of neighbours over many vectors (HNSW), through FAISS: a query looks at few of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import faiss
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Progress = Callable[[int, int], None]

AT = 10
"""Nearest neighbours whose recall is measured."""
HELD_OUT = 200
"""Vectors kept out of the graph until its recall was measured with them."""
MIXED = 0.5
"""How much of a second vector is in a query that measures: a question is never just like a passage."""
TRAINED_ON = 20_000
"""Vectors from which the ranges of the 8-bit numbers are learnt."""
BATCH = 10_000
"""Vectors put in between two calls of `progress`."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When a graph is made, and how."""

    flat_up_to: int = 50_000
    """Vectors that are all looked at without a graph: about 3 ms."""
    neighbours: int = 32
    """Edges of a vector; twice as many on the lowest level."""
    ef_construction: int = 80
    """Candidates for its edges."""
    ef_search: tuple[int, ...] = (64, 128, 256, 512)
    """Candidates of a query: the first of these that reaches the recall."""
    min_recall: float = 0.97
    """Share of the 10 nearest that must be found; where no `ef_search` reaches it there is no graph."""


class Graph:
    """Numbers of 8 bits in a graph; its hits are to be weighed again by the vectors themselves."""

    def __init__(self, index: faiss.IndexHNSW) -> None:
        self._index = index

    @property
    def size(self) -> int:
        """How many vectors there are."""
        return int(self._index.ntotal)

    @property
    def ef_search(self) -> int:
        """Candidates of a query."""
        return int(self._index.hnsw.efSearch)

    def near(self, query: Floats, count: int, allowed: Flags | None = None) -> Places:
        """At least `count` vectors near the query where there are so many, in no order worth keeping."""
        ef = max(count, self.ef_search)
        selector = None
        if allowed is not None:  # the fewer are allowed, the more of the graph is looked at
            ef = -(-ef * self.size // max(1, int(np.count_nonzero(allowed))))
            selector = faiss.IDSelectorBitmap(np.packbits(allowed, bitorder="little"))  # type: ignore[call-arg, arg-type]
        wanted = min(max(count, self.ef_search), self.size)
        _, found = self._index.search(
            np.ascontiguousarray(query, dtype=np.float32).reshape(1, -1),
            wanted,
            params=faiss.SearchParametersHNSW(efSearch=ef, sel=selector),  # type: ignore[attr-defined]
        )
        places: Places = found[0][found[0] >= 0]
        return places

    def save(self, path: Path) -> None:
        """Writes one file."""
        faiss.write_index(self._index, str(path))

    @classmethod
    def load(cls, path: Path) -> "Graph":
        """Opens what `save` wrote, by memory map; FAISS trusts its files, so verify this one before."""
        index = faiss.read_index(str(path), faiss.IO_FLAG_MMAP_IFC | faiss.IO_FLAG_READ_ONLY)
        return cls(cast(faiss.IndexHNSW, index))


def build(vectors: Floats, places: Places, plan: Plan, progress: Progress) -> tuple[Graph | None, float]:
    """A graph over the vectors at these places, numbered from 0, and its recall; None where that is too low.

    The recall is measured before the last vectors go in: they make the queries.
    """
    index = faiss.IndexHNSWSQ(
        vectors.shape[1],
        faiss.ScalarQuantizer.QT_8bit,  # type: ignore[arg-type]
        plan.neighbours,
        faiss.METRIC_INNER_PRODUCT,
    )
    index.hnsw.efConstruction = plan.ef_construction
    random = np.random.default_rng(0)
    index.train(vectors[np.sort(random.choice(places, min(TRAINED_ON, len(places)), replace=False))])
    kept = len(places) - min(HELD_OUT, len(places) // 10)
    for first in range(0, kept, BATCH):
        index.add(np.ascontiguousarray(vectors[places[first : min(first + BATCH, kept)]]))
        progress(min(first + BATCH, kept), len(places))
    graph = Graph(index)
    queries = _queries(vectors[places[kept:]])
    exact = _tenth(vectors, places[:kept], queries)
    for ef in plan.ef_search:
        index.hnsw.efSearch = ef
        recall = _recall(graph, vectors, places, queries, exact)
        if recall >= plan.min_recall:
            index.add(np.ascontiguousarray(vectors[places[kept:]]))
            progress(len(places), len(places))
            return graph, recall
    return None, recall


def _queries(held_out: Floats) -> Floats:
    mixed = held_out + MIXED * np.roll(held_out, 1, axis=0)
    queries: Floats = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
    return queries


def _tenth(vectors: Floats, places: Places, queries: Floats) -> Floats:
    """The cosine of the tenth nearest of each query, by looking at every vector."""
    best = np.full((len(queries), AT), -2.0, dtype=np.float32)
    for first in range(0, len(places), BATCH):
        cosines = queries @ vectors[places[first : first + BATCH]].T
        best = -np.partition(-np.hstack([best, cosines]), AT - 1, axis=1)[:, :AT]
    tenth: Floats = best.min(axis=1)
    return tenth


def _recall(graph: Graph, vectors: Floats, places: Places, queries: Floats, tenth: Floats) -> float:
    """Share of the ten nearest that are found; as near as the tenth counts, for passages may be alike."""
    found = 0
    for query, least in zip(queries, tenth, strict=True):
        cosines = vectors[places[graph.near(query, AT)]] @ query
        found += min(AT, int(np.count_nonzero(cosines >= least - 1e-6)))
    return found / (AT * len(queries))
