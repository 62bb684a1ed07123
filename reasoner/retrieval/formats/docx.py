"""Word documents (DOCX): headings, lists and tables as Markdown."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn

from reasoner.retrieval.document import Document
from reasoner.retrieval.formats.decoding import clean
from reasoner.retrieval.formats.unreadable import Unreadable

MAX_UNPACKED = 2**28
"""Bytes that the file may have once unpacked; one that grows beyond is made to fill the memory."""
_OTHER = {
    qn("w:del"),
    qn("w:moveFrom"),
    qn("w:rPr"),
    qn("w:pPr"),
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
}
"""What is deleted, what only says how text looks, and what is there twice."""
_BREAKS = {qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:tab"): "\t", qn("w:noBreakHyphen"): "-"}


def read(data: bytes, source: str, encoding: str | None) -> Document:
    """The paragraphs and tables in order, as Markdown.

    Raises: Unreadable, when it is no DOCX file, or one that would fill the memory.
    """
    del encoding
    _check_size(data)
    try:
        file = docx.Document(io.BytesIO(data))
        levels = {style.style_id: _level(style.name or "") for style in file.styles}
        lists = {style.style_id for style in file.styles if (style.name or "").startswith("List")}
        body = file.element.body
        text = "\n\n".join(_blocks(body, levels, lists)) if body is not None else ""
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        SyntaxError,
        OSError,
        RecursionError,
        zipfile.BadZipFile,
    ) as error:
        raise Unreadable(f"a broken DOCX file: {error or type(error).__name__}") from None
    return Document(clean(text).strip(), source)


def _check_size(data: bytes) -> None:
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        raise Unreadable("encrypted, or of an older kind of Word; save it as DOCX without a password")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Unreadable(f"a broken DOCX file: {error}") from None
    if unpacked > MAX_UNPACKED:
        raise Unreadable(
            f"would unpack to {unpacked >> 20} MiB, more than {MAX_UNPACKED >> 20} MiB; split it"
        )


def _level(style: str) -> int:
    """Of a heading, below the title of the document."""
    name, _, number = style.lower().rpartition(" ")
    if style.lower() == "title":
        return 1
    return min(int(number) + 1, 6) if name == "heading" and number.isdecimal() else 0


def _blocks(part: Any, levels: dict[str, int], lists: set[str]) -> Iterator[str]:
    """Paragraphs and tables, those inside content controls too."""
    for element in part:
        if element.tag == qn("w:tbl"):
            yield _table(element)
        elif element.tag == qn("w:p"):
            shown = _paragraph(element, levels, lists)
            if shown:
                yield shown
        elif element.tag not in _OTHER and isinstance(element.tag, str):
            yield from _blocks(element, levels, lists)


def _paragraph(element: Any, levels: dict[str, int], lists: set[str]) -> str:
    text = _text(element)
    style = next((tag.get(qn("w:val")) for tag in element.iterfind(f"{qn('w:pPr')}/{qn('w:pStyle')}")), "")
    numbered = element.find(f"{qn('w:pPr')}/{qn('w:numPr')}") is not None
    level = levels.get(style, 0)
    if text and level:
        return f"{'#' * level} {' '.join(text.split())}"
    return f"- {text}" if text and (numbered or style in lists) else text


def _table(element: Any) -> str:
    rows = [[_cell(cell) for cell in row.iter(qn("w:tc"))] for row in element.iterchildren(qn("w:tr"))]
    lines = [f"| {' | '.join(row)} |" for row in rows if any(row)]
    rule = [f"|{' --- |' * len(rows[0])}"] if lines else []
    return "\n".join(lines[:1] + rule + lines[1:])


def _cell(element: Any) -> str:
    return " ".join(" ".join(_text(paragraph) for paragraph in element.iter(qn("w:p"))).split())


def _text(element: Any) -> str:
    return "".join(_runs(element)).strip()


def _runs(element: Any) -> Iterator[str]:
    for child in element:
        if child.tag == qn("w:t"):
            yield child.text or ""
        elif child.tag in _BREAKS:
            yield _BREAKS[child.tag]
        elif child.tag not in _OTHER and isinstance(child.tag, str):
            yield from _runs(child)
            if child.tag == qn("w:p"):
                yield "\n"
