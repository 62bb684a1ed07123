"""A sandbox that adds up what the threads that call it have worked."""

import threading
import time
from typing import TypeVar

from reasoner.verification.sandbox import Execution, Json, Reply, Sandbox

_Done = TypeVar("_Done", Execution, Reply)


class Clocked:
    """A sandbox that adds up, by thread, for how long its calls have run."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._thread = threading.local()

    @property
    def seconds(self) -> float:
        """What this thread has worked so far, here and in the sandbox; to wait for a turn is no work."""
        return time.thread_time() + float(getattr(self._thread, "ran", 0.0))

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        return self._counted(self._sandbox.run(code, limit_seconds))

    def call(self, task: str, argument: Json, limit_seconds: float = 5.0) -> Reply:
        return self._counted(self._sandbox.call(task, argument, limit_seconds))

    def _counted(self, done: _Done) -> _Done:
        self._thread.ran = float(getattr(self._thread, "ran", 0.0)) + done.seconds
        return done

    def close(self) -> None:
        self._sandbox.close()
