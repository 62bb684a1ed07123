"""What everything that finds passages offers."""

from typing import Protocol

from reasoner.state import Passage


class Retriever(Protocol):
    """A place to look passages up. `search` may be called from several threads."""

    @property
    def name(self) -> str:
        """What messages call it."""
        ...

    def search(self, query: str, top_k: int) -> tuple[Passage, ...]:
        """At most `top_k` passages, the best first; none when nothing bears on the query.

        A passage's `score` is its support for the query, in [0, 1].
        """
        ...
