"""The server as a process: it listens, says when it is ready, and ends politely."""

import asyncio
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from fastapi import FastAPI

from reasoner.errors import SettingsError, cause
from reasoner.server.app import service_of
from reasoner.server.service import Service
from reasoner.server.wire import Wire

ENDED_BY_CTRL_C = 130
HURRY = 1.0
"""Seconds that what runs may take to end once nobody wants to wait."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises: SettingsError, when it cannot."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        says = cause(error) if isinstance(error, OSError) else "no such name"
        raise SettingsError(f"--host {host}: {says}; give an address of this machine.") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        says = f"--host {host} --port {port}: {cause(error)}"
        raise SettingsError(f"{says}; give another, or --port 0 for any that is free.") from None
    return listener


def url(listener: socket.socket, host: str) -> str:
    """Where the socket can be reached."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}"


class Server(uvicorn.Server):
    """Leaves signals to whoever runs it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def server(app: FastAPI) -> Server:
    """A server for the application, which says nothing by itself."""
    config = uvicorn.Config(
        app,
        http=Wire,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=2,
    )
    return Server(config)


def run(app: FastAPI, listener: socket.socket, grace: float, ready: Callable[[], None]) -> int:
    """Serves until SIGTERM or Ctrl-C, then lets what runs end within `grace` seconds. A second one ends at
    once, and the process with it. How many runs did not end although they were cancelled.

    Raises: ReasonerError for what cannot be opened.
    """
    asyncio.run(_run(app, listener, grace, ready))
    return service_of(app).asker.gate.running


async def _run(app: FastAPI, listener: socket.socket, grace: float, ready: Callable[[], None]) -> None:
    service, works, stop = service_of(app), server(app), asyncio.Event()
    with _signals(stop, service):
        serving = asyncio.create_task(works.serve(sockets=[listener]))
        stopping = asyncio.create_task(stop.wait())
        opened = asyncio.create_task(service.opening.ended())
        await asyncio.wait((serving, stopping, opened), return_when=asyncio.FIRST_COMPLETED)
        if service.opening.ready and not stop.is_set():
            ready()
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        await service.asker.stop(grace)
        works.should_exit = True
        await serving
        stopping.cancel()
        opened.cancel()
    if service.opening.fault:
        raise service.opening.fault


@contextmanager
def _signals(stop: asyncio.Event, service: Service) -> Iterator[None]:
    """The first signal sets `stop`, the second one ends the process."""
    loop = asyncio.get_running_loop()

    def hear() -> None:
        if stop.is_set():
            service.asker.cancel()
            loop.call_later(HURRY, os._exit, ENDED_BY_CTRL_C)
        stop.set()

    heard = (signal.SIGINT, signal.SIGTERM)
    if threading.current_thread() is threading.main_thread():
        for number in heard:
            loop.add_signal_handler(number, hear)
    try:
        yield
    finally:
        with suppress(ValueError, RuntimeError):
            for number in heard:
                loop.remove_signal_handler(number)
