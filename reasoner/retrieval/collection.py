"""Named collections of documents: made, opened, described and removed.

Importing this module loads no search library; opening a collection does.
"""

import hashlib
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, TypeAdapter

from reasoner import config, resources
from reasoner.errors import KnowledgeError, did_you_mean, one_line
from reasoner.patterns import pattern
from reasoner.retrieval import documents, store
from reasoner.retrieval.chunking import chunks, indexed
from reasoner.retrieval.documents import Document, Skipped

if TYPE_CHECKING:
    from reasoner.retrieval.hybrid import Hybrid

NAME = pattern(r"[a-z0-9][a-z0-9_-]*")
MAX_NAME = 64

Progress = Callable[[int, int], None]


def _ignore(done: int, total: int) -> None:
    """For a caller who does not follow."""


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


class About(BaseModel):
    """The `collection.yaml` of a bundled collection."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    """What the documents tell."""
    license: str
    embed: bool | None = None
    """Whether vectors are made; where the embedder is installed, unless set."""


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


def open_collection(name: str) -> "Hybrid":
    """The collection of that name; a user's own comes before a bundled one.

    A bundled one is indexed first where its index is missing, damaged or older than its documents.
    Raises: KnowledgeError, when there is none, when it is damaged, or when another embedder made its vectors.
    """
    folder = _folder(name)
    while True:
        manifest = store.read_manifest(folder, name, _again(name))
        try:
            return _load(folder, manifest)
        except KnowledgeError:
            # Another process may just have put a new generation in place of the one that was being read.
            if store.read_manifest(folder, name, _again(name)) == manifest:
                raise


def index(
    paths: Sequence[Path],
    name: str,
    *,
    progress: Progress = _ignore,
    embed: bool | None = None,
) -> IndexReport:
    """Makes the user's collection `name` of the files at and under the paths, in place of one of that name.

    `progress` gets (done, total), first in files read, then in passages embedded. `embed` asks for vectors;
    unless given they are made where the embedder is installed.
    Raises: KnowledgeError for a name that will not do, a path that does not exist, nothing to index or a full
    disk; a collection of that name is then as it was.
    """
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise KnowledgeError(
            f"'{name}' is no name for a collection; use up to {MAX_NAME} of a-z, 0-9, _ and -, "
            "the first a letter or digit."
        )
    folder = _home() / name
    with store.locked(folder):
        return _write(paths, name, folder, progress, embed)


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


def _again(name: str, roots: Sequence[str] = ()) -> str:
    """The command that makes the collection again."""
    return f"reasoner index {shlex.join(roots) or 'PATH'} --collection {name}"


def _unknown(name: str) -> KnowledgeError:
    return KnowledgeError(
        f"no collection '{name}'{did_you_mean(name, known())} Make one with: {_again(name)}"
    )


def _folder(name: str) -> Path:
    """The folder of the collection's index, which is made first for a bundled one that needs it."""
    mine = _home() / name
    if NAME.fullmatch(name) and mine.is_dir():
        return mine
    bundled = resources.bundled_collections()
    if name not in bundled:
        raise _unknown(name)
    root, folder = bundled[name] / "documents", resources.cache_folder() / "indexes" / name
    contents = _contents(_read([root])[0])
    if not _fresh(folder, name, contents):
        with store.locked(folder):
            if not _fresh(folder, name, contents):
                about = config.validate(config.read(bundled[name] / "collection.yaml"), TypeAdapter(About))
                _write([root], name, folder, embed=about.embed)
    return folder


def _fresh(folder: Path, name: str, contents: str) -> bool:
    """The derived index is whole, and of the documents as they are now."""
    try:
        manifest = store.read_manifest(folder, name, _again(name))
        _load(folder, manifest)
    except KnowledgeError:
        return False
    return manifest.contents == contents


def _load(folder: Path, manifest: store.Manifest) -> "Hybrid":
    from reasoner.retrieval import embedder
    from reasoner.retrieval.hybrid import Hybrid
    from reasoner.retrieval.local import LocalIndex

    again = _again(manifest.name, manifest.roots)
    home = store.verify(folder, manifest, again)
    made_by = manifest.embedder
    model = embedder.Embedder() if made_by and embedder.installed() else None
    if model and made_by and (made_by.name, made_by.hash) != (model.name, model.hash):
        raise KnowledgeError(
            f"collection '{manifest.name}' was embedded by {made_by.name} ({made_by.hash[:8]}), "
            f"not by the installed {model.name} ({model.hash[:8]}); make it again: {again}"
        )
    try:
        index = LocalIndex.load(home, dense=model is not None)
        return Hybrid(manifest.name, index, model)
    except (OSError, ValueError, KeyError, TypeError) as error:
        says = one_line(str(error))
        raise KnowledgeError(
            f"collection '{manifest.name}' in {folder} cannot be read: {says}; make it again: {again}"
        ) from None


def _write(
    paths: Sequence[Path], name: str, folder: Path, progress: Progress = _ignore, embed: bool | None = None
) -> IndexReport:
    from reasoner.retrieval import embedder
    from reasoner.retrieval.local import LocalIndex

    start = time.perf_counter()
    read, skipped = _read(paths, progress)
    found = [passage for document in read for passage in chunks(document)]
    if not found:
        named = "; ".join(f"{entry.path}: {entry.reason}" for entry in skipped[:3])
        shown = ", ".join(map(str, paths))
        why = f" ({named})" if named else ""
        raise KnowledgeError(f"{shown}: nothing to index{why}; give .md, .markdown or .txt files with text.")
    model = embedder.choose(embed, [indexed(passage) for passage in found])
    built = LocalIndex.build(found, model, progress)
    made_by = store.Embedded(name=model.name, hash=model.hash, dimension=model.dimension) if model else None

    def describe(generation: str, checksums: dict[str, str]) -> store.Manifest:
        return store.Manifest(
            format=store.FORMAT,
            name=name,
            generation=generation,
            roots=tuple(str(path.resolve()) for path in paths),
            contents=_contents(read),
            files=len(read),
            passages=len(found),
            embedder=made_by,
            checksums=checksums,
        )

    store.write(folder, built.save, describe)
    embedded_by = made_by.name if made_by else None
    return IndexReport(name, len(read), len(found), skipped, embedded_by, time.perf_counter() - start)


def _read(paths: Sequence[Path], progress: Progress = _ignore) -> tuple[list[Document], tuple[Skipped, ...]]:
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
