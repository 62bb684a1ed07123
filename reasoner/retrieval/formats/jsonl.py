"""Rows of JSON objects: each is a section with a text, and what else the row says as its metadata."""

import json
from typing import Any

from reasoner.json_object import parse
from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.formats.decoding import clean
from reasoner.retrieval.formats.unreadable import Unreadable

TEXTS = ("text", "content", "contents", "body", "passage", "page_content", "document", "article", "context")
"""Fields that hold the text of a row; the first that a row has."""
TITLES = ("title", "heading", "headline", "name", "subject")
MAX_VALUE = 200
"""A longer value is text, not metadata."""
MAX_NAMED = 20
"""Broken rows that are named one by one."""


def read(text: str, source: str) -> Document:
    """The texts of the rows, one after the other; broken rows are left out and named.

    Raises: Unreadable, when no row can be read.
    """
    pieces: list[str] = []
    sections: list[Section] = []
    broken: list[Skipped] = []
    start = 0
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            piece, headings, metadata = _row(parse(line.encode(), finite=False))
        except ValueError as error:
            broken.append(Skipped(f"{source}:{number}", str(error)))
            continue
        end = start + len(piece)
        sections.append(Section(start, end, line=number, headings=headings, metadata=metadata))
        pieces.append(piece)
        start = end + 1
    if broken and not pieces:
        line = broken[0].path.rpartition(":")[2]
        raise Unreadable(f"no line is a row that can be read; line {line}: {broken[0].reason}")
    return Document("\n".join(pieces), source, "plain", tuple(sections), skipped=_named(broken, source))


def _row(row: dict[str, Any]) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """Text, headings and metadata; a row without a field for its text is all text, a line for each value."""
    names = {key.lower(): key for key in reversed(row)}
    text_key = next((names[name] for name in TEXTS if name in names and _is_text(row[names[name]])), None)
    if text_key is None:
        lines = [f"{key}: {value}" for key, value in _values(row).items()]
        if not lines:
            raise ValueError("has no text")
        return clean("\n".join(lines)), (), {}
    title_key = next((names[name] for name in TITLES if name in names and _is_text(row[names[name]])), None)
    others = {key: value for key, value in row.items() if key not in (text_key, title_key)}
    inner = [value for value in others.values() if isinstance(value, dict)]
    metadata = _values({key: value for key, value in others.items() if not isinstance(value, dict)})
    for more in inner:
        metadata = _values(more) | metadata
    long = [f"{key}: {value}" for key, value in metadata.items() if len(value) > MAX_VALUE]
    short = {clean(key): clean(value) for key, value in metadata.items() if len(value) <= MAX_VALUE}
    title = clean(" ".join(row[title_key].split())) if title_key else ""
    return clean("\n\n".join((row[text_key], *long))), (title,) if title else (), short


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _values(row: dict[str, Any]) -> dict[str, str]:
    shown = {key: _shown(value) for key, value in row.items()}
    return {key: value for key, value in shown.items() if value.strip()}


def _shown(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return json.dumps(value, ensure_ascii=False)


def _named(broken: list[Skipped], source: str) -> tuple[Skipped, ...]:
    more = len(broken) - MAX_NAMED
    rest = (Skipped(source, f"{more} more of its lines cannot be read"),) if more > 0 else ()
    return (*broken[:MAX_NAMED], *rest)
