"""Texts are compared word for word, whatever their width, case, white space, emphasis or line breaks."""

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.retrieval.sentences import Span
from reasoner.retrieval.terms import is_unspaced

_LINE_HYPHEN = pattern(r"(?<=[^\W\d_])[-\u2010][ \t]*(?:\r\n?|\n)\s*(?=[^\W\d_])")
_LINK_END = pattern(r"\]\([^()\s]{0,500}\)")
_DROPPED = frozenset(
    "*_`~\u00ad\ufeff\u200b\u200c\u200d\u2060\"'\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u00ab\u00bb「」『』《》〈〉"
)
"""Emphasis, quotation marks, and characters that nobody sees."""
_SAME = str.maketrans(
    {
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2212": "-",
        "。": ".",
        "、": ",",
        "·": " ",
        "•": " ",
    }
)
_NUMERALS = frozenset("〇零一二三四五六七八九十百千万亿兩两")
_SCALES = frozenset("十百千万亿")
HYPHEN = "\ue000"
"""Stands for a hyphen at the end of a line, which may belong to the word or only to the line."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a text says, without the way in which it is written."""

    text: str
    starts: tuple[int, ...]
    """For each character the offset in the original at which what it stands for begins."""
    ends: tuple[int, ...]

    def find(self, sought: "Wording") -> Iterator[Span]:
        """Where the original has the words, whole words and whole numbers only."""
        words = sought.text.strip(" .,;:!?-…")
        if not any(char.isalnum() for char in words):
            return
        at = self.text.find(words)
        while at >= 0:
            if self._whole(at, at + len(words)):
                yield self.starts[at], self.ends[at + len(words) - 1]
            at = self.text.find(words, at + 1)

    def _whole(self, start: int, end: int) -> bool:
        """Nothing is cut at either end: no word, number or character."""
        text = self.text
        before, after = text[max(0, start - 2) : start], text[end : end + 2]
        cut_left = start > 0 and self.starts[start] < self.ends[start - 1]
        cut_right = end < len(text) and self.starts[end] < self.ends[end - 1]
        return not (
            cut_left
            or cut_right
            or _joined(before, text[start], left=True)
            or _joined(after, text[end - 1], left=False)
        )


def _joined(around: str, char: str, *, left: bool) -> bool:
    """The characters beside it belong to the same word or number."""
    if not around:
        return False
    near, far = (around[-1], around[:-1]) if left else (around[0], around[1:])
    if char.isdecimal():
        decimal = near in ".," and far.isdecimal()
        minus = left and near == "-" and not far.strip()
        return decimal or minus or near.isdecimal() or near in _SCALES or _wordy(near)
    if char in _NUMERALS:
        return near in _NUMERALS or near.isdecimal()
    return _wordy(char) and _wordy(near)


def _wordy(char: str) -> bool:
    return (
        char.isalnum()
        and not is_unspaced(unicodedata.normalize("NFC", char))
        and not "\u1100" <= char <= "\u11ff"
    )


@lru_cache(maxsize=512)
def wording(text: str) -> Wording:
    """The words of the text with their places, its hyphens at line ends taken for those of the line."""
    return _folded(text)


@lru_cache(maxsize=512)
def hyphenated(text: str) -> Wording | None:
    """The same with the hyphens at line ends kept, as in a compound; None where there is none."""
    return _folded(text, keep=True) if _LINE_HYPHEN.search(text) else None


def occurrences(said: str, text: str) -> list[Span]:
    """Where the text says it word for word; the spans count characters of the text."""
    found: list[Span] = []
    for sought in filter(None, (wording(said), hyphenated(said))):
        for where in filter(None, (wording(text), hyphenated(text))):
            found += where.find(sought)
    return sorted(set(found))


def _folded(text: str, *, keep: bool = False) -> Wording:
    skipped = {i: keep for m in _LINE_HYPHEN.finditer(text) for i in range(m.start() + keep, m.end())}
    skipped |= {i: keep for m in _LINK_END.finditer(text) for i in range(m.start(), m.end())}
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        if start in skipped or (text[start] in _DROPPED and not _between_digits(text, start)):
            continue
        folded = _plain(text[start:end], chars[-1] if chars else "")
        if folded == " " and (not chars or chars[-1] == " "):
            continue
        for char in folded:
            chars.append(char)
            starts.append(start)
            ends.append(end)
    return _tightened("".join(chars), starts, ends)


def _between_digits(text: str, at: int) -> bool:
    """What is emphasis elsewhere is a sign in 3*4 and a measure in 5'10."""
    around = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    return text[at].isprintable() and all(char.isdecimal() for char in around if char) and all(around)


def _clusters(text: str) -> Iterator[Span]:
    """Each character with the marks that combine with it."""
    start = 0
    for i in range(1, len(text) + 1):
        if i == len(text) or not unicodedata.combining(text[i]):
            yield start, i
            start = i


def _plain(cluster: str, before: str) -> str:
    """How the character is compared. A power or fraction after a digit stays: 10² is not 102."""
    if cluster.isascii():
        return " " if cluster.isspace() else cluster.lower()
    if cluster.isspace():
        return " "
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", cluster).casefold()).translate(_SAME)
    if before.isdecimal() and not cluster.isdecimal() and any(char.isdecimal() for char in plain):
        return cluster
    return "".join(char for char in plain if char not in _DROPPED)


def _tightened(text: str, starts: list[int], ends: list[int]) -> Wording:
    """Without the space beside a character of a script that has none, and beside punctuation."""
    kept = [i for i in range(len(text)) if text[i] != " " or not _loose(text[i - 1 : i], text[i + 1 : i + 2])]
    return Wording(
        "".join(text[i] for i in kept), tuple(starts[i] for i in kept), tuple(ends[i] for i in kept)
    )


def _loose(before: str, after: str) -> bool:
    """No space is needed here; one behind a comma or colon is, before a number: 27, 1937 is not 27,1937."""
    if after.isdecimal() and before and before in ",:":
        return False
    return not before or not after or any(is_unspaced(char) or char in ",;:!?()" for char in (before, after))


def original(text: str, start: int, end: int) -> Span:
    """The characters of the original behind wording(text).text[start:end]."""
    folded = wording(text)
    return folded.starts[start], folded.ends[end - 1]


def position(text: str, offset: int) -> int:
    """Where in wording(text).text the character of the original comes."""
    return bisect_left(wording(text).starts, offset)
