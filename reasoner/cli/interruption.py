"""Ctrl-C asks for an end first, and enforces one the second time."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from reasoner.cli.output import say


@contextmanager
def polite(says: str, pressed: threading.Event | None = None) -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C was pressed, and what it says then; the second one is a KeyboardInterrupt.

    The first one sets `pressed`. Only the main thread hears of Ctrl-C; in others there is nothing to tell.
    """
    pressed = pressed or threading.Event()

    def press(number: int, frame: FrameType | None) -> None:
        if pressed.is_set():
            raise KeyboardInterrupt
        pressed.set()
        say(says)

    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)
