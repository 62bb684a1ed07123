"""Does a passage say a claim in other words, and nothing else in its place?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.patterns import pattern
from reasoner.retrieval.claims.changes import Change, change
from reasoner.retrieval.sentences import Span, sentences
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage

NEAR = 0.03
"""What a smaller part of a passage may have less of a claim and still be what it is held against."""
MOST_SENTENCES = 3
"""Sentences in a row that together may say it."""
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
    said = content_terms(claim)
    words = [term for term in said if not term[0].isdigit()] or list(said)
    for index, passage in enumerate(passages):
        parts = [(start, end) for start, end in _parts(passage.text)]
        above = {term for heading in passage.headings for term in terms(heading)}
        found = [(coverage(words, above.union(terms(passage.text[a:b])), _even), a, b) for a, b in parts]
        most = max((share for share, _, _ in found), default=0.0)
        if most <= 0.0:
            continue
        near = [(b - a, -share, a, b) for share, a, b in found if share >= most - NEAR]
        _, _, start, end = min(near)
        held = _held(claim, index, passage, (start, end), parts)
        yield replace(held, share=coverage(said, above.union(terms(passage.text[slice(*held.span)])), _even))


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
            return Likeness(index, (start, end), 0.0, None)
        first = first or found
        if found.rival:
            return Likeness(index, span, 0.0, found)
    return Likeness(index, span, 0.0, first)


def _parts(text: str) -> Iterator[Span]:
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
