"""A text becomes the terms that lexical search compares: English stems, CJK characters and their bigrams."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import lru_cache

from reasoner.patterns import pattern

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts that put no space between words, or (Hangul) bind particles to them."""

_TOKEN = pattern(rf"[{_UNSPACED}]+|\d+(?:[.,]\d+)+|[^\W_{_UNSPACED}]+")
_IDENTIFIER = pattern(
    r"(?<![a-z0-9])[a-z0-9]++(?:_[a-z0-9]++)+|(?<![\w.])[a-z]{2,}(?:\.[a-z]{2,})+(?![\w.])", re.ASCII
)
"""A name that programs use, such as `only_for` or `notes.toml`: a term besides its parts."""
_IS_UNSPACED = pattern(rf"[{_UNSPACED}]")

_LETTER = pattern(r"[^\W\d_]")
_CODE = pattern(r"(?P<fence>`+)(?:(?!(?P=fence)).)+(?P=fence)|\b\w*[_\d]\w*\b", re.DOTALL | re.ASCII)
UNSPACED_SHARE = 0.3
"""Share of a text's width from which it counts as written without spaces, whatever names it quotes."""

_STOP_WORDS = (
    "a about above after again all also am an and any are as at be because been before being below "
    "between both but by can could did do does doing down during each few for from further had has "
    "have having he her here hers him his how i if in into is it its itself just me more most my no "
    "nor not of off on once only or other our out over own same she should so some such than that "
    "the their them then there these they this those through to too under until up very was we were "
    "what when where which while who whom whose why will with would you your"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English words that say nothing about the subject of a text."""

_ASKING = pattern(
    "为什么|什么时候|什么样|什么|哪一[年个位种座家部场]|哪[里儿些个位年种座家部场]?|多少|多久|多大|多长|多高|几[个年月日位种]|几|为何|如何|怎么样|怎么|怎样"
    "|是否|是不是|有没有|谁|吗|呢|请问|的|是|了|在|和|与|于"
    r"|\bhow (?:many|much|often|long|old|far|large|big|high|tall|fast|deep|wide|heavy)\b"
)
"""Words that ask, or, in Chinese, only bind others together."""


def is_unspaced(char: str) -> bool:
    """The character belongs to a script written without spaces, such as Chinese."""
    return _IS_UNSPACED.match(char) is not None


def unspaced(text: str) -> bool | None:
    """Whether the text is in a script without spaces, names of code left out; None when it has no words."""
    words = _CODE.sub(" ", text)
    letters, wide = len(_LETTER.findall(words)), len(_IS_UNSPACED.findall(words))
    return 2 * wide >= UNSPACED_SHARE * (letters + wide) if letters else None


def width(text: str, start: int, end: int) -> int:
    """How much text[start:end] says: a character of a script without spaces counts double."""
    return end - start + len(_IS_UNSPACED.findall(text, start, end))


def terms(text: str) -> list[str]:
    """All terms of the text, with repetitions, in order; identifiers as a whole come last."""
    return list(_terms(unicodedata.normalize("NFKC", text).lower()))


def having(text: str, wanted: Collection[str]) -> frozenset[str]:
    """Which of the wanted terms the text has: the same as among its `terms`, and sooner."""
    lowered = unicodedata.normalize("NFKC", text).lower()
    wide = {term for term in wanted if is_unspaced(term[0])}
    narrow = frozenset(wanted) - wide
    found = {term for term in wide if term in lowered}
    if narrow:
        found |= narrow.intersection(_words(lowered))
    if any("_" in term or "." in term for term in narrow):
        found |= narrow.intersection(_identifiers(lowered))
    return frozenset(found)


def content_terms(question: str) -> tuple[str, ...]:
    """The different terms of a question that say what it is about; all of its terms when none does."""
    lowered = unicodedata.normalize("NFKC", question).lower()
    found = dict.fromkeys(_terms(_ASKING.sub(" ", lowered)))
    return tuple(found or dict.fromkeys(_terms(lowered)))


def named(question: str) -> frozenset[str]:
    """The terms that are names or figures, as far as a capital letter or a digit shows it."""
    tokens = (match.group() for match in _TOKEN.finditer(unicodedata.normalize("NFKC", question)))
    marked = (token for token in tokens if token[0].isdigit() or token[0].isupper())
    return frozenset(term for token in marked for term in _terms(token.lower()))


def _terms(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text):
        token = match.group()
        if is_unspaced(token[0]):
            yield from token
            yield from (token[i : i + 2] for i in range(len(token) - 1))
        elif term := _word(token):
            yield term
    yield from _identifiers(text)


def _words(text: str) -> Iterator[str]:
    tokens = (match.group() for match in _TOKEN.finditer(text))
    return (term for token in tokens if not is_unspaced(token[0]) and (term := _word(token)))


def _word(token: str) -> str:
    """The term of a word or a number; empty for a stop word."""
    if token[0].isdigit():
        return token.replace(",", "")
    return "" if token in STOP_WORDS else stem(token)


def _identifiers(text: str) -> Iterator[str]:
    return (match.group() for match in _IDENTIFIER.finditer(text))


@lru_cache(maxsize=2**16)
def stem(word: str) -> str:
    """The word without its English ending (step 1 of Porter's algorithm, 1980) and without accents."""
    if not word.isascii():
        word = "".join(
            char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char)
        )
    if len(word) <= 3 or not word.isascii():
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and re.search("[aeiouy]", base):
            word = _mended(base)
            break
    if word.endswith("y") and len(word) > 3 and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return word.removesuffix("e") if len(word) > 3 else word


def _singular(word: str) -> str:
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _mended(base: str) -> str:
    doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz"
    return base[:-1] if doubled else base
