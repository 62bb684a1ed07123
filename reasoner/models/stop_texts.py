"""Ends a streamed text at a stop text, for backends whose engine does not do it or not exactly."""

from dataclasses import dataclass


@dataclass
class StopTexts:
    """A text as it grows piece by piece. Nothing is let out that may turn out to begin a stop text."""

    stops: tuple[str, ...]
    text: str = ""
    """What was let out so far: the whole text, once `stopped` or after `flush`."""
    stopped: bool = False
    """A stop text came; it and what follows it are not part of the text."""
    _held: str = ""

    def add(self, piece: str) -> str:
        """The part of the text that is now known to belong to it."""
        if self.stopped:
            return ""
        self._held += piece
        found = [at for stop in self.stops if (at := self._held.find(stop)) >= 0]
        self.stopped = bool(found)
        return self._release(min(found) if found else len(self._held) - self._doubtful())

    def flush(self) -> str:
        """The part that was held back, once no more will come."""
        return "" if self.stopped else self._release(len(self._held))

    def _release(self, end: int) -> str:
        out, self._held = self._held[:end], self._held[end:]
        self.text += out
        return out

    def _doubtful(self) -> int:
        """Length of the longest end that is the beginning of a stop text."""
        longest = max((len(stop) for stop in self.stops), default=1) - 1
        ends = range(min(longest, len(self._held)), 0, -1)
        return next((n for n in ends if any(s.startswith(self._held[-n:]) for s in self.stops)), 0)
