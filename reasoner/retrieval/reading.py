"""Which sentence of the passages answers the question: candidates for a verbatim answer."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from reasoner.retrieval.blocks import Block, blocks
from reasoner.retrieval.cues import CUES, Cue, Thing, thing
from reasoner.retrieval.sentences import in_block
from reasoner.retrieval.support import coverage, likeness
from reasoner.retrieval.terms import content_terms, terms, unspaced
from reasoner.state import Passage


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, list item, table row or code block of a passage."""

    text: str
    passage: Passage
    start: int
    """Offsets in the document, as those of the passage."""
    end: int
    score: float
    """Probability that it holds the answer, given that one of the passages' sentences does."""


WEIGHTS = {"own": 5.8, "near": 5.9, "passage": 6.6, "cue": 2.1, "subject": 3.1, "title": 6.0, "language": 1.5}
"""Of a conditional logit (McFadden 1974) over the sentences of five passages, fitted to English and Chinese
reading questions; on others of them the first sentence holds the answer in four of five. Those of subject and
title are of questions that ask what a thing is, that of the title at the low end of what they allow. That of
the language is chosen: it settles ties, and a sentence with more of what is asked still wins."""


def numbered(question: str, passages: Sequence[Passage], limit: int) -> tuple[Sentence, ...]:
    """At most `limit` sentences of the passages, the likeliest answer first; no two are equal."""
    places = [place for passage in passages for place in _places(passage)]
    asking = _Asking(
        content_terms(question),
        [cue for cue in CUES if cue.asks.search(question)],
        thing(question),
        unspaced(question),
        _rarity(places),
    )
    odds = [math.exp(_evidence(asking, place)) for place in places]
    total = sum(odds)
    best: dict[str, Sentence] = {}
    for place, own in sorted(zip(places, odds, strict=True), key=lambda pair: -pair[1]):
        sentence = Sentence(place.text, place.passage, place.start, place.end, own / total)
        best.setdefault(place.text, sentence)
    return tuple(best.values())[:limit]


@dataclass(frozen=True, slots=True)
class _Place:
    """A sentence and what stands around it."""

    text: str
    passage: Passage
    start: int
    end: int
    terms: frozenset[str]
    before: frozenset[str]
    """Terms of the sentence before it."""
    above: frozenset[str]
    """Terms of the headings above it in the passage."""
    title: frozenset[str]
    """Terms of the nearest of these, where it is the first sentence below it."""
    unspaced: bool | None
    """As its passage, in which a sentence may be all code."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """A question, and how rare a term is where its answer is sought."""

    terms: Sequence[str]
    cues: Sequence[Cue]
    thing: Thing | None
    unspaced: bool | None
    weight: Callable[[str], float]


def _evidence(asking: _Asking, place: _Place) -> float:
    """The logarithm of the odds that the sentence answers, up to a constant of the question."""
    weight = asking.weight
    shown = [cue.shows.search(place.text) is not None for cue in asking.cues]
    subject, title = _explains(asking.thing, place, weight) if asking.thing else (0.0, 0.0)
    found = {
        "own": coverage(asking.terms, place.terms, weight),
        "near": coverage(asking.terms, place.terms | place.before | place.above, weight),
        "passage": place.passage.score,
        "cue": sum(shown) / len(shown) if shown else 0.5,
        "subject": subject,
        "title": title,
        "language": place.unspaced in (asking.unspaced, None),
    }
    return sum(WEIGHTS[name] * value for name, value in found.items())


def _explains(thing: Thing, place: _Place, weight: Callable[[str], float]) -> tuple[float, float]:
    """How nearly the thing is the subject of the sentence, and the title that it is the first under."""
    subject = max((likeness(thing.terms, start, weight) for start in thing.subjects(place.text)), default=0.0)
    return subject**2, likeness(thing.terms, place.title, weight) ** 2


def _places(passage: Passage) -> Iterator[_Place]:
    text, first = passage.text, passage.start
    written = unspaced(text)
    above: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    title: frozenset[str] = frozenset()
    for block in _joined(text):
        if block.kind == "heading":
            title = frozenset(content_terms(block.title))
            above |= frozenset(terms(block.title))
            continue
        for start, end in in_block(text, block):
            said = text[start:end]
            own = frozenset(terms(_told(said) if block.kind == "code" else said))
            yield _Place(said, passage, first + start, first + end, own, before, above, title, written)
            before, title = own, frozenset()


SHORT_CODE = 3
"""Lines of code that are still read as a sentence; of more, any question finds some of its words."""


def _told(code: str) -> str:
    """What says what a block of code is for: the code itself where it is short, else what announces it."""
    announced, _, inside = code.partition("```")
    return code if inside.strip().count("\n") <= SHORT_CODE + 1 else announced


def _joined(text: str) -> Iterator[Block]:
    """The blocks of the text; code is one block with the sentence that announces it by a colon."""
    waiting: Block | None = None
    for block in blocks(text, titled=True):
        if waiting and block.kind == "code":
            *others, (start, _) = in_block(text, waiting)
            if others:
                yield replace(waiting, end=others[-1][1])
            block = replace(block, start=start)
        elif waiting:
            yield waiting
        announces = block.kind == "paragraph" and text[block.start : block.end].endswith((":", "："))
        waiting = block if announces else None
        if waiting is None:
            yield block
    if waiting:
        yield waiting


def _rarity(places: Sequence[_Place]) -> Callable[[str], float]:
    """Inverse document frequency among the sentences."""
    counts = Counter(term for place in places for term in place.terms)
    total = len(places) + 10
    return lambda term: math.log(1 + (total - counts[term] + 0.5) / (counts[term] + 0.5))
