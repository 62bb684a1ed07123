"""Which waves the embedded engine has at a time, where requests batch with each other."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reasoner.models.llama_cpp_wave import Wave

LOOK = 0.01
"""Seconds between two looks of a wave that waits."""


class Turns:
    """Hands waves to the engine in the order of their arrival, and no more than it works on.

    The engine hears that a wave is not wanted any more only when it has read a piece of that wave's prompt:
    what is in its own queue would first have to come to its turn. Waves that wait here leave at once.
    """

    def __init__(self, slots: int, unread: int) -> None:
        """For samples in so many slots; the next prompt comes in once this many tokens are left to read."""
        self._slots, self._unread = slots, unread
        self._moved = threading.Condition()
        self._line: deque[Wave] = deque()
        self._inside: set[Wave] = set()

    @contextmanager
    def turn(self, wave: Wave, stop: Callable[[], bool]) -> Iterator[bool]:
        """The engine for a wave of at most as many samples as there are slots, as soon as it is its turn;
        false when stopped before."""
        with self._moved:
            self._line.append(wave)
            while not (gone := stop()) and not (self._line[0] is wave and self._room(wave)):
                self._moved.wait(LOOK)
            self._line.remove(wave)
            if not gone:
                self._inside.add(wave)
            self._moved.notify_all()
        try:
            yield not gone
        finally:
            with self._moved:
                self._inside.discard(wave)
                self._moved.notify_all()

    def look(self) -> None:
        """A wave has gone on: there may be room."""
        with self._moved:
            if self._line:
                self._moved.notify_all()

    def _room(self, wave: Wave) -> bool:
        taken = sum(each.unfinished for each in self._inside)
        unread = sum(each.unread for each in self._inside)
        return taken + wave.width <= self._slots and unread <= self._unread
