import tracemalloc

import pytest

from reasoner.retrieval.blocks import blocks


def kinds(text: str, *, titled: bool = False) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in blocks(text, titled=titled)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\ntext\nmore", [("heading", "# A"), ("paragraph", "text\nmore")]),
        ("Title\n=====\ntext", [("heading", "Title\n====="), ("paragraph", "text")]),
        ("- a\n  b\n- c", [("item", "- a\n  b"), ("item", "- c")]),
        ("1. a\n2) b", [("item", "1. a"), ("item", "2) b")]),
        ("```py\n# no heading\n\nx\n```\ny", [("code", "```py\n# no heading\n\nx\n```"), ("paragraph", "y")]),
        ("~~~\nnever closed", [("code", "~~~\nnever closed")]),
        ("| a |\n|---|\n| b |\ntext", [("table", "| a |\n|---|\n| b |"), ("paragraph", "text")]),
        ("a | b\n--|:-:\n1 | 2\ntext", [("table", "a | b\n--|:-:\n1 | 2"), ("paragraph", "text")]),
        ("a | b\nno rule", [("paragraph", "a | b\nno rule")]),
        ("a\r\n\r\nb", [("paragraph", "a"), ("paragraph", "b")]),
        ("#hashtag", [("paragraph", "#hashtag")]),
        ("\n \n", []),
        ("", []),
    ],
)
def test_a_text_is_divided_at_its_structure(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("A title\n\nText.", "heading"),
        ("A sentence.\n\nText.", "paragraph"),
        ("Two\nlines\n\nText.", "paragraph"),
        ("Alone", "paragraph"),
    ],
)
def test_a_plain_text_begins_with_a_title_where_a_line_stands_alone(text: str, first: str) -> None:
    assert kinds(text, titled=True)[0][0] == first


@pytest.mark.parametrize(
    ("text", "level", "title"),
    [
        ("### Some *words* ##\n", 3, "Some *words*"),
        ("# C#", 1, "C#"),
        ("## 茶 \t", 2, "茶"),
        ("# #", 1, ""),
        ("茶\n===", 1, "茶"),
    ],
)
def test_a_heading_has_a_level_and_a_title(text: str, level: int, title: str) -> None:
    heading = blocks(text)[0]
    assert (heading.level, heading.title) == (level, title)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("fruit,price\npear,3 euros\napple,2 euros", "table"),
        ('"Sherbrooke, Quebec",3\nBasel,4', "table"),
        ("水果,价格\n梨,3元", "table"),
        ("a\tb\nc\td", "table"),
        ("1,000 men went,\n2,000 came.", "paragraph"),
        ("1,000 men\n2,000 women", "paragraph"),
        ("one line, two words\na second, two more", "paragraph"),
        ("pear,3 euros", "paragraph"),
    ],
)
def test_lines_of_as_many_values_each_are_a_table(text: str, kind: str) -> None:
    assert [block.kind for block in blocks(text)] == [kind]


@pytest.mark.parametrize("gap", ["\n\n", "\n\n\n\n", "\r\n\r\n\r\n", "\r\r\r", "\n \n\n\u3000\n"])
def test_any_number_of_empty_lines_is_one_gap(gap: str) -> None:
    text = gap.join(("", "# 题", "one\ntwo", "- item", "| a |", "句子。", ""))
    assert kinds(text) == [
        ("heading", "# 题"),
        ("paragraph", "one\ntwo"),
        ("item", "- item"),
        ("table", "| a |"),
        ("paragraph", "句子。"),
    ]


def test_a_text_of_empty_lines_takes_little_memory() -> None:
    text = "\n" * 10**6 + "end"
    tracemalloc.start()
    found = kinds(text)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == [("paragraph", "end")]
    assert most < 10 * len(text)
