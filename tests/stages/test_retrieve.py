from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import ValidationError

from reasoner.errors import KnowledgeError
from reasoner.retrieval.retriever import ANYWHERE, Where
from reasoner.stages.retrieve import Retrieve
from reasoner.state import Intent, Passage, State
from support import Shelf, candidate, check, context

NEAR = Passage("The Moon is far.", "moon.md", 0, 16, score=0.9)
FAR = Passage("The Sun is hot.", "sun.md", 0, 15, score=0.2)


def found(stage: Retrieve, *passages: Passage) -> tuple[Passage, ...]:
    shelf = Shelf(passages or (NEAR, FAR))
    return stage.run(
        State("How far is the Moon?"), context(retrievers={"default": shelf, "sky": shelf})
    ).passages


def test_the_best_passages_become_evidence() -> None:
    assert found(Retrieve()) == (NEAR, FAR)
    assert found(Retrieve(collection="sky", top_k=1)) == (NEAR,)


def test_passages_that_hardly_bear_on_the_question_are_left_out() -> None:
    assert found(Retrieve(min_score=0.5)) == (NEAR,)


def test_a_collection_that_is_not_there_is_named() -> None:
    with pytest.raises(KnowledgeError, match=r"no collection 'skye'; did you mean 'sky'\?"):
        found(Retrieve(collection="skye"))


def test_nothing_relevant_is_a_result() -> None:
    assert found(Retrieve(min_relevance=0.5)) == (NEAR,)
    assert found(Retrieve(min_relevance=0.5), FAR) == ()


def test_of_two_passages_alike_the_one_that_names_what_is_asked_is_relevant() -> None:
    one, other = replace(NEAR, score=0.6), Passage("The Sun is far.", "sun.md", 0, 15, score=0.6)
    assert found(Retrieve(min_relevance=0.5), one, other) == (one,)


QUESTION = State("How far is the Moon?")
PROVED = replace(QUESTION, candidates=(candidate("4", check("pass", "proof")),))


@pytest.mark.parametrize(
    ("stage", "state", "searches"),
    [
        (Retrieve(), PROVED, False),
        (Retrieve(even_if_proved=True), PROVED, True),
        (Retrieve(when_needed=True), State("12*(3+4)"), False),
        (Retrieve(when_needed=True), State("2.5 × 4 = ?"), False),
        (Retrieve(when_needed=True), State("小明有5个苹果，吃了2个，还剩几个？"), False),
        (Retrieve(when_needed=True), State("Thanks a lot, bye!"), False),
        (Retrieve(when_needed=True), QUESTION, True),
        (Retrieve(when_needed=True), State("月球离地球有多远？"), True),
        (Retrieve(when_needed=True), State("How many votes does a majority stop need?"), True),
        (Retrieve(), State("12*(3+4)"), True),
        (Retrieve(when_needed=True), replace(QUESTION, intent=Intent("chat", 0.95)), False),
        (Retrieve(when_needed=True), replace(QUESTION, intent=Intent("chat", 0.5)), True),
        (Retrieve(when_needed=True, sure_from=0.5), replace(QUESTION, intent=Intent("chat", 0.5)), False),
        (Retrieve(when_needed=True, needs_none=("faq",)), replace(QUESTION, intent=Intent("faq", 1)), False),
        (Retrieve(when_needed=True), replace(State("12*(3+4)"), intent=Intent("factual", 1)), True),
    ],
)  # fmt: skip
def test_a_question_that_needs_no_documents_is_not_searched(
    stage: Retrieve, state: State, searches: bool
) -> None:
    after = stage.run(state, context(retrievers={"default": Shelf((NEAR,))}))
    assert after.passages == ((NEAR,) if searches else ())


TEXT = "Tea is hot. Tea is brewed hot. 茶是热的。 Coffee is black."
SPANS = ((0, 11), (12, 30), (31, 36), (37, 53))
BOOK = tuple(Passage(TEXT[i:j], "tea.md", i, j, score=0.9 - i / 100) for i, j in SPANS)


class Book:
    """A document of which every query finds the passages from the one that it names."""

    name = "book"

    def search(self, query: str, top_k: int, where: Where = ANYWHERE) -> tuple[Passage, ...]:
        assert where in ({}, {"source": "tea*"})
        first = int(query) if query.isdecimal() else 0
        return BOOK[first : first + top_k]

    def around(self, passage: Passage, count: int) -> Passage:
        here = SPANS.index((passage.start, passage.end))
        run = SPANS[max(0, here - count) : here + count + 1]
        return replace(passage, text=TEXT[run[0][0] : run[-1][1]], start=run[0][0], end=run[-1][1])


class Backwards:
    """A reranker that likes the later letters of the alphabet."""

    def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        return tuple(float(ord(text[0])) for text in texts)


def places(stage: Retrieve, state: State = QUESTION) -> list[tuple[int, int]]:
    inside = replace(context(retrievers={"default": Book()}), rerankers={"backwards": Backwards()})
    return [(passage.start, passage.end) for passage in stage.run(state, inside).passages]


@pytest.mark.parametrize(
    ("stage", "spans"),
    [
        (Retrieve(top_k=2), SPANS[:2]),
        (Retrieve(top_k=2, where={"source": "tea*"}), SPANS[:2]),
        (Retrieve(top_k=2, diversity=0.6), (SPANS[0], SPANS[2])),
        (Retrieve(top_k=2, diversity=0.6, pool=2), SPANS[:2]),
        (Retrieve(top_k=2, rerank="backwards"), (SPANS[2], SPANS[0])),
        (Retrieve(top_k=1, rerank="backwards", pool=2), SPANS[:1]),
        (Retrieve(top_k=1, neighbours=1), ((0, 30),)),
        (Retrieve(top_k=3, neighbours=1), ((0, 53),)),
    ],
)
def test_what_is_chosen_of_what_was_found(stage: Retrieve, spans: Sequence[tuple[int, int]]) -> None:
    assert places(stage) == list(spans)


def test_what_is_there_is_kept_in_front_and_added_to_once() -> None:
    there = replace(QUESTION, passages=BOOK[:1])
    assert places(Retrieve(top_k=2, keep=True), there) == [*SPANS[:3]]
    assert places(Retrieve(top_k=2), there) == [*SPANS[:2]]
    further = replace(there, queries=("3", "0"))
    assert places(Retrieve(top_k=1, keep=True), further) == [SPANS[0], SPANS[3]]
    wide = replace(QUESTION, passages=(replace(BOOK[0], text=TEXT[:30], end=30),))
    assert places(Retrieve(top_k=1, keep=True), wide) == [(0, 30), SPANS[2]]
    assert places(Retrieve(top_k=1, keep=True, neighbours=1), wide) == [(0, 53)]


def test_a_reranker_that_is_not_bound_is_named() -> None:
    with pytest.raises(KnowledgeError, match=r"no reranker 'backward'; did you mean 'backwards'\?"):
        places(Retrieve(rerank="backward"))


@pytest.mark.parametrize(
    "field",
    [
        {"top_k": 0},
        {"top_k": 101},
        {"min_score": 1.1},
        {"diversity": 2},
        {"neighbours": -1},
        {"where": {"a": 1}},
    ],
)
def test_values_out_of_range_are_refused(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Retrieve.model_validate(field)
