"""Which intent a text has, learned from examples: naive Bayes over its words and its shape.

Learning is counting: it takes milliseconds, and the same examples always give the same classifier.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, pairwise

from reasoner.patterns import pattern
from reasoner.state import Intent

SMOOTHING = 0.1
"""Times that every feature counts as seen in every intent; 0.1 did best of 0.03 to 1 on unseen questions."""
STEM = 4
"""Characters that make the stem of a longer word: crude, but worth points where examples are few."""

# What stands for a figure among the words: an amount, a year, or the number in a name.
_AMOUNT, _YEAR, _NAME = "#", "@", "&"
_DIGIT = pattern(r"\d")
_FIGURE = pattern(
    r"""
    (?P<name> (?<![A-Za-z\d\\]) (?: [A-Z][A-Za-z]*[-.]?\d+[A-Za-z]* | \d+[A-Z]+ | \d{3,}[a-z] ) (?![A-Za-z\d])
        | (?<=第)\d+ | \d+(?: st | nd | rd | th )\b | \d+(?=[号届]) )     # K-12, A380, 95M, 7th
    | (?P<year> (?<![\d.,$]) (?:1\d|20)\d\d (?:[-–](?:1\d|20)\d\d)? (?![\d.,]*\d) | \d{3,4}(?=年) )
    | \d[\d.,]*
    """,
    re.VERBOSE,
)
_CJK = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = pattern(rf"[{_CJK}]|\\?[^\W\d_{_CJK}]+(?:['’][a-z]+)?|\S")
_OPERATOR = pattern(r"[+−*/^=<>×÷√∫∑∞≤≥π°∠△⊙∩∪∈{]|-(?![A-Za-z]{2})|\$(?!#)|_(?=[A-Za-z\d#{])|\\[A-Za-z]+")
_NUMBER_WORDS = frozenset((
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
    "thirty", "forty", "fifty", "sixty", "hundred", "thousand", "half", "third", "quarter", "twice", "thrice",
    "dozen", "double", "triple",
))  # fmt: skip
_CJK_AMOUNT = pattern(
    "(第?)[一二两三四五六七八九十百千万半]+"
    "[个只元角分米本张件块天年月小时岁棵箱倍条支名人台辆次打折瓶组份颗枚头位公千厘双排层盒袋]"
)
_HOW_MUCH = pattern(r"how (?:many|much|long|far|old|fast|tall)|多少|几(?![何乎])|多[长远大高重]")
_SENTENCE = pattern(r"[.!?。;]\s*(?=[^\s.!?。;])")
_CAPITALISED = pattern(r"(?<=[^.!?;] )[A-Z][a-z]")


@dataclass(frozen=True, slots=True)
class Classifier:
    """Multinomial naive Bayes over the features of a text; every intent is as likely beforehand."""

    counts: Mapping[str, Mapping[str, int]] = field(repr=False)
    """By intent: in how many examples each feature was seen."""
    vocabulary: frozenset[str] = field(repr=False)
    """Every feature that was seen; others say nothing."""
    sizes: Mapping[str, float]
    """By intent: the sum of its smoothed counts."""

    @classmethod
    def learn(cls, examples: Mapping[str, Iterable[str]]) -> "Classifier":
        """From example utterances by intent."""
        return cls.of(
            {kind: Counter(chain.from_iterable(map(features, texts))) for kind, texts in examples.items()}
        )

    @classmethod
    def of(cls, counts: Mapping[str, Mapping[str, int]]) -> "Classifier":
        """From what was counted before."""
        vocabulary = frozenset(chain.from_iterable(counts.values()))
        extra = SMOOTHING * len(vocabulary)
        return cls(counts, vocabulary, {kind: sum(seen.values()) + extra for kind, seen in counts.items()})

    def classify(self, text: str) -> Intent:
        """The likeliest intent; the first in the file when nothing speaks for any.

        The score is its probability, tempered by the square root of the number of features: they are far
        from independent, and naive Bayes takes every one of them for fresh evidence.
        """
        known = features(text) & self.vocabulary
        logs = {
            kind: math.fsum(math.log(seen.get(feature, 0) + SMOOTHING) for feature in known)
            - len(known) * math.log(self.sizes[kind])
            for kind, seen in self.counts.items()
        }
        best = max(logs, key=lambda kind: logs[kind])
        temper = math.sqrt(len(known) or 1)
        return Intent(best, 1 / sum(math.exp((log - logs[best]) / temper) for log in logs.values()))


def features(text: str) -> set[str]:
    """Words, stems and pairs of neighbours (characters, in Chinese and Japanese); the shape of the text."""
    text = unicodedata.normalize("NFKC", text)
    if _DIGIT.search(text):
        text = _FIGURE.sub(_stand_in, text)
    small = text.lower()
    tokens = _TOKEN.findall(small)
    stems = [f"{token[:STEM]}~" for token in tokens if len(token) > STEM]
    return {*tokens, *stems, *map(" ".join, pairwise(["^", *tokens])), *_shape(text, small, tokens)}


def _stand_in(figure: re.Match[str]) -> str:
    return _NAME if figure["name"] else _YEAR if figure["year"] else _AMOUNT


def _shape(text: str, small: str, tokens: list[str]) -> Iterator[str]:
    """What tells a calculation from a story with numbers in it, and both from a question about the world."""
    spelled = sum(map(_NUMBER_WORDS.__contains__, tokens)) + _CJK_AMOUNT.findall(text).count("")
    amounts = text.count(_AMOUNT) + spelled
    operators = len(_OPERATOR.findall(text))
    words = sum(map(str.isalpha, tokens))
    sentences = min(len(_SENTENCE.findall(text)), 2) + 1
    asks = "how much" if _HOW_MUCH.search(small) else "other"
    yield f"<amounts {min(amounts, 3)}>"
    yield f"<operators {min(operators, 3)}>"
    yield f"<words {min(words.bit_length(), 6)}>"
    yield f"<sentences {sentences}>"
    yield f"<capitalised {min(len(_CAPITALISED.findall(text)), 2)}>"
    yield f"<asks {asks}, amounts {min(amounts, 2)}>"
    yield f"<asks {asks}, sentences {sentences}>"
    yield "<more operators>" if operators > words else "<more words>"
