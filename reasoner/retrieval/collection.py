"""Named collections of documents: made, opened, described and removed.

Importing this module loads no search library; opening a collection does.
"""

import hashlib
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reasoner import resources
from reasoner.errors import KnowledgeError, did_you_mean
from reasoner.retrieval import documents, store
from reasoner.retrieval.chunking import Chunk, chunks
from reasoner.retrieval.documents import Document, Skipped
from reasoner.retrieval.retriever import Retriever

NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
MAX_NAME = 64

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What became of the files that were to be indexed."""

    name: str
    files: int
    passages: int
    skipped: tuple[Skipped, ...]
    embedder: str | None
    """The model that made vectors; None when the collection is searched by terms alone."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Info:
    """What a collection is."""

    name: str
    bundled: bool
    folder: str
    roots: tuple[str, ...]
    files: int
    passages: int
    embedder: str | None
    dimension: int | None
    bytes: int
    """Size on disk."""


def known() -> tuple[str, ...]:
    """Names of the bundled and the user's collections."""
    mine = {path.parent.name for path in _home().glob(f"*/{store.MANIFEST}")}
    return tuple(sorted(mine | set(resources.bundled_collections())))


def open_collection(name: str) -> Retriever:
    """The collection of that name; a user's own comes before a bundled one.

    A bundled one is indexed first where its index is missing, damaged or older than its documents.
    Raises: KnowledgeError, when there is none, or when it is damaged.
    """
    folder = _folder(name)
    from reasoner.retrieval.hybrid import Hybrid

    return Hybrid.load(
        name, store.verify(folder, store.read_manifest(folder, name, _again(name)), _again(name))
    )


def index(
    paths: Sequence[Path],
    name: str,
    *,
    progress: Progress = lambda done, total: None,
    embed: bool | None = None,
) -> IndexReport:
    """Makes the user's collection `name` of the files at and under the paths, in place of one of that name.

    `progress` gets (done, total), first in files read, then in passages embedded. `embed` asks for vectors; unless
    given they are made where the embedder is installed.
    Raises: KnowledgeError for a name that will not do, a path that does not exist, nothing to index, a full disk.
    """
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise KnowledgeError(
            f"'{name}' is no name for a collection; use up to {MAX_NAME} of a-z, 0-9, _ and -, and no _ or - in front."
        )
    return _make(paths, name, _home() / name, progress, embed)


def info(name: str) -> Info:
    """What the collection holds.

    Raises: KnowledgeError, as open_collection.
    """
    folder = _folder(name)
    manifest = store.read_manifest(folder, name, _again(name))
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    embedder = manifest.embedder
    return Info(
        name=name,
        bundled=folder.parent != _home(),
        folder=str(folder),
        roots=manifest.roots,
        files=manifest.files,
        passages=manifest.passages,
        embedder=embedder.name if embedder else None,
        dimension=embedder.dimension if embedder else None,
        bytes=size,
    )


def remove(name: str) -> None:
    """Deletes a collection of the user's.

    Raises: KnowledgeError, when there is none; a bundled one cannot be removed.
    """
    folder = _home() / name
    if not (NAME.fullmatch(name) and folder.is_dir()):
        if name in resources.bundled_collections():
            raise KnowledgeError(f"collection '{name}' is bundled and cannot be removed.")
        raise _unknown(name)
    with store.locked(folder):
        store.remove(folder)


def _home() -> Path:
    return resources.data_folder() / "collections"


def _again(name: str) -> str:
    return f"reasoner index PATH --collection {name}"


def _unknown(name: str) -> KnowledgeError:
    return KnowledgeError(
        f"no collection '{name}'{did_you_mean(name, known())} Make one with: {_again(name)}"
    )


def _folder(name: str) -> Path:
    """The folder of the collection's index, which is made first for a bundled one that needs it."""
    mine = _home() / name
    if NAME.fullmatch(name) and (mine / store.MANIFEST).exists():
        return mine
    bundled = resources.bundled_collections()
    if name not in bundled:
        raise _unknown(name)
    return _derived(name, bundled[name])


def _derived(name: str, bundled: Path) -> Path:
    root, folder = bundled / "documents", resources.cache_folder() / "indexes" / name
    contents = _contents(_read([root], lambda done, total: None)[0])
    if not _fresh(folder, name, contents):
        with store.locked(folder):
            if not _fresh(folder, name, contents):
                _write([root], name, folder, lambda done, total: None, None)
    return folder


def _fresh(folder: Path, name: str, contents: str) -> bool:
    try:
        manifest = store.read_manifest(folder, name, "")
        store.verify(folder, manifest, "")
    except KnowledgeError:
        return False
    return manifest.contents == contents


def _make(
    paths: Sequence[Path], name: str, folder: Path, progress: Progress, embed: bool | None
) -> IndexReport:
    with store.locked(folder):
        return _write(paths, name, folder, progress, embed)


def _write(
    paths: Sequence[Path], name: str, folder: Path, progress: Progress, embed: bool | None
) -> IndexReport:
    from reasoner.retrieval.hybrid import Hybrid

    start = time.perf_counter()
    read, skipped = _read(paths, progress)
    found: list[Chunk] = [chunk for document in read for chunk in chunks(document)]
    if not found:
        named = "; ".join(f"{entry.path}: {entry.reason}" for entry in skipped[:3])
        shown = ", ".join(map(str, paths))
        raise KnowledgeError(
            f"{shown}: no document to index{f' ({named})' if named else ''}; give .md, .markdown or .txt files."
        )
    hybrid = Hybrid.build(name, found)

    def describe(generation: str, checksums: dict[str, str]) -> store.Manifest:
        return store.Manifest(
            format=store.FORMAT,
            name=name,
            generation=generation,
            roots=tuple(str(path.resolve()) for path in paths),
            contents=_contents(read),
            files=len(read),
            passages=len(found),
            embedder=None,
            checksums=checksums,
        )

    store.write(folder, hybrid.save, describe)
    return IndexReport(name, len(read), len(found), skipped, None, time.perf_counter() - start)


def _read(paths: Sequence[Path], progress: Progress) -> tuple[list[Document], tuple[Skipped, ...]]:
    files = documents.find(paths)
    read: list[Document] = []
    skipped: list[Skipped] = []
    for done, entry in enumerate(files, start=1):
        document = entry if isinstance(entry, Skipped) else documents.read(*entry)
        if isinstance(document, Skipped):
            skipped.append(document)
        else:
            read.append(document)
        progress(done, len(files))
    return read, tuple(skipped)


def _contents(read: Sequence[Document]) -> str:
    """The same for the same documents under the same names."""
    digest = hashlib.sha256()
    for document in read:
        for part in (document.source, document.text):
            digest.update(hashlib.sha256(part.encode()).digest())
    return digest.hexdigest()
