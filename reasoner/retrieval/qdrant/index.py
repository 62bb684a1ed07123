"""The index of a collection in Qdrant: on a server, in a folder, or in memory.

BM25 is a sparse vector there, whose scores are those of the index in a folder. How many passages have a term
is kept in points without vectors, which no search finds.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from reasoner.errors import KnowledgeError
from reasoner.retrieval.bm25 import UNSEEN_PASSAGES, bound, rarity
from reasoner.retrieval.embedder import Embedder
from reasoner.retrieval.index import Floats, Hits
from reasoner.retrieval.qdrant import points, server
from reasoner.retrieval.qdrant.points import Payload, TextOf, term_id
from reasoner.retrieval.qdrant.server import BM25, DENSE, Header, QdrantClient, asking, connect, models
from reasoner.retrieval.qdrant.writing import made_by, write
from reasoner.retrieval.retriever import Where, matcher
from reasoner.state import Passage

KNOWN_TERMS = 2**16
"""Terms whose counts are remembered."""

Query = models.SparseVector | list[float]


class QdrantIndex:
    """Passages in a Qdrant collection, of which the generation that was live when it was opened is read."""

    def __init__(self, client: QdrantClient, location: str, generation: str, header: Header) -> None:
        self._client = client
        self._location = location
        self._generation = generation
        self._header = header
        self._having: dict[str, int] = {}
        self._values: dict[str, tuple[str, ...]] = {}
        self.size = header.passages

    @classmethod
    def build(
        cls,
        passages: Sequence[Passage],
        embedder: Embedder | None,
        location: str,
        name: str,
        progress: Callable[[int, int], None] = lambda done, total: None,
        text_of: TextOf = lambda source: None,
    ) -> "QdrantIndex":
        """Stores the passages, which are in the order of their documents, in place of what had the name.

        Readers see what was there before until everything is stored; what a killed writer left is cleared.
        Without the text of a document `around` gives its passages alone.
        Raises: KnowledgeError, when Qdrant refuses; what was there before is then untouched.
        """
        with asking(location):
            client = connect(location)
            generation, header = write(client, passages, embedder, location, name, progress, text_of)
        return cls(client, location, generation, header)

    @classmethod
    def open(cls, location: str, name: str, embedder: Embedder | None = None) -> "QdrantIndex":
        """The collection of that name; `embedder` is what queries will be embedded by.

        Raises: KnowledgeError, when there is none, it is damaged, or another embedder made its vectors.
        """
        again = f"reasoner index PATH --collection {name} --store qdrant:{location}"
        with asking(location):
            client = connect(location) if server.exists(location) else None
            generation = server.live(client, name) if client else None
            if client is None or generation is None:
                raise KnowledgeError(f"{location}: Qdrant has no collection '{name}'; make it: {again}")
            header = server.header(client, location, generation, again)
            held, whole = client.count(generation, exact=True).count, header.passages + header.portions
        if held != whole:
            raise KnowledgeError(
                f"{location}: collection '{name}' is damaged: it holds {held} of {whole} points; "
                f"make it again: {again}"
            )
        stored, given = header.embedder, made_by(embedder)
        if stored and given and stored != given:
            raise KnowledgeError(
                f"{location}: collection '{name}' was embedded by {stored.name} ({stored.hash[:8]}, "
                f"{stored.dimension} numbers), not by {given.name} ({given.hash[:8]}, {given.dimension}); "
                f"make it again: {again}"
            )
        return cls(client, location, generation, header)

    def find(self, asked: Sequence[str], vector: Floats | None, depth: int, where: Where) -> Hits:
        """The `depth` best passages by the terms asked and the `depth` nearest to the vector, together."""
        stored = self._header.embedder
        queries: dict[str, Query] = {}
        with asking(self._location):
            if weighed := self._weighed(asked):
                indices, values = zip(*sorted(weighed.items()), strict=True)
                queries[BM25] = models.SparseVector(indices=list(indices), values=list(values))
            if vector is not None and stored:
                if len(vector) != stored.dimension:
                    raise KnowledgeError(
                        f"{self._location}: the vector of the query has {len(vector)} numbers, those of "
                        f"collection '{self._header.name}' {stored.dimension}; ask with {stored.name}."
                    )
                queries[DENSE] = vector.tolist()
            among = self._among(where)
            scores = self._scores(queries, dict.fromkeys(queries, among), depth)
            places = sorted(set().union(*scores.values()))
            missing = {
                using: _only([place for place in places if place not in found])
                for using, found in scores.items()
                if len(found) == depth < len(places)
            }
            more = self._scores(queries, missing, len(places))
        bm25 = scores.get(BM25, {}) | more.get(BM25, {})
        cosines = scores.get(DENSE, {}) | more.get(DENSE, {})
        return Hits(
            np.array(places, dtype=np.int64),
            np.array([bm25.get(place, 0) for place in places], dtype=np.float32),
            np.array([cosines.get(place, np.nan) for place in places], dtype=np.float32)
            if DENSE in queries
            else None,
        )

    def take(self, places: Sequence[int]) -> list[Passage]:
        """The passages of those numbers, in that order; their score is 0."""
        with asking(self._location):
            payloads = self._payloads(places)
        return [points.passage(payload, self._header.fields) for payload in payloads]

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage with up to `count` neighbours on either side, exactly as the document has them."""
        here = models.Filter(must=[_equals("source", passage.source), _equals("start", passage.start)])
        with asking(self._location):
            found, _ = self._client.scroll(self._generation, scroll_filter=here, limit=1, with_payload=False)
            if not found:
                return passage
            place = int(found[0].id)
            low, high = max(0, place - count), min(self.size, place + count + 1)
            run = self._payloads(range(low, high))
        first, last, text = points.joined(run, place - low)
        start = points.passage(run[first], self._header.fields)
        return replace(start, text=text, end=run[last - 1]["end"], score=passage.score)

    def idf(self, term: str) -> float:
        """How rare the term is; above 0, most for an unheard one."""
        return rarity(self._counts([term])[term], self.size + UNSEEN_PASSAGES)

    def bound(self, asked: Sequence[str]) -> float:
        """What the BM25 score of a passage cannot pass."""
        counts = self._counts(asked)
        return bound([counts[term] for term in asked], self.size)

    def _weighed(self, asked: Sequence[str]) -> dict[int, float]:
        """What the query gives to each term that some passage has."""
        counts = self._counts(asked)
        weighed: dict[int, float] = {}
        for term in asked:
            if counts[term]:
                weight = rarity(counts[term], self.size)
                weighed[term_id(term)] = weighed.get(term_id(term), 0.0) + weight
        return weighed

    def _counts(self, asked: Sequence[str]) -> Mapping[str, int]:
        """How many passages have each of the terms."""
        known = {term: self._having[term] for term in asked if term in self._having}
        new = {term: term_id(term) for term in asked if term not in known}
        if new:
            portions = self._header.portions
            numbers = sorted({points.portion(number, portions) for number in new.values()})
            with asking(self._location):
                read = self._payloads([self.size + number for number in numbers])
            having = {t: n for part in read for t, n in zip(part["terms"], part["having"], strict=True)}
            if len(self._having) > KNOWN_TERMS:
                self._having.clear()
            known |= {term: having.get(number, 0) for term, number in new.items()}
            self._having.update(known)
        return known

    def _payloads(self, places: Sequence[int]) -> list[Payload]:
        """The payloads of points, in the order given."""
        found = self._client.retrieve(self._generation, list(places), with_payload=True)
        by_place = {int(record.id): record.payload or {} for record in found}
        return [by_place[place] for place in places]

    def _scores(
        self,
        queries: Mapping[str, Query],
        among: Mapping[str, models.Filter | None],
        limit: int,
    ) -> dict[str, dict[int, float]]:
        """The best by each of the queries that has an entry in `among`, with their scores."""
        if not among:
            return {}
        requests = [
            models.QueryRequest(query=queries[using], using=using, filter=only, limit=limit)
            for using, only in among.items()
        ]
        answers = self._client.query_batch_points(self._generation, requests)
        return {
            using: {int(point.id): point.score for point in answer.points}
            for using, answer in zip(among, answers, strict=True)
        }

    def _among(self, where: Where) -> models.Filter | None:
        """The same passages as the patterns mean."""
        found: list[models.Condition] = []
        for key, shape in where.items():
            field = "source" if key == "source" else self._header.fields.get(key)
            fits = matcher(shape)
            unset = fits("")
            if field is None:
                found += [] if unset else [models.HasIdCondition(has_id=[])]
            elif not unset and not re.search(r"[*?[]", shape):
                found.append(_equals(field, shape))
            else:
                values = [value for value in self._values_of(field) if fits(value)]
                known: list[models.Condition] = [
                    models.FieldCondition(key=field, match=models.MatchAny(any=values))
                ]
                empty = models.IsEmptyCondition(is_empty=models.PayloadField(key=field))
                found.append(models.Filter(should=[*known, empty] if unset else known))
        return models.Filter(must=found) if found else None

    def _values_of(self, field: str) -> tuple[str, ...]:
        """What the passages have in the field, each once."""
        if field not in self._values:
            hits = self._client.facet(self._generation, key=field, limit=self.size, exact=True).hits
            self._values[field] = tuple(str(hit.value) for hit in hits)
        return self._values[field]


def remove(location: str, name: str) -> None:
    """Deletes the collection of that name, with whatever writers left of it.

    Raises: KnowledgeError, when Qdrant refuses.
    """
    with asking(location):
        client = connect(location)
        server.go_live(client, name, None)
        server.drop(client, name, keep=None)


def _equals(field: str, value: str | int) -> models.FieldCondition:
    return models.FieldCondition(key=field, match=models.MatchValue(value=value))


def _only(places: Sequence[int]) -> models.Filter:
    return models.Filter(must=[models.HasIdCondition(has_id=list(places))])
