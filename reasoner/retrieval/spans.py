"""Which words of a sentence answer a question: every run of words in it, weighed by general rules."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reasoner.patterns import pattern
from reasoner.retrieval.cues import sought
from reasoner.retrieval.span_weights import SPACED, UNSPACED, Weights
from reasoner.retrieval.terms import content_terms, is_unspaced, terms

LONGEST = 14
"""Words of a span that is no clause; of a script without spaces twice as many characters."""
LONGEST_CLAUSE = 60
LIKELIEST = 40
"""How many spans are compared with each other, of the hundreds that a sentence has."""

_WIDE = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = pattern(
    rf"[$€£¥]?\d+(?:[.,:/]\d+)*(?:st|nd|rd|th|s)?[%％]?|[{_WIDE}]"
    rf"|[^\W\d_{_WIDE}][^\W{_WIDE}]*(?:['’.&-][^\W_{_WIDE}]+)*|[^\w\s]|_+"
)
_KINDS = {
    "article": "the a an his her its their 的 之 个 位 种 名",
    "of": "of",
    "place": "in at on near from to into onto within around across 在 于 到 至 从 自",
    "by": "by with for as through via using like called named 由 被 用 以 把 将 向 对 叫 称 作",
    "cause": "because due since so therefore 因 故",
    "be": "is are was were be been being has have had 是 为 即 有 指",
    "and": "and or 和 与 及 或 並 并 、",
    "that": "that which who whom whose when where while but if than although though 但 而 则 时 后 前",
    "do": "do does did can could will would may might must should not also more most it he she they this"
    " these those there then about over under between after before during such both only other some any all"
    " 了 着 过 也 都 就 又 不 其 此 这 那 他 她 它 们 所 等 可 能 会 已 曾 最",
    "stop": ". , ; : ! ? ， 。 ； ： ！ ？ … — – -",
    "open": "( [ { “ ‘ « 《 「 『 （ 【 〈",
    "close": ") ] } ” ’ » 》 」 』 ） 】 〉",
    "numeral": "一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_FUNCTIONS = frozenset({"article", "of", "place", "by", "cause", "be", "and", "that", "do"})
_MARKS = frozenset({"stop", "open", "close", "mark"})
_NAMES, _NUMBERS = frozenset({"name", "first"}), frozenset({"number", "numeral"})
_BOUNDING = frozenset({"stop", "open", "close", "that", "cause", "be", "by"})
_DATE_TERMS = (
    "januari februari march april may june juli august septemb octob novemb decemb"
    " september october november december 年 月 日 世 纪"
)
_DATES = frozenset(_DATE_TERMS.split())
_YEAR = pattern(r"(?:1\d|20)\d\d")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters [start, end) of a sentence."""

    start: int
    end: int
    score: float
    """How much of the answer it is expected to have in common with, in [0, 1]: an F1 over words."""


def likeliest(question: str, sentence: str, limit: int, weights: Weights | None = None) -> tuple[Span, ...]:
    """At most `limit` spans of the sentence, the best answer first; no two of them overlap.

    Each is the one that has most in common with all spans near it, weighted by how probable they are
    (minimum Bayes risk); so nobody needs to choose between "1937" and "in 1937". `weights` stand in for the
    fitted ones of its script.
    """
    seen = Seen.of(question, sentence)
    weights = weights or (UNSPACED if seen.wide else SPACED)
    compared = list(ranges(seen))
    odds = [math.exp(sum(_evidence(seen, first, stop, weights))) for first, stop in compared]
    total = sum(odds)
    best = sorted(zip(odds, compared, strict=True), key=lambda pair: -pair[0])[:LIKELIEST]
    expected = [(sum(p / total * _f1(own, other) for p, other in best), own) for _, own in best]
    found: tuple[tuple[float, tuple[int, int]], ...] = ()
    for score, (first, stop) in sorted(expected, key=lambda pair: -pair[0]):
        if len(found) < limit and all(stop <= a or b <= first for _, (a, b) in found):
            found = (*found, (score, (first, stop)))
    return tuple(Span(*seen.place(first, stop), score) for score, (first, stop) in found)


def _f1(own: tuple[int, int], other: tuple[int, int]) -> float:
    both = min(own[1], other[1]) - max(own[0], other[0])
    return 2 * both / (own[1] - own[0] + other[1] - other[0]) if both > 0 else 0.0


@dataclass(frozen=True, slots=True)
class _Word:
    """A word, a mark, or a character of a script without spaces."""

    start: int
    end: int
    kind: str
    wide: bool
    term: str

    @property
    def dates(self) -> bool:
        return self.term in _DATES or (self.kind == "number" and _YEAR.fullmatch(self.term) is not None)


def _words(text: str) -> Iterator[_Word]:
    for i, match in enumerate(_WORD.finditer(text)):
        said = match.group()
        found = terms(said) if said[0].isalnum() else []
        yield _Word(
            match.start(), match.end(), _kind(said, not i), is_unspaced(said[0]), found[0] if found else ""
        )


def _kind(said: str, first: bool) -> str:
    if known := _KIND_OF.get(said.lower()):
        return known
    if any(char.isdigit() for char in said):
        return "number"
    if not said[0].isalnum():
        return "mark"
    if said[0].isupper():
        return "first" if first else "name"
    return "word"


@dataclass(frozen=True, slots=True)
class Seen:
    """A sentence as one reads it with the question in mind."""

    words: Sequence[_Word]
    asked: Sequence[bool]
    """Whether a word is one of the question's."""
    bounds: frozenset[int]
    """Where a clause may begin or end."""
    sought: str
    wide: bool
    """It is mostly in a script without spaces."""

    @classmethod
    def of(cls, question: str, sentence: str) -> "Seen":
        words = tuple(_words(sentence))
        bounds = {0, len(words)}
        bounds.update(k for i, word in enumerate(words) if word.kind in _BOUNDING for k in (i, i + 1))
        wide = 2 * sum(word.wide for word in words) > len(words)
        return cls(words, tuple(_asked(question, words)), frozenset(bounds), sought(question), wide)

    def kind(self, i: int) -> str:
        return self.words[i].kind if 0 <= i < len(self.words) else "edge"

    def place(self, i: int, j: int) -> tuple[int, int]:
        """The characters of words [i, j)."""
        return self.words[i].start, self.words[j - 1].end

    def is_asked(self, i: int) -> bool:
        return 0 <= i < len(self.words) and self.asked[i]


def _asked(question: str, words: Sequence[_Word]) -> Iterator[bool]:
    """By terms; of a script without spaces by pairs of characters."""
    content = frozenset(content_terms(question))
    if not words:
        return
    texts = [word.term if word.wide else "" for word in words]
    pairs = [bool(a and b) and a + b in content for a, b in pairwise(texts)]
    for word, before, after in zip(words, [False, *pairs], [*pairs, False], strict=True):
        yield before or after if word.wide else bool(word.term) and word.term in content


def ranges(seen: Seen) -> Iterator[tuple[int, int]]:
    """First word and end of each span: any run of words, and any clause."""
    words, bounds = seen.words, seen.bounds
    most = LONGEST * (2 if seen.wide else 1)
    for i, first in enumerate(words):
        bare = first.kind in ("article", "of") and not first.wide
        if bare or (first.kind in _MARKS and first.kind != "open"):
            continue
        for j in range(i + 1, min(len(words), i + most + LONGEST_CLAUSE) + 1):
            last = words[j - 1]
            hangs = last.kind in ("stop", "open") or (last.kind in _FUNCTIONS and not last.wide)
            if not hangs and (j <= i + most or (i in bounds and j in bounds)):
                yield i, j


def _evidence(seen: Seen, i: int, j: int, weights: Weights) -> Iterator[float]:
    """What speaks for words [i, j), as parts of the logarithm of the odds."""
    for name, kind, value in found_at(seen, i, j):
        yield weights.get(name, _NOTHING).get(kind, 0.0) * value


_NOTHING: Mapping[str, float] = {}


def found_at(seen: Seen, i: int, j: int) -> Iterator[tuple[str, str, float]]:
    """What is seen at the span, at which kind of word or for which kind of question, and how much of it."""
    yield from _at_its_edges(seen, i, j)
    words, q = seen.words[i:j], seen.sought
    kinds = [word.kind for word in words]
    content = [k for k in range(i, j) if seen.kind(k) not in _FUNCTIONS and seen.kind(k) not in _MARKS]
    yield "repeats", "", sum(seen.asked[k] for k in content) / max(1, len(content))
    wide = words[0].wide or words[-1].wide
    others = [k for k, is_asked in enumerate(seen.asked) if is_asked and not i <= k < j]
    if others:
        reach = 10 if wide else 5
        closeness = sum(math.exp((k - i if k < i else j - 1 - k) / reach) for k in others)
        yield "near", "", closeness / len(others)
        yield "right of it", q, sum(k < i for k in others) / len(others)
    size = math.log((j - i) / 2 if wide else j - i)
    yield "length", q, size
    yield "length squared", q, size * size
    yield "number", q, any(kind in _NUMBERS for kind in kinds)
    yield "name", q, "name" in kinds
    yield "date", q, any(word.dates for word in words)
    yield "clause", q, i in seen.bounds and j in seen.bounds
    yield "unbalanced", "", kinds.count("open") != kinds.count("close")
    yield "stops", "", math.log1p(kinds.count("stop"))
    yield "functions", "", sum(kind in _FUNCTIONS for kind in kinds) / (j - i)
    for kind in ("and", "be", "that"):
        yield f"has {kind}", "", kind in kinds


def _at_its_edges(seen: Seen, i: int, j: int) -> Iterator[tuple[str, str, float]]:
    first, last, before, after = (seen.kind(k) for k in (i, j - 1, i - 1, j))
    yield "before", before, 1.0
    yield "after", after, 1.0
    yield "first", first, 1.0
    yield "last", last, 1.0
    yield "asked before", "", seen.is_asked(i - 1)
    yield "asked after", "", seen.is_asked(j)
    yield "asked two before", "", seen.is_asked(i - 2)
    yield "asked two after", "", seen.is_asked(j + 1)
    yield "asked first", "", seen.asked[i]
    yield "asked last", "", seen.asked[j - 1]
    yield "function first", seen.sought, first in _FUNCTIONS
    yield "cut before", "", before in _NAMES and first == "name"
    yield "cut after", "", last in _NAMES and after == "name"
