"""A load generator: requests for `/v1/answer`, by clients that wait for their answers or at random times."""

import asyncio
import json
import random
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate, count
from typing import Literal

import httpx

from reasoner.errors import one_line

Ending = Literal["answered", "abstained", "refused", "failed"]

TICK = 0.1
"""Seconds between two looks at whether it is to end."""
PAUSE = 0.1
"""Seconds that a client waits after a request that got no result, before its next: it is to load the server,
not to storm it."""
REFUSALS = frozenset({"queue_full", "deadline", "shutting_down"})
"""Codes of errors with which a server that is busy turns a request away."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of a server, and how hard."""

    url: str
    bodies: Sequence[Mapping[str, object]]
    """Of the requests, in turns."""
    clients: int = 8
    """So many ask at a time, each again as soon as it has its answer; without meaning beside a rate."""
    rate: float | None = None
    """Requests a second on average, at random times (Poisson), whether or not the earlier ones have ended."""
    seconds: float | None = None
    """No request begins later than that."""
    requests: int | None = None
    """No more than so many requests."""
    seed: int = 0
    """Of the times at which requests come."""
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float = 600.0
    """Seconds after which a request without an answer has failed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a request."""

    ending: Ending
    due: float
    """When the request was to begin, in seconds from the start of the load."""
    late: float
    """How much later it began, which is the generator's fault."""
    seconds: float
    """From when it was due to the end of the reply: a slow server cannot hide behind its queue."""
    status: int | None = None
    first_token: float | None = None
    """From when it was due; None where no token was streamed."""
    prompt_tokens: int = 0
    tokens: int = 0
    """Generated, as the result says."""
    bytes: int = 0
    reason: str = ""
    """The code or the error of a request that was refused or failed."""


class _Broken(Exception):
    """A reply that cannot be read."""


Tell = Callable[[Sequence[Reply], float], None]


def untold(replies: Sequence[Reply], seconds: float) -> None:
    """For a caller who does not follow."""


async def offer(
    load: Load, tell: Tell = untold, stop: Callable[[], bool] = lambda: False
) -> tuple[Sequence[Reply], float]:
    """The replies in the order of their ending, and the seconds until the last one.

    Who began in time is waited for, unless `stop` says to leave it. `tell` gets the replies so far, and the
    seconds, every now and then.
    """
    offering = _Offering(load)
    work = asyncio.ensure_future(offering.open(load.rate) if load.rate else offering.closed())
    try:
        while not (await asyncio.wait((work,), timeout=TICK))[0]:
            tell(offering.replies, offering.now())
            if stop():
                work.cancel()
        with suppress(asyncio.CancelledError):
            await work
        return offering.replies, offering.now()
    finally:
        await offering.close()


class _Offering:
    """A load that is being offered."""

    def __init__(self, load: Load) -> None:
        self.replies: list[Reply] = []
        self._load = load
        self._url = httpx.URL(f"{load.url.rstrip('/')}/v1/answer")
        self._headers = {"Content-Type": "application/json", **load.headers}
        self._bodies = [json.dumps(body).encode() for body in load.bodies]
        self._tls = ssl.create_default_context()
        # Each holds one connection: a pool spends more time on choosing one than the rest takes.
        self._free: list[httpx.AsyncHTTPTransport] = []
        self._numbers = count()
        self._start = time.perf_counter()

    def now(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._start

    async def closed(self) -> None:
        """So many clients, each of which waits for its answer."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._load.clients):
                group.create_task(self._client())

    async def open(self, rate: float) -> None:
        """Requests at random times."""
        times = random.Random(self._load.seed)
        gaps = accumulate(times.expovariate(rate) for _ in count())
        async with asyncio.TaskGroup() as group:
            for number, due in self._begun(gaps):
                await asyncio.sleep(max(due - self.now(), 0))
                group.create_task(self._ask(number, due))

    async def close(self) -> None:
        """Hangs up."""
        for connection in self._free:
            await connection.aclose()

    async def _client(self) -> None:
        for number, due in self._begun(iter(self.now, None)):
            await self._ask(number, due)
            if self.replies[-1].ending in ("refused", "failed"):
                await asyncio.sleep(PAUSE)

    def _begun(self, times: Iterator[float]) -> Iterator[tuple[int, float]]:
        """A number and a time for each request that may begin."""
        for due in times:
            if self._load.seconds is not None and due >= self._load.seconds:
                return
            number = next(self._numbers)
            if self._load.requests is not None and number >= self._load.requests:
                return
            yield number, due

    async def _ask(self, number: int, due: float) -> None:
        late = max(self.now() - due, 0.0)
        connection = self._free.pop() if self._free else httpx.AsyncHTTPTransport(verify=self._tls)
        reading = _Reading(lambda: self.now() - due)
        try:
            async with asyncio.timeout(self._load.timeout):
                await reading.exchange(connection, self._request(number))
        except (httpx.HTTPError, OSError, TimeoutError, _Broken) as error:
            says = one_line(f"{type(error).__name__} {error}".strip(), 100)
            reply = Reply("failed", due, late, self.now() - due, bytes=reading.bytes, reason=says)
            await connection.aclose()
        except asyncio.CancelledError:
            await connection.aclose()
            raise
        else:
            reply = reading.reply(due, late)
            self._free.append(connection)
        self.replies.append(reply)

    def _request(self, number: int) -> httpx.Request:
        body = self._bodies[number % len(self._bodies)]
        return httpx.Request("POST", self._url, headers=self._headers, content=body)


class _Reading:
    """A reply as it comes in."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._status = 0
        self._ending: tuple[str, bytes] = ("", b"")
        """Name and data of the event that ends a stream; without one, the name is empty and this the body."""
        self._first: float | None = None
        self.bytes = 0

    async def exchange(self, connection: httpx.AsyncHTTPTransport, request: httpx.Request) -> None:
        """Sends the request and reads the reply."""
        response = await connection.handle_async_request(request)
        self._status = response.status_code
        try:
            if response.headers.get("Content-Type", "").startswith("text/event-stream"):
                await self._follow(response)
            else:
                self._ending = ("", await response.aread())
                self.bytes = len(self._ending[1])
        finally:
            await response.aclose()

    async def _follow(self, response: httpx.Response) -> None:
        async for name, data in self._events(response):
            if name == "token" and self._first is None:
                self._first = self._clock()
            if name in ("result", "error"):
                self._ending = (name, data)
        if not self._ending[0]:
            raise _Broken("the stream ended without a result")

    async def _events(self, response: httpx.Response) -> AsyncIterator[tuple[str, bytes]]:
        rest = b""
        async for chunk in response.aiter_bytes():
            self.bytes += len(chunk)
            *events, rest = (rest + chunk).split(b"\n\n")
            for event in events:
                lines = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
                yield lines.get(b"event", b"").decode(), lines.get(b"data", b"")

    def reply(self, due: float, late: float) -> Reply:
        """What it came to. Raises: nothing; what is no result of ours has failed."""
        seconds, name = self._clock(), self._ending[0]
        try:
            said = json.loads(self._ending[1])
        except ValueError:
            said = None
        said = said if isinstance(said, dict) else {}
        if self._status == 200 and name != "error" and said.get("outcome") in ("answered", "abstained"):
            usage = said.get("usage", {})
            return Reply(
                said["outcome"],
                due,
                late,
                seconds,
                self._status,
                self._first,
                usage.get("prompt_tokens", 0),
                usage.get("completion_tokens", 0),
                self.bytes,
            )
        code = _code(said, self._status)
        refused = self._status == 429 or code in REFUSALS
        return Reply(
            "refused" if refused else "failed",
            due,
            late,
            seconds,
            self._status,
            bytes=self.bytes,
            reason=code,
        )


def _code(said: Mapping[str, object], status: int) -> str:
    """What the error calls itself."""
    match said.get("error"), said:
        case {"code": str(code)}, _:
            return one_line(code, 60)
        case _, {"code": str(code)}:  # an error in a stream
            return one_line(code, 60)
    return f"status {status}" if status != 200 else "no result"
