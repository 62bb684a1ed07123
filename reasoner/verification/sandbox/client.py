"""The host's side of one zygote process: starts it, asks it for children, ends it."""

import contextlib
import itertools
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from reasoner.errors import SandboxUnavailable, one_line
from reasoner.verification.sandbox import seal

BOOT = Path(__file__).with_name("boot.py")
ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONHASHSEED": "0",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
"""All that the zygote and its children see; the same hash seed gives sets the same order every time."""
START_SECONDS = 60.0
END_SECONDS = 5.0
REMEDY = "Run it on Linux where processes may use seccomp: Docker's default profile allows that."


@dataclass(slots=True)
class Child:
    """The host's ends of the pipes of one child that waits for its request."""

    number: int
    request: int
    output: int
    result: int
    status: int

    def close(self) -> None:
        """Closes the pipes; the child, if it still waits, reads the end of its request and exits."""
        for descriptor in (self.request, self.output, self.result, self.status):
            os.close(descriptor)


class Zygote:
    """A running zygote process. `spawn` and `kill` may be called from any thread."""

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket, landlock: int) -> None:
        self.process = process
        self.landlock = landlock
        """Version of Landlock behind the seal; 0 where the kernel has none."""
        self._control = control
        self._numbers = itertools.count()
        self._lock = threading.Lock()

    @classmethod
    def start(cls) -> Self:
        """Starts it and waits until it has proved that its seal holds.

        Raises: SandboxUnavailable, saying why not and what to do.
        """
        if fault := seal.system_fault():
            raise _unavailable(fault)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            flags = ["-X", "utf8", "-s", "-P"]
            folders = [folder for folder in sys.path if folder]
            process = subprocess.Popen(
                [sys.executable, *flags, str(BOOT), str(theirs.fileno()), *folders],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        try:
            return cls(process, ours, _handshake(process, ours))
        except BaseException:
            _end(process, ours)
            raise

    def spawn(self) -> Child:
        """A child that waits for its request. Raises: OSError, when the zygote is gone."""
        pipes: list[tuple[int, int]] = []
        try:
            for _ in range(4):
                pipes.append(os.pipe())
            (their_request, request), (output, _), (result, _), (status, _) = pipes
            theirs = [their_request, *(writer for _, writer in pipes[1:])]
            with self._lock:
                number = next(self._numbers)
                socket.send_fds(self._control, [f"fork {number}".encode()], theirs)
        except OSError:
            for pipe in pipes:
                os.close(pipe[0])
                os.close(pipe[1])
            raise
        for descriptor in theirs:
            os.close(descriptor)
        return Child(number, request, output, result, status)

    def kill(self, child: Child) -> None:
        """Ends a child that may be running."""
        with contextlib.suppress(OSError), self._lock:
            self._control.send(f"kill {child.number}".encode())

    def end(self) -> None:
        """Ends the process and its children."""
        _end(self.process, self._control)

    def forget(self) -> None:
        """Lets go of a zygote that belongs to the process we were forked from."""
        self._control.close()


def _handshake(process: subprocess.Popen[bytes], control: socket.socket) -> int:
    control.settimeout(START_SECONDS)
    try:
        message = control.recv(65536)
    except TimeoutError:
        raise _unavailable(f"its process did not start within {START_SECONDS:.0f} s") from None
    control.settimeout(None)
    if not message:
        process.wait(END_SECONDS)
        said = process.stderr.read().decode(errors="replace").strip() if process.stderr else ""
        last = said.splitlines()[-1] if said else f"exit status {process.returncode}"
        raise _unavailable(f"its process did not start ({one_line(last)})")
    report = json.loads(message)
    if report["breaches"]:
        raise _unavailable(f"a sealed process could {', '.join(report['breaches'])}")
    return int(report["landlock"])


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    control.close()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stderr:
        process.stderr.close()


def _unavailable(fault: str) -> SandboxUnavailable:
    return SandboxUnavailable(f"the sandbox cannot run: {fault}. {REMEDY}")
