"""Web pages: their content as Markdown, without scripts, styles and what only leads to other pages."""

import re
import warnings

from bs4 import BeautifulSoup, Tag
from bs4.dammit import EncodingDetector
from markdownify import MarkdownConverter

from reasoner.patterns import pattern
from reasoner.retrieval.document import Document, Section
from reasoner.retrieval.formats.decoding import clean, decode

DROPPED = (
    "head, script, style, template, noscript, iframe, svg, math, canvas, object, nav, button, select,"
    " textarea, dialog, [role=navigation], [role=search], [hidden], [aria-hidden=true], a.headerlink,"
    " footer:not(:is(main, article, section, blockquote) footer)"
)
"""What of a page is not to be read, as a CSS selector."""
UNMARKED = ("a", "img", "b", "strong", "em", "i", "code", "kbd", "samp", "var", "mark", "u", "s", "del")
"""Their words stay, without marks, so that a quote reads as it does in the page."""
_BLANKS = pattern(r"[ \t\xa0]+$", re.MULTILINE)
_GAPS = pattern(r"\n{3,}")


def read(data: bytes, source: str, encoding: str | None) -> Document:
    """The page as Markdown; its title stands above all of it.

    Raises: Unreadable, when the bytes are no text.
    """
    declared = EncodingDetector.find_declared_encoding(data[:4096], is_html=True)
    text = clean(decode(data, encoding, declared))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        page = BeautifulSoup(text, "lxml")
    title = " ".join(page.title.get_text().split()) if page.title else ""
    for tag in page.select(DROPPED):
        tag.decompose()
    shown = _tidy(_markdown(page))
    if not title:
        return Document(shown, source)
    section = Section(0, len(shown), headings=(title,))
    return Document(shown, source, "markdown", (section,), {"title": title})


def _markdown(page: Tag) -> str:
    plain = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        strip=list(UNMARKED),
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        table_infer_header=True,
    )
    try:
        return str(plain.convert_soup(page))
    except RecursionError:
        return page.get_text("\n")


def _tidy(text: str) -> str:
    return _GAPS.sub("\n\n", _BLANKS.sub("", text)).strip()
