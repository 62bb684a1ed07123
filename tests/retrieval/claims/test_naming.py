import pytest

from reasoner.retrieval.claims.naming import claim
from reasoner.state import Passage

PASSAGES = (
    Passage("The Moon is far.", "space/moon.md", 0, 16, headings=("The Moon",)),
    Passage("Tea is green.", "tea_guide.pdf", 0, 13),
    Passage("红茶。", "茶叶.txt", 0, 3),
)


@pytest.mark.parametrize(
    ("sentence", "says", "named"),
    [
        ("The Moon is far.", "The Moon is far.", None),
        ("The Moon is far [1].", "The Moon is far.", {0}),
        ("The Moon is far. [1][3]", "The Moon is far.", {0, 2}),
        ("The Moon is far [1, 2].", "The Moon is far.", {0, 1}),
        ("The Moon is far [9].", "The Moon is far.", set()),
        ("According to moon.md, the Moon is far.", "the Moon is far.", {0}),
        ("According to The Moon, it is far.", "it is far.", {0}),
        ("According to the tea guide, it is green.", "it is green.", {1}),
        ("As stated in tea_guide.pdf, it is green.", "it is green.", {1}),
        ("tea_guide.pdf says that it is green.", "it is green.", {1}),
        ("It is green (tea_guide.pdf).", "It is green .", {1}),
        ("According to other.md, it is far.", "it is far.", set()),
        ("According to Smith, it is far.", "According to Smith, it is far.", None),
        ("According to the tea guide page 3, it is green.", "it is green.", {1}),
        (
            "The tea guide of every old tea house says that it is green.",
            "The tea guide of every old tea house says that it is green.",
            None,
        ),
        (
            "The Moon that all of the people saw: it is far.",
            "The Moon that all of the people saw: it is far.",
            None,
        ),
        ("根据茶叶.txt，红茶是茶。", "红茶是茶。", {2}),
        ("《茶叶》指出红茶是茶。", "红茶是茶。", {2}),
    ],
)
def test_a_sentence_may_name_where_it_is_from(sentence: str, says: str, named: set[int] | None) -> None:
    found = claim(sentence, PASSAGES)
    assert found.text.replace(" ", "") == says.replace(" ", "")
    assert found.named == (None if named is None else frozenset(named))
