"""One line on the terminal that follows a run: the stage, what it drew so far, the words written last."""

import shutil
import sys
import threading
import time
import unicodedata
from typing import Self

from reasoner.cli.output import Lines, printable, size
from reasoner.stage import Event, StageStarted, TokenDrawn, ToolCalled

SECONDS_BETWEEN_FRAMES = 0.1
PULLING = "pulling the model, once"
CLEAR_LINE = "\r\x1b[2K"


class Thinking:
    """Shows the line from the first event to the end of the `with`; where stderr is no terminal, nothing."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._lock = threading.Lock()
        self._drawn_at = 0.0
        self._pulled = Lines(PULLING, "bytes")
        self._stage, self._samples, self._tokens, self._written = "", 0, 0, ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._drawn_at:
            self._write(CLEAR_LINE)

    def follow(self, event: Event) -> None:
        """Takes an event of the run, from any thread."""
        if not self._shows:
            return
        with self._lock:
            match event:
                case StageStarted(stage):
                    self._stage, self._samples, self._tokens, self._written = stage, 0, 0, ""
                case TokenDrawn(sample, text):
                    self._samples = max(self._samples, sample + 1)
                    self._tokens += 1
                    self._written = (self._written + text)[-200:]
                case ToolCalled(_, called):
                    self._written = f"{self._written} {'=' if called.ok else 'failed:'} {called.result} "[
                        -200:
                    ]
            if time.monotonic() - self._drawn_at >= SECONDS_BETWEEN_FRAMES or isinstance(event, StageStarted):
                self._drawn_at = time.monotonic()
                self._write(CLEAR_LINE + self._line(shutil.get_terminal_size().columns - 1))

    def pulling(self, done: int, total: int) -> None:
        """Takes news of a model file that is missing and being pulled: `done` of `total` bytes."""
        if not self._shows:
            self._pulled(done, total)
            return
        with self._lock:
            self._drawn_at = time.monotonic()
            self._write(f"{CLEAR_LINE}{PULLING}: {size(done)} of {size(total)}")

    def _line(self, columns: int) -> str:
        plural = "" if self._samples == 1 else "s"
        counts = f": {self._samples} sample{plural}, {self._tokens} tokens: " if self._samples else " ..."
        head = printable(self._stage + counts)[:columns]
        words = " ".join(printable(self._written).split())
        return head + _last(words, columns - len(head))

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _last(text: str, columns: int) -> str:
    """The end of the text that fits into so many columns; Chinese takes two a character."""
    start = len(text)
    while start and (columns := columns - _width(text[start - 1])) >= 0:
        start -= 1
    return text[start:]


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
