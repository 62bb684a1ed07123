"""What Qdrant is given of a collection: a point for each passage, and points that count the terms."""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reasoner.patterns import LINE_END
from reasoner.retrieval.bm25 import K1, B
from reasoner.retrieval.chunking import indexed
from reasoner.retrieval.terms import terms
from reasoner.state import Passage

TERMS_A_POINT = 256
"""Terms, about, whose counts lie in one point: what is read to learn how rare a term is."""

Payload = dict[str, Any]
TextOf = Callable[[str], str | None]
"""The text of the document of that source, where it is known."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What BM25 has to know of all passages together."""

    mean: float
    """Terms that a passage has, on average."""
    having: Mapping[int, int]
    """How many passages have each term."""


@lru_cache(maxsize=2**16)
def term_id(term: str) -> int:
    """The term as 32 bits, the same everywhere, so that no list of terms is needed.

    Two terms that get the same ones count as one: among 100,000 terms about one pair does.
    """
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest())


def term_ids(passage: Passage) -> list[int]:
    """All terms that search sees of the passage, with repetitions."""
    return [term_id(term) for term in terms(indexed(passage))]


def statistics(passages: Iterable[Passage]) -> Statistics:
    """Counts the terms of all passages."""
    having: Counter[int] = Counter()
    size = total = 0
    for passage in passages:
        ids = term_ids(passage)
        size, total = size + 1, total + len(ids)
        having.update(set(ids))
    return Statistics(total / max(1, size), having)


def weights(ids: Sequence[int], mean: float) -> tuple[list[int], list[float]]:
    """Each term once, and what BM25 multiplies its rarity with."""
    counts = sorted(Counter(ids).items())
    dampening = K1 * ((1 - B) + B * len(ids) / mean) if mean else 1.0
    return [term for term, _ in counts], [times / (times + dampening) for _, times in counts]


def counted(having: Mapping[int, int]) -> list[Payload]:
    """The counts in portions: that of a term is in portion `portion(term, len(portions))`."""
    portions = max(1, math.ceil(len(having) / TERMS_A_POINT))
    sorted_out: list[list[tuple[int, int]]] = [[] for _ in range(portions)]
    for term, count in having.items():
        sorted_out[portion(term, portions)].append((term, count))
    return [{"terms": [t for t, _ in part], "having": [n for _, n in part]} for part in sorted_out]


def portion(term: int, portions: int) -> int:
    """In which portion the count of the term is."""
    return term % portions


def fields(passages: Iterable[Passage]) -> dict[str, str]:
    """For each key of metadata a name for it that needs no quotes in a filter."""
    keys = sorted({key for passage in passages for key in passage.metadata})
    return {key: f"metadata{number}" for number, key in enumerate(keys)}


def payloads(passages: Sequence[Passage], named: Mapping[str, str], text_of: TextOf) -> Iterator[Payload]:
    """Everything that is known of each passage, and what stands between it and the one before."""
    text: str | None = None
    before: Passage | None = None
    for passage in passages:
        if before is None or before.source != passage.source:
            text, before = text_of(passage.source), None
        yield {
            "source": passage.source,
            "text": passage.text,
            "start": passage.start,
            "end": passage.end,
            "line": passage.line,
            "page": passage.page,
            "headings": list(passage.headings),
            "gap": _gap(text, before, passage) if text is not None and before else None,
            **{named[key]: value for key, value in passage.metadata.items()},
        }
        before = passage


def passage(payload: Mapping[str, Any], named: Mapping[str, str]) -> Passage:
    """The passage that the payload was made of."""
    return Passage(
        text=payload["text"],
        source=payload["source"],
        start=payload["start"],
        end=payload["end"],
        line=payload["line"],
        page=payload["page"],
        headings=tuple(payload["headings"]),
        metadata={key: payload[field] for key, field in named.items() if field in payload},
    )


def joined(run: Sequence[Payload], here: int) -> tuple[int, int, str]:
    """The part [first, last) of the run that stands together with `here`, and its text in the document."""
    first, last = here, here + 1
    while first > 0 and run[first]["gap"] is not None:
        first -= 1
    while last < len(run) and run[last]["gap"] is not None:
        last += 1
    text = "".join(part["gap"] + part["text"] for part in run[first + 1 : last])
    return first, last, run[first]["text"] + text


def _gap(text: str, before: Passage, here: Passage) -> str | None:
    """What stands between two passages; None across pages, or where a line counted across would be wrong."""
    lines = len(LINE_END.findall(text, before.start, here.start))
    apart = before.page != here.page or before.line + lines != here.line or before.end > here.start
    return None if apart else text[before.end : here.start]
