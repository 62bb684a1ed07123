"""Does a passage say a claim in other words, and nothing else in its place?"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.retrieval.claims.certainty import surer
from reasoner.retrieval.claims.changes import Change, change, misnamed
from reasoner.retrieval.claims.opposites import turned, without_sides
from reasoner.retrieval.claims.substitutions import substituted
from reasoner.retrieval.claims.synonyms import LIGHT
from reasoner.retrieval.sentences import Span, sentences
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage

NEAR = 0.03
"""What a smaller part of a passage may have less of a claim and still be what it is held against."""
HALF = 0.5
"""Share of a claim that a sentence has which says of another what the claim says."""
MUCH = 0.12
"""What several sentences together have more of a claim than any of them, if it is held against them."""
MOST_SENTENCES = 3
"""Sentences in a row that together may say it."""
KEPT = 1024
"""Parts of passages whose terms are remembered from one sentence of an answer to the next."""
_CLAUSE = pattern(
    r"(?<!\d)[,，](?!\d)|[;；:：]|\s[-–—]\s|\b(?:but|whereas|while)\b|，?(?:而|但)(?!且)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Likeness:
    """The part of a passage that comes nearest to a claim."""

    passage: int
    span: Span
    share: float
    """Of the claim's terms those that it has, in [0, 1]."""
    change: Change | None
    """What it says otherwise; None where it bears the claim out."""


def nearest(claim: str, passages: Sequence[Passage]) -> Iterator[Likeness]:
    """For each passage the smallest part that has the most of the claim's terms."""
    said = _telling(content_terms(claim))
    bare = _telling(content_terms(without_sides(claim)))
    words = [term for term in bare if not term[0].isdigit()] or list(said)
    for index, passage in enumerate(passages):
        parts = _parts(passage.text)
        above = {term for heading in passage.headings for term in terms(heading)}
        found = [(coverage(words, above.union(_terms(passage.text[a:b])), _even), a, b) for a, b in parts]
        alone = set(sentences(passage.text))
        start, end = _smallest(found, alone)
        if start == end:
            continue
        held = _held(claim, index, passage, (start, end), parts)
        whole = [(share, a, b) for share, a, b in found if (a, b) in alone]
        if held.change is None and (other := _misnamed(claim, passage.text, whole)):
            held = replace(held, change=other)
        yield replace(held, share=coverage(said, above.union(_terms(passage.text[slice(*held.span)])), _even))


def _telling(found: Sequence[str]) -> Sequence[str]:
    """Those without characters that say little; all where none is left."""
    return [term for term in found if not LIGHT.intersection(term)] or found


def _misnamed(claim: str, text: str, whole: Sequence[tuple[float, int, int]]) -> Change | None:
    """A sentence that alone has half of the claim says it of another one."""
    share, start, end = max(whole, default=(0.0, 0, 0))
    return misnamed(claim, text[start:end]) if share >= HALF else None


def _smallest(found: Sequence[tuple[float, int, int]], whole: Set[Span]) -> Span:
    """The smallest part that has most of the claim; several sentences only if they have much more."""
    alone = max((share for share, a, b in found if any(s <= a and b <= e for s, e in whole)), default=0.0)
    most = max((share for share, _, _ in found), default=0.0)
    if most <= 0.0:
        return 0, 0
    level = most if most >= alone + MUCH else alone
    return min(((a, b) for share, a, b in found if share >= level - NEAR), key=lambda span: span[1] - span[0])


def _even(term: str) -> float:
    return 1.0


def _held(claim: str, index: int, passage: Passage, span: Span, parts: Sequence[Span]) -> Likeness:
    """The part, widened as long as it is only silent about something in the claim."""
    around = "\n".join((passage.source, *passage.headings, passage.text))
    wider = sorted(
        {part for part in parts if part[0] <= span[0] and span[1] <= part[1]},
        key=lambda part: part[1] - part[0],
    )
    first: Change | None = None
    for start, end in [span, *wider]:
        found = change(claim, passage.text[start:end], around)
        if found is None:
            return Likeness(index, (start, end), 0.0, _sentence(claim, passage.text, (start, end)))
        first = first or found
        if found.rival:
            return Likeness(index, span, 0.0, found)
    return Likeness(index, span, 0.0, first)


def _sentence(claim: str, text: str, span: Span) -> Change | None:
    """What the sentences around a part of them say otherwise, or are less sure of."""
    around = [text[a:b] for a, b in sentences(text) if a < span[1] and span[0] < b]
    for sentence in around:
        if len(around) == 1 and (turn := turned(claim, sentence)):
            return Change(f"the source says {turn[0]}, not {turn[1]}", rival=True)
        if found := substituted(claim, sentence):
            return Change(f"the source says {found[0]}, not {found[1]}", rival=True)
        if reason := surer(claim, sentence):
            return Change(reason, rival=True)
    return None


@lru_cache(maxsize=KEPT)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


@lru_cache(maxsize=KEPT)
def _parts(text: str) -> tuple[Span, ...]:
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[Span]:
    """Clauses, sentences, and sentences in a row."""
    spans = sentences(text)
    for start, end in spans:
        first = start
        for match in _CLAUSE.finditer(text, start, end):
            if match.start() > first:
                yield first, match.start()
            first = match.end()
        if start < first < end:
            yield first, end
    for count in range(1, MOST_SENTENCES + 1):
        for i in range(len(spans) - count + 1):
            yield spans[i][0], spans[i + count - 1][1]
