"""The sentences of passages as evidence: which bear on a question, and how much of it each has."""

from collections.abc import Sequence

from reasoner.patterns import LINE_END
from reasoner.retrieval import reading
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, stem, terms
from reasoner.state import Passage

_ASKING = frozenset(map(stem, ("many", "much", "year", "date", "percentage", "percent", "number", "name")))
"""Terms that say what kind of answer is wanted: a sentence that has it need not have them."""
MOST = 20
"""Sentences that are worth a look."""


def bearing(question: str, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The sentences that may answer, the likeliest first; `score` is the share of the question's terms."""
    asked = [term for term in content_terms(question) if term not in _ASKING]
    return tuple(
        Passage(
            sentence.text,
            sentence.passage.source,
            sentence.start,
            sentence.end,
            line=sentence.passage.line
            + len(LINE_END.findall(sentence.passage.text, 0, sentence.start - sentence.passage.start)),
            page=sentence.passage.page,
            score=coverage(asked, terms(sentence.text), lambda term: 1.0),
        )
        for sentence in reading.numbered(question, passages, MOST)
    )
