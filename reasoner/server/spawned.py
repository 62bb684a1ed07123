"""A server of one's own: started on a free port of this machine, waited for, and ended."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from reasoner.errors import ReasonerError, one_line

GRACE = 15.0
"""Seconds that the server has to end in."""


@dataclass(frozen=True, slots=True)
class Spawned:
    """A server that runs."""

    url: str
    pid: int


@contextmanager
def spawned(arguments: Sequence[str], seconds: float = 120.0) -> Iterator[Spawned]:
    """`reasoner serve` with these arguments, as soon as it is ready; it ends with the `with`.

    Raises: ReasonerError with what it said last, when it is not ready within so many seconds.
    """
    with tempfile.TemporaryFile() as said:
        url = f"http://127.0.0.1:{(port := _free_port())}"
        command = [
            sys.executable,
            "-m",
            "reasoner.server.tethered",
            "serve",
            *arguments,
            "--host",
            "127.0.0.1",
            f"--port={port}",
        ]
        # In a session of its own: Ctrl-C is for whoever started it, who then ends it. Whoever is killed
        # lets go of its standard input, which ends it too.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=said, stderr=said, start_new_session=True
        )
        try:
            deadline = time.monotonic() + seconds
            while not _ready(url):
                if process.poll() is not None or time.monotonic() > deadline:
                    said.seek(0)
                    raise ReasonerError(_why(said.read().decode(errors="replace")))
                time.sleep(0.05)
            yield Spawned(url, process.pid)
        finally:
            process.terminate()
            try:
                process.communicate(timeout=GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz", timeout=5, trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


def _why(said: str) -> str:
    lines = [line.removeprefix("error: ") for line in said.splitlines() if line.strip()]
    return one_line(lines[-1], 400) if lines else "the server did not start; try: reasoner serve"
