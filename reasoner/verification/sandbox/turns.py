"""Who runs next: callers from any thread get their turn in the order they came."""

import contextlib
import threading
from collections import deque
from collections.abc import Iterator


class Turns:
    """At most `places` callers at once. A place that comes free is handed to whoever waits longest.

    (A semaphore lets a thread that comes back at once overtake those that wait, for as long as it likes.)
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._lock = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for a place, and keeps it until the block ends."""
        self._enter()
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        gate = threading.Lock()
        with self._lock:
            if self._free:
                self._free -= 1
                return
            gate.acquire()
            self._waiting.append(gate)
        try:
            gate.acquire()
        except BaseException:  # interrupted, perhaps just when its turn came
            with self._lock:
                if gate in self._waiting:
                    self._waiting.remove(gate)
                    raise
            self._leave()
            raise

    def _leave(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1
