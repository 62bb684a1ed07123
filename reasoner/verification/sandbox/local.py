"""The sandbox of this machine: Monty first, then sealed children of a zygote that has sympy."""

import atexit
import os
import sys
import threading
import time
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING

from reasoner.verification.sandbox import Execution, Json, Reply
from reasoner.verification.sandbox.endings import VERDICTS, last_line, too_late
from reasoner.verification.sandbox.turns import Turns

if TYPE_CHECKING:
    from reasoner.verification.sandbox.monty import Interpreter
    from reasoner.verification.sandbox.pool import Pool

PLACES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
"""So many programs run at once; with more they would take each other's time."""
SHORTEST_SECONDS = 0.05
NOT_TEXT = Execution(
    "error", "error", "", None, "the program has half a surrogate pair, so it is not text", 0.0
)


class LocalSandbox:
    """Runs what others wrote on this machine. Nothing starts before it is used; close it in the end.

    As many programs run at once as there are processors, in both tiers together; other callers queue.
    `weaker`: accept a second tier that only limits memory and time (and files, where the kernel has
    Landlock), on a Linux that cannot seal processes.
    """

    _lock: threading.Lock
    _turns: Turns
    _interpreter: "Interpreter | None"
    _pool: "Pool | None"

    def __init__(self, weaker: bool = False) -> None:
        self._weaker = weaker
        self._start_afresh()
        _alive.add(self)

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        """Runs a Python program, in the second tier only where it needs what Monty lacks.

        Raises: SandboxUnavailable, where the second tier is needed and this system cannot seal it.
        """
        if not _is_text(code):
            return NOT_TEXT
        called = time.monotonic()
        with self._turns.turn():
            done = self._execute(code, limit_seconds)
        return replace(done, queued=max(time.monotonic() - called - done.seconds, 0.0))

    def call(self, task: str, argument: Json, limit_seconds: float = 5.0) -> Reply:
        """Has a sealed child do a task of `verification/worker.py`.

        Raises: SandboxUnavailable, where this system cannot seal it.
        """
        called = time.monotonic()
        with self._turns.turn():
            outcome = self._sealed().perform({"task": task, "argument": argument}, limit_seconds)
        queued = max(time.monotonic() - called - outcome.seconds, 0.0)
        return Reply(VERDICTS[outcome.ending], outcome.value, outcome.reason, outcome.seconds, queued)

    def close(self) -> None:
        """Ends the child processes; a second call does nothing."""
        with self._lock:
            interpreter, self._interpreter = self._interpreter, None
            pool, self._pool = self._pool, None
        if interpreter:
            interpreter.close()
        if pool:
            pool.close()

    def _execute(self, code: str, limit_seconds: float) -> Execution:
        spent = 0.0
        if _monty_works:
            done = self._monty().run(code, limit_seconds)
            if isinstance(done, Execution):
                return done
            spent = done.seconds
        outcome = self._sealed().perform({"code": code}, max(limit_seconds - spent, SHORTEST_SECONDS))
        printed = last_line(outcome.output) or outcome.value
        value = printed if outcome.ending == "ok" and isinstance(printed, str) else None
        verdict, seconds = VERDICTS[outcome.ending], spent + outcome.seconds
        reason = too_late(limit_seconds) if verdict == "timeout" else outcome.reason
        return Execution(verdict, outcome.ending, outcome.output, value, reason, seconds)

    def _monty(self) -> "Interpreter":
        with self._lock:
            if self._interpreter is None:
                from reasoner.verification.sandbox.monty import Interpreter

                self._interpreter = Interpreter(PLACES)
            return self._interpreter

    def _sealed(self) -> "Pool":
        with self._lock:
            if self._pool is None:
                from reasoner.verification.sandbox.pool import Pool

                self._pool = Pool(self._weaker, spares=PLACES)
            return self._pool

    def _start_afresh(self) -> None:
        self._lock = threading.Lock()
        self._turns = Turns(PLACES)
        self._interpreter = None
        self._pool = None

    def _forget(self) -> None:
        """In a process forked from ours: the workers are our parent's."""
        _inherited.append((self._interpreter, self._pool))
        if self._pool:
            self._pool.forget()
        self._start_afresh()


def _is_text(code: str) -> bool:
    try:
        code.encode()
    except UnicodeEncodeError:
        return False
    return True


_monty_works = True
"""False in a process that was forked when Monty's threads ran: they are not in the copy, which would wait for
them forever, so that there the second tier does everything."""
_alive: weakref.WeakSet[LocalSandbox] = weakref.WeakSet()
_inherited: list[object] = []
"""What a parent process has opened: kept, because to drop it would be to end the parent's workers."""


def _close_all() -> None:
    for sandbox in list(_alive):
        sandbox.close()


def _forget_all() -> None:
    global _monty_works
    _monty_works = _monty_works and "pydantic_monty" not in sys.modules
    for sandbox in list(_alive):
        sandbox._forget()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
