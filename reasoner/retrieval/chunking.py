"""A document is cut into passages that keep to its headings, list items, code blocks and sentences."""

import re
from collections.abc import Iterable, Iterator

from reasoner.patterns import pattern
from reasoner.retrieval.blocks import Block, blocks
from reasoner.retrieval.documents import Document
from reasoner.retrieval.sentences import Span, in_block
from reasoner.retrieval.terms import width
from reasoner.state import Passage

MAX_WIDTH = 1200
"""Width of a passage at most; a Latin letter is 1 wide, a Chinese character 2. About 250 tokens."""

_LINE_END = pattern(r"\r\n?|\n")


def indexed(passage: Passage) -> str:
    """What retrieval sees of a passage: the headings, then the text."""
    return "\n".join((*passage.headings, passage.text))


def chunks(document: Document, max_width: int = MAX_WIDTH) -> list[Passage]:
    """The passages of the document; every character that is not white space is in exactly one of them."""
    text = document.text
    line, counted, found = 1, 0, []
    for start, end, headings in _spans(text, document.syntax == "plain", max_width):
        line += len(_LINE_END.findall(text, counted, start))
        counted = start
        about = document.metadata
        found.append(
            Passage(text[start:end], document.source, start, end, line, headings=headings, metadata=about)
        )
    return found


def _spans(text: str, titled: bool, max_width: int) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    for headings, section in _sections(blocks(text, titled=titled)):
        pieces = (piece for block in section for piece in _pieces(text, block, max_width))
        for start, end in _packed(text, pieces, max_width):
            if start < end:
                yield start, end, headings


def _sections(found: Iterable[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """The blocks under each heading and its titles; a heading with nothing under it joins the next one."""
    path: dict[int, str] = {}
    section: list[Block] = []
    for block in found:
        if block.kind == "heading":
            if any(inside.kind != "heading" for inside in section):
                yield tuple(path.values()), section
                section = []
            path = {level: title for level, title in path.items() if level < block.level} | {
                block.level: block.title
            }
        section.append(block)
    if section:
        yield tuple(path.values()), section


def _pieces(text: str, block: Block, max_width: int) -> Iterator[Span]:
    """The block whole where it fits; else its sentences, or the lines of code; else cut by force."""
    if width(text, block.start, block.end) <= max_width:
        yield block.start, block.end
        return
    lines = re.compile(r"[^\r\n]+").finditer(text, block.start, block.end)
    parts = [(m.start(), m.end()) for m in lines] if block.kind == "code" else list(in_block(text, block))
    for start, end in parts:
        yield from _cut(text, start, end, max_width)


def _cut(text: str, start: int, end: int, max_width: int) -> Iterator[Span]:
    first, wide, last_gap = start, 0, start
    for i in range(start, end):
        wide += width(text, i, i + 1)
        if wide > max_width:
            stop = last_gap if last_gap > first else i
            yield first, stop
            first, wide = stop, width(text, stop, i + 1)
        if text[i].isspace() or text[i] in "，、,;：:":
            last_gap = i + 1
    yield first, end


def _packed(text: str, pieces: Iterable[Span], max_width: int) -> Iterator[Span]:
    """Neighbours joined as long as they fit."""
    first, last = -1, -1
    for start, end in pieces:
        if first >= 0 and width(text, first, end) > max_width:
            yield _trim(text, first, last)
            first = -1
        first, last = (start if first < 0 else first), end
    if first >= 0:
        yield _trim(text, first, last)


def _trim(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    blank = " \t\r\n\f\v\ufeff"
    lead = len(piece) - len(piece.lstrip(blank))
    return start + lead, end - (len(piece) - len(piece.rstrip(blank)))
