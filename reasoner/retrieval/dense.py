"""Search by meaning: the cosine of vectors, all looked at while they are few, a graph when they are many."""

from pathlib import Path
from typing import Literal

import faiss
import numpy as np
from pydantic import BaseModel, ConfigDict

from reasoner.retrieval.graph import Flags, Floats, Graph, Places, Plan, Progress, build

VECTORS, READABLE, DESCRIBED, GRAPH = "vectors.npy", "readable.npy", "dense.json", "graph.faiss"


class Described(BaseModel):
    """How the vectors are searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["flat", "hnsw"]
    """Whether each vector is looked at, or a graph of neighbours is followed."""
    dimension: int
    flat_up_to: int
    """Up to so many vectors, or passages that a filter leaves, each is looked at."""
    neighbours: int | None = None
    ef_construction: int | None = None
    ef_search: int | None = None
    storage: Literal["8 bits"] | None = None
    """What the graph holds; its hits are weighed again by the vectors of 32 bits."""
    recall: float | None = None
    """Share of the 10 nearest that the graph finds, measured while it was built. Of a flat index: the share
    for which a graph was given up; None when there were too few vectors to try one."""

    @property
    def said(self) -> str:
        """In words, with the recall of what is approximate."""
        if self.kind == "hnsw":
            return f"hnsw, ef {self.ef_search}, recall@10 {self.recall:.3f}"
        return "flat" if self.recall is None else f"flat, as a graph reached a recall@10 of {self.recall:.3f}"


DEFAULT = Plan()


class Dense:
    """An index over vectors of length 1; zeros stand for a passage that the embedder cannot read."""

    def __init__(
        self,
        vectors: Floats,
        readable: Flags,
        described: Described,
        graph: Graph | None,
        plan: Plan = DEFAULT,
    ) -> None:
        self._vectors = vectors
        self.readable = readable
        """Which passages have a vector: shape (passages,)."""
        self._described = described
        self._graph = graph
        self._places: Places | None = np.flatnonzero(readable) if graph else None

    @classmethod
    def build(
        cls, vectors: Floats, *, plan: Plan = DEFAULT, progress: Progress = lambda done, total: None
    ) -> "Dense":
        """Indexes the vectors, one a passage in their order; `progress` counts those that are in a graph."""
        readable = np.any(vectors, axis=1)
        places = np.flatnonzero(readable)
        flat = Described(kind="flat", dimension=vectors.shape[1], flat_up_to=plan.flat_up_to)
        if len(places) <= plan.flat_up_to:
            return cls(vectors, readable, flat, None)
        graph, recall = build(vectors, places, plan, progress)
        if graph is None:
            return cls(vectors, readable, flat.model_copy(update={"recall": recall}), None)
        described = Described(
            kind="hnsw",
            dimension=flat.dimension,
            flat_up_to=plan.flat_up_to,
            neighbours=plan.neighbours,
            ef_construction=plan.ef_construction,
            ef_search=graph.ef_search,
            storage="8 bits",
            recall=recall,
        )
        return cls(vectors, readable, described, graph)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._vectors.shape[1])

    def describe(self) -> Described:
        """What stands in the manifest."""
        return self._described

    def nearest(self, query: Floats, count: int, among: Places | None = None) -> Places:
        """The passages nearest to the vector of the query, at most `count`, the nearest first.

        Only those that have a vector and, where it is given, are `among` these.
        """
        allowed = _allowed(self.readable, among)
        few = np.count_nonzero(allowed) <= self._described.flat_up_to
        if self._graph is None or self._places is None or few:
            return scan(self._vectors, query, count, allowed)
        near = self._graph.near(query, count, None if among is None else allowed[self._places])
        places = self._places[near]
        best = np.argsort(-self.cosines(query, places), kind="stable")[:count]
        found: Places = places[best]
        return found

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
        (folder / DESCRIBED).write_text(self._described.model_dump_json(indent=2), encoding="utf-8")
        if self._graph:
            self._graph.save(folder / GRAPH)

    @classmethod
    def load(cls, folder: Path) -> "Dense":
        """Opens what `save` wrote, by memory map; verify the files before."""
        described = Described.model_validate_json((folder / DESCRIBED).read_bytes())
        return cls(
            np.load(folder / VECTORS, mmap_mode="r", allow_pickle=False),
            np.load(folder / READABLE, allow_pickle=False),
            described,
            Graph.load(folder / GRAPH) if described.kind == "hnsw" else None,
        )


def scan(vectors: Floats, query: Floats, count: int, allowed: Flags) -> Places:
    """The places of the vectors nearest to the query, of those allowed, by looking at each of them."""
    count = min(count, int(np.count_nonzero(allowed)))
    asked, rows = np.ascontiguousarray(query, dtype=np.float32), np.ascontiguousarray(vectors, np.float32)
    cosines, places = np.empty(count, dtype=np.float32), np.empty(count, dtype=np.int64)
    if count:
        faiss.knn_inner_product(
            faiss.swig_ptr(asked),
            faiss.swig_ptr(rows),
            rows.shape[1],
            1,
            len(rows),
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
