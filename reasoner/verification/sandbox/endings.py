"""How a program can end, in words, and the verdict that each ending means."""

from typing import Literal

Ending = Literal[
    "ok",
    "error",
    "cpu limit",
    "wall limit",
    "memory limit",
    "output limit",
    "forbidden",
    "module unavailable",
    "crashed",
    "no result",
    "worker lost",
]
Verdict = Literal["ok", "error", "timeout", "refused"]

VERDICTS: dict[Ending, Verdict] = {
    "ok": "ok",
    "error": "error",
    "cpu limit": "timeout",
    "wall limit": "timeout",
    "memory limit": "refused",
    "output limit": "refused",
    "forbidden": "refused",
    "module unavailable": "refused",
    "crashed": "error",
    "no result": "error",
    "worker lost": "error",
}
"""At its "cpu limit" a program was still computing, at its "wall limit" it was waiting. To want files,
processes or the network is "forbidden". A program that dies of a signal has "crashed"; one that ends without
a word has "no result". With "worker lost" it was the sandbox that was killed, twice."""


CLAIMS: frozenset[Ending] = frozenset({"ok", "error", "memory limit", "forbidden", "module unavailable"})
"""The endings that a child may report of itself; of the others, only the host can know."""

OUTPUT_SIZE = 1 << 20
"""Bytes (Monty: characters) that a program may print."""
VALUE_SIZE = 100_000
"""Characters of a value that was not printed."""
TOO_MUCH_MEMORY = "it needed more memory than it may have"
TOO_MUCH_OUTPUT = f"it printed more than {OUTPUT_SIZE >> 20} MiB"


def too_late(limit_seconds: float) -> str:
    """The reason of both time limits."""
    return f"no result within {limit_seconds:g} s"


def last_line(output: str) -> str | None:
    """The last line of the output that is not blank."""
    return next((line.strip() for line in reversed(output.splitlines()) if line.strip()), None)
