"""What everything that finds passages offers."""

import re
from collections.abc import Callable, Mapping
from fnmatch import translate
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from reasoner.state import Passage

Where = Mapping[str, str]
"""Passages to look among: by "source", or by a key of their metadata, the pattern that its value must match,
as `matcher` reads it."""
ANYWHERE: Where = MappingProxyType({})


@lru_cache(maxsize=256)
def matcher(shape: str) -> Callable[[str], bool]:
    """Whether a string matches the pattern, as a shell takes it.

    `*` stands for any characters, `?` for any one, `[ab]` for one of those, and `[[]` for a bracket.
    """
    fits = re.compile(translate(shape)).match
    return lambda value: fits(value) is not None


def matches(passage: Passage, where: Where) -> bool:
    """The passage is one to look among."""
    known = {**passage.metadata, "source": passage.source}
    return all(matcher(shape)(known.get(key, "")) for key, shape in where.items())


class Retriever(Protocol):
    """A place to look passages up. Its methods may be called from several threads."""

    @property
    def name(self) -> str:
        """What messages call it."""
        ...

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        """At most `top_k` passages, the best first; none when nothing bears on the query.

        A passage's `score` is its support for the query, in [0, 1].
        """
        ...

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage together with up to `count` passages of its document before and after it."""
        ...
