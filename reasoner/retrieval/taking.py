"""Files are taken into a collection one after the other; what was made of the same bytes before is kept."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval import columns, documents
from reasoner.retrieval.chunking import chunks, indexed
from reasoner.retrieval.columns import Arrays, Strings
from reasoner.retrieval.dense import Dense
from reasoner.retrieval.document import Document, Skipped
from reasoner.retrieval.documents import Reading
from reasoner.retrieval.embedder import Embedder, Vectors
from reasoner.retrieval.gathering import Gathering
from reasoner.retrieval.passages import Passages
from reasoner.retrieval.store import Manifest
from reasoner.state import Passage

GROUP = 256
"""Passages that are embedded at a time."""
IN_MEMORY = 2**26
"""Bytes of text from which they are put aside in a file without a name."""

Found = Sequence[tuple[Path, str] | Skipped]


@dataclass(frozen=True, slots=True)
class Before:
    """The collection as it was."""

    manifest: Manifest
    arrays: Arrays
    dense: Dense | None
    numbers: Mapping[str, int]
    """Of the documents, by source."""

    @classmethod
    def of(cls, manifest: Manifest, arrays: Arrays, dense: Dense | None) -> "Before":
        """The collection that the arrays hold."""
        numbers = {source: number for number, source in enumerate(Strings.of(arrays, "sources"))}
        return cls(manifest, arrays, dense, numbers)

    def same(self, source: str, digest: bytes) -> int | None:
        """The number of the document of that source, if it was made of a file of that SHA-256."""
        number = self.numbers.get(source)
        if number is None or self.arrays["documents"][number]["digest"].tobytes() != digest:
            return None
        return number


@dataclass(frozen=True, slots=True)
class Taken:
    """What the files came to."""

    arrays: Arrays
    """The documents that were read."""
    vectors: Vectors | None
    """Of their passages; None where there is no embedder."""
    fresh: NDArray[np.int64]
    """Those of them that are done, by number."""
    kept: NDArray[np.int64]
    """The documents of the collection as it was that stay in it, by number."""
    skipped: tuple[Skipped, ...]
    reached: int
    """How many files were looked at, of which what came to be is kept."""
    stopped: bool
    unchanged: int
    added: int
    changed: int
    removed: int

    def look_up(self, places: NDArray[np.int64]) -> Vectors:
        """The vectors of passages that were read."""
        return np.empty((0, 0), np.float32) if self.vectors is None else self.vectors[places]

    @property
    def count(self) -> int:
        """How many documents the collection has now."""
        return len(self.fresh) + len(self.kept)


def taken(
    files: Found,
    before: Before | None,
    reading: Reading,
    model: Embedder | None,
    scratch: Path,
    progress: Callable[[int, int], None],
    stop: Callable[[], bool],
) -> Taken:
    """Takes the files in, those that changed by reading them, until `stop` is true.

    Long texts are put aside in the folder `scratch`.
    """
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY, dir=str(scratch)) as spool:
        texts = cast(BinaryIO, spool)
        taking = _Taking(before, reading, Gathering(texts), model)
        reached = 0
        for done, entry in enumerate(files, start=1):
            if stop():
                break
            taking.take(entry)
            taking.embed(stop, least=GROUP)
            reached = done
            progress(done, len(files))
        taking.embed(stop, least=1)
        return taking.result(files, reached, _mapped(texts))


class _Taking:
    """The state of taking files in."""

    def __init__(
        self, before: Before | None, reading: Reading, gathered: Gathering, model: Embedder | None
    ) -> None:
        self._before = before
        self._reading = reading
        self._gathered = gathered
        self._model = model
        self._sources: dict[bytes, str] = {}
        """The documents that are taken in, by the SHA-256 of their files."""
        self._repeated: list[tuple[str, str]] = []
        """Files that were passed over, and the documents that they are the same as."""
        self._unchanged: list[int] = []
        self._fresh: list[str] = []
        self._ends: list[int] = []
        self._skipped: list[Skipped] = []
        self._waiting: list[Passage] = []
        self._vectors: list[Vectors] = []
        self._embedded = 0

    def take(self, entry: tuple[Path, str] | Skipped) -> None:
        """Keeps what was made of the file before, or reads it."""
        if isinstance(entry, Skipped):
            self._skipped.append(entry)
            return
        path, source = entry
        digest = digested(path, self._reading.max_bytes)
        if digest in self._sources:
            first = self._sources[digest]
            self._repeated.append((source, first))
            self._skipped.append(Skipped(source, f"the same as {first}, which is in the collection"))
            return
        number = self._before.same(source, digest) if self._before else None
        if number is not None:
            self._sources[digest] = source
            self._unchanged.append(number)
            return
        document = documents.read(path, source, self._reading, digest)
        if isinstance(document, Skipped):
            self._skipped.append(document)
        else:
            self._sources[digest] = source
            self._add(document, digest)

    def embed(self, stop: Callable[[], bool], least: int) -> None:
        """Makes the vectors of the passages that wait for them, once there are as many."""
        while self._model and len(self._waiting) >= least and not stop():
            group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
            self._vectors.append(embedded(group, self._model))
            self._embedded += len(group)

    def result(self, files: Found, reached: int, text: NDArray[np.uint8]) -> Taken:
        """What came to be."""
        safe = len(self._fresh)
        if self._model:
            safe = int(np.searchsorted(self._ends, self._embedded, side="right"))
        done, undone = self._fresh[:safe], self._fresh[safe:]
        waiting = {entry[1] for entry in files[reached:] if not isinstance(entry, Skipped)} | set(undone)
        waiting |= {source for source, first in self._repeated if first in waiting}
        numbers = self._before.numbers if self._before else {}
        late = [number for source, number in numbers.items() if source in waiting]
        kept = np.array(sorted((*self._unchanged, *late)), dtype=np.int64)
        changed = sum(source in numbers for source in done)
        return Taken(
            arrays=self._gathered.arrays(text, columns.in_memory),
            vectors=np.concatenate(self._vectors) if self._vectors else None,
            fresh=np.arange(safe),
            kept=kept,
            skipped=(*self._skipped, *self._skipped_before()),
            reached=reached - len(undone),
            stopped=reached < len(files) or bool(undone),
            unchanged=len(self._unchanged),
            added=safe - changed,
            changed=changed,
            removed=len(numbers) - len(kept) - changed,
        )

    def _add(self, document: Document, digest: bytes) -> None:
        found = chunks(document)
        self._gathered.add(document, digest, found)
        self._fresh.append(document.source)
        self._ends.append(self._gathered.size)
        self._skipped.extend(document.skipped)
        if self._model:
            self._waiting.extend(found)

    def _skipped_before(self) -> Iterator[Skipped]:
        """The parts of unchanged documents that could not be read."""
        if self._before and self._unchanged:
            made = Passages(self._before.arrays)
            for number in self._unchanged:
                yield from made.skipped(number)


def embedded(found: Sequence[Passage], embedder: Embedder) -> Vectors:
    """The vectors of the passages; zeros where the embedder cannot read."""
    texts = [indexed(passage) for passage in found]
    readable = [i for i, text in enumerate(texts) if embedder.reads(text)]
    vectors = np.zeros((len(texts), embedder.dimension), dtype=np.float32)
    if readable:
        vectors[readable] = embedder.embed([texts[i] for i in readable])
    return vectors


def digested(path: Path, max_bytes: int) -> bytes:
    """SHA-256 of the file; nothing when it cannot be read, or is too long to be."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").digest() if path.stat().st_size <= max_bytes else b""
    except OSError:
        return b""


def _mapped(texts: BinaryIO) -> NDArray[np.uint8]:
    """What was written into the file, which may be closed then."""
    length = texts.tell()
    if not length:
        return np.empty(0, dtype=np.uint8)
    texts.flush()
    texts.fileno()  # puts what is in memory into the file
    return np.memmap(texts, dtype=np.uint8, mode="r", shape=(length,))
