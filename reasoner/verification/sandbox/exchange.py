"""One request to one child: what goes in, what comes out, and how it ended."""

import contextlib
import json
import math
import os
import select
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from reasoner.errors import one_line
from reasoner.verification.sandbox import Json
from reasoner.verification.sandbox.client import Child, Zygote
from reasoner.verification.sandbox.endings import CLAIMS, OUTPUT_SIZE, TOO_MUCH_OUTPUT, Ending, too_late

if sys.platform == "linux":  # elsewhere there is no zygote to talk to
    import resource

RESULT_BYTES = 4 << 20
PATIENCE_SECONDS = 0.15
"""A child that works but gets too little of the processor may take so much longer."""
NEARLY = 0.98
"""So much of its limit of processor time is as good as all of it."""
BUSY_SHARE = 0.1
"""A child that has used so much of its wall time works, even if it waits just now."""
ANSWER_SECONDS = 10.0
"""A zygote that takes longer to fork a child is as good as dead."""

Judgement = tuple[Ending, Json, str]
"""The ending, the value and the reason."""
LOST: Judgement = ("worker lost", None, "the sandbox's own process was killed")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a request ended. `value` was written by the child, so it is untrusted."""

    ending: Ending
    output: str
    value: Json
    reason: str
    seconds: float


@dataclass(slots=True)
class Exchange:
    """Feeds one child and listens to it until it is done or its time is up."""

    zygote: Zygote
    child: Child
    request: memoryview
    limit: float
    """Seconds of processor time; of wall time for a child that does not work, and nearly so for any other."""
    start: float = field(default_factory=time.monotonic)
    output: bytearray = field(default_factory=bytearray)
    result: bytearray = field(default_factory=bytearray)
    status: bytearray = field(default_factory=bytearray)
    process: int | None = None
    """The child, once the zygote has said which it is; the clock starts then."""

    def run(self) -> Outcome:
        """Sends the request and waits for the end, whatever it is."""
        overrun = self._converse()
        if overrun:
            self.zygote.kill(self.child)
        ending, value, reason = overrun or self._ending()
        text = self.output[:OUTPUT_SIZE].decode("utf-8", errors="replace")
        return Outcome(ending, text, value, one_line(reason), time.monotonic() - self.start)

    def _converse(self) -> Judgement | None:
        """Moves bytes until the child is done; a limit that was passed on the way, if any."""
        child = self.child
        readers = {child.output: self.output, child.result: self.result, child.status: self.status}
        poller = select.poll()
        for descriptor in readers:
            poller.register(descriptor, select.POLLIN)
        deadline = self.start + ANSWER_SECONDS
        while child.output in readers or child.result in readers or self._answer() is None:
            gone = child.status not in readers
            events = poller.poll(0 if gone else max(deadline - time.monotonic(), 0) * 1000 + 1)
            if gone and not events:
                break
            for descriptor, _ in events:
                if descriptor == child.request:
                    more = self._send()
                else:
                    part = os.read(descriptor, 65536)
                    readers[descriptor] += part
                    more = bool(part)
                if not more:
                    poller.unregister(descriptor)
                    readers.pop(descriptor, None)
            if self.process is None and (words := self.status.split())[:1] == [b"process"]:
                self._begin(int(words[1]))
                deadline = self.start + self.limit
                poller.register(child.request, select.POLLOUT)
            if too_much := self._excess():
                return too_much
            if time.monotonic() >= deadline:
                deadline, too_late = self._extended(deadline)
                if too_late:
                    return too_late
        return None

    def _begin(self, process: int) -> None:
        """Starts the clock, and has the kernel end the child even if nobody should look at the clock."""
        self.process, self.start = process, time.monotonic()
        os.set_blocking(self.child.request, False)
        most = math.ceil(self.limit) + 1
        with contextlib.suppress(OSError):  # it has died already
            resource.prlimit(process, resource.RLIMIT_CPU, (most, most + 1))

    def _send(self) -> bool:
        """Whether there is more to send."""
        try:
            self.request = self.request[os.write(self.child.request, self.request) :]
        except BrokenPipeError:
            return False
        return bool(self.request)

    def _excess(self) -> Judgement | None:
        if len(self.output) > OUTPUT_SIZE:
            return "output limit", None, TOO_MUCH_OUTPUT
        if len(self.result) > RESULT_BYTES:
            return "output limit", None, f"its result is longer than {RESULT_BYTES >> 20} MiB"
        return None

    def _extended(self, deadline: float) -> tuple[float, Judgement | None]:
        """A later deadline for a child that had too little of the processor, else the limit it passed."""
        if self.process is None:
            return deadline, LOST
        now, late = time.monotonic(), too_late(self.limit)
        wall, cpu = now - self.start, _cpu_seconds(self.process)
        if cpu < BUSY_SHARE * wall and not _runs(self.process):
            return deadline, ("wall limit", None, late)
        last = self.start + self.limit + PATIENCE_SECONDS
        if cpu >= NEARLY * self.limit or now >= last:
            return deadline, ("cpu limit", None, late)
        return min(now + self.limit - cpu, last), None

    def _ending(self) -> Judgement:
        answer = self._answer()
        if answer is not None:
            return _read(answer)
        words = self.status.decode(errors="replace").split()
        if "ended" not in words:
            return LOST
        code = int(words[words.index("ended") + 1])
        if code == -signal.SIGXCPU:
            return "cpu limit", None, too_late(self.limit)
        if code < 0:
            return "crashed", None, f"it crashed the interpreter (signal {-code})"
        return "no result", None, "it ended without a result"

    def _answer(self) -> bytes | None:
        """The result, when all of it has come."""
        size = int.from_bytes(self.result[:8], "big")
        whole = len(self.result) >= 8 and len(self.result) >= 8 + size
        return bytes(self.result[8 : 8 + size]) if whole else None


def _cpu_seconds(process: int) -> float:
    """Processor time of a process so far, from the clock that the kernel keeps for each."""
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0.0


def _runs(process: int) -> bool:
    """It has something to do, though perhaps no processor to do it on."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][:1] == "R"
    except OSError:
        return False


def _read(answer: bytes) -> Judgement:
    """What the child says about itself, as far as it can be believed."""
    try:
        said = json.loads(answer, parse_constant=_refuse)
        ending, value, reason = said["ending"], said.get("value"), said.get("reason", "")
        if ending not in CLAIMS or not isinstance(reason, str):
            raise ValueError(f"'{ending}' is not for the child to say")
        json.dumps(said, ensure_ascii=False).encode()
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "no result", None, "its result cannot be read"
    return ending, value, reason


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")
