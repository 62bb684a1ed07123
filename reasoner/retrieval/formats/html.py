"""Web pages: their content as Markdown, without scripts, styles and what only leads to other pages."""

import re
from collections import Counter

from lxml import etree

from reasoner.patterns import pattern
from reasoner.retrieval.document import Document, Section
from reasoner.retrieval.formats.decoding import clean, decode

DROPPED = frozenset(
    (
        *("head", "script", "style", "template", "noscript", "iframe", "svg", "math", "canvas", "object"),
        *("nav", "button", "select", "textarea", "dialog"),
    )
)
"""What of a page is not to be read."""
CONTENT = frozenset(("main", "article", "section", "blockquote"))
"""A footer is dropped unless it is in one of these."""
BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5"),
        *("h6", "header", "hr", "legend", "li", "main", "menu", "ol", "p", "pre", "section", "summary"),
        *("table", "td", "th", "tr", "ul"),
    )
)
"""Elements that begin and end a paragraph."""
_DECLARED = re.compile(
    rb"""<\s*meta[^>]+?charset\s*=\s*["']?\s*([\w:.-]+)|<\?xml[^>]+?encoding\s*=\s*["']([\w:.-]+)""",
    re.IGNORECASE,
)
_SPACE = pattern(r"\s+")
MAX_INDENT = 8
"""Lists, or tables, inside each other that are told apart."""
DECLARED_WITHIN = 4096
"""Bytes at the start of a page in which it declares its charset."""


def read(data: bytes, source: str, encoding: str | None) -> Document:
    """The page as Markdown; its title stands above all of it.

    Raises: Unreadable, when the bytes are no text.
    """
    declared = _DECLARED.search(data[:DECLARED_WITHIN])
    name = (declared[1] or declared[2]).decode("ascii", "replace") if declared else None
    page = _Page()
    parser = etree.HTMLParser(target=page, encoding="utf-8", huge_tree=True)
    try:
        parser.feed(clean(decode(data, encoding, name)).encode())
        parser.close()
    except etree.XMLSyntaxError:
        page.close()  # what came before is what there is
    text, title = clean(page.text), " ".join(page.title.split())
    if not title:
        return Document(text, source)
    return Document(text, source, "markdown", (Section(0, len(text), headings=(title,)),), {"title": title})


class _Page:
    """Takes the elements of a page as they come and writes Markdown."""

    def __init__(self) -> None:
        self.text = ""
        self.title = ""
        self._open: list[str] = []
        self._among: Counter[str] = Counter()
        """How many of each element are open."""
        self._dropped = 0
        """How deep the element is that is not to be read; 0 outside of any."""
        self._words: list[str] = []
        self._lists: list[int] = []
        """The next number of each list that is open; 0 where it has none."""
        self._marker = ""
        self._out: list[list[str]] = [[]]
        """Paragraphs: of the page, and of each table cell that is open."""
        self._tables: list[list[list[list[str]]]] = []
        """Rows of cells of paragraphs, of each table that is open."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._open.append(tag)
        self._among[tag] += 1
        if self._dropped:
            return
        if self._is_dropped(tag, attributes):
            self._dropped = len(self._open)
        if tag in BLOCKS:
            self._end_paragraph()
        if tag == "br":
            self._words.append("\n")
        elif tag in ("ul", "ol", "menu"):
            self._lists.append(int(tag == "ol"))
        elif tag == "li":
            self._begin_item()
        elif tag == "table":
            if self._among[tag] <= MAX_INDENT:
                self._tables.append([])
        elif tag == "tr" and self._tables:
            self._tables[-1].append([])
        elif tag in ("td", "th") and self._tables:
            self._begin_cell()

    def end(self, tag: str) -> None:
        """An element ends."""
        if not self._dropped and tag in BLOCKS:
            self._end_paragraph(tag)
            if tag == "table" and self._tables and self._among[tag] <= MAX_INDENT:
                self._end_table(self._tables.pop())
            elif tag in ("td", "th") and len(self._out) > 1:
                self._out.pop()
            elif tag in ("ul", "ol", "menu") and self._lists:
                self._lists.pop()
        if self._open:
            self._among[self._open.pop()] -= 1
        if len(self._open) < self._dropped:
            self._dropped = 0

    def data(self, text: str) -> None:
        """Words of the page."""
        if self._open and self._open[-1] == "title" and not self._among["svg"]:
            self.title += text
        elif not self._dropped:
            self._words.append(text if self._among["pre"] else _SPACE.sub(" ", text))

    def close(self) -> None:
        """The page ends."""
        self._end_paragraph()
        while self._tables:
            self._end_table(self._tables.pop())
        self.text = _joined(self._out[0])

    def _is_dropped(self, tag: str, attributes: dict[str, str]) -> bool:
        if tag == "footer":
            return not any(self._among[content] for content in CONTENT)
        if not attributes:
            return tag in DROPPED
        hidden = "hidden" in attributes or attributes.get("aria-hidden") == "true"
        leads = attributes.get("role") in ("navigation", "search") or attributes.get("class") == "headerlink"
        return tag in DROPPED or hidden or leads

    def _begin_item(self) -> None:
        number = self._lists[-1] if self._lists else 0
        self._marker = "  " * min(len(self._lists) - 1, MAX_INDENT) + (f"{number}. " if number else "- ")
        if number:
            self._lists[-1] += 1

    def _begin_cell(self) -> None:
        table = self._tables[-1]
        if not table:
            table.append([])
        del self._out[len(self._tables) :]
        table[-1].append([])
        self._out.append(table[-1][-1])

    def _end_paragraph(self, tag: str = "") -> None:
        words, self._words = "".join(self._words), []
        if tag == "pre" and words.strip():
            self._out[-1].append(f"```\n{words.strip(chr(10))}\n```")
            return
        lines = [" ".join(line.split()) for line in words.split("\n")]
        text = "\n".join(line for line in lines if line)
        if not text:
            return
        if tag[:1] == "h" and tag[1:].isdigit():
            text = f"{'#' * int(tag[1:])} {' '.join(text.split())}"
        self._out[-1].append(self._marker + text)
        self._marker = ""

    def _end_table(self, rows: list[list[list[str]]]) -> None:
        """As a table where each cell is at most a line, else as paragraphs: then it only places them."""
        del self._out[len(self._tables) + 1 :]
        shown = [[_SPACE.sub(" ", "\n".join(cell)) for cell in row] for row in rows if any(row)]
        paragraphs = [paragraph for row in rows for cell in row for paragraph in cell]
        if any(len(cell) > 1 or "```" in "".join(cell) for row in rows for cell in row) or len(shown) < 2:
            self._out[-1].extend(paragraphs)
        else:
            lines = [f"| {' | '.join(row)} |" for row in shown]
            self._out[-1].append("\n".join((lines[0], f"|{' --- |' * len(shown[0])}", *lines[1:])))


def _joined(paragraphs: list[str]) -> str:
    """Apart by blank lines, and the items of a list by line ends."""
    pairs = zip(("", *paragraphs), paragraphs, strict=False)
    tight = ("\n" if _is_item(before) and _is_item(after) else "\n\n" for before, after in pairs)
    return "".join(part for pair in zip(tight, paragraphs, strict=True) for part in pair).strip()


def _is_item(paragraph: str) -> bool:
    mark, _, _ = paragraph.lstrip(" ").partition(" ")
    return mark == "-" or (mark[:-1].isdecimal() and mark.endswith("."))
