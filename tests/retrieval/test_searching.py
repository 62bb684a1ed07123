from dataclasses import dataclass, field

from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.retrieval.searching import MAX_QUERY, plain, searched
from reasoner.state import Passage

QUESTION = "How far is the Moon?"


def passage(letter: str, score: float = 0.9) -> Passage:
    return Passage(f"Page {letter} of the Moon.", f"{letter}.md", 0, 22, score=score)


@dataclass
class Library:
    """Finds what its rankings say, a letter for each passage."""

    rankings: dict[str, str]
    name: str = "library"
    asked: list[tuple[str, int, Where]] = field(default_factory=list)

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        self.asked.append((query, top_k, where))
        return tuple(map(passage, self.rankings[query][:top_k]))

    def around(self, passage: Passage, count: int) -> Passage:
        return passage


def order(rankings: dict[str, str], *, only_queries: bool = False) -> str:
    queries = [query for query in rankings if query != QUESTION]
    found = searched(Library(rankings), QUESTION, queries, 10, ANYWHERE, only_queries=only_queries)
    return "".join(passage.source[0] for passage in found)


def test_the_question_alone_is_searched_as_it_is() -> None:
    library = Library({QUESTION: "abc"})
    assert searched(library, QUESTION, (), 2, {"lang": "zh"}, only_queries=False) == (
        passage("a"),
        passage("b"),
    )
    assert library.asked == [(QUESTION, 2, {"lang": "zh"})]


def test_a_query_on_the_same_subject_brings_in_what_it_finds() -> None:
    assert order({QUESTION: "abcde", "distance of the Moon": "xabcd"}) == "abcdex"
    assert order({QUESTION: "abcde", "one": "eabcd", "two": "eadbc"})[0] in "ae"


def test_queries_that_are_beside_the_point_change_nothing() -> None:
    junk = {f"junk {i}": "xyzav" for i in range(8)}
    assert order({QUESTION: "abcde"} | junk) == "abcde"


def test_with_only_the_queries_each_has_a_full_say() -> None:
    assert order({QUESTION: "abc", "one": "xy", "two": "yz"}, only_queries=True) == "yxz"


def test_a_passage_has_its_support_for_the_question_whoever_found_it() -> None:
    library = Library({QUESTION: "abcde", "distance": "xabcd"})
    found = searched(library, QUESTION, ("distance",), 10, ANYWHERE, only_queries=False)
    scores = {passage.source[0]: passage.score for passage in found}
    assert [scores[letter] for letter in "abcde"] == [0.9] * 5
    assert 0 < scores["x"] < 0.9


def test_a_query_is_one_that_every_search_can_take() -> None:
    assert plain("月球 moon?") == "月球 moon?"
    assert plain("a\0b\ud83d") == "a b?"
    assert len(plain("moon " * 200_000)) == MAX_QUERY
    library = Library({"a b?": "a"})
    assert searched(library, "a\0b\ud83d", (), 1, ANYWHERE, only_queries=False) == (passage("a"),)
