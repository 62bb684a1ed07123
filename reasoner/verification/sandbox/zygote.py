"""The process that every sealed child is forked from: it has one thread, no secrets, and sympy at hand.

It listens on one socket, of which the host holds the other end. Message "fork NUMBER", with the ends of
four pipes (request, output, result, status), makes a child; "kill NUMBER" ends it. What became of a child
goes into its status pipe. Once it is "warm" it says so. When the socket closes, the host is gone, and so are
all children.
"""

import contextlib
import gc
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from reasoner.verification.sandbox import child, pages, preload, proof, seal

CONTROL = 3
"""Descriptors above it are passed to children; it comes first, and a child puts its own over it."""
IDLE_MILLISECONDS = 20
"""With so long nothing to do, there is time for a chore."""
EVENTS_A_CHORE = 8
"""After so many things done without a pause it does a chore all the same."""
LOOK_AROUND_MILLISECONDS = 1000
"""How often it makes sure that the host is there, though its socket says so."""


@dataclass(slots=True)
class Zygote:
    """The children alive, by process, with the number that the host gave them and their status pipe."""

    control: socket.socket
    prison: seal.Prison
    memory: BinaryIO
    host: int = field(default_factory=os.getppid)
    children: dict[int, tuple[int, int]] = field(default_factory=dict)

    def serve(self) -> None:
        """Forks and reaps until the host is gone, and warms up between."""
        wakeup = _wake_on_child()
        poller = select.poll()
        poller.register(self.control, select.POLLIN)
        poller.register(wakeup, select.POLLIN)
        chores = self._chores()
        patience, busy = IDLE_MILLISECONDS, 0
        while os.getppid() == self.host:
            events = poller.poll(patience)
            for descriptor, _ in events:
                if descriptor == wakeup:
                    os.read(wakeup, 4096)
                    self._reap()
                elif not self._obey():
                    return
            busy = busy + 1 if events else 0
            if busy % EVENTS_A_CHORE == 0 and next(chores, chores) is chores:
                patience = LOOK_AROUND_MILLISECONDS

    def _chores(self) -> Iterator[None]:
        """What makes children faster, in small steps."""
        pages.gather(self.memory)
        yield
        yield from preload.warm_up()
        gc.freeze()
        pages.gather(self.memory)
        with contextlib.suppress(OSError):
            self.control.send(b"warm")

    def _obey(self) -> bool:
        """Does what the next message says; false when there will be none."""
        message, descriptors, _, _ = socket.recv_fds(self.control, 4096, 4)
        order, _, number = message.decode().partition(" ")
        if order == "fork" and len(descriptors) == 4:
            self._fork(int(number), descriptors[:3], descriptors[3])
        elif order == "kill":
            for process, (known, _) in self.children.items():
                if known == int(number):
                    os.kill(process, signal.SIGKILL)
        for descriptor in descriptors:
            os.close(descriptor)
        return bool(message)

    def _fork(self, number: int, descriptors: list[int], status: int) -> None:
        zygote = os.getpid()
        try:
            process = os.fork()
        except OSError:
            return
        if process == 0:
            try:
                child.main(descriptors, zygote, self.prison)
            finally:
                os._exit(1)
        self.children[process] = (number, os.dup(status))
        _tell(status, f"process {process}")

    def _reap(self) -> None:
        while self.children:
            process, ended = os.waitpid(-1, os.WNOHANG)
            if process == 0:
                return
            _, status = self.children.pop(process)
            _tell(status, f"ended {os.waitstatus_to_exitcode(ended)}")
            os.close(status)

    def end(self) -> None:
        """Kills the children, and leaves no zombie."""
        for process in self.children:
            os.kill(process, signal.SIGKILL)
        for process in self.children:
            os.waitpid(process, 0)


def main(descriptor: int, weaker: bool) -> None:
    """Prepares, proves that the seal holds, says so to the host, and serves."""
    os.dup2(descriptor, CONTROL, inheritable=False)
    control = socket.socket(fileno=CONTROL)
    if descriptor != CONTROL:
        os.close(descriptor)
    seal.lower(resource.RLIMIT_NOFILE, child.MOST_DESCRIPTORS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    preload.load()
    child.prepare()
    memory = pages.layout()
    seal.give_up_privileges()
    prison = seal.Prison(_address_space(), weaker)
    seal.give_up_files()
    gc.collect()
    gc.freeze()
    breaches = proof.breaches(prison)
    control.send(json.dumps(breaches).encode())
    os.dup2(1, 2)
    zygote = Zygote(control, prison, memory)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit())
    try:
        if not breaches:
            zygote.serve()
    finally:
        zygote.end()
        os._exit(0)


def _address_space() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _wake_on_child() -> int:
    """A descriptor that has something to read when a child has ended."""
    wakeup, waker = os.pipe()
    os.set_blocking(wakeup, False)
    os.set_blocking(waker, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    return wakeup


def _tell(status: int, line: str) -> None:
    """The host may have lost interest already."""
    with contextlib.suppress(OSError):
        os.write(status, line.encode() + b"\n")
