"""The standard input of a server that may have to end while it waits for the next line."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import anyio

CHUNK = 1 << 16


class Lines(anyio.AsyncFile[str]):
    """Lines that a thread of its own reads. The thread is left behind in the end, as no read can be called
    off; it must not hold the lock of a Python stream then, or the interpreter could not end."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(sys.stdin)
        self._descriptor = descriptor

    async def __aiter__(self) -> AsyncIterator[str]:
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[str | None]()

        def put(line: str | None) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody reads any more
                loop.call_soon_threadsafe(lines.put_nowait, line)

        def read() -> None:
            rest = b""
            while chunk := os.read(self._descriptor, CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    put(line.decode("utf-8", "replace"))
            put(None)

        threading.Thread(target=read, name="standard input", daemon=True).start()
        while (line := await lines.get()) is not None:
            yield line


@contextmanager
def standard_input() -> Iterator[Lines]:
    """The lines of the standard input, which is empty for everyone else within the block."""
    ours, nothing = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        yield Lines(ours)
    finally:
        os.dup2(ours, 0)
