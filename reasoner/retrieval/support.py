"""How well a passage bears on a question, as a number in [0, 1]."""

import math
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import pairwise

from reasoner.retrieval.sentences import sentences
from reasoner.retrieval.terms import terms

Weight = Callable[[str], float]
Spans = tuple[frozenset[str], ...]
"""Terms asked for that each sentence of a passage has, with those that the headings above it have."""

BM25_SHARE = 0.5
"""How much of what the terms say is said by BM25, which also counts how often they stand there."""
REACHED = 0.6
"""Share of its bound that the BM25 score of a passage with all terms comes to, or passes."""
COSINE_SHARE = 0.5
"""How much of the support is the embedder's, where it can read both question and passage."""

EVEN = 0.53
STEEPNESS = 11.0
"""Of a logistic curve fitted to English and Chinese reading questions, each once with and once without the
passage that answers it in the collection: at EVEN both are as likely."""


def coverage(asked: Sequence[str], found: Iterable[str], weight: Weight) -> float:
    """Share of the asked terms, by weight, that are found; 0.0 when nothing is asked."""
    present = set(found)
    total = sum(map(weight, asked))
    return sum(weight(term) for term in asked if term in present) / total if total else 0.0


def likeness(left: Set[str], right: Set[str], weight: Weight) -> float:
    """How nearly both have the same terms, by weight, in [0, 1] (Dice's coefficient)."""
    both = sum(map(weight, left)) + sum(map(weight, right))
    return 2 * sum(map(weight, left & right)) / both if both else 0.0


def spans(asked: Iterable[str], headings: Sequence[str], text: str) -> Spans:
    """What each sentence of a passage has of the terms asked."""
    wanted = frozenset(asked)
    above = wanted.intersection(term for heading in headings for term in terms(heading))
    return tuple(above | wanted.intersection(terms(text[a:b])) for a, b in sentences(text)) or (above,)


def together(asked: Sequence[str], found: Spans, weight: Weight) -> float:
    """The greatest share of the terms asked that two neighbouring sentences have."""
    neighbours = [left | right for left, right in pairwise(found)] or found
    return max((coverage(asked, span, weight) for span in neighbours), default=0.0)


def support(
    asked: Sequence[str],
    headings: Sequence[str],
    text: str,
    weight: Weight,
    cosine: float | None = None,
    bm25: float | None = None,
) -> float:
    """How much of what is asked stands in the passage, and stands together.

    The mean of two shares of the terms asked, weighted by their rarity: what the whole passage has, and what
    its best sentence has; both with the headings. A BM25 score, as the share of its bound, and a cosine have
    their shares in it, where they are known.
    """
    return supported(asked, spans(asked, headings, text), weight, cosine, bm25)


def supported(
    asked: Sequence[str], found: Spans, weight: Weight, cosine: float | None, bm25: float | None
) -> float:
    """The support for what is asked of a passage that has been read into its sentences."""
    whole = coverage(asked, frozenset[str]().union(*found), weight)
    best = max((coverage(asked, span, weight) for span in found), default=0.0)
    lexical = (whole + best) / 2
    if bm25 is not None:
        lexical += BM25_SHARE * (min(1.0, bm25 / REACHED) - lexical)
    return lexical if cosine is None else lexical + COSINE_SHARE * (max(0.0, cosine) - lexical)


def bears(score: float) -> float:
    """Probability that a collection answers a question at all, by the support of its best passage alone."""
    return 1 / (1 + math.exp(-STEEPNESS * (score - EVEN)))
