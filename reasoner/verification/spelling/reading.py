"""A text with its quotes and marks of style made alike, and the pieces that its statements are made of."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reasoner.patterns import pattern

OPEN, CLOSE = "\ue000", "\ue001"
"""What every kind of quotation marks becomes."""
LATIN = "[A-Za-zÀ-ɏͰ-ӿ]"
_NOT_INSIDE, _WHOLE = r"(?<![A-Za-z0-9_À-ɏ'’-])", r"(?![A-Za-z0-9_À-ɏ'’-])"
_QUOTED = pattern(
    r'"(?! )([^"\n\ue000]{1,60})(?<! )"|“\s?([^“”\n\ue000]{1,60}?)\s?”|`([^`\n\ue000]{1,60})`'
    r"|‘([^‘\n\ue000]{1,60}?)’(?!\w)|[「『《]([^「」『』《》\n\ue000]{1,60})[」』》]|«\s?([^«»\n\ue000]{1,60}?)\s?»"
    r"|(?<!\w)'(?! )((?:[^'\n\ue000]|(?<=\w)'(?=\w)){1,60}?)(?<! )'(?!\w|'\w)"
    r"|(?<!\w)'([A-Za-z])'(?=s\b(?!'))|\\(?:boxed|text|textbf|texttt)\{([^{}\n\ue000]{1,60})\}"
)
_BOLD = pattern(r"\*\*([^*\n]{1,200})\*\*|(?<![\w*])\*([^*\s\n][^*\n]{0,60})\*(?![\w*])|__([^_\n]{1,60})__")
_DOLLARS = pattern(r"\$(?=[\ue000\\])|(?<=\ue001)\$|\\[()\[\]]")
_STYLED = pattern(r"[\w'’ -]{1,40}")
_BLANK = pattern(r"[_?*…]|\.\.")
_GAP = pattern(r"(?<=\w)[^\w\u200b-\u200f]+(?=\w)")
_ENDS = " .,;:!?。，；：！？、"

END = (
    r"(?=\s*(?:[.,;:!?)(\]\n。，；：！？）（、—–]|$|(?:and|so|which|but|while|thus|hence|then|because|since|not|"
    r"therefore|respectively|in\s(?:total|all)|too)\b|[和而且所并但]))"
)
"""What may follow a name, a letter or a number without quotes, so that it is not the start of more words."""
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth",
)  # fmt: skip
NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_CHINESE = "零一二三四五六七八九十"
NAMES = (
    r"(?:(?:the|this|a|our)\s(?:(?:first|second|third|fourth|fifth|sixth|next|last|final|given|original|full|"
    r"\d{1,2}(?:st|nd|rd|th))\s)?(?:(?:first|last)\s(?=name))?(?:word|name|string|term|surname)s?[,:]?\s)"
)
"""What introduces a name."""
_COMMON = (
    "a an the it its this that these those he she they we i you each every all any some both one my your "
    "his her their our which what who word words name names alphabet alphabets string strings sentence "
    "sentences phrase phrases answer result results line lines text is was are were be been step steps "
    "input output letter letters character characters list sequence question order note there here so then "
    "and or not no yes if first second third fourth fifth last final next paragraph english language code "
    "password row column page chapter verse book file title passage document message term terms item items "
    "group set str char tmp them with in of for to on at by from"
)
_NO_NAMES = frozenset(_COMMON.split())


class Finding(NamedTuple):
    """A statement at a place of the plain text; `right` is None where it is understood but not judged."""

    start: int
    end: int
    right: bool | None
    should: str = ""
    """In words, what would be right."""
    letters: tuple[str, ...] = ()
    """The letters of words that it states, in order."""
    words: tuple[str, ...] = ()
    """The words whose letters these are."""
    joined: str = ""
    """What it puts letters together to."""


def plain(text: str) -> str:
    """The text with one kind of quotation marks, and without marks of style; its lines stay."""
    text = unicodedata.normalize("NFC", text).replace("\ue000", " ").replace("\ue001", " ").replace("\r", "")
    text = text.translate({code: code - 0xFEE0 for code in (*range(0xFF21, 0xFF5B), *range(0xFF10, 0xFF1A))})
    text = _BOLD.sub(_unstyled, text)
    text = _QUOTED.sub(_quoted, text)
    return _DOLLARS.sub("", text)


def shown(text: str, start: int, end: int) -> str:
    """A piece of the plain text as it is quoted in a reason."""
    return " ".join(text[start:end].replace(OPEN, '"').replace(CLOSE, '"').split()).strip(" ,;")


def fold(text: str) -> str:
    """Lower case without accents."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in split if not unicodedata.combining(char))


def letters_of(text: str) -> str:
    """The letters alone, folded."""
    return "".join(char for char in fold(text) if char.isalpha())


def signs_of(text: str) -> str:
    """The letters and digits, folded."""
    return "".join(char for char in fold(text) if char.isalnum())


def gaps(text: str) -> int:
    """At how many places something stands between its letters, such as a space."""
    return len(_GAP.findall(text))


def name(group: str) -> str:
    """Pattern of a word or name in quotes, or a Latin one without; see `mention`."""
    bare = rf"{_NOT_INSIDE}(?P<{group}b>{LATIN}(?:['’-]?{LATIN}){{0,40}}){_WHOLE}"
    return rf"(?:{quoted(group)}|{bare})"


def quoted(group: str) -> str:
    """Pattern of a name in quotes; see `mention`."""
    return rf"{OPEN}(?P<{group}q>[^{OPEN}{CLOSE}\n]{{1,60}}){CLOSE}"


def mention(match: re.Match[str], group: str) -> tuple[str, bool] | None:
    """The word that a pattern of `name` found, and whether it is in quotes; None where it is no name."""
    found = match.groupdict()
    if found.get(f"{group}q") is not None:
        text = found[f"{group}q"].strip().rstrip(_ENDS)
        return (text, True) if signs_of(text) and not _BLANK.search(text) else None
    text = found.get(f"{group}b") or ""
    return (text, False) if len(text) > 1 and fold(text) not in _NO_NAMES else None


LETTER = rf"(?:{OPEN}[^\W_][.,]?{CLOSE}|{_NOT_INSIDE}[^\W_]{_WHOLE}{END})"
"""A single letter, in quotes or not."""
_SEPARATOR = r"(?:\s?[,、，]\s?(?:and\s|then\s)?|\s(?:and|then)\s|\s?[和与及]\s?|\s?(?:->|→)\s?)"
_ITEM = rf"{OPEN}[^\W_][.,]?{CLOSE}|[^\W_]{_WHOLE}"
LETTERS = (
    rf"{_NOT_INSIDE}(?:(?:{_ITEM}){_SEPARATOR}){{1,40}}(?:{OPEN}[^\W_][.,]?{CLOSE}|[^\W_]{_WHOLE}{END})"
    rf"(?!{_SEPARATOR}(?:{_ITEM}))|{OPEN}[^\W_](?:[\s,、-]{{1,2}}(?:and\s)?[^\W_]){{1,40}}[.,]?{CLOSE}"
)
"""Two or more letters, each in quotes or not, or all in one pair of quotes."""
_AND = pattern(r"\b(?:and|then)\b|[和与及]")


def listed(text: str) -> tuple[str, ...]:
    """The letters of a list of them."""
    return tuple(char for char in _AND.sub(" ", text) if char.isalnum())


def number(text: str) -> int | None:
    """The number that a word or numeral, English or Chinese, stands for."""
    low = text.lower().removesuffix("th").removesuffix("st").removesuffix("nd").removesuffix("rd")
    if low.isdecimal():
        return int(low)
    if text.lower() in NUMBERS:
        return NUMBERS.index(text.lower())
    if text.lower() in ORDINALS:
        return ORDINALS.index(text.lower()) + 1
    text = text.replace("两", "二")
    tens, ten, ones = text.rpartition("十")
    if any(char not in _CHINESE for char in text) or not text or len(tens) > 1 or len(ones) > 1:
        return None
    if not ten:
        return _CHINESE.index(ones)
    return 10 * (_CHINESE.index(tens) if tens else 1) + (_CHINESE.index(ones) if ones else 0)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a phrase."""
    return tuple(part for part in (word.strip(_ENDS) for word in text.replace(",", " ").split()) if part)


def alike(left: str, right: str) -> bool:
    """Whether one may be an attempt at writing the other: they share more than half of the letters."""
    a, b = letters_of(left), letters_of(right)
    shared = sum(min(a.count(char), b.count(char)) for char in set(a))
    return 2 * shared > max(len(a), len(b))


def in_order(findings: Iterable[Finding]) -> Sequence[Finding]:
    """By place; of two that overlap the one that starts first, and of these the longer."""
    kept: list[Finding] = []
    for finding in sorted(findings, key=lambda found: (found.start, -found.end)):
        if not kept or finding.start >= kept[-1].end:
            kept.append(finding)
    return kept


def _unstyled(match: re.Match[str]) -> str:
    inner = next(part for part in match.groups() if part is not None)
    if _STYLED.fullmatch(inner) and len(inner.split()) == 1:
        return f"{OPEN}{inner.strip()}{CLOSE}"
    return inner


def _quoted(match: re.Match[str]) -> str:
    inner = next(part for part in match.groups() if part is not None)
    return f"{OPEN}{inner}{CLOSE}"
