"""What kind of question a text is, learned from example utterances: intents and a naive Bayes classifier.

A file names the intents and gives examples of each, as a list or as a block of text with one a line.
Learning is counting, so it takes milliseconds and the same file always gives the same classifier.
"""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    TypeAdapter,
    ValidationInfo,
    WithJsonSchema,
)

from reasoner import config, resources
from reasoner.errors import ConfigError, did_you_mean, one_line
from reasoner.state import Intent

SMOOTHING = 0.1
"""Times that every feature counts as seen in every intent; 0.1 did best of 0.03 to 1 on unseen questions."""
STEM = 4
"""Characters that make the stem of a longer word: crude, but worth points where examples are few."""

# What stands for a figure among the words: an amount, a year, or the number in a name.
_AMOUNT, _YEAR, _NAME = "#", "@", "&"
_DIGIT = re.compile(r"\d")
_FIGURE = re.compile(
    r"""
    (?P<name> (?<![A-Za-z\d\\]) (?: [A-Z][A-Za-z]*[-.]?\d+[A-Za-z]* | \d+[A-Z]+ | \d{3,}[a-z] ) (?![A-Za-z\d])
        | (?<=第)\d+ | \d+(?: st | nd | rd | th )\b | \d+(?=[号届]) )     # K-12, A380, 95M, 7th
    | (?P<year> (?<![\d.,$]) (?:1\d|20)\d\d (?:[-–](?:1\d|20)\d\d)? (?![\d.,]*\d) | \d{3,4}(?=年) )
    | \d[\d.,]*
    """,
    re.VERBOSE,
)
_CJK = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_CJK}]|\\?[^\W\d_{_CJK}]+(?:['’][a-z]+)?|\S")
_OPERATOR = re.compile(r"[+−*/^=<>×÷√∫∑∞≤≥π°∠△⊙∩∪∈{]|-(?![A-Za-z]{2})|\$(?!#)|_(?=[A-Za-z\d#{])|\\[A-Za-z]+")
_NUMBER_WORDS = frozenset((
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty",
    "thirty", "forty", "fifty", "sixty", "hundred", "thousand", "half", "third", "quarter", "twice", "thrice",
    "dozen", "double", "triple",
))  # fmt: skip
_CJK_AMOUNT = re.compile(
    "(第?)[一二两三四五六七八九十百千万半]+"
    "[个只元角分米本张件块天年月小时岁棵箱倍条支名人台辆次打折瓶组份颗枚头位公千厘双排层盒袋]"
)
_HOW_MUCH = re.compile(r"how (?:many|much|long|far|old|fast|tall)|多少|几(?![何乎])|多[长远大高重]")
_SENTENCE = re.compile(r"[.!?。;]\s*(?=[^\s.!?。;])")
_CAPITALISED = re.compile(r"(?<=[^.!?;] )[A-Z][a-z]")


@dataclass(frozen=True, slots=True)
class Classifier:
    """Multinomial naive Bayes over the features of a text; every intent is as likely beforehand."""

    counts: Mapping[str, Counter[str]] = field(repr=False)
    """By intent: in how many examples each feature was seen."""
    vocabulary: frozenset[str] = field(repr=False)
    """Every feature that was seen; others say nothing."""
    sizes: Mapping[str, float]
    """By intent: the sum of its smoothed counts."""

    @classmethod
    def learn(cls, examples: Mapping[str, Iterable[str]]) -> "Classifier":
        """From example utterances by intent."""
        counts = {
            kind: Counter(chain.from_iterable(map(features, texts))) for kind, texts in examples.items()
        }
        vocabulary = frozenset().union(*counts.values())
        sizes = {kind: seen.total() + SMOOTHING * len(vocabulary) for kind, seen in counts.items()}
        return cls(counts, vocabulary, sizes)

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


@dataclass(frozen=True)
class Intents:
    """A file of intents, read and checked."""

    name: str
    """The name as written in the pipeline."""
    examples: Mapping[str, tuple[str, ...]] = field(repr=False)
    """Utterances by intent."""

    @property
    def kinds(self) -> frozenset[str]:
        """The names of the intents."""
        return frozenset(self.examples)

    @cached_property
    def classifier(self) -> Classifier:
        """Learned when first asked for."""
        return Classifier.learn(self.examples)


def _lines(value: object) -> object:
    return [line for line in value.splitlines() if line.strip()] if isinstance(value, str) else value


class IntentsYaml(BaseModel):
    """The YAML of a file of intents."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str = ""
    """What the intents are for, in a sentence."""
    intents: dict[str, Annotated[list[str], BeforeValidator(_lines), Field(min_length=1)]] = Field(
        min_length=2
    )
    """Example utterances by intent."""


@cache
def _adapter() -> TypeAdapter[IntentsYaml]:
    return TypeAdapter(IntentsYaml)


def read(name: str, base: Path | None) -> Intents:
    """The file of intents `name`: beside the pipeline in `base` (or its `intents/`), else a bundled one.

    Raises: ValueError, when there is none or when it has a problem.
    """
    bundled = resources.bundled("pipelines") / "intents"
    places = [base / name, base / "intents" / name, bundled / name] if base else [bundled / name]
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        known = [p.name for p in bundled.glob("*.yaml")]
        raise ValueError(f"no file of intents '{name}'{did_you_mean(name, known)}")
    try:
        found = config.validate(config.read(path), _adapter())
    except ConfigError as error:
        problems = " ".join(f"{name}:{p.line}:{p.column}: {p.message}" for p in error.problems)
        raise ValueError(one_line(problems, 600)) from None
    return Intents(name, {kind: tuple(texts) for kind, texts in found.intents.items()})


def _validate(value: object, info: ValidationInfo) -> Intents:
    if isinstance(value, Intents):
        return value
    if not isinstance(value, str):
        raise ValueError("intents must be the name of a file.")
    return read(value, (info.context or {}).get("base"))


def _serialize(intents: Intents, info: SerializationInfo) -> str:
    """Its name; its examples where the caller asks for `prompts: text`, to compare what two pipelines do."""
    full = (info.context or {}).get("prompts") == "text"
    return json.dumps(intents.examples, ensure_ascii=False) if full else intents.name


IntentsFile = Annotated[
    Intents,
    PlainValidator(_validate),
    PlainSerializer(_serialize, return_type=str),
    WithJsonSchema({"type": "string", "description": "A file of intents, beside the pipeline or bundled."}),
]
"""A field of a stage that names a file of intents."""
