"""Which sentence of the passages answers the question: candidates for a verbatim answer, the likeliest first."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reasoner.retrieval.blocks import blocks
from reasoner.retrieval.sentences import in_block
from reasoner.retrieval.support import coverage
from reasoner.retrieval.terms import content_terms, terms
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
    """How likely it holds the answer, in [0, 1], compared with the others."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Questions of one kind, and what a sentence that answers them shows."""

    asks: re.Pattern[str]
    shows: re.Pattern[str]


_NUMBER = r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|billion|half|third|twice|once)\b|[一二三四五六七八九十百千万亿两]"
_MONTH = r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"

CUES = (
    Cue(
        re.compile(r"\bhow (?:many|much|long|old|far|large|big|high|tall|fast|often|deep|wide)\b|\bwhat (?:percent|number|amount|size)|\bpercentage\b|多少|几[^乎个]|几个|多[大长高远久快]", re.I),
        re.compile(_NUMBER, re.I),
    ),
    Cue(
        re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b|什么时候|何时|[哪几]一?年|什么时间|哪[一]?[天日]|时间", re.I),
        re.compile(rf"\b1\d\d\d\b|\b20\d\d\b|{_MONTH}|\bcentur(?:y|ies)\b|\d+ ?[年月日]|世纪|年代|年间|时期"),
    ),
    Cue(re.compile(r"\bwho(?:m|se)?\b", re.I), re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")),
    Cue(re.compile(r"\bwhere\b|\bwhat (?:city|country|state|place)\b|哪里|哪儿|何[地处]|什么地方|哪[个座]?[国城省市县地]", re.I),
        re.compile(r"\b(?:in|at|near|from|to|of) (?:the )?[A-Z]|位于|[省市县区镇国州]")),
    Cue(re.compile(r"\bwhy\b|\bwhat (?:caused|is the reason)|\breason\b|为什么|为何|为啥|原因", re.I),
        re.compile(r"\bbecause\b|\bdue to\b|\bso that\b|\bin order to\b|\bsince\b|\btherefore\b|\bas a result\b|因为|由于|因此|所以|因而|故|为了|原因|导致", re.I)),
    Cue(re.compile(r"\bhow (?:do|can|to|should|would)\b|\b(?:which|what) (?:command|option|flag|setting|variable|key|file)\b|怎么|怎样|如何|命令", re.I),
        re.compile(r"`|^ {4}|\bby \w+ing\b|\bwith\b|通过|使用|利用|方法", re.M)),
)  # fmt: skip

WEIGHTS = {"own": 1.0, "near": 0.6, "passage": 0.8, "cue": 0.25, "new": 0.2}


def numbered(question: str, passages: Sequence[Passage], limit: int) -> tuple[Sentence, ...]:
    """At most `limit` sentences of the passages, the likeliest to answer the question first; no two are equal."""
    found = [place for passage in passages for place in _places(passage)]
    asked = content_terms(question)
    weight = _rarity([place.terms for place in found])
    cues = [cue for cue in CUES if cue.asks.search(question)]
    scored = [
        Sentence(p.text, p.passage, p.start, p.end, score(features(asked, p, weight, cues))) for p in found
    ]
    best: dict[str, Sentence] = {}
    for sentence in sorted(scored, key=lambda sentence: -sentence.score):
        best.setdefault(sentence.text, sentence)
    return tuple(best.values())[:limit]


@dataclass(frozen=True, slots=True)
class Place:
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


def features(
    asked: Sequence[str], place: Place, weight: Callable[[str], float], cues: Sequence[Cue]
) -> dict[str, float]:
    """What speaks for the sentence, each in [0, 1]."""
    shown = [cue.shows.search(place.text) is not None for cue in cues]
    return {
        "own": coverage(asked, place.terms, weight),
        "near": coverage(asked, place.terms | place.before | place.above, weight),
        "passage": place.passage.score,
        "cue": sum(shown) / len(shown) if shown else 0.5,
        "new": min(1.0, len(place.terms - set(asked)) / 8),
    }


def score(found: dict[str, float]) -> float:
    return sum(WEIGHTS[name] * value for name, value in found.items()) / sum(WEIGHTS.values())


def _places(passage: Passage) -> Iterator[Place]:
    above: frozenset[str] = frozenset()
    before: frozenset[str] = frozenset()
    for block in blocks(passage.text, titled=True):
        if block.kind == "heading":
            above |= frozenset(terms(block.title))
            continue
        for start, end in in_block(passage.text, block):
            text = passage.text[start:end]
            own = frozenset(terms(text))
            yield Place(text, passage, passage.start + start, passage.start + end, own, before, above)
            before = own


def _rarity(sentences: Sequence[frozenset[str]]) -> Callable[[str], float]:
    """Inverse document frequency among the sentences."""
    counts = Counter(term for sentence in sentences for term in sentence)
    total = len(sentences) + 10
    return lambda term: math.log(1 + (total - counts[term] + 0.5) / (counts[term] + 0.5))
