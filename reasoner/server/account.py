"""What became of a request is counted once, by whoever knows it first."""

import threading
from collections.abc import Callable
from contextvars import ContextVar


class Account:
    """Of one request: open until something has become of it. Its methods are called from any thread."""

    def __init__(self, *, probe: bool = False) -> None:
        """What becomes of a `probe` is of no interest: it asks for nothing but how the server is."""
        self._open = threading.Lock()
        if probe:
            self._open.acquire()

    def close(self, count: Callable[[], None]) -> None:
        """Counts, unless something was counted before."""
        if self._open.acquire(blocking=False):
            count()


ACCOUNT: ContextVar[Account | None] = ContextVar("account", default=None)
"""Of the request that is being answered."""
