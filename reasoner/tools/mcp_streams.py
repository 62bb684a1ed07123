"""What a server sends, on its standard output and beside it."""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TextIO

import anyio
import httpx2
from mcp.shared.message import SessionMessage

KEPT = 4096
"""Bytes of the standard error that are kept: its end."""
LISTENING = 0.3
"""Seconds in which the last words of a process that has ended arrive."""


class LastWords:
    """The end of what a server says beside the protocol: standard error, or the status of a response."""

    def __init__(self) -> None:
        self._tail = b""
        self._reader: threading.Thread | None = None

    @contextmanager
    def pipe(self) -> Iterator[TextIO]:
        """A stream for a process to take over within the block; what it writes there is kept."""
        readable, writable = os.pipe()
        self._reader = threading.Thread(target=self._keep, args=(readable,), daemon=True)
        self._reader.start()
        with os.fdopen(writable, "w") as stream:
            yield stream

    async def hear(self, response: httpx2.Response) -> None:
        """Keeps the status of the last answer to us, where it is an error."""
        if response.request.method == "POST":  # a server need not give the stream of GET
            status = f"status {response.status_code} {response.reason_phrase}"
            self._tail = status.encode() if response.is_error else b""

    async def line(self) -> str:
        """The last line; empty where nothing was said."""
        for _ in range(30):
            if self._reader is None or not self._reader.is_alive():
                break
            await asyncio.sleep(LISTENING / 30)
        lines = self._tail.decode("utf-8", "replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _keep(self, readable: int) -> None:
        with open(readable, "rb", buffering=0) as stream:
            while chunk := stream.read(65536):
                self._tail = (self._tail + chunk)[-KEPT:]


class Watched:
    """What a server sends, and the event that it has stopped sending."""

    def __init__(self, inner: Any, over: asyncio.Event) -> None:
        self._inner, self._over = inner, over

    async def receive(self) -> SessionMessage | Exception:
        """The next message."""
        try:
            received: SessionMessage | Exception = await self._inner.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError):
            self._over.set()
            raise
        return received

    async def aclose(self) -> None:
        """Hears no more."""
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()
