"""What passages are put together of: pieces of a text that each fit into one."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.retrieval.blocks import BLANK
from reasoner.retrieval.terms import width

MAX_HEADING = 200
"""Characters of a line of code, or of a table's header, that stands above what follows it."""
_GAP = pattern(r"[\s，、,;：:]")
LINES = re.compile(r"[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters [start, end), and what stands above them."""

    start: int
    end: int
    headings: tuple[str, ...] = ()


def wide(text: str, start: int, end: int) -> int:
    """How much text[start:end] says, as `width` counts it, only faster."""
    piece = text[start:end]
    return len(piece) if piece.isascii() else width(piece, 0, len(piece))


def fits(text: str, start: int, end: int, max_width: int) -> bool:
    """Whether text[start:end] is no wider than that."""
    length = end - start
    return 2 * length <= max_width or (length <= max_width and wide(text, start, end) <= max_width)


def heading(line: str) -> str:
    """The line as a heading: short, and without blanks around it."""
    return one_line(line.strip(BLANK), MAX_HEADING)


def lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines [start, end) there, without their ends."""
    return ((match.start(), match.end()) for match in LINES.finditer(text, start, end))


def cut(text: str, piece: Piece, max_width: int) -> Iterator[Piece]:
    """The piece whole where it fits; else by force, at the last gap between words that does."""
    start, end = piece.start, piece.end
    while not fits(text, start, end, max_width):
        stop = _reach(text, start, min(end, start + max_width), max_width)
        gap = next((i for i in range(stop, start, -1) if _GAP.match(text[i - 1])), stop)
        yield Piece(start, gap, piece.headings)
        start = gap
    if start < end:
        yield Piece(start, end, piece.headings)


def _reach(text: str, start: int, most: int, max_width: int) -> int:
    """The largest end, at least one character on, up to which the text fits."""
    ends = range(start + 1, most + 1)
    return start + max(1, bisect_right(ends, max_width, key=lambda end: wide(text, start, end)))


def packed(text: str, pieces: Iterable[Piece], max_width: int) -> Iterator[Piece]:
    """Neighbours, joined while they fit and stand under the same headings or deeper ones."""
    first: Piece | None = None
    last = total = 0
    for piece in pieces:
        more = piece.start - last + wide(text, piece.start, piece.end)
        depth = len(first.headings) if first else 0
        if first and total + more <= max_width and piece.headings[:depth] == first.headings:
            total += more
        else:
            if first:
                yield from _trimmed(text, first.start, last, first.headings)
            first, total = piece, wide(text, piece.start, piece.end)
        last = piece.end
    if first:
        yield from _trimmed(text, first.start, last, first.headings)


def _trimmed(text: str, start: int, end: int, headings: tuple[str, ...]) -> Iterator[Piece]:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip(BLANK))
    if lead < len(piece):
        yield Piece(start + lead, end - (len(piece) - len(piece.rstrip(BLANK))), headings)
