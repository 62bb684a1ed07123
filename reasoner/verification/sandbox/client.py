"""The host's side of one zygote process: starts it, asks it for children, ends it."""

import contextlib
import itertools
import json
import os
import platform
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from reasoner.errors import SandboxUnavailable, one_line
from reasoner.verification.sandbox.syscalls import PROCESSORS

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
REMEDY = (
    "Run it on Linux (x86_64 or aarch64) where processes may use seccomp; Docker's default profile allows it."
)
WEAKER = "Or accept limits without a seal: weaker_sandbox = true in reasoner.toml."


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

    def __init__(self, process: subprocess.Popen[bytes], control: socket.socket) -> None:
        self.process = process
        self._control = control
        self._numbers = itertools.count()
        self._lock = threading.Lock()
        self._warm = False

    @classmethod
    def start(cls, weaker: bool = False) -> Self:
        """Starts it and waits until it has proved that its seal holds.

        `weaker`: be content with limits, and Landlock where there is one, on a Linux without seccomp.
        Raises: SandboxUnavailable, saying why not and what to do.
        """
        if fault := _system_fault():
            raise SandboxUnavailable(f"the sandbox cannot run here: {fault}. {REMEDY}")
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs:
                process = _launch(theirs, weaker)
        except OSError as error:
            ours.close()
            raise SandboxUnavailable(
                f"the sandbox cannot start {sys.executable!r}: {error.strerror}."
            ) from None
        try:
            _handshake(process, ours)
        except BaseException:
            _end(process, ours)
            raise
        return cls(process, ours)

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

    def warm(self) -> bool:
        """Whether it has done its chores; a child from before shares little memory and should not be kept."""
        if not self._warm:
            with contextlib.suppress(OSError):
                self._warm = bool(self._control.recv(16, socket.MSG_DONTWAIT))
        return self._warm

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


def _system_fault() -> str | None:
    """Why this system cannot seal a process; None when nothing is known against it."""
    if sys.platform != "linux":
        return f"the host runs {platform.system()}, and sealing a process needs Linux"
    if platform.machine() not in PROCESSORS:
        return f"the processor is {platform.machine()}, and the known ones are {', '.join(PROCESSORS)}"
    return None


def _launch(control: socket.socket, weaker: bool) -> subprocess.Popen[bytes]:
    folders = [folder for folder in sys.path if folder]
    seal = "weaker" if weaker else "full"
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-s", "-P", str(BOOT), str(control.fileno()), seal, *folders],
        env=ENVIRONMENT,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        pass_fds=(control.fileno(),),
        start_new_session=True,
    )


def _handshake(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    """Waits for the zygote's report. Raises: SandboxUnavailable."""
    control.settimeout(START_SECONDS)
    try:
        message = control.recv(65536)
    except TimeoutError:
        raise SandboxUnavailable(f"the sandbox did not start within {START_SECONDS:.0f} s.") from None
    control.settimeout(None)
    if not message:
        said = process.stderr.read().decode(errors="replace").strip() if process.stderr else ""
        last = said.splitlines()[-1] if said else f"exit status {process.wait(END_SECONDS)}"
        raise SandboxUnavailable(f"the sandbox did not start: {one_line(last)}.")
    if breaches := json.loads(message):
        raise SandboxUnavailable(f"the sandbox is not tight here: {', '.join(breaches)}. {REMEDY} {WEAKER}")


def _end(process: subprocess.Popen[bytes], control: socket.socket) -> None:
    control.close()
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stderr:
        process.stderr.close()
