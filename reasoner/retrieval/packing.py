"""Passages become the text of a prompt that has room in a model's window."""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reasoner.retrieval import reading
from reasoner.retrieval.reading import Sentence
from reasoner.state import Passage

GAP = " … "
"""Stands where something of a passage was left out."""
Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Packed:
    """What a prompt shows of a passage."""

    number: int
    """Of the passage, from 1, as an answer cites it."""
    passage: Passage
    parts: tuple[tuple[int, int], ...]
    """Offsets in the document, ascending, as those of the passage."""

    @property
    def text(self) -> str:
        """The parts after the number of the passage."""
        return f"[{self.number}] {self.said}"

    @property
    def said(self) -> str:
        """The parts, with a mark for each gap."""
        first, text = self.passage.start, self.passage.text
        shown = [text[start - first : end - first] for start, end in self.parts]
        before = GAP.lstrip() if self.parts[0][0] > first else ""
        return f"{before}{GAP.join(shown)}"


def shown(packed: Sequence[Packed]) -> str:
    """The passages as a prompt has them."""
    return "\n\n".join(entry.text for entry in packed)


def pack(question: str, passages: Sequence[Passage], room: int | None, count: Count) -> tuple[Packed, ...]:
    """The passages, or the sentences of them that matter most, in at most `room` tokens.

    The best come first and last: models overlook what stands in the middle (Liu et al. 2023, 2307.03172).
    What has no room is left out from the least likely sentence on; `room` None has room for everything.
    """
    numbered = list(enumerate(passages, start=1))
    whole = [Packed(i, passage, ((passage.start, passage.end),)) for i, passage in numbered if passage.text]
    if room is None or count(shown(whole)) <= room:
        return _best_outside(sorted(whole, key=lambda entry: -entry.passage.score))
    sentences = reading.numbered(question, passages, sys.maxsize)
    kept = _affordable(sentences, room, count)
    while kept:
        found = _best_outside(list(_of(sentences[:kept], passages)))
        if count(shown(found)) <= room:
            return found
        kept -= 1
    return ()


def _affordable(sentences: Sequence[Sentence], room: int, count: Count) -> int:
    """How many of the sentences have room by themselves: more do not, once they are put together."""
    left = room
    for i, sentence in enumerate(sentences):
        left -= count(sentence.text)
        if left < 0:
            return i
    return len(sentences)


def _of(sentences: Sequence[Sentence], passages: Sequence[Passage]) -> Iterator[Packed]:
    """Each passage with those of the sentences that are its own, in the order of the best of each."""
    for passage in dict.fromkeys(sentence.passage for sentence in sentences):
        spans = sorted((s.start, s.end) for s in sentences if s.passage == passage)
        yield Packed(passages.index(passage) + 1, passage, _joined(spans, passage))


def _joined(spans: Sequence[tuple[int, int]], passage: Passage) -> tuple[tuple[int, int], ...]:
    """Neighbours, with only white space between them, become one."""
    parts: tuple[tuple[int, int], ...] = ()
    for start, end in spans:
        if parts and not passage.text[parts[-1][1] - passage.start : start - passage.start].strip():
            parts = (*parts[:-1], (parts[-1][0], max(end, parts[-1][1])))
        else:
            parts = (*parts, (start, end))
    return parts


def _best_outside(ranked: Sequence[Packed]) -> tuple[Packed, ...]:
    """The first at the front, the second at the end, the third behind the first, and so on inwards."""
    return (*ranked[::2], *reversed(ranked[1::2]))
