"""Names that every model and client takes for the name of a tool."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable

from reasoner.patterns import pattern

LONGEST = 64
_ILLEGAL = pattern(r"[^A-Za-z0-9_-]")


def legal(text: str) -> str:
    """The text with a "_" for each character that a name must not have, and cut."""
    return _ILLEGAL.sub("_", text)[:LONGEST]


def legal_names(wanted: Iterable[str], taken: Callable[[str], bool] = lambda name: False) -> dict[str, str]:
    """A legal name for each that is wanted; those that would be the same, or are taken, get a hash."""
    plain = {text: legal(text) for text in wanted}
    counts = Counter(plain.values())
    return {
        text: _marked(name, text) if counts[name] > 1 or taken(name) else name for text, name in plain.items()
    }


def _marked(name: str, text: str) -> str:
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]
    return f"{name[: LONGEST - len(mark) - 1]}_{mark}"
