"""Regular expressions that are compiled when they are first used, so that starting up pays for none."""

import re
from typing import Any, cast


class _Pattern:
    """Becomes the compiled pattern at the first look at any of its methods."""

    def __init__(self, source: str, flags: int) -> None:
        self.source = source
        self.how = flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(self.source, self.how), name)
        setattr(self, name, found)
        return found


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """As re.compile, but later; a fault in `source` shows at the first use."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


LINE_END = pattern(r"\r\n?|\n")
"""What ends a line of a text, so that all count lines alike."""
