"""Files that a library reads are read in a child process: a crash, a hang or a flood ends only that."""

import atexit
import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.formats.unreadable import Unreadable

MAX_MEMORY = 3 * 2**30
"""Bytes of address space for the child."""
_BOOT = "import sys; sys.path.extend(sys.argv[2:]); from reasoner.retrieval.formats.child import main; main()"


class Reader:
    """One child process, begun at the first file and again after a crash."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """`folders` have modules besides those of this package."""
        self._folders = (Path(__file__).parents[3], *folders)
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
        if self._child and self._child.poll() is not None:
            self.close()
        child = self._child = self._child or _begin(self._folders)
        late = threading.Event()

        def stop() -> None:
            late.set()
            child.kill()

        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            line = _exchanged(child, request + data)
        except BaseException:
            self.close()
            raise
        finally:
            timer.cancel()
        if line.endswith(b"\n") and not late.is_set():
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        too_long, crashed = f"not read within {seconds:g} s", "its reader crashed; it may be broken"
        return {"reason": too_long if late.is_set() else crashed}


@cache
def reader() -> Reader:
    """The one of this process."""
    made = Reader()
    atexit.register(made.close)
    return made


def _begin(folders: Sequence[Path]) -> "subprocess.Popen[bytes]":
    """Python looks for nothing in the folder that it happens to run in, such as the one that is indexed."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _BOOT, str(MAX_MEMORY), *map(str, folders)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def _exchanged(child: "subprocess.Popen[bytes]", request: bytes) -> bytes:
    """The line that the child answers with; less of it where the child has ended."""
    if child.stdin is None or child.stdout is None:
        return b""
    with suppress(BrokenPipeError):
        child.stdin.write(request)
        child.stdin.flush()
    return child.stdout.readline()


def _document(values: dict[str, Any]) -> Document:
    sections = tuple(
        Section(**{**section, "headings": tuple(section["headings"])}) for section in values["sections"]
    )
    skipped = tuple(Skipped(**part) for part in values["skipped"])
    return Document(**{**values, "sections": sections, "skipped": skipped})
