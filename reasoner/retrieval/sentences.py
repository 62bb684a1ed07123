"""Where the sentences of a text begin and end, in English and Chinese, Markdown and plain text."""

import re
from collections.abc import Iterator

from reasoner.patterns import pattern
from reasoner.retrieval.blocks import Block, blocks

Span = tuple[int, int]

_END = pattern(r"[。！？；…]+[”’」』）》\"']*|(?<![.!?])[.!?]++[”’\"')\]*_]*+(?=\s|$)")
_ABBREVIATION = pattern(
    r"(?:\b(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Rev|Hon|No|Nos|vs|etc|cf|al|ca|Fig|Eq|Sec|Vol|pp|Inc|Ltd|Co|Corp"
    r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)|\be\.g|\bi\.e|\b(?:[A-Za-z]\.)+[A-Za-z])\.$"
)

LOOK_AHEAD = 200
"""Characters after a full stop in which the next word begins, if any follows."""


def sentences(text: str) -> list[Span]:
    """The sentences [start, end) of the text, without the white space around them.

    A heading and a table row are one each; code stays whole.
    """
    return [span for block in blocks(text) for span in in_block(text, block)]


def in_block(text: str, block: Block) -> Iterator[Span]:
    """The sentences of one block."""
    if block.kind in ("heading", "code"):
        return iter([(block.start, block.end)])
    if block.kind == "table":
        return _trimmed(
            text,
            [(m.start(), m.end()) for m in re.compile(r"[^\r\n]+").finditer(text, block.start, block.end)],
        )
    return _trimmed(text, _split(text, block.start, block.end))


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    first = start
    for match in _END.finditer(text, start, end):
        if match.group()[0] == "." and _abbreviates(text, first, match.end(), end):
            continue
        yield first, match.end()
        first = match.end()
    yield first, end


def _abbreviates(text: str, first: int, stop: int, end: int) -> bool:
    """The full stop at the end of text[first:stop] belongs to a word, or a small letter follows."""
    following = text[stop : min(end, stop + LOOK_AHEAD)].lstrip()
    if following[:1].islower():
        return True
    return _ABBREVIATION.search(text[max(first, stop - 12) : stop]) is not None and bool(following)


def _trimmed(text: str, spans: Iterator[Span] | list[Span]) -> Iterator[Span]:
    for start, end in spans:
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))
