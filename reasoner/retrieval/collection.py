"""Named collections of documents: made, opened, described, checked and removed.

Importing this module loads no search library; making or opening a collection does.
"""

import difflib
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from reasoner import config, resources
from reasoner.errors import KnowledgeError, did_you_mean, one_line
from reasoner.patterns import pattern
from reasoner.retrieval import store
from reasoner.retrieval.job import How, IndexReport, Job
from reasoner.retrieval.store import Manifest

if TYPE_CHECKING:
    from reasoner.retrieval.hybrid import Hybrid

NAME = pattern(r"[a-z0-9][a-z0-9_-]*")
MAX_NAME = 64

Progress = Callable[[int, int], None]
Opened = TypeVar("Opened")


def _ignore(done: int, total: int) -> None:
    """For a caller who does not follow."""


def _never() -> bool:
    """For a caller who does not stop."""
    return False


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
    store: str
    """Where its passages lie: "folder", or qdrant:LOCATION."""
    bytes: int
    """Size on this disk."""
    terms: int
    """How many different ones."""
    vectors: str | None
    """How vectors are searched."""
    complete: bool
    """False where making it was interrupted, so that files are missing or as they were before."""


def known() -> tuple[str, ...]:
    """Names of the bundled and the user's collections."""
    mine = {path.parent.name for path in _home().glob(f"*/{store.MANIFEST}")}
    return tuple(sorted(mine | set(resources.bundled_collections())))


def open_collection(name: str) -> "Hybrid":
    """The collection of that name; a user's own comes before a bundled one.

    A bundled one is indexed first where its index is missing, damaged or older than its documents.
    Raises: KnowledgeError, when there is none, when it is damaged, or when other weights of its embedder made
    its vectors. Without the embedder it is searched by terms alone.
    """
    from reasoner.retrieval import opening

    return _opened(name, lambda home, manifest: opening.hybrid(home, manifest, _again(name, manifest)))


def document(name: str, source: str) -> str:
    """The text of a document of the collection, as it was read.

    Raises: KnowledgeError, as open_collection, and when it has no such document.
    """
    from reasoner.retrieval import opening

    passages = _opened(name, opening.documents)
    text = passages.document(source)
    if text is None:
        near = difflib.get_close_matches(source, list(passages.sources), n=1, cutoff=0.5)
        hint = f"; did you mean '{near[0]}'?" if near else f"; see what it has: reasoner search {name} QUERY"
        raise KnowledgeError(f"collection '{name}' has no document '{one_line(source, 200)}'{hint}")
    return text


def check(name: str) -> Info:
    """Hashes every file of the collection; of one in Qdrant, counts what is there.

    Raises: KnowledgeError, naming the first that is not what was written.
    """
    folder = _folder(name)
    manifest = store.read_manifest(folder, name, _again(name))
    store.verify(folder, manifest, _again(name, manifest), thorough=True)
    if manifest.qdrant is not None:
        open_collection(name)
    return info(name)


def index(
    paths: Sequence[Path],
    name: str,
    *,
    progress: Progress = _ignore,
    stop: Callable[[], bool] = _never,
    embed: bool | None = None,
    how: How | None = None,
) -> IndexReport:
    """Makes the user's collection `name` of the files at and under the paths, or brings it up to date.

    `progress` gets (done, total) in files. Once `stop` is true, what is done is kept. `embed` asks for
    vectors; unless given they are made where the embedder is installed. `how` says more, in place of `embed`.
    Raises: KnowledgeError for a name that will not do, a path that does not exist, nothing to index or a full
    disk; a collection of that name is then as it was.
    """
    if not NAME.fullmatch(name) or len(name) > MAX_NAME:
        raise KnowledgeError(
            f"'{name}' is no name for a collection; use up to {MAX_NAME} of a-z, 0-9, _ and -, "
            "the first a letter or digit."
        )
    folder = _home() / name
    with store.locked(folder, stop):
        return _make(Job(name, folder, tuple(paths), how or How(embed=embed), _again(name)), progress, stop)


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
        store=manifest.store,
        bytes=size,
        terms=manifest.terms,
        vectors=manifest.vectors,
        complete=manifest.complete,
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
        _remove_from_qdrant(folder, name)
        store.remove(folder)


def _remove_from_qdrant(folder: Path, name: str) -> None:
    """Raises: KnowledgeError, when the collection lies in Qdrant, which refuses."""
    try:
        location = store.read_manifest(folder, name, _again(name)).qdrant
    except KnowledgeError:
        return  # a damaged one
    if location is not None:
        from reasoner.retrieval.qdrant import index as qdrant

        qdrant.remove(location, name)


def _home() -> Path:
    return resources.data_folder() / "collections"


def _again(name: str, manifest: Manifest | None = None) -> str:
    """The command that makes the collection again."""
    if manifest is None:
        return f"reasoner index PATH --collection {name}"
    place = ("--store", manifest.store) if manifest.qdrant else ()
    return shlex.join(("reasoner", "index", *manifest.roots, "--collection", name, *manifest.options, *place))


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
    folder = resources.cache_folder() / "indexes" / name
    about = config.validate(config.read(bundled[name] / "collection.yaml"), TypeAdapter(About))
    job = Job(name, folder, (bundled[name] / "documents",), How(embed=about.embed), _again(name))
    if not _fresh(job):
        with store.locked(folder):
            _make(job, _ignore, _never)
    return folder


def _fresh(job: Job) -> bool:
    """The derived index is whole, and of the documents as they are now."""
    from reasoner.retrieval import indexing

    try:
        manifest = store.read_manifest(job.folder, job.name, job.again)
        store.verify(job.folder, manifest, job.again)
    except KnowledgeError:
        return False
    return indexing.current(job, manifest)


def _make(job: Job, progress: Progress, stop: Callable[[], bool]) -> IndexReport:
    from reasoner.retrieval import indexing

    return indexing.make(job, progress, stop)


def _opened(name: str, load: Callable[[Path, Manifest], Opened]) -> Opened:
    """What `load` makes of the files of the collection, each of which is what was written."""
    folder = _folder(name)
    while True:
        manifest = store.read_manifest(folder, name, _again(name))
        again = _again(name, manifest)
        try:
            return load(store.verify(folder, manifest, again), manifest)
        except (KnowledgeError, OSError, ValueError, KeyError, TypeError) as error:
            # Another process may just have put a new generation in place of the one that was being read.
            if store.read_manifest(folder, name, again) != manifest:
                continue
            if isinstance(error, KnowledgeError):
                raise
            says = one_line(str(error))
            raise KnowledgeError(
                f"collection '{name}' in {folder} cannot be read: {says}; make it again: {again}"
            ) from None
