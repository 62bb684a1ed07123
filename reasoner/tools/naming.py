"""Names that every model and client takes for the name of a tool, whatever letters it has at home."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable

from reasoner.patterns import pattern

MOST = 64
"""Characters that the name of a tool may have."""
_OTHER = pattern(r"[^A-Za-z0-9_-]")


def callable_name(text: str) -> str:
    """The text in letters, digits, "_" and "-"; where that changes it, with a mark that keeps it apart."""
    name = legal(text)
    return name if name == text and name else _marked(name, text)


def legal(text: str) -> str:
    """The text with a "_" for each character that a name must not have, and cut."""
    return _OTHER.sub("_", text)[:MOST]


def legal_names(wanted: Iterable[str], taken: Callable[[str], bool] = lambda name: False) -> dict[str, str]:
    """A legal name for each that is wanted; those that would be the same, or are taken, get a mark."""
    plain = {text: legal(text) for text in wanted}
    counts = Counter(plain.values())
    return {
        text: _marked(name, text) if counts[name] > 1 or taken(name) else name for text, name in plain.items()
    }


def _marked(name: str, text: str) -> str:
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]
    return f"{name[: MOST - len(mark) - 1]}_{mark}"
