"""Who may run now, who waits, and who is sent away: a bounded queue in the order of arrival."""

import asyncio
import math
from collections import deque
from collections.abc import Callable

Changed = Callable[[int, int], None]
FIRST_GUESS = 1.0
"""Seconds that a run takes, for all that is known before the first has ended."""
NEWEST = 0.2
"""Weight of the newest run in the running mean of their durations."""


class Full(Exception):
    """As many wait as may."""


class Late(Exception):
    """The deadline passed before there was a turn."""


class Closed(Exception):
    """Nobody is let in any more."""


def _unwatched(running: int, waiting: int) -> None:
    """For a caller who does not follow."""


class Gate:
    """Lets `workers` run at a time and `queue` more wait. For one event loop."""

    def __init__(self, workers: int, queue: int, changed: Changed = _unwatched) -> None:
        """`changed` is told (running, waiting) whenever one of them changes."""
        self._workers, self._queue, self._changed = workers, queue, changed
        self._line: deque[asyncio.Future[None]] = deque()
        self._mean = FIRST_GUESS
        self._ended = asyncio.Event()
        self.running = 0
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._line)

    @property
    def retry_after(self) -> int:
        """Seconds after which there may be room: as long as those before one would take."""
        return max(1, math.ceil(self._mean * (self.waiting + 1) / self._workers))

    async def enter(self, deadline: float) -> None:
        """Waits for a turn until `deadline` on the loop's clock; whoever has one has to `leave`.

        Raises: Full, Closed at once; Late, Closed while waiting. A cancelled caller leaves the queue at once.
        """
        if self.closed:
            raise Closed
        if self.running < self._workers and not self._line:
            self.running += 1
            self._tell()
            return
        if self.waiting >= self._queue:
            raise Full
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._tell()
        try:
            async with asyncio.timeout_at(deadline):
                await turn
        except TimeoutError:
            self._withdraw(turn)
            raise Late from None
        except BaseException:
            self._withdraw(turn)
            raise

    def leave(self, seconds: float) -> None:
        """Gives the turn back, after a run that took so long."""
        self._mean += NEWEST * (seconds - self._mean)
        self._pass_on()

    def close(self) -> None:
        """Sends all who wait away; those who run may end."""
        self.closed = True
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_exception(Closed())
        self._tell()

    def open(self) -> None:
        """Lets in again."""
        self.closed = False

    async def emptied(self) -> None:
        """Waits until nobody runs."""
        while self.running:
            self._ended.clear()
            await self._ended.wait()

    def _withdraw(self, turn: asyncio.Future[None]) -> None:
        if turn in self._line:
            self._line.remove(turn)
            self._tell()
        elif turn.done() and not turn.cancelled() and turn.exception() is None:
            self._pass_on()  # its turn came in the same moment

    def _pass_on(self) -> None:
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                self._tell()
                return
        self.running -= 1
        self._ended.set()
        self._tell()

    def _tell(self) -> None:
        self._changed(self.running, self.waiting)
