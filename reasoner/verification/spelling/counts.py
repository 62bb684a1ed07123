"""How many letters a word has, how often one of them, and whether it has one at all."""

import re
from collections.abc import Callable, Iterator, Sequence

from reasoner.patterns import pattern
from reasoner.verification.spelling.reading import (
    CLOSE,
    END,
    NAMES,
    NUMBERS,
    OPEN,
    Finding,
    fold,
    mention,
    name,
    number,
    signs_of,
)

_N = rf"(?P<n>\d{{1,3}}|{'|'.join(NUMBERS)}|no)"
_ONLY = r"(?:exactly\s|only\s|just\s|a\stotal\sof\s|precisely\s|in\stotal\s)?"
_WORD = rf"(?:(?<![A-Za-z])(?P<named>{NAMES}){name('word')}|{name('free')})"
_KIND = r"(?P<kind>letters?|characters?|vowels?|consonants?)"
_X = rf"(?:the\sletters?\s)?(?:{OPEN}(?P<xq>[^\W_]){CLOSE}|(?<![\w'’-])(?P<xb>[A-Za-z]))"
_PLURAL_X = (
    rf"(?:(?:the\s)?letters?\s)?(?:{OPEN}(?P<xq>[^\W_])['’]?s?{CLOSE}(?:['’]?s)?"
    r"|(?<![\w'’-])(?P<xb>[A-Za-z])['’]s)(?!\w)"
)
_TIMES = rf"(?:(?P<n>\d{{1,3}}|{'|'.join(NUMBERS)})\stimes?|(?P<once>once|twice|thrice))"
_LONG = r"(?=\s*(?:[.,;:!?)(\]\n–—]|$|(?:and|so|which|but|while|in\stotal|total|long|altogether)\b))"

_HAS = pattern(
    rf"(?i){_WORD}\s(?:has|contains|consists\sof|is\smade\sup\sof|is\scomposed\sof|comprises|is)\s{_ONLY}{_N}\s{_KIND}{_LONG}"
)
_THERE = pattern(rf"(?i)\bthere\s(?:is|are)\s{_ONLY}{_N}\s{_KIND}\s(?:in|within)\s{_WORD}{END}")
_NUMBER = pattern(rf"(?i)\bnumber\sof\s{_KIND}\s(?:of|in)\s{_WORD}\s?(?:is|=|:)\s{_ONLY}{_N}{END}")
_LENGTH = pattern(
    rf"(?i)\blength\sof\s{_WORD}\s?(?:is|=|:)\s{_ONLY}{_N}(?P<kind>\s(?:letters|characters))?{END}"
)
_TIMES_IN = pattern(
    rf"(?i){_X}\s(?:appears|occurs|is\sused|is\sfound|shows\sup|is\spresent|comes\sup)\s{_ONLY}{_TIMES}\s(?:in|within)\s{_WORD}{END}"
)
_TIMES_LAST = pattern(
    rf"(?i){_X}\s(?:appears|occurs|is\sused|is\sfound|shows\sup)\sin\s{_WORD}\s{_ONLY}{_TIMES}{_LONG}"
)
_IN_TIMES = pattern(
    rf"(?i)\bin\s{_WORD},\s(?:the\s)?{_X}\s(?:appears|occurs|is\sused|is\sfound|shows\sup)\s{_ONLY}{_TIMES}{_LONG}"
)
_HAS_X = pattern(
    rf"(?i){_WORD}\s(?:has|contains)\s{_ONLY}{_N}\s(?:(?:instances?|occurrences?)\sof\s)?{_PLURAL_X}{_LONG}"
)
_X_IN = pattern(
    rf"(?i)\bthere\s(?:is|are)\s{_ONLY}{_N}\s(?:(?:instances?|occurrences?)\sof\s)?{_PLURAL_X}\s(?:in|within)\s{_WORD}{END}"
)
_NUMBER_X = pattern(
    rf"(?i)\bnumber\sof\s(?:(?:times|instances|occurrences)\sof\s)?{_PLURAL_X}\sin\s{_WORD}\s?(?:is|=|:)\s{_ONLY}{_N}{END}"
)
_CONTAINS = pattern(
    rf"(?i){_WORD}\s(?:(?P<yes>contains|has|includes)|(?P<no>does\snot\s(?:contain|have|include)|doesn['’]t\s(?:contain|have|include)|lacks))\s"
    rf"(?:the\s|an?\s|any\s)?letter\s(?:{OPEN}(?P<xq>[^\W_]){CLOSE}|(?P<xb>[A-Za-z])){_LONG}"
)
_ZH_N = r"(?P<n>\d{1,3}|[零一二两三四五六七八九十]{1,3})"
_ZH_KIND = r"(?P<kind>元音字母|辅音字母|元音|辅音|字母|字符|汉字|字)"
_ZH_WORD = rf"(?:(?P<named>单词|词语|词|名字|字符串)\s?{name('word')}|{name('free')})"
_ZH_X = rf"(?:字母\s?)?(?:{OPEN}(?P<xq>[^\W_]){CLOSE}|(?<![A-Za-z0-9_À-ɏ'’-])(?P<xb>[A-Za-z])(?![A-Za-z]))"
_ZH_IN = r"\s?(?:这个(?:单词|词|名字))?(?:中|里|里面)?\s?"
_ZH_END = r"(?=\s*(?:[.,;:!?)(\n。，；：！？）（、]|$|[和而且所但]))"
_ZH_HAS = pattern(
    rf"{_ZH_WORD}{_ZH_IN}(?:一?共?有|由|包含|含有|含|总共有)\s?{_ZH_N}\s?个{_ZH_KIND}(?:组成|构成)?{_ZH_END}"
)
_ZH_LENGTH = pattern(
    rf"{_ZH_WORD}\s?的?(?:长度|(?P<kind>字母|字符)(?:个数|数量|数))\s?(?:是|为|=|：|:)\s?{_ZH_N}{_ZH_END}"
)
_ZH_TIMES = pattern(rf"{_ZH_X}\s?在{_ZH_WORD}{_ZH_IN}(?:一?共?出现了?)\s?{_ZH_N}\s?次")
_ZH_IN_TIMES = pattern(rf"{_ZH_WORD}\s?{_ZH_IN}(?:[，,])?\s?{_ZH_X}\s?(?:一?共?出现了?)\s?{_ZH_N}\s?次")
_ZH_HAS_X = pattern(
    rf"{_ZH_WORD}{_ZH_IN}(?:一?共?有|包含|含有|含)\s?{_ZH_N}\s?个(?:字母)?\s?{_ZH_X}{_ZH_END}"
)
_ZH_CONTAINS = pattern(
    rf"{_ZH_WORD}{_ZH_IN}(?:(?P<no>不包含|不含有?|没有)|(?P<yes>包含|含有|含|有))\s?字母\s?(?:{OPEN}(?P<xq>[^\W_]){CLOSE}|(?P<xb>[A-Za-z])){_ZH_END}"
)
_SIZES = (_HAS, _THERE, _NUMBER, _LENGTH, _ZH_HAS, _ZH_LENGTH)
_TIMES_OF = (_TIMES_IN, _TIMES_LAST, _IN_TIMES, _HAS_X, _X_IN, _NUMBER_X, _ZH_TIMES, _ZH_IN_TIMES, _ZH_HAS_X)
_ONCE = {"once": 1, "twice": 2, "thrice": 3}
_KINDS: dict[str, Callable[[str], bool]] = {
    "vowel": lambda char: char in "aeiou",
    "consonant": lambda char: char not in "aeiou",
}


def counts(text: str, asked: Sequence[str]) -> Iterator[Finding]:
    """Every statement of how many letters a word has; `asked` are the words that the question names."""
    known = frozenset(fold(word) for word in asked)
    for pattern_ in _SIZES:
        for match in pattern_.finditer(text):
            word, n = _word(match, known), _number(match)
            if word and n is not None and (pattern_ is not _LENGTH or _is_text_length(match, word, n)):
                yield _size(match, word, n)
    for pattern_ in _TIMES_OF:
        for match in pattern_.finditer(text):
            word, n = _word(match, known), _number(match)
            letter = match["xq"] or match["xb"]
            if word and n is not None:
                ways = {
                    word.count(letter),
                    word.casefold().count(letter.casefold()),
                    fold(word).count(fold(letter)),
                }
                should = f"'{letter}' is {fold(word).count(fold(letter))} times in '{word}'"
                yield Finding(*match.span(), n in ways, should)
    for match in (*_CONTAINS.finditer(text), *_ZH_CONTAINS.finditer(text)):
        word, letter = _word(match, known), match["xq"] or match["xb"]
        if word:
            there = fold(letter) in fold(word)
            should = f"'{letter}' is {'' if there else 'not '}in '{word}'"
            yield Finding(*match.span(), there == bool(match["yes"]), should)


def _word(match: re.Match[str], known: frozenset[str]) -> str | None:
    """The word that is counted in: in quotes, called a word, or one of the question."""
    named = mention(match, "word")
    if named:
        return named[0]
    free = mention(match, "free")
    return free[0] if free and (free[1] or fold(free[0]) in known) else None


def _number(match: re.Match[str]) -> int | None:
    found = match.groupdict()
    if found.get("once"):
        return _ONCE[found["once"].lower()]
    return 0 if found["n"].lower() == "no" else number(found["n"])


def _is_text_length(match: re.Match[str], word: str, n: int) -> bool:
    """Whether it is no length of a thing that has this name."""
    return bool(match["named"] or match["kind"]) or n in _sizes(word, "letter")


def _size(match: re.Match[str], word: str, n: int) -> Finding:
    kind = (match.groupdict().get("kind") or "letter").strip().lower().removesuffix("s")
    kind = {"元音": "vowel", "辅音": "consonant"}.get(kind[:2], kind)
    ways = _sizes(word, kind)
    what = f"{kind}s" if kind.isascii() else kind
    return Finding(*match.span(), n in ways, f"'{word}' has {ways[0]} {what}")


def _sizes(word: str, kind: str) -> list[int]:
    """In how many ways the letters of a kind can be counted, the plainest first."""
    if kind in _KINDS:
        letters = [char for char in fold(word) if char.isalpha()]
        found = [char for char in letters if _KINDS[kind](char)]
        ys = letters.count("y") * (1 if kind == "vowel" else -1)
        return [len(found), len(found) + ys, len(set(found)), *range(*sorted((len(found), len(found) + ys)))]
    signs = signs_of(word)
    bare = [char for char in word if char.isalpha()]
    return [len(bare), len(signs), len(word), len("".join(word.split())), len({*fold("".join(bare))})]
