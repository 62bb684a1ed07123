"""Files become documents: text whose offsets are exact. What cannot be read is named, never passed over."""

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from reasoner.errors import KnowledgeError

SUFFIXES = frozenset({".md", ".markdown", ".txt"})
MAX_BYTES = 16 * 2**20
"""A longer file is a dump, not a document."""


Syntax = Literal["markdown", "plain", "code", "table"]
"""How a text shows its structure: by Markdown, by blank lines, by indentation, or by one record a line."""


@dataclass(frozen=True, slots=True)
class Section:
    """Characters [start, end) of a document that no passage may cross, such as a page or a row."""

    start: int
    end: int
    page: int | None = None
    """Number of the page, from 1."""
    line: int | None = None
    """Line of the file at which it stands, from 1, where the text has other lines than the file."""
    headings: tuple[str, ...] = ()
    """Titles above it that its own text does not have."""
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """A text and where it is from."""

    text: str
    """Exactly what the bytes decode to, line ends and a byte order mark included; of a file that is no text,
    such as a PDF, the text that it was read as. All offsets count its characters."""
    source: str
    """Path relative to the indexed root, with forward slashes."""
    syntax: Syntax = "markdown"
    sections: tuple[Section, ...] = ()
    """In order and apart; none where the text is one piece."""
    metadata: Mapping[str, str] = field(default_factory=dict)
    """What is known of all of it."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was left out."""

    path: str
    reason: str


def find(paths: Sequence[Path]) -> list[tuple[Path, str] | Skipped]:
    """The files at and under the paths, each with its source, in a fixed order.

    Hidden files and folders are passed over; a symbolic link is not followed, so that nothing loops or leads
    outside. Sources that clash get the name of their root in front.
    Raises: KnowledgeError, when a path does not exist.
    """
    found: dict[Path, tuple[str, str] | Skipped] = {}
    for path in paths:
        try:
            root = path.resolve(strict=True)
        except FileNotFoundError:
            raise KnowledgeError(f"{path}: no such file or folder; give an existing one.") from None
        except RuntimeError:
            raise KnowledgeError(
                f"{path}: links lead in a circle; give an existing file or folder."
            ) from None
        for file in [root] if root.is_file() else _walk(root):
            base = root.parent if root.is_file() else root
            source = file.relative_to(base).as_posix()
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


def read(path: Path, source: str) -> Document | Skipped:
    """The document in the file, or why there is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return Skipped(source, error.strerror or type(error).__name__)
    if len(data) > MAX_BYTES:
        return Skipped(source, f"longer than {MAX_BYTES >> 20} MiB; split it")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return Skipped(source, "UTF-16 text; save it as UTF-8")
    if b"\0" in data:
        return Skipped(source, "has NUL bytes, so it is not text")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Skipped(source, f"not UTF-8 (byte {error.start}); save it as UTF-8")
    if not text.strip("\ufeff \t\r\n\f\v"):
        return Skipped(source, "empty")
    return Document(text, source, "plain" if source.lower().endswith(".txt") else "markdown")


def _walk(root: Path) -> Iterator[Path]:
    for folder, names, files in os.walk(root):
        links = [name for name in names if (Path(folder) / name).is_symlink()]
        names[:] = sorted(name for name in names if not name.startswith(".") and name not in links)
        yield from (Path(folder) / name for name in sorted(files + links) if not name.startswith("."))


def _refusal(file: Path, source: str) -> Skipped | None:
    shown = source.encode("utf-8", "replace").decode()
    if shown != source:
        return Skipped(shown, "its name is not UTF-8; rename it")
    if file.is_symlink():
        return Skipped(source, "a symbolic link; index what it points to")
    if file.suffix.lower() not in SUFFIXES:
        return Skipped(source, f"'{file.suffix}' is not one of {', '.join(sorted(SUFFIXES))}")
    if not stat.S_ISREG(file.stat().st_mode):
        return Skipped(source, "not a regular file")
    return None
