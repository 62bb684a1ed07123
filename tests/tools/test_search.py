from reasoner.errors import KnowledgeError
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.state import Passage
from reasoner.tools.naming import callable_name
from reasoner.tools.search import MOST_SHOWN, search
from reasoner.tools.tool import Returned
from support import Shelf

IRON = Passage("Iron melts at 1538 °C.", "metals.md", 10, 32, line=3, headings=("Metals", "Iron"))
LONG = Passage("铁" * 5_000, "长.md", 0, 5_000, page=7)


class Broken(Shelf):
    """A collection that cannot be read."""

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        raise KnowledgeError("the index is broken; make it again.")


def test_passages_come_with_their_source_and_line_and_can_be_cited() -> None:
    returned = search({"default": Shelf((IRON, LONG))}, "").call({"query": "iron"}, 5.0)
    assert returned.text.startswith(
        "[1] metals.md:3 (Metals > Iron)\nIron melts at 1538 °C.\n\n[2] 长.md:1, page 7\n铁"
    )
    assert returned.passages == (IRON, LONG)


def test_a_long_passage_is_shortened() -> None:
    returned = search({"default": Shelf((LONG,))}, "").call({"query": "iron"}, 5.0)
    assert len(returned.text) < MOST_SHOWN + 50
    assert returned.text.endswith("…")


def test_of_a_long_passage_the_sentences_that_bear_on_the_query_are_shown() -> None:
    text = "Copper is soft. " * 90 + "Iron melts at 1538 degrees. " + "Tin is white. " * 90
    returned = search({"default": Shelf((Passage(text, "m.md", 0, len(text)),))}, "").call(
        {"query": "At how many degrees does iron melt?"}, 5.0
    )
    assert "Iron melts at 1538 degrees." in returned.text
    assert len(returned.text) < MOST_SHOWN + 50


def test_nothing_found_says_so() -> None:
    returned = search({"notes": Shelf()}, "notes").call({"query": "火星"}, 5.0)
    assert returned == Returned("nothing was found for '火星'; try other words.")


def test_a_blank_query_and_a_broken_collection_are_errors() -> None:
    blank = search({"default": Shelf()}, "").call({"query": " "}, 5.0)
    broken = search({"default": Broken()}, "").call({"query": "iron"}, 5.0)
    assert (blank.ok, broken) == (False, Returned("the index is broken; make it again.", ok=False))


def test_two_collections_are_two_tools_whatever_their_names() -> None:
    names = [search({}, name).name for name in ("", "handbook", "手册", "笔记", "a b", "a" * 90)]
    assert names[:2] == ["search", "search_handbook"]
    assert len(set(names)) == len(names)
    assert all(callable_name(name) == name for name in names)
