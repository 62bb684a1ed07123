"""How well a passage bears on a question, as a number in [0, 1]."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from reasoner.retrieval.sentences import sentences
from reasoner.retrieval.terms import having, terms

Weight = Callable[[str], float]
Spans = tuple[frozenset[str], ...]
"""Terms asked for that each sentence of a passage has, with those that the headings above it have."""

BM25_SHARE = 0.5
"""How much of what the terms say is said by BM25, which also counts how often they stand there."""
REACHED = 0.6
"""Share of its bound that the BM25 score of a passage with all terms comes to, or passes."""
COSINE_SHARE = 0.5
"""How much of the support is the embedder's, where it can read both question and passage."""
SATURATION = 1.2
"""How soon more of the same term counts no more, as for BM25."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How much of what is asked stands in a passage, each in [0, 1]."""

    whole: float
    """In all of it, by weight."""
    together: float
    """In two neighbouring sentences."""
    sentence: float
    """In one sentence."""
    names: float | None
    """Of the names and figures asked, in all of it; None when none is asked."""


def coverage(asked: Sequence[str], found: Iterable[str], weight: Weight) -> float:
    """Share of the asked terms, by weight, that are found; 0.0 when nothing is asked."""
    present = set(found)
    total = sum(map(weight, asked))
    return sum(weight(term) for term in asked if term in present) / total if total else 0.0


def likeness(left: Set[str], right: Set[str], weight: Weight) -> float:
    """How nearly both have the same terms, by weight, in [0, 1] (Dice's coefficient)."""
    both = sum(map(weight, left)) + sum(map(weight, right))
    return 2 * sum(map(weight, left & right)) / both if both else 0.0


def shares(weights: Mapping[str, float], names: Set[str], headings: Sequence[str], text: str) -> Shares:
    """What a passage has of the terms asked, given with their weights, and of the names among them."""
    found = spans(weights, headings, text)
    neighbours = [left | right for left, right in pairwise(found)] or found
    total = sum(weights.values())

    def most(among: Iterable[frozenset[str]]) -> float:
        return max(sum(map(weights.__getitem__, span)) for span in among) / total if total else 0.0

    whole = frozenset[str]().union(*found)
    return Shares(
        whole=most([whole]),
        together=most(neighbours),
        sentence=most(found),
        names=len(names & whole) / len(names) if names else None,
    )


def spans(asked: Collection[str], headings: Sequence[str], text: str) -> Spans:
    """What each sentence of a passage has of the terms asked."""
    above = having("\n".join(headings), asked)
    return tuple(above | having(text[a:b], asked) for a, b in sentences(text)) or (above,)


def support(asked: Sequence[str], headings: Sequence[str], text: str, weight: Weight) -> float:
    """How much of what is asked stands in the passage, for one that was found without BM25.

    What its BM25 score would be is told from how often the terms stand in it, for a text of usual length.
    """
    weights = {term: weight(term) for term in asked}
    counts = Counter(term for part in (*headings, text) for term in terms(part))
    reached = sum(weights[term] * counts[term] / (counts[term] + SATURATION) for term in weights)
    total = sum(weights.values())
    return supported(shares(weights, frozenset(), headings, text), reached / total if total else 0.0)


def supported(found: Shares, bm25: float, cosine: float | None = None) -> float:
    """How much of what is asked stands in the passage, and stands together.

    The mean of what the whole passage has and what its best sentence has; then BM25, as the share of its
    bound, and the cosine, where there is one, have their shares in it.
    """
    lexical = (found.whole + found.sentence) / 2
    lexical += BM25_SHARE * (min(1.0, bm25 / REACHED) - lexical)
    return lexical if cosine is None else lexical + COSINE_SHARE * (max(0.0, cosine) - lexical)
