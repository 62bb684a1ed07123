"""A collection is made of files, or brought up to date: only what changed is read, cut and embedded."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from reasoner.errors import KnowledgeError
from reasoner.retrieval import columns, documents, embedder, gathering, store
from reasoner.retrieval.columns import Array, Arrays, Strings
from reasoner.retrieval.dense import Dense
from reasoner.retrieval.document import Skipped
from reasoner.retrieval.embedder import Embedder, Vectors
from reasoner.retrieval.formats import registry
from reasoner.retrieval.gathering import Kept, Run
from reasoner.retrieval.index import Places
from reasoner.retrieval.job import IndexReport, Job
from reasoner.retrieval.making import making
from reasoner.retrieval.passages import Passages
from reasoner.retrieval.retriever import matcher
from reasoner.retrieval.store import Embedded, Generation, Manifest
from reasoner.retrieval.taking import Before, Found, Taken, digested, taken

Progress = Callable[[int, int], None]

ANY_LANGUAGE = ("text", "文字", "текст", "نص", "テキスト", "텍스트")
"""Something that any embedder can read."""


def make(job: Job, progress: Progress, stop: Callable[[], bool]) -> IndexReport:
    """Makes the collection anew, or brings it up to date; call it under `store.locked`.

    Once `stop` is true, what is done is kept, and beside it of the old collection what was not reached.
    Raises: KnowledgeError for a path that does not exist, nothing to index or a full disk; a collection that
    was there is then as it was.
    """
    started = time.perf_counter()
    files = _included(documents.find(job.paths), job.how.exclude)
    model = _model(job)
    made = making(job.how.reading, model)
    old = _manifest(job)
    usual = old.store if old else store.FOLDER
    place = store.place(usual if job.how.store is None else job.how.store)
    before = _before(job, old, made) if old and old.store == place else None
    # Qdrant is given vectors while passages are stored there.
    embedding = model if place == store.FOLDER else None
    with store.writing(job.folder) as generation:
        got = taken(files, before, job.how.reading, embedding, job.folder.parent, progress, stop)
        if not got.count and not got.stopped:
            raise _nothing(job, got.skipped)
        manifest = old
        # Of an old collection from which nothing can be taken over, a part of the new one is no replacement.
        halved = got.stopped and old is not None and before is None
        if got.count and not halved and not _same(got, before, job):
            manifest = _write(generation, job, got, before, Made(place, made, model), progress)
    if old and old.qdrant and manifest and manifest.store != old.store:
        _leave(old.qdrant, job.name)
    embedded_by = manifest.embedder.name if manifest and manifest.embedder else None
    return IndexReport(
        name=job.name,
        files=manifest.files if manifest else 0,
        passages=manifest.passages if manifest else 0,
        skipped=got.skipped,
        embedder=embedded_by,
        seconds=time.perf_counter() - started,
        unchanged=got.unchanged,
        added=got.added,
        changed=got.changed,
        removed=got.removed,
        found=len(files),
        reached=0 if halved else got.reached,
        complete=not got.stopped,
    )


def current(job: Job, manifest: Manifest) -> bool:
    """The collection is of the files as they are now, and made as it would be now."""
    if manifest.making != making(job.how.reading, _model(job)):
        return False
    found = _included(documents.find(job.paths), job.how.exclude)
    digests = {
        entry[1]: digest
        for entry in found
        if not isinstance(entry, Skipped) and (digest := digested(entry[0], job.how.reading.max_bytes))
    }
    return manifest.complete and manifest.contents == contents(digests)


def contents(digests: Mapping[str, bytes]) -> str:
    """One checksum of documents: of their sources and the SHA-256 of their files."""
    digest = hashlib.sha256()
    for source in sorted(digests):
        digest.update(hashlib.sha256(columns.encode(source)).digest() + digests[source])
    return digest.hexdigest()


def _model(job: Job) -> Embedder | None:
    how = job.how
    return embedder.choose(how.embed, ANY_LANGUAGE, how.embedder or embedder.NAME, offline=how.offline)


def _included(files: Found, exclude: Sequence[str]) -> Found:
    shapes = [matcher(shape) for shape in exclude]
    sources = [entry.path if isinstance(entry, Skipped) else entry[1] for entry in files]
    return [
        entry
        for entry, source in zip(files, sources, strict=True)
        if not any(fits(source) for fits in shapes)
    ]


def _manifest(job: Job) -> Manifest | None:
    """Of the collection that is there already."""
    try:
        return store.read_manifest(job.folder, job.name, job.again)
    except KnowledgeError:
        return None


def _before(job: Job, manifest: Manifest, made: str) -> Before | None:
    """What is there already; None where nothing of it can be taken over."""
    if manifest.making != made or manifest.qdrant:
        return None
    try:
        home = store.verify(job.folder, manifest, job.again)
        dense = Dense.load(home) if manifest.embedder else None
        return Before.of(manifest, columns.mapped(home, gathering.NAMES), dense)
    except (KnowledgeError, OSError, ValueError):
        return None


def _same(got: Taken, before: Before | None, job: Job) -> bool:
    """There is nothing to write."""
    if before is None or got.added or got.changed or got.removed:
        return False
    return before.manifest.roots == job.roots and (before.manifest.complete or got.stopped)


@dataclass(frozen=True, slots=True)
class Made:
    """Where and how a collection is made."""

    place: str
    """As `Manifest.store`."""
    making: str
    model: Embedder | None


def _write(
    generation: Generation, job: Job, got: Taken, before: Before | None, made: Made, progress: Progress
) -> Manifest:
    parts = [Kept(before.arrays, got.kept)] if before else []
    parts.append(Kept(got.arrays, got.fresh))
    model, local = made.model, made.place == store.FOLDER
    arrays, runs = gathering.merged(parts, columns.in_folder(generation.home) if local else columns.in_memory)
    dense = _vectors(runs, got, before, model, progress) if model and local else None
    if dense:
        dense.save(generation.home)
    if not local:
        _send(job, Passages(arrays), made, progress)
    manifest = Manifest(
        format=store.FORMAT,
        name=job.name,
        store=made.place,
        generation=generation.name,
        roots=job.roots,
        options=job.how.options(),
        making=made.making,
        contents=contents(_digests(arrays)),
        complete=not got.stopped,
        files=len(arrays["documents"]),
        passages=len(arrays["passages"]),
        terms=len(arrays["terms_starts"]) - 1,
        embedder=Embedded(name=model.name, hash=model.hash, dimension=model.dimension)
        if model and (dense or not local)
        else None,
        vectors=dense.describe().said if dense else None if local else "as Qdrant does",
        checksums=generation.checksums(),
    ).signed()
    generation.commit(manifest)
    return manifest


def _send(job: Job, passages: Passages, made: Made, progress: Progress) -> None:
    from reasoner.retrieval.qdrant.index import QdrantIndex

    location = made.place.removeprefix(store.QDRANT)
    QdrantIndex.build(passages, made.model, location, job.name, progress, passages.document)


def _leave(location: str, name: str) -> None:
    """Takes away what the collection had in Qdrant, now that it lies elsewhere."""
    from reasoner.retrieval.qdrant import index as qdrant

    with suppress(KnowledgeError):
        qdrant.remove(location, name)


def _vectors(
    runs: Sequence[Run], got: Taken, before: Before | None, model: Embedder, progress: Progress
) -> Dense | None:
    """The vectors of the passages in their new order; None where the embedder can read none of them."""
    known: list[Callable[[Places], Vectors] | None] = []
    if before:
        known.append(before.dense.vectors if before.dense else None)
    known.append(got.look_up if got.vectors is not None else None)
    size = sum(run.high - run.low for run in runs)
    vectors = np.zeros((size, model.dimension), dtype=np.float32)
    at = 0
    for run in runs:
        places, look_up = np.arange(run.low, run.high), known[run.which]
        if look_up is not None:
            vectors[at : at + len(places)] = look_up(places)
        at += len(places)
    return Dense.build(vectors, progress=progress) if vectors.any() else None


def _digests(arrays: Arrays) -> dict[str, bytes]:
    digests: Array = arrays["documents"]["digest"]
    return {
        source: digest.tobytes()
        for source, digest in zip(Strings.of(arrays, "sources"), digests, strict=True)
    }


def _nothing(job: Job, skipped: Sequence[Skipped]) -> KnowledgeError:
    named = "; ".join(f"{entry.path}: {entry.reason}" for entry in skipped[:3])
    why = f" ({named})" if named else ""
    shown = ", ".join(map(str, job.paths))
    return KnowledgeError(f"{shown}: nothing to index{why}; give files with text: {registry.NAMES}.")
