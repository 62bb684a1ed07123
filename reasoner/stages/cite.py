"""The proof of an answer from documents: where each of its sentences stands, word for word."""

from dataclasses import replace
from typing import ClassVar, Literal

from reasoner.retrieval.citations import Tie, tie
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, FieldName, State

NOT_READ = frozenset({"solve", "program"})
"""Origins of answers that were computed, so that no document has to bear them out."""


class Cite(Stage):
    """Tie the answer to its places in the passages, and be as sure as they bear it out."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "passages", "candidates", "outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["cite"] = "cite"
    collection: str | None = None
    """What an abstention says was searched; the collection of the settings or of `--collection` unless set."""

    def run(self, state: State, context: Context) -> State:
        outcome = state.outcome
        if isinstance(outcome, Answered) and _computed(state, outcome):
            return state
        if not state.passages:
            return replace(state, outcome=Abstained(self._nothing_found(state.question, context)))
        if not isinstance(outcome, Answered):
            return state
        ties = tie(outcome.text, state.passages, state.question)
        cited = tuple(dict.fromkeys(entry.citation for entry in ties if entry))
        return replace(
            state, outcome=replace(outcome, citations=cited, confidence=_confidence(outcome, ties))
        )

    def _nothing_found(self, question: str, context: Context) -> str:
        searched = context.retriever(self.collection or "default")
        nothing = f"nothing in collection '{searched.name}' bears on the question"
        for nearest in searched.search(question, 1):
            return (
                f"{nothing}; the nearest is {nearest.source}:{nearest.line}, with support {nearest.score:.2f}"
            )
        return f"{nothing}; no passage shares a word with it"


def _computed(state: State, outcome: Answered) -> bool:
    origins = {candidate.origin for candidate in state.candidates if candidate.answer == outcome.text}
    proved = any(candidate.proved for candidate in state.candidates if candidate.answer == outcome.text)
    return outcome.certificate is not None or proved or (bool(origins) and origins <= NOT_READ)


def _confidence(outcome: Answered, ties: tuple[Tie | None, ...]) -> float:
    """Mean over the answer's sentences of how well their sources bear them and the question out."""
    support = [entry.strength * entry.passage.score if entry else 0.0 for entry in ties]
    return min(1.0, sum(support) / len(support)) if support else 0.0
