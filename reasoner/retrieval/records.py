"""The records of a table of values apart by commas, tabs, semicolons or bars."""

import re
from collections.abc import Iterator
from functools import cache

from reasoner.retrieval.pieces import Piece, cut, heading, lines

MARKS = ",\t;|"


def pieces(text: str, max_width: int) -> Iterator[Piece]:
    """The records, those with line ends in quotes whole where they fit; the first stands above the others."""
    above: tuple[str, ...] = ()
    for start, end in _records(text, _mark(text)):
        whole = Piece(start, end, above)
        inner = (
            [whole] if end - start <= max_width else [Piece(*line, above) for line in lines(text, start, end)]
        )
        for piece in inner:
            yield from cut(text, piece, max_width)
        above = above or (heading(text[start:end]),)


def _mark(text: str) -> str:
    first = text.lstrip().partition("\n")[0]
    return "\t" if "\t" in first else max(MARKS, key=first.count)


def _records(text: str, mark: str) -> Iterator[tuple[int, int]]:
    return ((match.start(), match.end()) for match in _record(mark).finditer(text) if match.group().strip())


@cache
def _record(mark: str) -> re.Pattern[str]:
    """A quote that is never closed is a character like others."""
    quoted = r'"[^"]*+(?:""[^"]*+)*+"'
    field = rf"(?:\ufeff?{quoted})?+[^\r\n{re.escape(mark)}]*+"
    return re.compile(rf"{field}(?:{re.escape(mark)}{field})*+")
