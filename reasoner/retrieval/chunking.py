"""A document is cut into passages that keep to its pages, headings, items, rows, code and sentences."""

from collections.abc import Iterable, Iterator

from reasoner.patterns import LINE_END
from reasoner.retrieval import outline, records
from reasoner.retrieval.blocks import BLANK, Block, blocks
from reasoner.retrieval.document import Document, Section
from reasoner.retrieval.pieces import Piece, cut, fits, heading, lines, packed
from reasoner.retrieval.sentences import in_block
from reasoner.state import Passage

MAX_WIDTH = 1200
"""Width of a passage at most; a Latin letter is 1 wide, a Chinese character 2. About 250 tokens."""


def indexed(passage: Passage) -> str:
    """What retrieval sees of a passage: the headings, then the text."""
    return "\n".join((*passage.headings, passage.text))


def chunks(document: Document, max_width: int = MAX_WIDTH) -> list[Passage]:
    """The passages of the document; every character of its sections that is not white space is in one."""
    text = document.text
    line, counted, found = 1, 0, []
    for section in document.sections or (Section(0, len(text)),):
        about = {**document.metadata, **section.metadata}
        for piece in _pieces(document, section, max_width):
            start, end = section.start + piece.start, section.start + piece.end
            line += len(LINE_END.findall(text, counted, start))
            counted = start
            found.append(
                Passage(
                    text[start:end],
                    document.source,
                    start,
                    end,
                    section.line or line,
                    section.page,
                    headings=_without_repeats((*section.headings, *piece.headings)),
                    metadata=about,
                )
            )
    return found


def _pieces(document: Document, section: Section, max_width: int) -> Iterator[Piece]:
    """The pieces of the section, from its start."""
    text = document.text[section.start : section.end]
    if document.syntax == "code":
        return packed(text, outline.pieces(text, max_width), max_width)
    if document.syntax == "table":
        return packed(text, records.pieces(text, max_width), max_width)
    titled = document.syntax == "plain" and not document.sections
    return _of_prose(text, titled, max_width)


def _of_prose(text: str, titled: bool, max_width: int) -> Iterator[Piece]:
    for headings, section in _headed(blocks(text, titled=titled)):
        parts = (piece for block in section for piece in _parts(text, block, headings, max_width))
        yield from packed(text, parts, max_width)


def _headed(found: Iterable[Block]) -> Iterator[tuple[tuple[str, ...], list[Block]]]:
    """The blocks under each heading and its titles; a heading with nothing under it joins the next one."""
    path: dict[int, str] = {}
    section: list[Block] = []
    for block in found:
        if block.kind == "heading":
            if section and section[-1].kind != "heading":
                yield tuple(path.values()), section
                section = []
            above = {level: title for level, title in path.items() if level < block.level}
            path = above | {block.level: heading(block.title)}
        section.append(block)
    if section:
        yield tuple(path.values()), section


def _parts(text: str, block: Block, headings: tuple[str, ...], max_width: int) -> Iterator[Piece]:
    """The block whole where it fits; else its sentences, rows or lines of code; else cut by force.

    The header of a table stands above its other rows.
    """
    if fits(text, block.start, block.end, max_width):
        yield Piece(block.start, block.end, headings)
        return
    spans = lines(text, block.start, block.end) if block.kind == "code" else in_block(text, block)
    above = headings
    for start, end in spans:
        yield from cut(text, Piece(start, end, above), max_width)
        if block.kind == "table" and above == headings:
            above = (*headings, heading(text[start:end].strip(BLANK + "|")))


def _without_repeats(headings: tuple[str, ...]) -> tuple[str, ...]:
    """A title that a page and its first heading share counts once; one without words does not."""
    pairs = zip(("", *headings), headings, strict=False)
    return tuple(title for before, title in pairs if title not in ("", before))
