import pytest

from reasoner.retrieval.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Dr. Smith met J. R. Jones. They left.", ["Dr. Smith met J. R. Jones.", "They left."]),
        ("It costs 3.50 in the U.S. Army. So what?", ["It costs 3.50 in the U.S. Army.", "So what?"]),
        ("Use e.g. this. Not that.", ["Use e.g. this.", "Not that."]),
        ('He said "go." Then he went.', ['He said "go."', "Then he went."]),
        ("今天下雨。明天呢？“好！”他说。", ["今天下雨。", "明天呢？", "“好！”", "他说。"]),
        ("wrapped\nline. Next", ["wrapped\nline.", "Next"]),
        ("- first item\n- second. Still", ["- first item", "- second.", "Still"]),
        ("# Heading\nText.", ["# Heading", "Text."]),
        ("```\na. b. c.\n```", ["```\na. b. c.\n```"]),
        ("| a | b |\n| c | d |", ["| a | b |", "| c | d |"]),
        ("   ", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentences(text)] == expected
