"""Sealed children for whoever asks, from any thread: spares, and a new zygote when one is lost."""

import contextlib
import json
import threading
from collections import deque

from reasoner.verification.sandbox import Json
from reasoner.verification.sandbox.client import Child, Zygote
from reasoner.verification.sandbox.exchange import LOST, Exchange, Outcome


class Pool:
    """Children of one zygote, of which some always wait for their request. Starts when first used."""

    def __init__(self, weaker: bool = False, spares: int = 2) -> None:
        self._weaker = weaker
        self._most_spares = spares
        self._lock = threading.Lock()
        self._zygote: Zygote | None = None
        self._spares: deque[Child] = deque()

    def perform(self, request: dict[str, Json], limit_seconds: float) -> Outcome:
        """Has a child of its own do the request. A zygote that died is replaced, and asked once more.

        Raises: SandboxUnavailable, where children cannot be sealed.
        """
        content = json.dumps(request).encode()
        frame = len(content).to_bytes(8, "big") + content
        outcome = self._attempt(frame, limit_seconds)
        if outcome is None or outcome.ending == "worker lost":
            outcome = self._attempt(frame, limit_seconds)
        ending, value, reason = LOST
        return outcome or Outcome(ending, "", value, reason, 0.0)

    def _attempt(self, frame: bytes, limit_seconds: float) -> Outcome | None:
        zygote = self._running()
        try:
            child = self._take(zygote)
        except OSError:
            self._discard(zygote)
            return None
        try:
            outcome = Exchange(zygote, child, memoryview(frame), limit_seconds).run()
        except BaseException:
            zygote.kill(child)
            raise
        finally:
            child.close()
        if outcome.ending == "worker lost":
            self._discard(zygote)
        else:
            self._refill(zygote)
        return outcome

    def _running(self) -> Zygote:
        with self._lock:
            if self._zygote is None:
                self._zygote = Zygote.start(self._weaker)
            return self._zygote

    def _take(self, zygote: Zygote) -> Child:
        with self._lock:
            if self._spares and zygote is self._zygote:
                return self._spares.popleft()
        return zygote.spawn()

    def _refill(self, zygote: Zygote) -> None:
        with self._lock, contextlib.suppress(OSError):
            if zygote is self._zygote and len(self._spares) < self._most_spares and zygote.warm():
                self._spares.append(zygote.spawn())

    def _discard(self, zygote: Zygote) -> None:
        """Ends a zygote that proved to be dead, unless another thread did."""
        with self._lock:
            if zygote is self._zygote:
                self._end()

    def _end(self) -> None:
        while self._spares:
            self._spares.popleft().close()
        if self._zygote:
            self._zygote.end()
        self._zygote = None

    def close(self) -> None:
        """Ends the zygote and its children. A later request starts anew."""
        with self._lock:
            self._end()

    def forget(self) -> None:
        """Lets go of what belongs to the process we were forked from."""
        while self._spares:
            self._spares.popleft().close()
        if self._zygote:
            self._zygote.forget()
