"""What a model calls a tool, whatever letters its name at home has."""

import hashlib

from reasoner.patterns import pattern

MOST = 64
"""Characters that the name of a tool may have."""
_OTHER = pattern(r"[^A-Za-z0-9_-]")


def callable_name(text: str) -> str:
    """The text in letters, digits, "_" and "-"; where that changes it, with a mark that keeps it apart."""
    name = _OTHER.sub("_", text)
    if name == text and 0 < len(name) <= MOST:
        return name
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{name[: MOST - len(mark) - 1]}_{mark}"
