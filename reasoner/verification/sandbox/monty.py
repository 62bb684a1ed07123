"""The first tier: Monty, an interpreter in a process of its own that has no files, network or processes."""

import builtins
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pydantic_monty

from reasoner.errors import SandboxUnavailable, one_line
from reasoner.patterns import pattern
from reasoner.verification.sandbox import Execution
from reasoner.verification.sandbox.endings import (
    OUTPUT_SIZE,
    TOO_MUCH_MEMORY,
    TOO_MUCH_OUTPUT,
    VALUE_SIZE,
    VERDICTS,
    Ending,
    last_line,
    too_late,
)

MEMORY_BYTES = 256 << 20
GRACE_SECONDS = 0.25
"""A worker that does not notice its limit, in the middle of one huge operation, is killed after this."""
LONGEST_SECONDS = 3600.0
TAILS = 20
"""Where the last expression begins is looked for in so many lines from the end."""
LACKING = pattern(r"not (?:yet )?support|unsupported (?!operand)|keyword argument|set_int_max_str_digits")
"""How errors read that tell of something which CPython can do."""


class Output:
    """Collects what a program prints, up to the cap."""

    def __init__(self) -> None:
        self.text = ""
        self.full = False

    def __call__(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        if stream == "stdout":
            self.full = self.full or len(self.text) + len(text) > OUTPUT_SIZE
            self.text = (self.text + text)[:OUTPUT_SIZE]
        if self.full:
            raise OverflowError("too much output")


class Absent(Mapping[str, pydantic_monty.ExternalModule]):
    """Offers no module, and remembers whether one was asked for, even where the program took that well."""

    def __init__(self) -> None:
        self.asked = False

    def __getitem__(self, name: str) -> pydantic_monty.ExternalModule:
        self.asked = True
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Lacking:
    """The program needs something that Monty has not; that took `seconds` to find out."""

    seconds: float


class Interpreter:
    """A pool of Monty workers. `run` may be called from any thread."""

    def __init__(self) -> None:
        """Starts the first worker. Raises: SandboxUnavailable."""
        try:
            self._pool = pydantic_monty.Monty(
                request_timeout=LONGEST_SECONDS, feed_duration_limit_grace=GRACE_SECONDS
            ).__enter__()
        except OSError as error:
            raise SandboxUnavailable(f"Monty does not start: {error}; reinstall pydantic-monty.") from None

    def close(self) -> None:
        """Ends the workers."""
        self._pool.__exit__(None, None, None)

    def run(self, code: str, limit_seconds: float) -> Execution | Lacking:
        """How the program ended, or that it did not end here."""
        output, absent = Output(), Absent()
        value: str | None = None
        start = time.monotonic()
        try:
            with self._session(limit_seconds, absent) as session:
                start = time.monotonic()
                session.feed_run(f"{code}\nNone", print_callback=output)
                value = last_line(output.text) or _variable(session)
            if value is None and not absent.asked:
                value = self._last_expression(code, limit_seconds)
            ending: Ending | None = "ok"
            reason = ""
        except pydantic_monty.MontyError as error:
            ending, reason = _judge(error, output, limit_seconds)
        seconds = time.monotonic() - start
        if ending is None or (ending in ("ok", "error") and absent.asked):
            return Lacking(seconds)
        return Execution(VERDICTS[ending], ending, output.text, value, reason, seconds)

    def _session(self, limit_seconds: float, absent: Absent) -> pydantic_monty.MontySession:
        return self._pool.checkout(
            limits={
                "max_feed_duration_secs": limit_seconds,
                "max_total_sleep_secs": limit_seconds,
                "max_memory": MEMORY_BYTES,
            },
            os_policy={"sleep_system_max": LONGEST_SECONDS, "random_start": {"seed": 0}},
            external_modules=absent,
            assert_message_annotations=False,
        )

    def _last_expression(self, code: str, limit_seconds: float) -> str | None:
        """Runs the program again, up to the expression that it ends with, and turns that into text.

        The text is made over there, because turning a value into text can take forever.
        """
        lines = code.splitlines()
        starts = [n for n, line in enumerate(lines) if line[:1].strip() not in ("", "#")]
        for start in starts[: -TAILS - 1 : -1]:
            head, tail = "\n".join(lines[:start]), "\n".join(lines[start:])
            try:
                with self._session(limit_seconds, Absent()) as session:
                    session.feed_run(f"lambda: (\n{tail}\n)")
                    session.feed_run(f"{head}\nNone", print_callback=Output())
                    return _text(session, tail)
            except pydantic_monty.MontySyntaxError:
                continue
            except pydantic_monty.MontyError:
                return None
        return None


def _variable(session: pydantic_monty.MontySession) -> str | None:
    """The value of `ans`, else of `answer`, as text."""
    for name in ("ans", "answer"):
        try:
            return _text(session, name)
        except pydantic_monty.MontyError:
            continue
    return None


def _text(session: pydantic_monty.MontySession, expression: str) -> str | None:
    show = f"(lambda value: None if value is None else str(value)[:{VALUE_SIZE}])"
    text: Any = session.feed_run(f"{show}(\n{expression}\n)", print_callback=Output())
    return text if isinstance(text, str) else None


def _judge(
    error: pydantic_monty.MontyError, output: Output, limit_seconds: float
) -> tuple[Ending | None, str]:
    """What an error of Monty's means; None when CPython should have a try."""
    inner = error.exception()
    says = str(inner)
    if output.full:
        return "output limit", TOO_MUCH_OUTPUT
    if isinstance(error, pydantic_monty.MontyCrashedError):
        return ("cpu limit", too_late(limit_seconds)) if error.timed_out else (None, "")
    match inner:
        case TimeoutError() if says.startswith("feed time limit"):
            return "cpu limit", too_late(limit_seconds)
        case TimeoutError() if says.startswith("sleep limit"):
            return "wall limit", too_late(limit_seconds)
        case MemoryError():
            return "memory limit", TOO_MUCH_MEMORY
        case PermissionError():
            return "forbidden", _describe(error)
        case SystemExit(code=None | 0):
            return "ok", ""
        case _ if _lacking(inner):
            return None, ""
    return "error", _describe(error)


def _lacking(error: BaseException) -> bool:
    """Whether it may be Monty's fault rather than the program's."""
    if isinstance(error, NameError):
        return any(name in vars(builtins) for name in re.findall(r"'(\w+)'", str(error)))
    lacks = isinstance(error, NotImplementedError | ImportError | AttributeError | SyntaxError)
    return lacks or LACKING.search(str(error)) is not None


def _describe(error: pydantic_monty.MontyError) -> str:
    """One line: where in the program, what kind of error, what it says."""
    inner = error.exception()
    frames = error.traceback() if isinstance(error, pydantic_monty.MontyRuntimeError) else []
    where = f"line {frames[-1].line}: " if frames else ""
    return one_line(f"{where}{type(inner).__name__}: {inner}")
