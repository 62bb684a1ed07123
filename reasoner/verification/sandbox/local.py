"""The sandbox of this machine: Monty first, then sealed children of a zygote that has sympy."""

import atexit
import os
import threading
import time
import weakref
from typing import TYPE_CHECKING

from reasoner.verification.sandbox import Execution, Json, Reply
from reasoner.verification.sandbox.endings import VERDICTS, last_line
from reasoner.verification.sandbox.pool import Pool

if TYPE_CHECKING:
    from reasoner.verification.sandbox.monty import Interpreter


class LocalSandbox:
    """Runs what others wrote on this machine. Nothing starts before it is used; close it in the end."""

    def __init__(self) -> None:
        self._start_afresh()
        _alive.add(self)

    def _start_afresh(self) -> None:
        self._pool = Pool()
        self._interpreter: Interpreter | None = None
        self._lock = threading.Lock()

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        """Runs a Python program, in the second tier only where it needs what Monty lacks.

        Raises: SandboxUnavailable, where the second tier is needed and this system cannot seal it.
        """
        start = time.monotonic()
        try:
            code.encode()
        except UnicodeEncodeError:
            return Execution(
                "error", "error", "", None, "the program is not text: it has half a surrogate pair", 0.0
            )
        done = self._monty().run(code, limit_seconds)
        if done:
            return done
        outcome = self._pool.perform({"code": code}, limit_seconds)
        value = last_line(outcome.output)
        if value is None and outcome.ending == "ok" and isinstance(outcome.value, str):
            value = outcome.value
        verdict = VERDICTS[outcome.ending]
        return Execution(
            verdict, outcome.ending, outcome.output, value, outcome.reason, time.monotonic() - start
        )

    def call(self, task: str, argument: Json, limit_seconds: float = 5.0) -> Reply:
        """Has a sealed child do a task of `verification/worker.py`.

        Raises: SandboxUnavailable, where this system cannot seal it.
        """
        outcome = self._pool.perform({"task": task, "argument": argument}, limit_seconds)
        return Reply(VERDICTS[outcome.ending], outcome.value, outcome.reason, outcome.seconds)

    def close(self) -> None:
        """Ends the child processes; a second call does nothing."""
        with self._lock:
            interpreter, self._interpreter = self._interpreter, None
        if interpreter:
            interpreter.close()
        self._pool.close()

    def _monty(self) -> "Interpreter":
        with self._lock:
            if self._interpreter is None:
                from reasoner.verification.sandbox.monty import Interpreter

                self._interpreter = Interpreter()
            return self._interpreter

    def _forget(self) -> None:
        """In a process forked from ours: the workers are our parent's."""
        _inherited.append(self._interpreter)
        self._pool.forget()
        self._start_afresh()


_alive: weakref.WeakSet[LocalSandbox] = weakref.WeakSet()
_inherited: list[object] = []
"""Monty's pools of a parent process: kept, because to drop one is to end the parent's workers."""


def _close_all() -> None:
    for sandbox in list(_alive):
        sandbox.close()


def _forget_all() -> None:
    for sandbox in list(_alive):
        sandbox._forget()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
