"""Passages are stored in Qdrant, batch by batch, and become a collection when the last one is there."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from reasoner.retrieval import store
from reasoner.retrieval.chunking import indexed
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.qdrant import points, server
from reasoner.retrieval.qdrant.points import Payload, TextOf
from reasoner.retrieval.qdrant.server import BM25, DENSE, Header, QdrantClient, models
from reasoner.state import Passage

BATCH = 256
"""Passages that are embedded and stored at a time."""


def write(
    client: QdrantClient,
    passages: Sequence[Passage],
    embedder: Embedder | None,
    location: str,
    name: str,
    progress: Callable[[int, int], None],
    text_of: TextOf,
) -> tuple[str, Header]:
    """Stores a generation of the collection and lets the name stand for it; the one before is dropped.

    What a killed writer left goes first. When anything fails the collection is what it was.
    """
    server.drop(client, name, keep=server.live(client, name))
    known = points.statistics(passages)
    portions = points.counted(known.having)
    header = Header(
        format=store.FORMAT,
        name=name,
        passages=len(passages),
        portions=len(portions),
        fields=points.fields(passages),
        embedder=made_by(embedder),
    )
    generation = f"{name}-{uuid.uuid4().hex[:12]}"
    try:
        server.create(client, generation, header, server=server.is_server(location))
        stored = _points(passages, known.mean, header.fields, embedder, text_of)
        for done, batch in _batched(stored):
            client.upsert(generation, batch, wait=True)
            progress(done, len(passages))
        for _, batch in _batched(_counts(portions, len(passages))):
            client.upsert(generation, batch, wait=True)
        server.go_live(client, name, generation)
    except BaseException:
        with suppress(Exception):
            client.delete_collection(generation)
        raise
    server.drop(client, name, keep=generation)
    return generation, header


def made_by(embedder: Embedder | None) -> store.Embedded | None:
    """What is noted of the embedder."""
    if embedder is None:
        return None
    return store.Embedded(name=embedder.name, hash=embedder.hash, dimension=embedder.dimension)


def _points(
    passages: Sequence[Passage],
    mean: float,
    fields: Mapping[str, str],
    embedder: Embedder | None,
    text_of: TextOf,
) -> Iterator[models.PointStruct]:
    """A point for each passage; what the embedder cannot read gets no vector of it."""
    payloads = points.payloads(passages, fields, text_of)
    for first in range(0, len(passages), BATCH):
        some = [passages[place] for place in range(first, min(first + BATCH, len(passages)))]
        near = _vectors(some, embedder)
        for i, passage in enumerate(some):
            ids, weights = points.weights(points.term_ids(passage), mean)
            sparse = {BM25: models.SparseVector(indices=ids, values=weights)} if ids else {}
            dense = {DENSE: near[i]} if i in near else {}
            yield models.PointStruct(id=first + i, vector={**sparse, **dense}, payload=next(payloads))


def _vectors(passages: Sequence[Passage], embedder: Embedder | None) -> dict[int, list[float]]:
    texts = [indexed(passage) for passage in passages]
    readable = [i for i, text in enumerate(texts) if embedder and embedder.reads(text)]
    if not embedder or not readable:
        return {}
    vectors = embedder.embed([texts[i] for i in readable])
    return {i: vector.tolist() for i, vector in zip(readable, vectors, strict=True)}


def _counts(portions: Sequence[Payload], first: int) -> Iterator[models.PointStruct]:
    for place, payload in enumerate(portions, start=first):
        yield models.PointStruct(id=place, vector={}, payload=payload)


def _batched(points: Iterable[models.PointStruct]) -> Iterator[tuple[int, list[models.PointStruct]]]:
    """The points in batches, each with how many there are up to its end."""
    left, done = iter(points), 0
    while batch := list(islice(left, BATCH)):
        done += len(batch)
        yield done, batch
