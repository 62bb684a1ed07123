"""Collections on disk: a manifest, replaced in one step, names a generation of files by their checksums."""

import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from filelock import BaseFileLock, FileLock, Timeout
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reasoner.errors import KnowledgeError, cause, one_line
from reasoner.retrieval.seal import Seal

FORMAT = 3
"""Raised whenever terms, chunks or files change their meaning; older collections have to be made again."""
MANIFEST = "manifest.json"
LOCK_SECONDS, LOOK_SECONDS = 600, 0.2
"""How long another writer is waited for, and how often it is looked whether to go on waiting."""
FOLDER, QDRANT = "folder", "qdrant:"
_PARTIAL = f"{MANIFEST}.partial"


def place(store: str) -> str:
    """Where passages are to lie, as `Manifest.store` has it.

    Raises: KnowledgeError for something else.
    """
    location = store.removeprefix(QDRANT)
    if store == FOLDER or "://" in location:
        return store
    if not store.startswith(QDRANT) or not location:
        raise KnowledgeError(
            f"no store '{one_line(store, 200)}'; give {FOLDER}, qdrant:URL of a server, or qdrant:FOLDER."
        )
    return f"{QDRANT}{Path(location).resolve()}"


class Embedded(BaseModel):
    """Which model made the vectors of a collection."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str
    hash: str
    """SHA-256 of its weights."""
    dimension: int


class Manifest(BaseModel):
    """What a collection holds, and the files that hold it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int
    name: str
    store: str = Field(pattern=r"^(folder$|qdrant:.)")
    """Where its passages lie: in the generation, or in Qdrant at a location."""
    generation: str = Field(pattern=r"^files-[0-9a-f]{12}$")
    """Folder of the files, beside the manifest."""
    roots: tuple[str, ...]
    """What was indexed."""
    options: tuple[str, ...]
    """What `reasoner index` was given besides."""
    making: str
    """SHA-256 of how documents were read, cut and embedded; where it differs nothing is taken over."""
    contents: str
    """SHA-256 of the names and bytes of the documents."""
    complete: bool
    """False where making it was interrupted: some files are missing, or as they were before."""
    files: int
    passages: int
    terms: int
    embedder: Embedded | None
    vectors: str | None
    """How vectors are searched."""
    checksums: dict[str, str]
    """SHA-256 of each file of the generation, by its relative path."""
    checksum: str = ""
    """SHA-256 of the rest of the manifest."""

    @property
    def qdrant(self) -> str | None:
        """The location in Qdrant; None where it lies in a folder."""
        return self.store.removeprefix(QDRANT) if self.store.startswith(QDRANT) else None

    def signed(self) -> "Manifest":
        """The manifest with the checksum that it should have."""
        rest = json.dumps(self.model_dump(mode="json", exclude={"checksum"}), sort_keys=True)
        return self.model_copy(update={"checksum": hashlib.sha256(rest.encode()).hexdigest()})


def read_manifest(folder: Path, name: str, again: str) -> Manifest:
    """The manifest in the folder; `again` is the command that makes the collection again.

    Raises: KnowledgeError, when it is torn, changed, of another format or of another collection.
    """
    try:
        raw = json.loads((folder / MANIFEST).read_bytes())
        if isinstance(raw, dict) and raw.get("format") not in (None, FORMAT):
            raise KnowledgeError(
                f"collection '{name}' in {folder} has format {raw['format']!r}, not {FORMAT}; run: {again}"
            )
        manifest = Manifest.model_validate(raw)
    except (OSError, ValueError, RecursionError, ValidationError):
        manifest = None
    if manifest is None or manifest.signed() != manifest:
        raise KnowledgeError(
            f"collection '{name}' in {folder} has no whole {MANIFEST}; make it again: {again}"
        )
    if manifest.name != name:
        raise KnowledgeError(
            f"collection '{name}' in {folder} is in truth '{manifest.name}', moved or renamed; "
            f"make it again: {again}"
        )
    return manifest


def verify(folder: Path, manifest: Manifest, again: str, *, thorough: bool = False) -> Path:
    """The folder of the collection's files, each of which is what was written.

    Files that nothing has touched since they were last hashed are trusted, unless `thorough`.
    Raises: KnowledgeError, naming the first file that is missing or changed.
    """
    home = folder / manifest.generation
    for relative in manifest.checksums:
        named = PurePosixPath(relative)
        if named.is_absolute() or ".." in named.parts or "\\" in relative or (home / named).is_symlink():
            raise _damaged(folder, manifest, relative, again)
    for path in home.rglob("*"):
        relative = path.relative_to(home).as_posix()
        if relative not in manifest.checksums and not path.is_dir():
            raise _damaged(folder, manifest, relative, again)
    seal = Seal.of(home, manifest.checksum, manifest.checksums)
    if seal and not thorough and seal == Seal.read(folder):
        return home
    for relative, checksum in manifest.checksums.items():
        if _sha256(home / relative) != checksum:
            raise _damaged(folder, manifest, relative, again)
    if seal and seal == Seal.of(home, manifest.checksum, manifest.checksums):
        seal.write(folder)
    return home


class Generation:
    """Files of a collection in the making; until they are committed nobody sees them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = f"files-{uuid.uuid4().hex[:12]}"

    @property
    def home(self) -> Path:
        """Where the files go; there is no such folder until this is first asked for."""
        home = self._folder / self.name
        home.mkdir(parents=True, exist_ok=True)
        return home

    def checksums(self) -> dict[str, str]:
        """SHA-256 of each file, once it is safe on the disk."""
        inside = sorted(self.home.rglob("*"))
        for path in (*inside, self.home):
            _sync(path)
        return {path.relative_to(self.home).as_posix(): _sha256(path) for path in inside if path.is_file()}

    def commit(self, manifest: Manifest) -> None:
        """Puts the files in place of those before, in one step."""
        partial = self._folder / _PARTIAL
        partial.write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        _sync(partial)
        partial.replace(self._folder / MANIFEST)
        with suppress(OSError):
            _sync(self._folder)
        seal = Seal.of(self.home, manifest.checksum, manifest.checksums)
        if seal:
            seal.write(self._folder)


@contextmanager
def writing(folder: Path) -> Iterator[Generation]:
    """A new generation; call it under `locked`. What killed writers left is cleared first.

    Raises: KnowledgeError, when the disk refuses; what was there before is then untouched.
    """
    _clear(folder)
    generation = Generation(folder)
    try:
        yield generation
    except OSError as error:
        raise KnowledgeError(
            f"{folder}: cannot write the collection: {cause(error)}; nothing there was changed. "
            "Mend that, then run it again."
        ) from None
    finally:
        _clear(folder)


def remove(folder: Path) -> None:
    """Deletes the collection, its manifest first, so that no half of it is ever read."""
    try:
        (folder / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(folder)
    except OSError as error:
        raise KnowledgeError(f"{folder}: cannot remove the collection: {cause(error)}.") from None


@contextmanager
def locked(folder: Path, stop: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Only one process at a time writes the collection in the folder.

    Raises: KnowledgeError, when another one does not come to an end before `stop` is true, or the place
    cannot be written.
    """
    lock = FileLock(folder.parent / f".{folder.name}.lock")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _acquire(lock, folder, stop)
    except OSError as error:
        raise KnowledgeError(
            f"{folder}: cannot write there: {cause(error)}; make it writable, or set REASONER_HOME "
            "(collections) or XDG_CACHE_HOME (bundled ones) to another place."
        ) from None
    try:
        yield
    finally:
        lock.release()


def _acquire(lock: BaseFileLock, folder: Path, stop: Callable[[], bool]) -> None:
    until = time.monotonic() + LOCK_SECONDS
    while True:
        with suppress(Timeout):
            lock.acquire(timeout=LOOK_SECONDS)
            return
        if stop():
            raise KnowledgeError(f"{folder}: another process is writing this; nothing there was changed.")
        if time.monotonic() > until:
            raise KnowledgeError(
                f"{folder}: another process has been writing this for {LOCK_SECONDS} s; "
                "end it, then run again."
            )


def _clear(folder: Path) -> None:
    """Deletes all generations but the one that the manifest names, and what was half written.

    A reader that has one of them open keeps what it has mapped.
    """
    try:
        named = json.loads((folder / MANIFEST).read_bytes())["generation"]
    except FileNotFoundError:
        named = None
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return
    for path in folder.glob("files-*"):
        if path.name != named:
            shutil.rmtree(path, ignore_errors=True)
    for path in folder.glob("*.partial"):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


def _damaged(folder: Path, manifest: Manifest, relative: str, again: str) -> KnowledgeError:
    return KnowledgeError(
        f"collection '{manifest.name}' in {folder} is damaged: {relative} is missing or "
        f"not what was written; make it again: {again}"
    )


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
