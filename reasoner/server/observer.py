"""Whom the server tells what becomes of each request."""

from typing import Protocol

from reasoner.result import Result


class Observer(Protocol):
    """Counts and times requests. Its methods are called from any thread."""

    def asked(self, pipeline: str) -> None:
        """A question came in."""

    def refused(self, reason: str) -> None:
        """A request was turned away, was late, or its client hung up; never one that finished or failed."""

    def first_token(self, pipeline: str, seconds: float) -> None:
        """The model wrote the first piece of text, so long after the request came in."""

    def finished(self, pipeline: str, result: Result, seconds: float) -> None:
        """The pipeline came to a result, so long after the request came in."""

    def failed(self, pipeline: str, seconds: float) -> None:
        """The pipeline failed, so long after the request came in."""

    def waiting(self, count: int) -> None:
        """So many requests wait now."""

    def running(self, count: int) -> None:
        """So many pipelines run now."""
