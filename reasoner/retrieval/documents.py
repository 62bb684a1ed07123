"""Files become documents: text whose offsets are exact. What cannot be read is named, never passed over."""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from reasoner.errors import KnowledgeError, cause, one_line
from reasoner.retrieval import wildcards
from reasoner.retrieval.blocks import BLANK
from reasoner.retrieval.document import Document, Section, Skipped, Syntax
from reasoner.retrieval.formats import apart, decoding, registry
from reasoner.retrieval.formats.registry import Format
from reasoner.retrieval.formats.unreadable import Unreadable

__all__ = ["MAX_BYTES", "Document", "Reading", "Section", "Skipped", "Syntax", "find", "read"]

MAX_BYTES = 64 * 2**20
"""A longer file is a dump, not a document."""
CHANGING = "changed while it was read; index it again"


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read."""

    encoding: str | None = None
    """Of texts that have no byte order mark and are not UTF-8; such files are left out where it is None."""
    max_bytes: int = MAX_BYTES
    """A longer file is left out."""
    seconds: float = 120.0
    """For one file of a kind that a library reads, such as a PDF; one that takes longer is left out."""

    def __post_init__(self) -> None:
        if self.encoding is not None and not decoding.known(self.encoding):
            shown = one_line(self.encoding, 40)
            raise KnowledgeError(f"no encoding '{shown}'; give one such as gb18030, big5, cp1252 or utf-16.")


AS_USUAL = Reading()


def find(paths: Sequence[Path]) -> list[tuple[Path, str] | Skipped]:
    """The files at and under the paths, each with its source, in a fixed order.

    A path with wildcard characters that is no file stands for all that match, with sources from the folder
    before the first of them. Hidden files and folders are passed over; a symbolic link is not followed, so
    that nothing loops or leads outside. Sources that clash get the name of their root in front.
    Raises: KnowledgeError, when a path does not exist, or nothing matches.
    """
    found: dict[Path, tuple[str, str] | Skipped] = {}
    for path in paths:
        for base, start in _starts(path):
            for file in _walk(start):
                if isinstance(file, Skipped):
                    found.setdefault(Path(file.path), replace(file, path=_source(Path(file.path), base)))
                    continue
                source = _source(file, base)
                found.setdefault(file, _refusal(file, source) or (source, base.name))
    taken: set[str] = set()
    files: list[tuple[Path, str] | Skipped] = []
    for file, entry in found.items():
        if isinstance(entry, Skipped):
            files.append(entry)
            continue
        source, root_name = entry
        source = source if source not in taken else f"{root_name}/{source}"
        if source in taken:
            files.append(Skipped(source, "another file has the same path under its root; index them apart"))
            continue
        taken.add(source)
        files.append((file, source))
    return files


def read(path: Path, source: str, how: Reading = AS_USUAL, digest: bytes | None = None) -> Document | Skipped:
    """The document in the file, or why there is none; where `digest` is given it still has that SHA-256."""
    try:
        kind = registry.by_suffix(path.suffix)
        if kind is None:
            return Skipped(source, _unknown(path))
        data = _bytes(path, how.max_bytes)
        if digest is not None and hashlib.sha256(data).digest() != digest:
            raise Unreadable(CHANGING)
        document = _document(kind, data, source, how)
    except OSError as error:
        return Skipped(source, cause(error))
    except Unreadable as error:
        return Skipped(source, str(error))
    return document if document.text.strip(BLANK) else Skipped(source, "no text in it")


def _document(kind: Format, data: bytes, source: str, how: Reading) -> Document:
    if not data.strip():
        raise Unreadable("empty")
    if kind.binary:
        return apart.reader().read(kind.module, data, source, how.encoding, how.seconds)
    document: Document = import_module(kind.module).read(decoding.decode(data, how.encoding), source)
    return document


def _bytes(path: Path, most: int) -> bytes:
    """All of a regular file that stays as it is meanwhile; a pipe is not waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise Unreadable("not a regular file")
        if before.st_size > most:
            raise Unreadable(f"longer than {most / 2**20:g} MiB ({before.st_size / 2**20:.0f} MiB); split it")
        data = file.read(before.st_size + 1)
        after = os.fstat(file.fileno())
    if len(data) != before.st_size or (before.st_mtime_ns, before.st_size) != (
        after.st_mtime_ns,
        after.st_size,
    ):
        raise Unreadable(CHANGING)
    return data


def _starts(path: Path) -> list[tuple[Path, Path]]:
    """Where to look for files, each with the folder that their sources start from."""
    if wildcards.has_any(path) and not os.path.lexists(path):
        matches = wildcards.expanded(path)
        if not matches:
            raise KnowledgeError(f"{path}: no file or folder matches; give a pattern such as 'docs/**/*.md'.")
        base = wildcards.base(path).resolve()
        return [(base, match) for match in matches]
    try:
        root = path.resolve(strict=True)
    except FileNotFoundError:
        raise KnowledgeError(f"{path}: no such file or folder; give an existing one.") from None
    except RuntimeError:
        raise KnowledgeError(f"{path}: links lead in a circle; give an existing file or folder.") from None
    except OSError as error:
        raise KnowledgeError(f"{path}: {cause(error)}; give an existing file or folder.") from None
    return [(root if root.is_dir() else root.parent, root)]


def _walk(start: Path) -> Iterator[Path | Skipped]:
    """The files under the folder, those of a folder before those of the folders in it; or the file itself."""
    if not wildcards.is_folder(start):
        yield start
        return
    waiting = [start]
    while waiting:
        here = waiting.pop()
        try:
            inside = _inside(here)
        except OSError as error:
            yield Skipped(str(here), cause(error))
            continue
        yield from (here / name for name, is_folder in inside if not is_folder)
        waiting.extend(here / name for name, is_folder in reversed(inside) if is_folder)


def _inside(folder: Path) -> list[tuple[str, bool]]:
    """The names in the folder that are not hidden, in order, and whether they are folders of their own."""
    with os.scandir(folder) as entries:
        shown = [entry for entry in entries if not entry.name.startswith(".")]
        return sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in shown)


def _source(file: Path, base: Path) -> str:
    return file.relative_to(base).as_posix()


def _refusal(file: Path, source: str) -> Skipped | None:
    shown = source.encode("utf-8", "replace").decode()
    if shown != source:
        return Skipped(shown, "its name is not UTF-8; rename it")
    try:
        mode = file.lstat().st_mode
    except OSError as error:
        return Skipped(source, cause(error))
    if stat.S_ISLNK(mode):
        return Skipped(source, "a symbolic link; index what it points to")
    if registry.by_suffix(file.suffix) is None:
        return Skipped(source, _unknown(file))
    return None if stat.S_ISREG(mode) else Skipped(source, "not a regular file")


def _unknown(file: Path) -> str:
    return f"'{one_line(file.suffix, 20)}' is not read; only {registry.NAMES} are"
