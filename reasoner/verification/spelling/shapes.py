"""A word written in another way: backwards, letter by letter, in capitals; words in alphabetical order."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reasoner.patterns import pattern
from reasoner.verification.spelling.reading import (
    CLOSE,
    END,
    LATIN,
    NAMES,
    OPEN,
    Finding,
    alike,
    fold,
    letters_of,
    mention,
    name,
    words_of,
)

_GIVES = (
    r"(?:\s?[:=→]|\s?[-=]>|\s(?:is|gives(?:\sus)?|becomes|results\sin|produces|yields|would\sbe))"
    r"\s?[:：]?\s{1,2}(?:the\s(?:word|string)\s)?"
)
_W = rf"(?:(?<![A-Za-z])(?P<named>{NAMES}){name('word')}|{name('free')})"
_SPELLED = rf"{LATIN}(?:(?:\s?[-–·]\s?|,\s?|\s){LATIN}){{1,40}}(?![\w'’])"
_IN_QUOTES = rf"{OPEN}(?P<vq>[^{OPEN}{CLOSE}\n]{{1,60}}){CLOSE}"
_V = rf"(?:{_IN_QUOTES}|(?P<vs>{_SPELLED}){END}|(?P<vb>{LATIN}{{2,40}}){END})"

_BACKWARDS = pattern(
    rf"(?i)(?:{_W}\s(?:reversed|backwards?|(?:spelled|written|read)\s(?:backwards?|in\sreverse)|in\sreverse){_GIVES}{_V})"
)
_REVERSE_OF = pattern(
    rf"(?i)\b(?:(?:the\s)?(?:reverse|reversal)\sof|revers(?:ing|ed)(?:\sthe\sletters\s(?:of|in))?)\s{_W},?(?:\sis)?(?:\swe\sget)?(?:{_GIVES}|\s){_V}"
)
_UPPER = pattern(
    rf"(?i)(?:{_W}\sin\s(?P<case>upper|lower)\s?-?case(?:\sletters)?{_GIVES}"
    rf"|\b(?:the\s)?(?P<case2>upper|lower)-?\s?case(?:\s(?:form|version))?\sof\s(?P<n2>{NAMES})?{name('two')}{_GIVES}"
    rf"|\bconverting\s(?P<n3>{NAMES})?{name('three')}\s(?:to|into)\s(?P<case3>upper|lower)-?\s?case{_GIVES}){_V}"
)
_SPELLING = pattern(
    rf"(?i)(?:{_W}\s(?:is\s(?:spelled|spelt)(?:\sout)?(?:\sas)?:?\s)"
    rf"|\b(?:the\s)?letters\s(?:of|in)\s(?P<n2>{NAMES})?{name('two')}\s(?:are|:)\s?:?\s?|\bspelling\s(?:out\s)?(?P<n3>{NAMES})?{name('three')}\s?[:→]\s)"
    rf"(?P<letters>(?:{OPEN}[^\W_]{CLOSE}|[A-Za-zÀ-ɏ](?![\w'’]))(?:(?:\s?[-–·]\s?|,\s?(?:and\s)?|\sand\s|\s)(?:{OPEN}[^\W_]{CLOSE}|[A-Za-zÀ-ɏ](?![\w'’]))){{1,60}}"
    rf"|{OPEN}{_SPELLED}{CLOSE}){END}"
)
_ZH_W = rf"(?:单词|词语|词|名字|字符串)?\s?{name('free')}"
_ZH_END = r"(?=\s*(?:[.,;:!?)(\n。，；：！？）（、]|$))"
_ZH_V = rf"\s?(?:{_IN_QUOTES}|(?P<vs>{_SPELLED})|(?P<vb>{LATIN}{{2,40}})){_ZH_END}"
_ZH_BACKWARDS = pattern(
    rf"{_ZH_W}\s?(?:这个单词)?(?:反过来|倒过来|反转|颠倒|倒序|逆序|反着|倒着)(?:写|拼写|拼|排列|读|后|的结果|之后){{0,2}}[，,]?\s?(?:是|为|得到|变成|成为|就是|：|:){_ZH_V}"
)
_ZH_UPPER = pattern(
    rf"{_ZH_W}\s?(?:的|转换?(?:成|为))?(?P<case>大|小)写(?:形式|字母)?(?:后|之后)?[，,]?\s?(?:是|为|得到|就是|：|:){_ZH_V}"
)
_ZH_SPELLING = pattern(
    rf"{_ZH_W}\s?(?:的拼写|的字母(?:依次|分别)?|拆开|拆分|拼写)(?:是|为|：|:)\s?(?P<letters>{_SPELLED}|[A-Za-z](?:、[A-Za-z]){{1,40}}|{OPEN}{_SPELLED}{CLOSE})(?=\s*(?:[.,;:!?)(\n。，；：！？）（]|$))"
)
_MEMBER = rf"(?:{OPEN}[^{OPEN}{CLOSE}\n,]{{1,40}}{CLOSE}|{LATIN}[\w'’-]{{0,40}})"
_SORTED = pattern(
    rf"(?i)\b(?P<before>reverse\s)?(?:in\s|the\s)?(?P<order>alphabetical(?:ly)?)(?:\s(?:order|sorted|ordered))?"
    rf"(?:,?\s(?:the\s(?:words|names|letters|list)\s|they\s|we\s|it\s|this\s)?(?:is|are|gives|becomes|get|have)):?\s?"
    rf"(?P<list>{_MEMBER}(?:,\s?(?:and\s)?|\sand\s){_MEMBER}(?:(?:,\s?(?:and\s)?|\sand\s){_MEMBER}){{0,40}}){END}"
)
_ZH_SORTED = pattern(
    rf"(?:按照?)?(?:字母表?|字典)(?P<before>倒|逆)?(?:的)?顺?序(?:排列|排序)?(?:(?:后|的结果)(?:应该|依次)?(?:是|为|得到|：|:)|依次?(?:是|为))[：:]?\s?"
    rf"(?P<list>{_MEMBER}(?:\s?[、，,和]\s?{_MEMBER}){{1,40}})(?=\s*(?:[.;!?)(\n。；！？）（]|$))"
)
_LISTED = pattern(rf"{OPEN}([^{CLOSE}]*){CLOSE}|({LATIN}[\w'’-]*)")
_CORRECTION = pattern(r"(?i)\b(?:correct(?:ly)?|proper(?:ly)?|mis\w+|British|American|wrong(?:ly)?|should)\b")


def shapes(text: str, asked: Sequence[str]) -> Iterator[Finding]:
    """Every statement of how words are written backwards, letter by letter, in capitals or in order.

    `asked` are the words that the question names.
    """
    known = frozenset(fold(word) for word in asked)
    for match in (*_BACKWARDS.finditer(text), *_REVERSE_OF.finditer(text), *_ZH_BACKWARDS.finditer(text)):
        yield from _backwards(match, _word(match, known))
    for match in (*_UPPER.finditer(text), *_ZH_UPPER.finditer(text)):
        yield from _in_case(match, _word(match, known))
    for match in (*_SPELLING.finditer(text), *_ZH_SPELLING.finditer(text)):
        around = text[max(0, match.start() - 40) : match.end() + 40]
        yield from () if _CORRECTION.search(around) else _letter_by_letter(match, _word(match, known))
    for match in (*_SORTED.finditer(text), *_ZH_SORTED.finditer(text)):
        yield from () if match["before"] else _sorted(match)


def _word(match: re.Match[str], known: frozenset[str]) -> str | None:
    """The word that is written otherwise: in quotes, called a word, or one of the question."""
    found = match.groupdict()
    for group, introduced in (
        ("word", True),
        ("free", False),
        ("two", found.get("n2")),
        ("three", found.get("n3")),
    ):
        named = mention(match, group)
        if named:
            return named[0] if introduced or named[1] or fold(named[0]) in known else None
    return None


def _written(match: re.Match[str]) -> str:
    text = match["vq"] or match["vs"] or match["vb"]
    return str(text).strip(" .,;:!?。，")


def _backwards(match: re.Match[str], word: str | None) -> Iterator[Finding]:
    if word is None:
        return
    said, letters = letters_of(_written(match)), letters_of(word)
    if len(words_of(word)) > 1:
        ways = {letters[::-1], "".join(letters_of(part)[::-1] for part in words_of(word))}
        ways.add("".join(letters_of(part) for part in reversed(words_of(word))))
        if said in ways:
            yield Finding(*match.span(), True)
    elif said == letters[::-1]:
        yield Finding(*match.span(), True)
    elif alike(said, letters) and len(letters) > 1:
        yield Finding(*match.span(), False, f"'{word}' backwards is '{word[::-1].lower()}'")


def _in_case(match: re.Match[str], word: str | None) -> Iterator[Finding]:
    if word is None:
        return
    found = match.groupdict()
    case = next(found[key] for key in ("case", "case2", "case3") if found.get(key)).lower()
    should = word.upper() if case in ("upper", "大") else word.lower()
    said = _written(match)
    if alike(said, word):
        yield Finding(*match.span(), said.rstrip(".") == should, f"it is '{should}'")


def _letter_by_letter(match: re.Match[str], word: str | None) -> Iterator[Finding]:
    if word is None or len(words_of(word)) > 1:
        return
    said, letters = letters_of(match["letters"].replace("and ", "")), letters_of(word)
    if said == letters:
        yield Finding(*match.span(), True)
    elif alike(said, letters) and (set(said) != set(letters) or "-" in match["letters"]):
        yield Finding(*match.span(), False, f"'{word}' is spelled {'-'.join(word)}")


def _sorted(match: re.Match[str]) -> Iterator[Finding]:
    parts = [quoted if quoted else bare for quoted, bare in _LISTED.findall(match["list"])]
    parts = [part for part in parts if part.lower() != "and"]
    if len(parts) < 2 or any(len(part.split()) > 1 for part in parts):
        return
    for left, right in pairwise(parts):
        if fold(left) > fold(right) and letters_of(left) > letters_of(right):
            yield Finding(*match.span(), False, f"'{right}' comes before '{left}'")
            return
    yield Finding(*match.span(), True)
