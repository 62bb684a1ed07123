"""Passages are made of columns when they are asked for: exactly those that were put in."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.patterns import LINE_END
from reasoner.retrieval import columns
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.gathering import Gathering, Kept, merged
from reasoner.retrieval.passages import Passages
from reasoner.state import Passage

TEXT = (
    "# 茶\r\n\r\nOolong — 乌龙茶 🍵.\r\n\r\n## Green\n\nGreen tea.\n\n- one\n- two\n\n## 红茶\n\n红茶发酵。\n"
)


def made(*documents: Document, width: int = 20) -> Passages:
    texts = io.BytesIO()
    gathered = Gathering(texts)
    for document in documents:
        gathered.add(document, bytes(32), chunks(document, width))
    text = np.frombuffer(texts.getvalue(), dtype=np.uint8)
    part = Kept(gathered.arrays(text, columns.in_memory), np.arange(len(documents)))
    return Passages(merged([part], columns.in_memory)[0])


def pages() -> Document:
    """Two pages of which each has two passages."""
    text = "First of one.\n\nSecond of one.\n\nFirst of two.\n\nSecond of two."
    middle = text.index("First of two")
    sections = (Section(0, middle, page=1), Section(middle, len(text), page=2, metadata={"part": "end"}))
    return Document(text, "book.pdf", "plain", sections, {"kind": "book"}, (Skipped("book.pdf:3", "torn"),))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8") | st.sampled_from("\r\n# 茶🍵.")).filter(str.strip),
        min_size=1,
        max_size=4,
    )
)
def test_every_passage_comes_out_as_it_went_in(texts: list[str]) -> None:
    documents = [
        Document(text, f"{number}.md", metadata={"n": str(number)}) for number, text in enumerate(texts)
    ]
    assert list(made(*documents)) == [passage for document in documents for passage in chunks(document, 20)]


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("ab \r\n#。茶🍵-")), st.integers(0, 3))
def test_a_wider_passage_is_a_piece_of_the_document_with_the_line_it_starts_at(text: str, count: int) -> None:
    opened = made(Document("x " + text, "a.md"), width=8)
    for passage in opened:
        wide = opened.around(passage, count)
        assert wide.text == ("x " + text)[wide.start : wide.end]
        assert wide.start <= passage.start
        assert passage.end <= wide.end
        assert wide.line == 1 + len(LINE_END.findall("x " + text, 0, wide.start))


@pytest.mark.parametrize(
    ("count", "texts"),
    [(0, (3, 3)), (1, (2, 4)), (2, (1, 4)), (99, (0, 4))],
)
def test_neighbours_are_counted_in_passages(count: int, texts: tuple[int, int]) -> None:
    opened = made(Document(TEXT, "tea.md"))
    assert len(opened) == 5
    wide = opened.around(opened[3], count)
    assert (wide.start, wide.end) == (opened[texts[0]].start, opened[texts[1]].end)


def test_a_wider_passage_stays_on_its_page() -> None:
    opened = made(pages(), width=16)
    assert [passage.page for passage in opened] == [1, 1, 2, 2]
    wide = opened.around(opened[2], 5)
    assert (wide.text, wide.page) == ("First of two.\n\nSecond of two.", 2)


def test_a_wider_passage_keeps_to_lines_that_follow_each_other() -> None:
    text = "one\n\ntwo\n\nthree"
    rows = (Section(0, 3, line=1), Section(5, 8, line=7), Section(10, 15, line=9))
    opened = made(Document(text, "rows.csv", "plain", rows))
    assert [passage.line for passage in opened] == [1, 7, 9]
    assert opened.around(opened[1], 5).text == "two\n\nthree"


def test_a_passage_of_elsewhere_has_no_neighbours() -> None:
    opened = made(Document(TEXT, "tea.md"))
    for stranger in (
        Passage("x", "other.md", 0, 1),
        Passage("x", "tea.md", 1, 2),
        Passage("x", "tea.md", 9**6, 9**7),
    ):
        assert opened.around(stranger, 1) == stranger


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({}, 6),
        ({"source": "*.pdf"}, 4),
        ({"source": "a.m?"}, 2),
        ({"kind": "book"}, 4),
        ({"kind": "b*", "part": "end"}, 2),
        ({"part": ""}, 4),
        ({"kind": "BOOK"}, 0),
        ({"unheard": "*"}, 6),
        ({"unheard": "?*"}, 0),
        ({"source": "[a]*"}, 2),
    ],
)
def test_where_keeps_those_that_match_all_patterns(where: dict[str, str], expected: int) -> None:
    opened = made(pages(), Document("# Aa\n\nOne.\n\n# Bb\n\nTwo.", "a.md"), width=16)
    assert opened.among(where).sum() == expected


def test_a_document_knows_what_of_it_could_not_be_read() -> None:
    opened = made(pages(), Document("Whole.", "a.md"))
    assert [opened.skipped(number) for number in (0, 1)] == [(), (Skipped("book.pdf:3", "torn"),)]


def test_a_document_comes_out_as_it_was_read() -> None:
    opened = made(Document(TEXT, "tea.md"), Document("\ufeffhalf \ud83d pair", "odd.txt"))
    assert opened.document("tea.md") == TEXT
    assert opened.document("odd.txt") == "\ufeffhalf \ud83d pair"
    assert opened.document("none") is None
