"""Collections on disk: a manifest, replaced in one step, names a generation of files by their checksums."""

import hashlib
import json
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reasoner.errors import KnowledgeError, one_line
from reasoner.state import Passage

FORMAT = 2
"""Raised whenever terms, chunks or files change their meaning; older collections have to be made again."""
MANIFEST, PASSAGES = "manifest.json", "passages.jsonl"
LOCK_SECONDS = 600


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
    generation: str = Field(pattern=r"^files-[0-9a-f]{12}$")
    """Folder of the files, beside the manifest."""
    roots: tuple[str, ...]
    """What was indexed."""
    contents: str
    """SHA-256 of the documents."""
    files: int
    passages: int
    embedder: Embedded | None
    checksums: dict[str, str]
    """SHA-256 of each file of the generation, by its relative path."""


def read_manifest(folder: Path, name: str, again: str) -> Manifest:
    """The manifest in the folder; `again` is the command that makes the collection again.

    Raises: KnowledgeError, when it is torn or of another format.
    """
    try:
        raw = json.loads((folder / MANIFEST).read_bytes())
        if isinstance(raw, dict) and raw.get("format") not in (None, FORMAT):
            raise KnowledgeError(
                f"collection '{name}' in {folder} has format {raw['format']!r}, not {FORMAT}; run: {again}"
            )
        return Manifest.model_validate(raw)
    except (OSError, ValueError, ValidationError):
        raise KnowledgeError(
            f"collection '{name}' in {folder} has no whole {MANIFEST}; make it again: {again}"
        ) from None


def verify(folder: Path, manifest: Manifest, again: str) -> Path:
    """The folder of the collection's files, each of which is what was written.

    Raises: KnowledgeError, naming the first file that is missing or changed.
    """
    home = folder / manifest.generation
    for relative, checksum in manifest.checksums.items():
        inside = not Path(relative).is_absolute() and ".." not in Path(relative).parts
        if not inside or _sha256(home / relative) != checksum:
            raise KnowledgeError(
                f"collection '{manifest.name}' in {folder} is damaged: {relative} is missing or "
                f"not what was written; make it again: {again}"
            )
    return home


def write(
    folder: Path, make: Callable[[Path], None], describe: Callable[[str, dict[str, str]], Manifest]
) -> Manifest:
    """Writes a generation by `make` and puts it in place of the one before; call it under `locked`.

    Raises: KnowledgeError, when the disk refuses; what was there before is then untouched.
    """
    generation = f"files-{uuid.uuid4().hex[:12]}"
    home = folder / generation
    try:
        home.mkdir(parents=True)
        make(home)
        files = sorted(path for path in home.rglob("*") if path.is_file())
        manifest = describe(generation, {path.relative_to(home).as_posix(): _sha256(path) for path in files})
        partial = folder / f"{MANIFEST}.partial"
        partial.write_text(manifest.model_dump_json(indent=2), encoding="utf-8")
        partial.replace(folder / MANIFEST)
    except OSError as error:
        shutil.rmtree(home, ignore_errors=True)
        with suppress(OSError):
            (folder / f"{MANIFEST}.partial").unlink(missing_ok=True)
        raise KnowledgeError(
            f"{folder}: cannot write the collection: {_says(error)}; nothing there was changed. "
            "Mend that, then run it again."
        ) from None
    for path in folder.iterdir():
        if path.is_dir() and path.name.startswith("files-") and path.name != generation:
            shutil.rmtree(path, ignore_errors=True)
    return manifest


def remove(folder: Path) -> None:
    """Deletes the collection, its manifest first, so that no half of it is ever read."""
    try:
        (folder / MANIFEST).unlink(missing_ok=True)
        shutil.rmtree(folder)
    except OSError as error:
        raise KnowledgeError(f"{folder}: cannot remove the collection: {_says(error)}.") from None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Only one process at a time writes the collection in the folder.

    Raises: KnowledgeError, when another one does not come to an end, or the place cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder.parent / f".{folder.name}.lock", timeout=LOCK_SECONDS)
        lock.acquire()
    except Timeout:
        raise KnowledgeError(
            f"{folder}: another process has been writing this for {LOCK_SECONDS} s; end it, then run again."
        ) from None
    except OSError as error:
        raise KnowledgeError(
            f"{folder}: cannot write there: {_says(error)}; make it writable, or set REASONER_HOME "
            "(collections) or XDG_CACHE_HOME (bundled ones) to another place."
        ) from None
    try:
        yield
    finally:
        lock.release()


def write_passages(path: Path, passages: Iterable[Passage]) -> None:
    """One JSON object a line."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for passage in passages:
            file.write(json.dumps(asdict(passage), ensure_ascii=False) + "\n")


def read_passages(path: Path) -> list[Passage]:
    """What `write_passages` wrote."""
    with path.open(encoding="utf-8", newline="\n") as file:
        rows = [json.loads(line) for line in file]
    return [Passage(**row | {"headings": tuple(row["headings"])}) for row in rows]


def _says(error: OSError) -> str:
    return one_line(error.strerror or str(error))


def _sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
