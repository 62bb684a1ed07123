from itertools import pairwise

import pytest

from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.widening import covers, widened
from reasoner.state import Passage

TEXT = "First one. Second. Third here. Fourth. 第五句。"
STARTS = (0, 11, 19, 31, 39, len(TEXT))
BOOK = tuple(Passage(TEXT[start:end], "book.md", start, end) for start, end in pairwise(STARTS))


class Book:
    """One document of a few passages; joined with their spaces, or with blank lines between them."""

    name = "book"

    def __init__(self, exact: bool = True) -> None:
        self.exact = exact

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        return BOOK[:top_k]

    def around(self, passage: Passage, count: int) -> Passage:
        here = [found.start for found in BOOK].index(passage.start)
        run = BOOK[max(0, here - count) : here + count + 1]
        text = TEXT[run[0].start : run[-1].end] if self.exact else "\n\n".join(p.text for p in run)
        return Passage(text, "book.md", run[0].start, run[-1].end)


@pytest.mark.parametrize(
    ("hits", "neighbours", "spans"),
    [
        ((2,), 1, [(11, 39)]),
        ((0, 4), 1, [(0, 19), (31, len(TEXT))]),
        ((0, 2), 1, [(0, 39)]),
        ((4, 0, 2), 1, [(0, len(TEXT))]),
        ((2, 1), 9, [(0, len(TEXT))]),
    ],
)
def test_overlapping_neighbourhoods_become_one_exact_passage(
    hits: tuple[int, ...], neighbours: int, spans: list[tuple[int, int]]
) -> None:
    found = widened((BOOK[hit] for hit in hits), Book(), neighbours)
    assert [(passage.start, passage.end) for passage in found] == spans
    assert all(passage.text == TEXT[passage.start : passage.end] for passage in found)


def test_what_two_inexact_neighbourhoods_share_is_there_once() -> None:
    [found] = widened((BOOK[0], BOOK[2]), Book(exact=False), 1)
    assert found.text == "\n\n".join(passage.text for passage in BOOK[:4])


def test_a_merged_passage_has_the_better_score() -> None:
    [found] = widened(
        (
            Passage(BOOK[0].text, "book.md", 0, 11, score=0.2),
            Passage(BOOK[1].text, "book.md", 11, 19, score=0.7),
        ),
        Book(),
        1,
    )
    assert found.score == 0.7


def test_a_passage_covers_what_lies_in_it_in_the_same_document() -> None:
    whole = Passage(TEXT, "book.md", 0, len(TEXT))
    assert covers(whole, BOOK[1])
    assert not covers(BOOK[1], whole)
    assert not covers(whole, Passage("x", "other.md", 1, 2))
