"""Events of a run cross from its threads to the event loop in batches."""

import asyncio
from collections import deque
from contextlib import suppress

from reasoner.stage import Event


class Mailbox:
    """Takes events from any thread; the loop wakes up once until the reader has looked: waking it costs more
    than an event does."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._events: deque[Event] = deque()
        self._filled = asyncio.Event()
        self._called = False

    def put(self, event: Event) -> None:
        """Adds an event; from any thread."""
        self._events.append(event)
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop is closed: nobody reads any more
                self._loop.call_soon_threadsafe(self.wake)

    def wake(self) -> None:
        """Lets the reader look; on the loop."""
        self._filled.set()

    async def batch(self, seconds: float) -> list[Event]:
        """What has come since the last time; none, when nothing has for so long, or
        when woken for nothing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._filled.wait()
        self._filled.clear()
        # In this order: what is put from now on calls again, and what was put before is seen.
        self._called = False
        return self.rest()

    def rest(self) -> list[Event]:
        """What has come since the last time, without waiting."""
        return [self._events.popleft() for _ in range(len(self._events))]
