"""What a file is read as: a text whose offsets are exact, or the reason why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

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
class Skipped:
    """A file that was left out, or a part of one."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text and where it is from."""

    text: str
    """Exactly what the bytes decode to, line ends and a UTF-8 byte order mark included; of a file that is no
    text, such as a PDF, the text that it was read as. All offsets count its characters."""
    source: str
    """Path relative to the indexed root, with forward slashes."""
    syntax: Syntax = "markdown"
    sections: tuple[Section, ...] = ()
    """In order and apart; what is in none of them is no passage. None where the text is one piece."""
    metadata: Mapping[str, str] = field(default_factory=dict)
    """What is known of all of it."""
    skipped: tuple[Skipped, ...] = ()
    """Its parts that could not be read, such as a broken row."""
