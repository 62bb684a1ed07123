"""One request is one run of a pipeline, on a thread, with a deadline, and with an end when nobody waits."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from reasoner.interop.opentelemetry import Emit, traced
from reasoner.pipeline import Pipeline, checked_question
from reasoner.result import Result
from reasoner.runtime import Runtime
from reasoner.server import gate
from reasoner.server.account import ACCOUNT, Account
from reasoner.server.errors import Refused
from reasoner.server.gate import Gate
from reasoner.server.mailbox import Mailbox
from reasoner.server.observer import Observer
from reasoner.server.options import Options
from reasoner.stage import Event, TokenDrawn, ignore
from reasoner.state import Effort, Turn

T = TypeVar("T")
KEEP_ALIVE = 15.0
"""Seconds of silence after which a stream gives a sign of life."""
PACE = 0.05
"""Seconds between two pieces of a stream: tokens that come together cost as much as one."""
LATE = 2.0
"""Seconds beyond its deadline after which nobody waits for a run any more."""
AGAIN = 5
"""Seconds after which to ask again what ended late: whatever holds it up may have ended by then."""
LEAST = 0.001
"""Seconds that a run gets whose deadline came with its turn."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks."""

    pipeline: Pipeline
    question: str
    history: tuple[Turn, ...] = ()
    effort: Effort | None = None
    seed: int = 0
    seconds: float | None = None
    """Deadline from the arrival; at most that of the server."""
    arrived: float = 0.0
    """On the clock of time.monotonic, which is the event loop's as well."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of the request; `traceparent` names the span that the run is part of."""


class Run(Generic[T]):
    """A pipeline that runs on a thread."""

    def __init__(
        self,
        future: asyncio.Future[T],
        mailbox: Mailbox,
        cancel: threading.Event,
        end: float,
        late: Callable[[], None],
    ) -> None:
        """`late` is told when it has not ended by `end`."""
        self.future, self._mailbox, self._cancel, self._end, self._late = future, mailbox, cancel, end, late

    async def events(self) -> AsyncIterator[list[Event]]:
        """Its events as they come, until it has ended or is late; no events are a sign of life."""
        while not self.future.done() and (left := self._end - time.monotonic()) > 0:
            batch = await self._mailbox.batch(min(KEEP_ALIVE, left))
            if batch or not self.future.done():
                yield batch
                await asyncio.wait((self.future,), timeout=PACE)
        if batch := self._mailbox.rest():
            yield batch

    async def result(self) -> T:
        """What it came to; where the caller gives up, the run ends.

        Raises: Refused, when it is late; whatever the run raised.
        """
        try:
            async with asyncio.timeout_at(self._end):
                return await asyncio.shield(self.future)
        except TimeoutError:
            if self.future.done():
                return self.future.result()
            self._late()
            says = "the deadline passed; ask again with more time."
            raise Refused(503, says, "deadline", retry_after=AGAIN) from None
        finally:
            self.cancel()

    def cancel(self) -> None:
        """Nobody wants what it comes to."""
        self._cancel.set()


class Asker:
    """Runs pipelines for requests, so many at a time. Made on the event loop that it is for."""

    def __init__(self, runtime: Runtime, options: Options, observer: Observer) -> None:
        self._runtime, self._options, self._observer = runtime, options, observer
        self._pool = ThreadPoolExecutor(options.workers, "run")
        self._cancels: set[threading.Event] = set()
        self.gate = Gate(options.workers, options.queue, self._changed)

    async def start(self, asked: Asked, present: Callable[[Result], T], *, follow: bool) -> Run[T]:
        """Runs the pipeline as soon as it is its turn; the run comes to what `present` makes of the result.
        It has events only where somebody is to `follow` it.

        Raises: Refused, when there is no room, no time, or no more server; InputError, when the question
        cannot be used.
        """
        checked_question(asked.question)
        limit = self._options.seconds
        deadline = asked.arrived + min(asked.seconds or limit, limit)
        self._observer.asked(asked.pipeline.name)
        await self._turn(deadline)
        cancel, mailbox, start = threading.Event(), Mailbox(), time.monotonic()
        account = ACCOUNT.get() or Account()
        self._cancels.add(cancel)
        future: asyncio.Future[T] = asyncio.get_running_loop().run_in_executor(
            self._pool,
            copy_context().run,
            self._work,
            asked,
            present,
            mailbox.put if follow else ignore,
            cancel,
            deadline,
            account,
        )

        def ended(future: asyncio.Future[T]) -> None:
            self._cancels.discard(cancel)
            self.gate.leave(time.monotonic() - start)
            mailbox.wake()
            future.exception()  # seen, though nobody may wait for it any more

        def late() -> None:
            account.close(lambda: self._observer.refused("deadline"))

        future.add_done_callback(ended)
        return Run(future, mailbox, cancel, deadline + LATE, late)

    async def stop(self, grace: float) -> None:
        """Takes nobody in any more, and lets what runs end; what has not within `grace`
        seconds is cancelled."""
        self.gate.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await self.gate.emptied()
        self.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(LATE):
                await self.gate.emptied()

    def cancel(self) -> None:
        """Ends all runs as soon as they look."""
        for cancel in self._cancels:
            cancel.set()

    async def _turn(self, deadline: float) -> None:
        try:
            await self.gate.enter(deadline)
        except gate.Full:
            says = f"{self.gate.waiting} requests are waiting already; try again later."
            raise Refused(429, says, "queue_full", retry_after=self.gate.retry_after) from None
        except gate.Late:
            says = "the deadline passed while the request waited; try again later, or with more time."
            raise Refused(503, says, "deadline", retry_after=self.gate.retry_after) from None
        except gate.Closed:
            raise Refused(503, "the server is shutting down.", "shutting_down", retry_after=5) from None

    def _work(
        self,
        asked: Asked,
        present: Callable[[Result], T],
        put: Callable[[Event], None],
        cancel: threading.Event,
        deadline: float,
        account: Account,
    ) -> T:
        name, observer = asked.pipeline.name, self._observer
        told = False

        def emit(event: Event) -> None:
            nonlocal told
            if not told and type(event) is TokenDrawn:
                told = True
                observer.first_token(name, time.monotonic() - asked.arrived)
            put(event)

        left = max(deadline - time.monotonic(), LEAST)

        def run(emit: Emit) -> Result:
            context = self._runtime.context(
                asked.seed, emit, effort=asked.effort, seconds=left, cancel=cancel
            )
            return asked.pipeline.run(asked.question, history=asked.history, context=context)

        # Counted here, unless the run was given up before: an observer may take its time.
        try:
            result = traced(run, name, emit, asked.headers)
            presented = present(result)
        except BaseException:
            account.close(lambda: observer.failed(name, time.monotonic() - asked.arrived))
            raise
        account.close(lambda: observer.finished(name, result, time.monotonic() - asked.arrived))
        return presented

    def _changed(self, running: int, waiting: int) -> None:
        self._observer.running(running)
        self._observer.waiting(waiting)
