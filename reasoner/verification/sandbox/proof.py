"""Tries to break out of a sealed child, before any program of others runs in one."""

import ctypes
import json
import mmap
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from reasoner.verification.sandbox.seal import MEMORY_BYTES, Prison

BEYOND = 2 * MEMORY_BYTES


def _open_file() -> None:
    os.close(os.open("/", os.O_RDONLY))


def _see_file() -> None:
    Path("/").stat()


def _open_socket() -> None:
    socket.socket().close()


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _execute() -> None:
    os.execv(sys.executable, [sys.executable, "-c", ""])


def _signal_parent() -> None:
    os.kill(os.getppid(), 0)


def _run_own_code() -> None:
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_EXEC).close()


def _trace_parent() -> None:
    if ctypes.CDLL(None, use_errno=True).ptrace(16, os.getppid(), 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")


def _fill_memory() -> None:
    bytearray(BEYOND)


ATTEMPTS: dict[str, Callable[[], None]] = {
    "open a file": _open_file,
    "look at a file": _see_file,
    "open a socket": _open_socket,
    "start a process": _fork,
    "signal its parent": _signal_parent,
    "trace its parent": _trace_parent,
    "make memory executable": _run_own_code,
    "take more memory than allowed": _fill_memory,
    "run a program": _execute,  # the last: where it could, nothing comes after it
}


def breaches(prison: Prison) -> list[str]:
    """What a sealed child could do that it must not; empty when the seal holds."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.write(writer, json.dumps(_attempt(prison)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        report = pipe.read()
    os.waitpid(process, 0)
    return list(json.loads(report)) if report else ["a sealed process died, or became another program"]


def _attempt(prison: Prison) -> list[str]:
    try:
        prison.shut()
    except OSError as error:
        return [f"the kernel refused to seal a process ({error.strerror})"]
    done = []
    for name, attempt in ATTEMPTS.items():
        if prison.weaker and attempt is not _fill_memory:
            continue
        try:
            attempt()
        except (OSError, MemoryError):
            continue
        done.append(f"a sealed process could {name}")
    return done
