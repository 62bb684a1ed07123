"""Where text that a model or a user wrote is evaluated: in child processes that can do nothing else."""

from dataclasses import dataclass
from typing import Literal, Protocol

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class Execution:
    """How a program ended."""

    verdict: Literal["ok", "error", "timeout", "refused"]
    ending: str
    """The precise ending, such as "ok", "error", "wall limit", "memory limit"."""
    stdout: str
    value: str | None
    """The last non-empty printed line; else the variable `ans` or `answer`; else the last expression."""
    reason: str
    """One line for a person; empty when it ended well."""
    seconds: float
    """How long it ran."""
    queued: float = 0.0
    """Seconds that the call waited before: for its turn, and for the sandbox to start."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a task of the worker came to. `value` means something only when `verdict` is "ok"."""

    verdict: Literal["ok", "error", "timeout", "refused"]
    value: Json
    reason: str
    seconds: float
    """How long it ran."""
    queued: float = 0.0
    """Seconds that the call waited before: for its turn, and for the sandbox to start."""


class Sandbox(Protocol):
    """Runs what others wrote. Every call may come from any thread, and none raises for what the text does.

    A limit counts from when the program starts to run: a call that has to wait for its turn loses nothing.
    """

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        """Runs a Python program."""
        ...

    def call(self, task: str, argument: Json, limit_seconds: float = 5.0) -> Reply:
        """Runs one of the functions of `verification/worker.py` on an argument from outside."""
        ...

    def __hash__(self) -> int:
        """By identity, so that what a sandbox found can be remembered with it."""
        ...

    def close(self) -> None:
        """Ends the child processes; a second call does nothing."""
        ...
