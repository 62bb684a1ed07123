"""The proof of an answer from documents: where each of its sentences stands, word for word."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.retrieval import reading
from reasoner.retrieval.answerable import answerable
from reasoner.retrieval.citations import MIN_OVERLAP, Finding, attributed, citation, findings, supported
from reasoner.retrieval.contradictions import Contradiction, citations, contradictions, disagreement
from reasoner.retrieval.reading import Sentence
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, Candidate, Citation, FieldName, State

NOT_READ = frozenset({"solve", "program"})
"""Origins of answers that were computed, so that no document has to bear them out."""
WITH_TOOLS = "tools"
"""The origin, and the name of the check, of answers that tools bear out."""


class Cite(Stage):
    """Tie the answer to its places in the passages, and be as sure as they bear it out."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "passages", "outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["cite"] = "cite"
    collection: str | None = None
    """What an abstention says was searched; the one of the settings or of `--collection` unless set."""
    min_support: float = Field(0.5, ge=0, le=1)
    """Probability that the collection answers the question at all, below which it is not asked further."""
    min_overlap: float = Field(MIN_OVERLAP, gt=0, le=1)
    """Share of the terms of a sentence of the answer that a source has when it says it in other words."""
    contradictions: Literal["abstain", "show", "ignore"] = "abstain"
    """What to do where two sources answer the question differently: abstain with both quotes; answer, half as
    sure and with both quotes; or look for none."""
    doubt: float = Field(0.5, ge=0, le=1)
    """What the confidence is multiplied by where sources disagree and `contradictions` is `show`."""

    def run(self, state: State, context: Context) -> State:
        outcome = state.outcome
        if isinstance(outcome, Answered) and _computed(state, outcome):
            return state
        if not isinstance(outcome, Answered) and _searched_nothing(state):
            return state
        bearing = answerable(state.question, state.passages)
        if not state.passages or bearing < self.min_support:
            return replace(state, outcome=self._nothing_found(state, context, bearing))
        if not isinstance(outcome, Answered):
            return state
        look = self.contradictions != "ignore"
        opposed = contradictions(state.question, state.passages) if look else ()
        return replace(state, outcome=self._cited(state, outcome, opposed, bearing))

    def _cited(
        self, state: State, outcome: Answered, opposed: Sequence[Contradiction], bearing: float
    ) -> Answered | Abstained:
        found = findings(outcome.text, state.passages, state.question, self.min_overlap)
        sure = bearing * _borne_out(state, found)
        if opposed and self.contradictions == "abstain":
            quotes, doubted = citations(opposed), sure * self.doubt
            return Abstained(disagreement(opposed), doubted, citations=quotes, code="contradiction")
        said, cited = attributed(found)
        if opposed:
            sure *= self.doubt
            cited = tuple(dict.fromkeys((*cited, *citations(opposed))))
            said = tuple(replace(entry, reason=entry.reason or disagreement(opposed)) for entry in said)
        return replace(outcome, citations=cited, attributions=said, confidence=sure, kind="raw")

    def _nothing_found(self, state: State, context: Context, bearing: float) -> Abstained:
        searched = context.retriever(self.collection or "default")
        nothing = f"nothing in collection '{searched.name}' bears on the question"
        near = state.passages or searched.search(state.question, 1)
        if not near:
            says = f"{nothing}; no passage shares a word with it"
            return Abstained(says, bearing, code="unsupported")
        nearest = max(near, key=lambda passage: passage.score)
        says = f"{nothing}; the nearest is {nearest.source}:{nearest.line}, with support {nearest.score:.2f}"
        quote = citation(nearest, 0, len(nearest.text))
        return Abstained(says, bearing, citations=(quote,), code="unsupported")


def _computed(state: State, outcome: Answered) -> bool:
    """No document has to bear it out: it was proved, or everyone who came to it computed it."""
    made = [candidate for candidate in state.candidates if candidate.answer == outcome.text]
    proved = any(candidate.proved for candidate in made)
    return outcome.certificate is not None or proved or (bool(made) and all(map(_unread, made)))


def _searched_nothing(state: State) -> bool:
    """All that was tried is tools, none of which searched documents: there is nothing to say of these."""
    tried = [candidate for candidate in state.candidates if candidate.origin == WITH_TOOLS]
    looked_up = any(called.looked_up for candidate in tried for called in candidate.calls)
    return bool(tried) and len(tried) == len(state.candidates) and not (looked_up or state.passages)


def _unread(candidate: Candidate) -> bool:
    """It read nothing to find its answer: that was computed, or tools gave it that search no documents."""
    if candidate.origin != WITH_TOOLS:
        return candidate.origin in NOT_READ
    computed = any(check.by == WITH_TOOLS and check.verdict == "pass" for check in candidate.checks)
    called = [call for call in candidate.calls if call.ok]
    return computed or (bool(called) and not any(call.looked_up for call in called))


def _borne_out(state: State, found: Sequence[Finding]) -> float:
    """Probability that the answer is right if the passages have it: it was taken from where they answer.

    Lower by the share of the answer that they do not say, and of the samples that said otherwise.
    """
    quotes = [quote for finding in found if finding.strength > 0 for quote in finding.citations]
    places = reading.numbered(state.question, state.passages, limit=sys.maxsize)
    cited = sum(place.score for place in places if any(_within(place, quote) for quote in quotes))
    return supported(found) * min(1.0, cited) * _agreement(state)


def _agreement(state: State) -> float:
    """Share of the samples that gave the answer; of one alone nothing is known, so that it is 1."""
    if len(state.candidates) < 2 or not state.votes:
        return 1.0
    return len(state.votes[0].members) / len(state.candidates)


def _within(sentence: Sentence, citation: Citation) -> bool:
    same = sentence.passage.source == citation.source
    return same and sentence.start < citation.end and citation.start < sentence.end
