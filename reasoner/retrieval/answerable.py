"""Whether the sources have the answer at all, and whether a passage bears on the question."""

import math
from collections.abc import Sequence

from reasoner.retrieval.support import likeness
from reasoner.retrieval.terms import named, terms
from reasoner.state import Passage

WEIGHTS = {"support": 10.0, "lead": 23.4, "names": 1.6}
BIAS = -7.7
"""Of a logistic model fitted to English and Chinese reading questions, each once with and once without the
file that answers it: at 0.5 both are as likely."""

MAX_LEAD, USUAL_LEAD = 0.3, 0.1
"""What a lead counts at most, lest a lone passage be taken for an answer, and what without a rival."""
SAME = 0.6
"""Likeness from which another file says the same, and is no rival."""


def answerable(question: str, passages: Sequence[Passage]) -> float:
    """Probability that the collection in which the passages were found answers the question; 0.0 for none.

    Where the answer is there, its passage has most of the question, its names and figures too, and leaves the
    passages of other files behind; the less so, the more of the question it has: two files may answer it.
    """
    if not passages:
        return 0.0
    best = max(passages, key=lambda passage: passage.score)
    lead = _lead(best, passages) * (1 - best.score)
    found = {**_evidence(question, best), "lead": lead}
    return _probability(sum(WEIGHTS[name] * value for name, value in found.items()) + BIAS)


RELEVANCE = {"support": 11.5, "names": 2.1}
RELEVANCE_BIAS = -7.8
"""Of a logistic model of the same questions: is a passage that was found from the file that answers?"""


def relevance(question: str, passage: Passage) -> float:
    """Probability that the passage bears on the question, whatever else was found."""
    found = _evidence(question, passage)
    return _probability(sum(RELEVANCE[name] * value for name, value in found.items()) + RELEVANCE_BIAS)


def _evidence(question: str, passage: Passage) -> dict[str, float]:
    text = "\n".join((*passage.headings, passage.text))
    asked = named(question)
    return {
        "support": passage.score,
        "names": len(asked.intersection(terms(text))) / len(asked) if asked else 0.5,
    }


def _lead(best: Passage, passages: Sequence[Passage]) -> float:
    """How far the support of the best passage is above that of another file that says something else."""
    mine = frozenset(terms(best.text))
    others = [passage for passage in passages if passage.source != best.source]
    rivals = [
        passage.score
        for passage in others
        if likeness(mine, frozenset(terms(passage.text)), lambda term: 1.0) < SAME
    ]
    return min(MAX_LEAD, best.score - max(rivals)) if rivals else USUAL_LEAD


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))
