import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.retrieval.chunking import chunks, indexed
from reasoner.retrieval.documents import Document
from reasoner.retrieval.terms import width

PIECES = st.sampled_from(
    [
        "# H\n",
        "word. ",
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


@given(st.lists(PIECES, max_size=40).map("".join), st.integers(10, 60))
def test_every_character_is_in_exactly_one_passage_of_exact_place_and_size(text: str, max_width: int) -> None:
    end, between = 0, ""
    for passage in chunks(Document(text, "a.md"), max_width):
        assert passage.text == text[passage.start : passage.end] != ""
        assert passage.line == 1 + text[: passage.start].replace("\r\n", "\n").replace("\r", "\n").count("\n")
        assert width(passage.text, 0, len(passage.text)) <= max_width
        between += text[end : passage.start]
        end = passage.end
    assert not (between + text[end:]).strip(" \t\r\n\ufeff")


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
