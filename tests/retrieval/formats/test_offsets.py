"""Every passage stands in its document where it says, whatever the format."""

import json
import tempfile
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents_support import document, pdf, read_bytes, word
from reasoner.retrieval.blocks import BLANK
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.document import Document, Section

WORDS = [
    "tea ",
    "茶叶。",
    "Hot. ",
    "# ",
    "| a |",
    "\n",
    "\n\n",
    "\r\n",
    "- ",
    '"',
    ",",
    "    ",
    "```",
    "é🙂",
    "<b>&",
    "\u3000",
    "\\",
    "'",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(lambda words: "Start " + "".join(words))
WIDTHS = st.sampled_from([12, 40, 1200])
RAW = ("a.md", "a.txt", "a.rst", "a.csv", "a.tsv", "a.py", "a.json", "a.yaml", "README")


def _row(text: str) -> bytes:
    rows = ({"title": "T", "text": text, "n": 1}, {"q": text}, {"text": "end"})
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


MADE: Mapping[str, Callable[[str], bytes]] = {
    "a.jsonl": _row,
    "a.html": lambda text: (
        f"<title>T</title><h1>H</h1><p>{escape(text)}</p><pre>{escape(text)}</pre>".encode()
    ),
    "a.docx": lambda text: word(("Heading 1", "H"), ("Normal", text), ("List Bullet", text)),
    "a.pdf": lambda text: pdf(text.splitlines(), ["页"], text.splitlines()),
}


def _read(name: str, data: bytes) -> Document:
    with tempfile.TemporaryDirectory() as folder:
        return document(Path(folder), name, data)


def _exact(found: Document, max_width: int) -> bool:
    """The passages are in order and apart, hold all of the text, and keep to the sections."""
    sections = found.sections or (Section(0, len(found.text)),)
    ends, left = 0, found.text
    for passage in chunks(found, max_width):
        assert found.text[passage.start : passage.end] == passage.text != ""
        assert ends <= passage.start
        assert any(
            s.start <= passage.start <= passage.end <= s.end and s.page == passage.page for s in sections
        )
        ends = passage.end
        left = left[: passage.start] + " " * len(passage.text) + left[passage.end :]
    return not left.strip(BLANK)


@pytest.mark.parametrize("name", RAW)
@given(text=TEXTS, max_width=WIDTHS, encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_the_text_of_a_text_is_the_file(name: str, text: str, max_width: int, encoding: str) -> None:
    found = _read(name, text.encode(encoding))
    assert found.text.removeprefix("\ufeff") == text
    assert _exact(found, max_width)


@pytest.mark.parametrize("name", MADE)
@settings(max_examples=40, deadline=None)
@given(text=TEXTS, max_width=WIDTHS)
def test_a_passage_of_any_other_format_stands_in_the_text_as_it_was_read(
    name: str, text: str, max_width: int
) -> None:
    found = _read(name, MADE[name](text))
    assert _exact(found, max_width)
    assert "Start" in found.text


@pytest.mark.parametrize("name", [*RAW, *MADE])
@settings(max_examples=25, deadline=None)
@given(data=st.binary(max_size=200) | st.binary(max_size=60).map(lambda data: b"%PDF-1.4 " + data))
def test_bytes_of_no_format_are_read_exactly_or_refused(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = read_bytes(Path(folder), name, data)
    assert _exact(found, 40) if isinstance(found, Document) else found.reason
