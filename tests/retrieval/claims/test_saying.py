import pytest

from reasoner.retrieval.claims.saying import said


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        ("It is red. [1] It is old.", ["It is red. [1]", "It is old."]),
        ("It is red. (see moon.md)", ["It is red. (see moon.md)"]),
        ("月亮很远。（见月亮.md）", ["月亮很远。（见月亮.md）"]),
        ("It is red. (https://example.org/a)", ["It is red."]),
        ("It is red. [1](https://example.org/a)", ["It is red."]),
        ("月亮很远。https://example.org/a", ["月亮很远。"]),
        ("It is red. It is old.", ["It is red.", "It is old."]),
        ("", []),
    ],
)
def test_an_answer_is_its_sentences_with_their_markers(answer: str, parts: list[str]) -> None:
    assert [answer[start:end] for start, end in said(answer)] == parts
