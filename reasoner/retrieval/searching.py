"""One question, searched for in its own words and in others."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reasoner.retrieval.ranks import agreement, fused
from reasoner.retrieval.retriever import Retriever, Where
from reasoner.retrieval.support import support
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage

MAX_QUERY = 10_000
"""Characters of a query that are searched for."""

Place = tuple[str, int, int]
"""What two searches know the same passage by."""


def searched(
    retriever: Retriever,
    question: str,
    queries: Sequence[str],
    depth: int,
    where: Where,
    *,
    only_queries: bool,
) -> tuple[Passage, ...]:
    """At most `depth` passages by the question and `depth` by each query, the best first.

    A query has a say as far as it finds in front what the question does, so that one that is beside the point
    does no harm; with `only_queries` each has a full say, and the question none in the order. Every score is
    the support for the question.
    """
    own = retriever.search(plain(question), depth, where)
    others = [retriever.search(plain(query), depth, where) for query in queries]
    if not others:
        return own
    rankings = [[_place(passage) for passage in ranking] for ranking in (own, *others)]
    weights = [agreement(rankings[0], ranking) for ranking in rankings[1:]]
    weights = [0.0, *(1.0 for _ in others)] if only_queries else [1.0, *weights]
    known = {
        _place(passage): passage for passage in _scored(question, [p for other in others for p in other])
    }
    known |= {_place(passage): passage for passage in own}
    return tuple(known[place] for place in fused(rankings, weights))


def plain(query: str) -> str:
    """The query as every search can take it: not too long, and each character one that text may have."""
    return query[:MAX_QUERY].replace("\0", " ").encode("utf-8", "replace").decode()


def _place(passage: Passage) -> Place:
    return passage.source, passage.start, passage.end


def _scored(question: str, passages: Sequence[Passage]) -> list[Passage]:
    """The passages with their support for the question, a term being as rare as it is among them."""
    asked = content_terms(plain(question))
    counts = Counter(term for passage in passages for term in set(terms(passage.text)))

    def weight(term: str) -> float:
        return math.log(1 + (len(passages) + 10.5 - counts[term]) / (counts[term] + 0.5))

    return [
        replace(passage, score=support(asked, passage.headings, passage.text, weight)) for passage in passages
    ]
