"""Lexical search by BM25 (Robertson and Zaragoza 2009): bm25s scores, over weights that are made here."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import bm25s
import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval.columns import Array, Arrays, Ids, New, Starts, Strings, in_memory

K1, B = 1.2, 0.75
"""How soon more of the same term counts no more, and how much the length of a passage counts."""
UNSEEN_PASSAGES = 10
"""Passages imagined beside those of the collection, lest the words of a small one count for nothing."""
BLOCK_TERMS = 2**22
"""Terms that are sorted at a time: what bounds the memory of building."""
RUN = 256
"""Passages of which only the best is looked at to find a floor for the best of all."""

NAMES = (*Strings.names("terms"), "postings_starts", "postings_places", "postings_weights")
"""The arrays that `Bm25` is made of."""

Scores = NDArray[np.float32]


class Bm25:
    """An index of the terms of passages."""

    def __init__(self, arrays: Arrays, size: int) -> None:
        self.size = size
        self._number = lru_cache(maxsize=2**14)(Strings.of(arrays, "terms").find)
        self._starts: Starts = arrays["postings_starts"]
        self._engine = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numpy")
        self._engine.nonoccurrence_array = None
        self._engine.scores = {
            "data": arrays["postings_weights"],
            "indices": arrays["postings_places"],
            "indptr": self._starts,
            "num_docs": size,
        }

    @classmethod
    def build(cls, passages: Iterable[Sequence[str]]) -> "Bm25":
        """Indexes passages, each given as its terms, in memory."""
        given = [list(passage) for passage in passages]
        vocabulary = sorted({term for passage in given for term in passage})
        numbers = {term: number for number, term in enumerate(vocabulary)}
        forward = np.array([numbers[term] for passage in given for term in passage], dtype=np.uint32)
        starts = np.cumsum([0, *map(len, given)], dtype=np.int64)
        tables = Strings.make("terms", vocabulary, in_memory)
        return cls({**tables, **postings(forward, starts, len(vocabulary), in_memory)}, len(given))

    def scores(self, query: Iterable[str]) -> Scores:
        """The BM25 score of every passage: shape (size,), 0 where no term is shared."""
        ids = [token for term in query if (token := self._number(term)) is not None]
        if not ids:
            return np.zeros(self.size, dtype=np.float32)
        found: Scores = self._engine.get_scores_from_ids(ids)
        return found

    def idf(self, term: str) -> float:
        """How rare the term is among the passages and the imagined ones; above 0, most for an unheard one."""
        return rarity(self._among(term), self.size + UNSEEN_PASSAGES)

    def bound(self, query: Iterable[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        return bound([self._among(term) for term in query], self.size)

    def _among(self, term: str) -> int:
        """How many passages have the term."""
        token = self._number(term)
        return int(self._starts[token + 1] - self._starts[token]) if token is not None else 0


def best(scores: Scores, count: int) -> NDArray[np.int64]:
    """The passages with the `count` highest scores above 0, ascending; of equal ones the first."""
    floor = np.float32(0)
    runs = len(scores) // RUN
    if runs >= count:
        heads = scores[: runs * RUN].reshape(runs, RUN).max(axis=1)
        floor = np.partition(heads, runs - count)[runs - count]
    places = np.flatnonzero(scores >= floor) if floor > 0 else np.flatnonzero(scores > 0)
    if len(places) <= count:
        return places
    among = scores[places]
    least = np.partition(among, len(among) - count)[len(among) - count]
    above = places[among > least]
    return np.sort(np.concatenate((above, places[among == least][: count - len(above)])))


def postings(
    forward: Ids, starts: Starts, terms: int, new: New, block: int = BLOCK_TERMS
) -> dict[str, Array]:
    """For each term the passages that have it, and what it adds to the score of each: as bm25s counts them.

    The terms of passage i are forward[starts[i]:starts[i + 1]], each a number below `terms`; about `block` of
    them are sorted at a time.
    """
    size = len(starts) - 1
    lengths = np.diff(starts)
    mean = lengths.mean() if size else 0.0
    having = np.zeros(terms, dtype=np.int64)
    for _, tokens, _, _ in _blocks(forward, starts, block):
        having += np.bincount(tokens, minlength=terms)
    ends = new("postings_starts", np.int64, terms + 1)
    ends[0] = 0
    np.cumsum(having, out=ends[1:])
    places = new("postings_places", np.int32, int(ends[-1]))
    weights = new("postings_weights", np.float32, int(ends[-1]))
    kinds, kind_of = np.unique(having, return_inverse=True)
    rarities = np.array([rarity(int(among), size) for among in kinds], dtype=np.float32)[kind_of]
    heads = np.array(ends[:-1])
    for first, tokens, passages, counts in _blocks(forward, starts, block):
        here = np.bincount(tokens, minlength=terms)
        before = np.cumsum(here) - here
        at = np.arange(len(tokens)) + (heads - before)[tokens]
        times = counts.astype(np.float32)
        dampened = times / (K1 * ((1 - B) + B * lengths[first + passages] / mean) + times)
        places[at] = first + passages
        weights[at] = rarities[tokens] * dampened
        heads += here
    return {"postings_starts": ends, "postings_places": places, "postings_weights": weights}


def _blocks(
    forward: Ids, starts: Starts, block: int
) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
    """Some passages at a time: the first one, then term, passage (from that one) and count of each pair."""
    size, first = len(starts) - 1, 0
    while first < size:
        last = int(np.searchsorted(starts, starts[first] + block, side="right")) - 1
        last = max(first + 1, min(last, size))
        lengths = np.diff(starts[first : last + 1])
        within = np.repeat(np.arange(last - first), lengths)
        pairs = forward[starts[first] : starts[last]].astype(np.int64) * (last - first) + within
        pairs.sort()
        heads = np.flatnonzero(np.diff(pairs, prepend=-1))
        counts = np.diff(heads, append=len(pairs))
        tokens, passages = np.divmod(pairs[heads], last - first)
        yield first, tokens, passages, counts
        first = last


def bound(among: Sequence[int], size: int) -> float:
    """What the BM25 score of a passage cannot pass, by how many of the passages have each of the terms.

    Terms that none has count for as much of it as they would with the imagined passages: among a handful of
    real ones they alone would seem rare.
    """
    smoothed = [rarity(count, size + UNSEEN_PASSAGES) for count in among]
    seen = sum(weight for weight, count in zip(smoothed, among, strict=True) if count)
    most = sum(rarity(count, size) for count in among if count)
    return most * sum(smoothed) / seen if seen else sum(smoothed)


def rarity(among: int, size: int) -> float:
    """Inverse document frequency of a term that `among` of `size` passages have, as BM25 takes it."""
    return math.log(1 + (size - among + 0.5) / (among + 0.5))
