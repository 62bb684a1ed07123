import pytest

from reasoner.retrieval.retriever import matcher, matches
from reasoner.state import Passage


@pytest.mark.parametrize(
    ("shape", "value", "fits"),
    [
        ("guides/*", "guides/a/b.md", True),
        ("guides/*", "guide/a.md", False),
        ("?.md", "月.md", True),
        ("?.md", "ab.md", False),
        ("200[12]", "2001", True),
        ("200[12]", "2003", False),
        ("notes [[]draft].md", "notes [draft].md", True),
        ("*", "two\nlines", True),
        ("", "", True),
        ("A.md", "a.md", False),
    ],
)
def test_a_pattern_is_one_of_a_shell(shape: str, value: str, fits: bool) -> None:
    assert matcher(shape)(value) is fits


def test_every_pattern_must_match_and_what_is_not_known_is_empty() -> None:
    passage = Passage("text", "a.md", 0, 4, metadata={"lang": "zh"})
    assert matches(passage, {"source": "*.md", "lang": "zh"})
    assert matches(passage, {"year": ""})
    assert not matches(passage, {"source": "*.md", "year": "?*"})
