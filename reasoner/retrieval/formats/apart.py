"""Files that a library reads are read in a child process: a crash, a hang or a flood ends only that."""

import atexit
import json
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.formats.unreadable import Unreadable

MAX_MEMORY = 3 * 2**30
"""Bytes of address space for the child."""
_BOOT = "import sys; sys.path.append(sys.argv[2]); from reasoner.retrieval.formats.child import main; main()"


class Reader:
    """One child process, begun at the first file and again after a crash."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None

    def read(self, module: str, data: bytes, source: str, encoding: str | None, seconds: float) -> Document:
        """The document that the module makes of the bytes.

        Raises: Unreadable, with its reason, or when the child took too long or crashed.
        """
        asked = {"module": module, "length": len(data), "source": source, "encoding": encoding}
        with self._lock:
            answer = self._ask(json.dumps(asked).encode() + b"\n", data, seconds)
        if "reason" in answer:
            raise Unreadable(" ".join(str(answer["reason"]).split())[:300])
        return _document(answer["document"])

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                with suppress(OSError):
                    pipe and pipe.close()

    def _ask(self, request: bytes, data: bytes, seconds: float) -> dict[str, Any]:
        child = self._child = self._child or _begin()
        assert child.stdin
        assert child.stdout
        late = threading.Event()

        def stop() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            with suppress(BrokenPipeError):
                child.stdin.write(request)
                child.stdin.write(data)
                child.stdin.flush()
            line = child.stdout.readline()
        except BaseException:
            self.close()
            raise
        finally:
            timer.cancel()
        if line.endswith(b"\n") and not late.is_set():
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        return {
            "reason": f"not read within {seconds:g} s"
            if late.is_set()
            else "its reader crashed; it may be broken"
        }


@cache
def reader() -> Reader:
    """The one of this process."""
    made = Reader()
    atexit.register(made.close)
    return made


def _begin() -> "subprocess.Popen[bytes]":
    """Python looks for nothing in the folder that it happens to run in, such as the one that is indexed."""
    home = str(Path(__file__).parents[3])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _BOOT, str(MAX_MEMORY), home],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _document(values: dict[str, Any]) -> Document:
    sections = tuple(
        Section(**{**section, "headings": tuple(section["headings"])}) for section in values["sections"]
    )
    skipped = tuple(Skipped(**part) for part in values["skipped"])
    return Document(**{**values, "sections": sections, "skipped": skipped})
