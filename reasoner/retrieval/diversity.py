"""Passages that each add something: variety by maximal marginal relevance.

Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking" (1998).
"""

from collections.abc import Sequence

from reasoner.retrieval.support import likeness
from reasoner.retrieval.terms import terms
from reasoner.state import Passage


def varied(passages: Sequence[Passage], diversity: float, limit: int) -> tuple[Passage, ...]:
    """At most `limit` of the passages, which come best first.

    Each time the one is taken that is most relevant and least like those taken: 0 keeps the order, and 1
    looks at nothing but how unlike they are. Relevance falls evenly from the first passage to the last, so
    that no retriever's unit matters; two passages are as alike as the terms that they share.
    """
    left = [
        (1 - i / len(passages), passage, frozenset(terms(passage.text))) for i, passage in enumerate(passages)
    ]
    nearest = [0.0] * len(left)
    """How like it each is to the likest passage taken so far."""
    taken: list[Passage] = []
    while left and len(taken) < limit:
        worth = [
            (1 - diversity) * relevance - diversity * like
            for (relevance, _, _), like in zip(left, nearest, strict=True)
        ]
        best = worth.index(max(worth))
        _, passage, said = left.pop(best)
        nearest.pop(best)
        taken.append(passage)
        nearest = [
            max(like, likeness(said, other, _evenly))
            for (_, _, other), like in zip(left, nearest, strict=True)
        ]
    return tuple(taken)


def _evenly(term: str) -> float:
    return 1.0
