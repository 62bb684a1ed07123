"""How well a passage bears on a question, as a number in [0, 1]."""

import math
from collections.abc import Callable, Iterable, Sequence, Set

from reasoner.retrieval.sentences import sentences
from reasoner.retrieval.terms import terms

COSINE_SHARE = 0.3
"""How much of the support is the embedder's, where it can read both question and passage."""

EVEN = 0.51
STEEPNESS = 10.7
"""Of a logistic curve fitted to English and Chinese reading questions, each once with and once without the
passage that answers it in the collection: at EVEN both are as likely."""


def coverage(asked: Sequence[str], found: Iterable[str], weight: Callable[[str], float]) -> float:
    """Share of the asked terms, by weight, that are found; 0.0 when nothing is asked."""
    present = set(found)
    total = sum(map(weight, asked))
    return sum(weight(term) for term in asked if term in present) / total if total else 0.0


def likeness(left: Set[str], right: Set[str], weight: Callable[[str], float]) -> float:
    """How nearly both have the same terms, by weight, in [0, 1] (Dice's coefficient)."""
    both = sum(map(weight, left)) + sum(map(weight, right))
    return 2 * sum(map(weight, left & right)) / both if both else 0.0


def support(
    asked: Sequence[str],
    headings: Sequence[str],
    text: str,
    weight: Callable[[str], float],
    cosine: float | None = None,
) -> float:
    """How much of what is asked stands in the passage, and stands together.

    The mean of two shares of the terms asked, weighted by their rarity: what the whole passage has, and what
    its best sentence has; both with the headings. A cosine, where there is one, has its share in it.
    """
    above = {term for heading in headings for term in terms(heading)}
    spans = [set(terms(text[start:end])) | above for start, end in sentences(text)]
    whole = coverage(asked, above.union(*spans), weight)
    best = max((coverage(asked, span, weight) for span in spans), default=0.0)
    lexical = (whole + best) / 2
    return lexical if cosine is None else (1 - COSINE_SHARE) * lexical + COSINE_SHARE * max(0.0, cosine)


def bears(score: float) -> float:
    """Probability that a collection answers a question at all, by the support of its best passage."""
    return 1 / (1 + math.exp(-STEEPNESS * (score - EVEN)))
