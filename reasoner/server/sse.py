"""Server-sent events, for as long as somebody reads them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, TypeVar

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from reasoner.server.encoding import encoded

T = TypeVar("T")
KEEP_ALIVE = b": keep-alive\n\n"
"""A comment, which readers pass over."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class Gone(Exception):
    """The client has hung up."""


def event(data: Any, name: str | None = None) -> bytes:
    """An event with JSON, which has no line end."""
    head = f"event: {name}\n".encode() if name else b""
    return b"%bdata: %b\n\n" % (head, encoded(data))


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; it is cancelled when the client hangs up. The body was read before.

    Raises: Gone, when the client has hung up.
    """
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hung_up(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Gone
        return task.result()
    finally:
        gone.cancel()
        if not task.done():
            task.cancel()
            await asyncio.wait((task,))


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(Response):
    """Sends chunks as they come. They are closed, so that what makes them ends, when the client hangs up."""

    media_type = "text/event-stream"

    def __init__(self, chunks: AsyncGenerator[bytes], end: Callable[[], None]) -> None:
        """`end` is called in the end, even where the chunks were never begun."""
        self.status_code = 200
        self.background = None
        self.chunks, self.end = chunks, end
        self.init_headers(HEADERS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await while_connected(receive, self._send_all(send))
        except OSError:
            raise Gone from None
        finally:
            self.end()
            await self.chunks.aclose()

    async def _send_all(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
