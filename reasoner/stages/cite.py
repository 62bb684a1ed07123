"""The proof of an answer from documents: where each of its sentences stands, word for word."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.retrieval import reading
from reasoner.retrieval.citations import Tie, tie
from reasoner.retrieval.reading import Sentence
from reasoner.retrieval.support import bears
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, Citation, FieldName, State

NOT_READ = frozenset({"solve", "program"})
"""Origins of answers that were computed, so that no document has to bear them out."""


class Cite(Stage):
    """Tie the answer to its places in the passages, and be as sure as they bear it out."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "passages", "outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["cite"] = "cite"
    collection: str | None = None
    """What an abstention says was searched; the one of the settings or of `--collection` unless set."""
    min_support: float = Field(0.5, ge=0, le=1)
    """Probability that the collection answers the question at all, below which it is not asked further."""

    def run(self, state: State, context: Context) -> State:
        outcome = state.outcome
        if isinstance(outcome, Answered) and _computed(state, outcome):
            return state
        bearing = max((bears(passage.score) for passage in state.passages), default=0.0)
        if not state.passages or bearing < self.min_support:
            return replace(state, outcome=Abstained(self._nothing_found(state, context), bearing))
        if not isinstance(outcome, Answered):
            return state
        ties = tie(outcome.text, state.passages, state.question)
        cited = tuple(dict.fromkeys(entry.citation for entry in ties if entry))
        sure = _confidence(state, ties)
        return replace(state, outcome=replace(outcome, citations=cited, confidence=sure, kind="raw"))

    def _nothing_found(self, state: State, context: Context) -> str:
        searched = context.retriever(self.collection or "default")
        nothing = f"nothing in collection '{searched.name}' bears on the question"
        near = state.passages or searched.search(state.question, 1)
        if not near:
            return f"{nothing}; no passage shares a word with it"
        nearest = max(near, key=lambda passage: passage.score)
        return f"{nothing}; the nearest is {nearest.source}:{nearest.line}, with support {nearest.score:.2f}"


def _computed(state: State, outcome: Answered) -> bool:
    origins = {candidate.origin for candidate in state.candidates if candidate.answer == outcome.text}
    proved = any(candidate.proved for candidate in state.candidates if candidate.answer == outcome.text)
    return outcome.certificate is not None or proved or (bool(origins) and origins <= NOT_READ)


def _confidence(state: State, ties: Sequence[Tie | None]) -> float:
    """Probability that the passages answer the question, and do so where the answer was taken from.

    Lower by the share of the answer that they do not say.
    """
    found = [entry for entry in ties if entry]
    if not found:
        return 0.0
    sentences = reading.numbered(state.question, state.passages, limit=sys.maxsize)
    cited = [s for s in sentences if any(_within(s, entry.citation) for entry in found)]
    said = sum(entry.strength for entry in found) / len(ties)
    return said * bears(max(entry.passage.score for entry in found)) * min(1.0, sum(s.score for s in cited))


def _within(sentence: Sentence, citation: Citation) -> bool:
    same = sentence.passage.source == citation.source
    return same and sentence.start < citation.end and citation.start < sentence.end
