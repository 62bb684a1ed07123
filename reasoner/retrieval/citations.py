"""An answer is tied to the words of its sources: each of its sentences to a verbatim span of a passage."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.retrieval.sentences import Span, sentences
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, is_unspaced, terms
from reasoner.state import Citation, Passage

MIN_OVERLAP = 0.6
"""Share of a sentence's terms that a source must have for it to count as supported, when it is not quoted."""

_LINE_END = pattern(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Tie:
    """A sentence of the answer and where it is from."""

    citation: Citation
    passage: Passage
    strength: float
    """1.0 when the source says it verbatim, else the share of its terms that the quote has."""


def tie(answer: str, passages: Sequence[Passage], question: str = "") -> tuple[Tie | None, ...]:
    """For each sentence of the answer the span that supports it best; None where no passage does.

    Where several do, the one that also has more of the question's terms wins, then the better passage.
    """
    asked = content_terms(question)
    return tuple(_best(answer[start:end], asked, passages) for start, end in sentences(answer))


def _best(sentence: str, asked: Sequence[str], passages: Sequence[Passage]) -> Tie | None:
    found = [(tied, _bears(asked, tied)) for passage in passages for tied in _ties(sentence, passage)]
    if not found:
        return None
    return max(found, key=lambda entry: (entry[0].strength, entry[1]))[0]


def _bears(asked: Sequence[str], tied: Tie) -> float:
    return coverage(asked, terms(tied.citation.quote), lambda term: 1.0) + tied.passage.score


def _ties(sentence: str, passage: Passage) -> list[Tie]:
    verbatim = _occurrences(sentence, passage.text)
    spans = sentences(passage.text)
    if verbatim:
        return [Tie(citation(passage, *_widened(span, spans)), passage, 1.0) for span in verbatim]
    said = content_terms(sentence)
    close = [
        (coverage(said, terms(passage.text[start:end]), lambda term: 1.0), start, end) for start, end in spans
    ]
    return [
        Tie(citation(passage, start, end), passage, share)
        for share, start, end in close
        if share >= MIN_OVERLAP
    ]


def citation(passage: Passage, start: int, end: int) -> Citation:
    """The quote of characters [start, end) of the passage's text, with its place in the document."""
    line = passage.line + len(_LINE_END.findall(passage.text, 0, start))
    first = passage.start
    return Citation(passage.text[start:end], passage.source, first + start, first + end, line, passage.page)


def _occurrences(sentence: str, text: str) -> list[Span]:
    """Where the text has the words of the sentence, in whatever white space, not inside longer words."""
    words = sentence.split()
    if not any(char.isalnum() for char in sentence):
        return []
    pattern = r"\s+".join(map(re.escape, words))
    before = r"(?<!\w)" if _joins(sentence[0]) else ""
    after = r"(?!\w)" if _joins(sentence[-1]) else ""
    return [match.span() for match in re.finditer(before + pattern + after, text, re.IGNORECASE)]


def _joins(char: str) -> bool:
    return char.isalnum() and not is_unspaced(char)


def _widened(span: Span, spans: Sequence[Span]) -> Span:
    """The sentences that the span lies in: a quote that can be understood."""
    touched = [(start, end) for start, end in spans if start < span[1] and span[0] < end]
    return (min(span[0], touched[0][0]), max(span[1], touched[-1][1])) if touched else span
