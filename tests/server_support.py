"""What the tests of the server share: a slow model, small pipelines, and a server on a port of its own."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from fastapi import FastAPI

from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.models.scripted import Scripted
from reasoner.pipeline import Pipeline, make_pipeline
from reasoner.runtime import Lazy, Runtime
from reasoner.server import serving
from reasoner.server.app import create_app
from reasoner.server.options import Options
from reasoner.settings import Settings
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote


@dataclass
class Slow:
    """A model that takes its time, a token at a time, and counts how many generate now."""

    tokens: int = 1000
    pause: float = 0.01
    busy: int = 0
    most: int = 0
    name: str = "slow"
    hash: str | None = None
    window: int | None = None
    calls_functions: bool = False
    identity: str = "slow"
    lock: threading.Lock = field(default_factory=threading.Lock)

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        self._count(1)
        try:
            for _ in range(self.tokens):
                if watch.cancelled():
                    return
                time.sleep(self.pause)
                watch.on_token(0, "word ")
            yield Completion("word " * self.tokens, self.tokens, None, "stop", 0, 0.0)
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self.lock:
            self.busy += change
            self.most = max(self.most, self.busy)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def close(self) -> None: ...


class Broken(Slow):
    """A model that fails in a way nobody foresaw, quoting what it was asked."""

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        raise ZeroDivisionError(request.messages[-1].content)


DIRECT = make_pipeline("direct", [Think(mode="direct"), Vote()], about="Asks once.")


def runtime(model: Model | None = None) -> Runtime:
    """A runtime whose model is this one; it says that Paris is the capital, unless given."""
    made = Runtime(Settings(model="fake", mode="throughput"))
    chosen = model or Scripted.saying("Paris is the capital.")
    made.models = Lazy({"default": "fake"}, lambda name: chosen)
    return made


def app(model: Model | None = None, *pipelines: Pipeline, **options: Any) -> FastAPI:
    """An application that serves the pipelines; one that asks once, unless given."""
    served = {pipeline.name: pipeline for pipeline in pipelines or (DIRECT,)}
    return create_app(runtime(model), served, Options(**options))


def send(app: FastAPI, method: str, path: str, **how: Any) -> httpx.Response:
    """What the application answers, without a socket."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **how)

    return asyncio.run(ask())


def ask(app: FastAPI, question: str = "capital of France?", **body: Any) -> httpx.Response:
    """What the application answers to the question."""
    return send(app, "POST", "/v1/answer", json={"question": question, **body})


def events(text: str) -> list[tuple[str, str]]:
    """Names and data of server-sent events; comments are left out."""
    blocks = [dict(line.split(": ", 1) for line in block.splitlines()) for block in text.split("\n\n")]
    return [(block.get("event", ""), block["data"]) for block in blocks if "data" in block]


@contextmanager
def running(app: FastAPI) -> Iterator[str]:
    """The address of a server on a thread."""
    listener = serving.listen("127.0.0.1", 0)
    server = serving.server(app)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        until(lambda: server.started)
        yield serving.url(listener, "127.0.0.1")
    finally:
        server.should_exit = True
        thread.join()


def until(true: Any, seconds: float = 10) -> float:
    """Waits for it to be true, and tells how long that took. Raises: AssertionError, when it is not in time."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() < start + seconds, "it did not come true in time"
        time.sleep(0.005)
    return time.monotonic() - start
