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


@dataclass(frozen=True, slots=True)
class Reply:
    """What a task of the worker came to. `value` means something only when `verdict` is "ok"."""

    verdict: Literal["ok", "error", "timeout", "refused"]
    value: Json
    reason: str
    seconds: float


class Sandbox(Protocol):
    """Runs what others wrote. Every call may come from any thread, and none raises for what the text does."""

    def run(self, code: str, limit_seconds: float = 5.0) -> Execution:
        """Runs a Python program."""
        ...

    def call(self, task: str, argument: Json, limit_seconds: float = 5.0) -> Reply:
        """Runs one of the functions of `verification/worker.py` on an argument from outside."""
        ...

    def close(self) -> None:
        """Ends the child processes; a second call does nothing."""
        ...
