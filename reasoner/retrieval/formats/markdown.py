"""Markdown, with YAML front matter as metadata."""

import yaml

from reasoner.patterns import pattern
from reasoner.retrieval.document import Document, Section

_FRONT = pattern(r"\ufeff?---[ \t]*\r?\n(?P<yaml>(?:.*\r?\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)")
MAX_FRONT = 2**14
"""Characters that front matter may have; it ends early or is none."""
Plain = str | int | float | bool


def read(text: str, source: str) -> Document:
    """The text as it is; front matter is metadata and no passage, and its title stands above them all."""
    front = _FRONT.match(text[:MAX_FRONT])
    known = _known(front["yaml"]) if front else None
    if not front or known is None or not text[front.end() :].strip():
        return Document(text, source)
    title = known.get("title", "")
    section = Section(front.end(), len(text), headings=(title,) if title else ())
    return Document(text, source, "markdown", (section,), known)


def _known(front: str) -> dict[str, str] | None:
    """The values by key, lists of them joined; None where it is no YAML mapping, so ordinary text."""
    try:
        values = yaml.safe_load(front)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or not values:
        return None
    shown = {str(key): _shown(value) for key, value in values.items()}
    return {key: value for key, value in shown.items() if value}


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value if isinstance(item, Plain))
    return "" if value is None or isinstance(value, dict) else " ".join(str(value).split())
