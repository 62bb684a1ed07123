"""The first tier: Monty, an interpreter in a process of its own that has no files, network or processes."""

import builtins
import contextlib
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pydantic_monty
from pydantic_monty import CollectStreams, MontyError, MontySession

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
SHOW = f"(lambda value: None if value is None else f'{{value}}'[:{VALUE_SIZE}])"
"""Without a name that the program may have given another meaning."""
ANSWERS = ("ans", "answer")
"""What a program that prints nothing may call its result."""
TAILS = 20
"""Where the last expression begins is looked for in so many lines from the end."""
LACKING = pattern(
    r"not (?:yet )?support|unsupported (?!operand)|^Internal error|keyword argument|set_int_max_str_digits"
)
"""How errors read that tell of something which CPython can do."""


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

    def __init__(self, workers: int = 1) -> None:
        """Starts the first of at most so many workers. Raises: SandboxUnavailable."""
        try:
            self._pool = pydantic_monty.Monty(
                max_processes=workers,
                request_timeout=LONGEST_SECONDS,
                feed_duration_limit_grace=GRACE_SECONDS,
            ).__enter__()
        except OSError as error:
            raise SandboxUnavailable(f"Monty does not start: {error}; reinstall pydantic-monty.") from None

    def close(self) -> None:
        """Ends the workers."""
        self._pool.__exit__(None, None, None)

    def run(self, code: str, limit_seconds: float) -> Execution | Lacking:
        """How the program ended, or that it did not end here."""
        ending: Ending | None
        collected, absent = CollectStreams(OUTPUT_SIZE), Absent()
        start, name, shown = time.monotonic(), None, None
        try:
            with self._session(limit_seconds, absent) as session:
                start = time.monotonic()
                session.feed_run(f"{code}\nNone", print_callback=collected)
                if not _printed(collected):
                    shown = _shown_at_once(session, start)
                    name = None if shown else _answer(session)
            ending, reason = "ok", ""
        except MontyError as error:
            ending, reason = _judge(error, limit_seconds)
        if ending is None or (ending in ("ok", "error") and absent.asked):
            return Lacking(time.monotonic() - start)
        value = (shown or last_line(_printed(collected))) if ending == "ok" else None
        if ending == "ok" and value is None:
            try:
                value = self._value(code, name, start + limit_seconds)
            except MontyError as error:
                if _judge(error, limit_seconds)[0] is None:
                    return Lacking(time.monotonic() - start)
        return Execution(
            VERDICTS[ending], ending, _printed(collected), value, reason, time.monotonic() - start
        )

    def _session(self, limit_seconds: float, absent: Absent) -> MontySession:
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

    def _value(self, code: str, name: str | None, deadline: float) -> str | None:
        """The value of `name`, else of the expression that the program ends with, as text.

        The program runs again for it, with what is left of its time: turning a value into text is for the
        worker to do, and can take forever. Raises: MontyError.
        """
        lines = code.splitlines()
        starts = [n for n, line in enumerate(lines) if line[:1].strip() not in ("", "#")]
        splits = [("\n".join(lines[:n]), "\n".join(lines[n:])) for n in starts[: -TAILS - 1 : -1]]
        for head, tail in [(code, name)] if name else splits:
            rest = deadline - time.monotonic()
            if rest <= 0:
                return None
            try:
                with self._session(rest, Absent()) as session:
                    session.feed_run(f"lambda: (\n{tail}\n)")
                    shown = f"{head}\n{SHOW}((\n{tail}\n))"
                    text = session.feed_run(shown, print_callback=CollectStreams(OUTPUT_SIZE))
                    return text if isinstance(text, str) else None
            except pydantic_monty.MontySyntaxError:
                continue
        return None


def _printed(collected: CollectStreams) -> str:
    return "".join(text for stream, text in collected.output if stream == "stdout")


def _shown_at_once(session: MontySession, start: float) -> str | None:
    """The value of `ans` or `answer` as text, where the program was so quick that its limit may begin again.

    None where that does not go well, or is not quick: then the program runs again, within its time.
    """
    try:
        for name in ANSWERS:
            if time.monotonic() - start > GRACE_SECONDS:
                return None
            text = session.feed_run(f"{SHOW}({name})", print_callback=CollectStreams(OUTPUT_SIZE))
            if isinstance(text, str):
                return text if time.monotonic() - start <= GRACE_SECONDS else None
    except MontyError:
        return None
    return None


def _answer(session: MontySession) -> str | None:
    """Which of `ans` and `answer` has a value."""
    for name in ANSWERS:
        with contextlib.suppress(MontyError):
            if session.feed_run(f"{name} is not None"):
                return name
    return None


def _judge(error: MontyError, limit_seconds: float) -> tuple[Ending | None, str]:
    """What an error of Monty's means; None when CPython should have a try."""
    inner = error.exception()
    says = str(inner)
    if isinstance(error, pydantic_monty.MontyCrashedError):
        return ("cpu limit", too_late(limit_seconds)) if error.timed_out else (None, "")
    match inner:
        case TimeoutError() if says.startswith("feed time limit"):
            return "cpu limit", too_late(limit_seconds)
        case TimeoutError() if says.startswith("sleep limit"):
            return "wall limit", too_late(limit_seconds)
        case MemoryError() if says.endswith(f"> {OUTPUT_SIZE} bytes"):
            return "output limit", TOO_MUCH_OUTPUT
        case MemoryError():
            return "memory limit", TOO_MUCH_MEMORY
        case PermissionError():
            return "forbidden", _describe(error)
        case SystemExit():
            return None, ""
        case _ if _lacking(inner):
            return None, ""
    return "error", _describe(error)


def _lacking(error: BaseException) -> bool:
    """Whether it may be Monty's fault rather than the program's."""
    if isinstance(error, NameError):
        return any(name in vars(builtins) for name in re.findall(r"'(\w+)'", str(error)))
    lacks = isinstance(error, NotImplementedError | ImportError | AttributeError | SyntaxError)
    return lacks or LACKING.search(str(error)) is not None


def _describe(error: MontyError) -> str:
    """One line: where in the program, what kind of error, what it says."""
    inner = error.exception()
    frames = error.traceback() if isinstance(error, pydantic_monty.MontyRuntimeError) else []
    where = f"line {frames[-1].line}: " if frames else ""
    return one_line(f"{where}{type(inner).__name__}: {inner}")
