"""The evidence: passages that bear on the question, from a collection."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar, Literal

from pydantic import Field

from reasoner import intents
from reasoner.intents.classifier import Classifier
from reasoner.retrieval.answerable import relevance
from reasoner.retrieval.diversity import varied
from reasoner.retrieval.retriever import Retriever
from reasoner.retrieval.searching import searched
from reasoner.retrieval.widening import covers, widened
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, Passage, State

NEEDS_NONE = ("expression", "word_problem", "chat")
"""Intents of default.yaml that no document helps with: what is computed, and small talk."""


class Retrieve(Stage):
    """Look the question up in a collection, and the further searches that `rewrite` wrote."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"passages"})
    stage: Literal["retrieve"] = "retrieve"
    collection: str | None = None
    """The collection; the one of the settings or of `--collection` unless set."""
    top_k: int = Field(5, ge=1, le=100)
    """How many passages at most."""
    min_score: float = Field(0, ge=0, le=1)
    """Passages that cover less of the question are left out."""
    min_relevance: float = Field(0, ge=0, le=1)
    """Passages that are less likely than this to bear on the question are left out, be it all of them."""
    where: dict[str, str] = Field(default_factory=dict)
    """Only passages whose metadata match: a pattern with `*`, `?` and `[ab]` for `source`, or another key."""
    neighbours: int = Field(0, ge=0, le=20)
    """Passages of the document to add before and after each; those that overlap then become one."""
    diversity: float = Field(0, ge=0, le=1)
    """How much passages that say what a better one says already make way for others."""
    rerank: str | None = None
    """A cross-encoder that puts the passages in order, by its name under [rerankers] in the settings."""
    pool: int = Field(20, ge=1, le=1000)
    """How many passages of each search `rerank`, `diversity` and the further searches choose from."""
    keep: bool = False
    """Add to the passages that are there, which stay in front; further searches then replace the question."""
    when_needed: bool = False
    """Leave out the search where the question surely needs no documents: what is computed, and small talk."""
    needs_none: tuple[str, ...] = NEEDS_NONE
    """Intents that `when_needed` takes for needing no documents."""
    sure_from: float = Field(0.9, ge=0, le=1)
    """Score of such an intent from which `when_needed` believes it."""
    even_if_proved: bool = False
    """Search although a candidate is proved already."""

    def run(self, state: State, context: Context) -> State:
        if (state.proved and not self.even_if_proved) or (self.when_needed and not self._needed(state)):
            return state
        retriever = context.retriever(self.collection or "default")
        there = state.passages if self.keep else ()
        chosen = self._chosen(state, retriever, there, context)
        if self.neighbours:
            return replace(state, passages=widened(chosen, retriever, self.neighbours, there))
        return replace(state, passages=(*there, *chosen))

    def _needed(self, state: State) -> bool:
        intent = state.intent or _classifier().classify(state.question)
        return intent.kind not in self.needs_none or intent.score < self.sure_from

    def _chosen(
        self, state: State, retriever: Retriever, there: Sequence[Passage], context: Context
    ) -> tuple[Passage, ...]:
        """The passages to add to those that are there."""
        chooses = self.rerank or self.diversity or state.queries or there
        pool = max(self.top_k, self.pool) if chooses else self.top_k
        found = searched(
            retriever,
            state.question,
            state.queries,
            pool + len(there),
            self.where,
            only_queries=bool(there and state.queries),
        )
        fresh = [passage for passage in found if not any(covers(known, passage) for known in there)]
        relevant = tuple(passage for passage in fresh[:pool] if self._is_relevant(state.question, passage))
        if self.rerank:
            scores = context.reranker(self.rerank).scores(state.question, [p.text for p in relevant])
            ranked = sorted(zip(scores, relevant, strict=True), key=lambda pair: -pair[0])
            relevant = tuple(passage for _, passage in ranked)
        return varied(relevant, self.diversity, self.top_k) if self.diversity else relevant[: self.top_k]

    def _is_relevant(self, question: str, passage: Passage) -> bool:
        return passage.score >= self.min_score and relevance(question, passage) >= self.min_relevance


@cache
def _classifier() -> Classifier:
    return intents.read("default.yaml", None).classifier
