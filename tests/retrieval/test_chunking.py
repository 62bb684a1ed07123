from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.retrieval.blocks import BLANK
from reasoner.retrieval.chunking import chunks, indexed
from reasoner.retrieval.document import Document, Section, Syntax
from reasoner.retrieval.terms import width

PIECES = st.sampled_from(
    [
        "# H\n",
        "word. ",
        "    def f():\n",
        '"a, b",',
        "\t",
        "\u3000",
        "中文句子。",
        "\n",
        "\r\n",
        "- item\n",
        "```\n",
        "| a |\n",
        "x" * 70,
        " ",
        "\ufeff",
        "🙂",
        "\r",
    ]
)


def texts(text: str, max_width: int = 1200, source: str = "a.md") -> list[str]:
    return [chunk.text for chunk in chunks(Document(text, source), max_width)]


@given(st.lists(PIECES, max_size=40).map("".join), st.integers(10, 60), st.sampled_from(get_args(Syntax)))
def test_every_character_is_in_exactly_one_passage_of_exact_place_and_size(
    text: str, max_width: int, syntax: Syntax
) -> None:
    end, between = 0, ""
    for passage in chunks(Document(text, "a.md", syntax), max_width):
        assert passage.text == text[passage.start : passage.end] != ""
        assert passage.line == 1 + text[: passage.start].replace("\r\n", "\n").replace("\r", "\n").count("\n")
        assert width(passage.text, 0, len(passage.text)) <= max_width
        between += text[end : passage.start]
        end = passage.end
    assert not (between + text[end:]).strip(BLANK)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\none\n\n# B\ntwo", ["# A\none", "# B\ntwo"]),
        ("# A\n## B\ntwo", ["# A\n## B\ntwo"]),
        ("First one here. Second one here.", ["First one here.", "Second one here."]),
        ("第一句话在这里。第二句话在这里。", ["第一句话在这里。", "第二句话在这里。"]),
        ("- one item here\n- two items here", ["- one item here", "- two items here"]),
        ("short\n\n```\na = 1\nb = 2\n```", ["short", "```\na = 1\nb = 2\n```"]),
    ],
)
def test_passages_end_at_headings_items_code_and_sentences(text: str, expected: list[str]) -> None:
    assert texts(text, max_width=22) == expected


def test_a_passage_knows_the_headings_above_it() -> None:
    found = chunks(Document("# Book\n## One\na\n## Two\nb\n", "a.md"))
    assert [chunk.headings for chunk in found] == [("Book", "One"), ("Book", "Two")]
    assert indexed(found[1]) == "Book\nTwo\n## Two\nb"


def test_the_title_of_a_plain_text_stands_above_all_of_it() -> None:
    found = chunks(Document("The Moon\n\nIt is far. It is cold.", "moon.txt", "plain"), 12)
    assert {chunk.headings for chunk in found} == {("The Moon",)}


def test_a_table_that_is_cut_has_its_header_above_every_part() -> None:
    text = "# Tea\n\n| Name | Origin |\n|---|---|\n| 龙井 | 杭州 |\n| Assam | India |\n\nAfter it.\n"
    found = chunks(Document(text, "a.md"), 40)
    assert [(passage.text, passage.headings) for passage in found] == [
        ("# Tea\n\n| Name | Origin |\n|---|---|", ("Tea",)),
        ("| 龙井 | 杭州 |\n| Assam | India |", ("Tea", "Name | Origin")),
        ("After it.", ("Tea",)),
    ]


SECTIONS = (
    Section(0, 9, page=1, headings=("Book",), metadata={"a": "b"}),
    Section(10, 20, page=2, line=7, headings=("Book", "Two")),
)


def test_no_passage_crosses_a_section_and_each_knows_what_its_section_is() -> None:
    document = Document("one. two.\n# Two\nfour", "a.md", sections=SECTIONS, metadata={"c": "d"})
    found = chunks(document)
    assert [passage.text for passage in found] == ["one. two.", "# Two\nfour"]
    assert [(passage.page, passage.line) for passage in found] == [(1, 1), (2, 7)]
    assert [passage.headings for passage in found] == [("Book",), ("Book", "Two")]
    assert [passage.metadata for passage in found] == [{"c": "d", "a": "b"}, {"c": "d"}]


LONG = {
    "dots": "." * 10**5 + "x",
    "one paragraph": "Another sentence is here. " * 10**4,
    "一段": "这是另一句话。" * 10**4,
    "abbreviations": "e.g. " * 10**4,
    "marks of a heading": "# " + "#" * 10**5 + "x",
    "one word": "x" * 10**5,
    "open fences": "```\n" * 10**4,
    "headings alone": "# a\n" * 10**5,
    "lines under headings": "# a\nb\n" * 10**4,
    "empty lines": "\r\n" * 10**6 + "x",
    "quotes": '"x\n' * 10**4,
    "blanks": " " * 10**5 + "x",
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("syntax", get_args(Syntax))
@pytest.mark.parametrize("text", LONG.values(), ids=list(LONG))
def test_a_long_text_takes_time_that_grows_with_its_length(text: str, syntax: Syntax) -> None:
    assert max(width(part.text, 0, len(part.text)) for part in chunks(Document(text, "a", syntax))) <= 1200


@pytest.mark.parametrize(
    "text",
    [
        "# A\n# B\n## C\ntext\n# D\nmore",
        "# 甲\n## 乙\n第一句。\n\n\n\n# 丙\n第二句。",
        "# A\n\n\n# B\nx\n# C",
    ],
)
def test_headings_with_nothing_under_them_join_the_next_one(text: str) -> None:
    first, *others = chunks(Document(text, "a"))
    assert first.text.count("#") > 1
    assert all(part.text.startswith("#") and part.text.count("#") == 1 for part in others)
