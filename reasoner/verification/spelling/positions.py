"""Which letter stands where in a word: "the last letter of 'Nita' is 'a'", "Nita 的最后一个字母是 a"."""

import re
from collections.abc import Iterator, Sequence

from reasoner.patterns import pattern
from reasoner.verification.spelling.reading import (
    CLOSE,
    END,
    LETTER,
    LETTERS,
    NAMES,
    OPEN,
    ORDINALS,
    Finding,
    fold,
    listed,
    mention,
    name,
    number,
    quoted,
    words_of,
)

_ORDER = (
    rf"(?P<order>{'|'.join(ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|last|final|ending|initial|starting|beginning"
    r"|penultimate|(?:second|third|next)[- ](?:to[- ])?last|(?:second|third) (?:from )?the last)"
)
_LETTER_OF = rf"{_ORDER}\s(?:letter|character)s?\s(?:of|in|from)\s"
_IS = (
    r"(?:\s?[:=→]|\s?[-=]>|\s(?:is|are|being|would\sbe|would\sthen\sbe))\s?[:：]?\s{0,3}(?:(?:also|again|respectively|both|simply|clearly|"
    rf"therefore|indeed)[,:]?\s)?(?:an?\s(?={OPEN})|(?:the\s)?(?:letters?|characters?)\s)?"
)
_EACH = (
    r"(?:(?:each|every|all|both|the|these|those)(?:\sof)?(?:\sthe|\sthese|\sthose)?(?:\s(?:two|three|four|five|six|given))?"
    r"\s(?:words?|names?)(?:\s(?:in|of|from))?(?:\s(?:the\s)?(?:words?|names?|string|phrase|list))?[,:]?\s)"
)
_AND = r"(?:\s?[,、，]\s?(?:and\s)?|\sand\s|\s?[和与及]\s?)"
_STATED = rf"(?P<letters>{LETTERS}|{LETTER})"


def _names(group: str, most: int) -> str:
    """Pattern of a list of names, in quotes or not."""
    one = rf"(?:{OPEN}[^{OPEN}{CLOSE}\n]{{1,60}}{CLOSE}|[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]{{0,40}})"
    head = r"(?<![、，,和与及])(?<![、，,和与及]\s)(?<!\band\s)"  # the list is read from its beginning only
    return rf"{head}(?P<{group}>(?>{one}(?:{_AND}{one}){{1,{most}}}))"


_OF_ONE = pattern(rf"(?i)\b{_LETTER_OF}(?:{NAMES}|(?P<each>{_EACH}))?{name('word')},?{_IS}{_STATED}")
_OF_SEVERAL = pattern(rf"(?i)\b{_LETTER_OF}(?:{NAMES}|{_EACH})?{_names('words', 20)},?{_IS}{_STATED}")
_GIVES = (
    r",?\s(?:gives(?:\s(?:us|you))?|(?:we|you|i)\s(?:get|have|obtain))"
    r"(?:\sthe\s(?:letters|sequence))?\s?:?\s{1,2}"
)
_RUN = rf"{LETTERS}|{LETTER}|{OPEN}[^\W\d_]{{2,40}}{CLOSE}|[^\W\d_](?:\s[^\W\d_]){{1,40}}{END}"
_OF_ALL = pattern(
    rf"(?i)\b{_ORDER}\sletters?(?:\s(?:of|in|from)\s(?:each|every|all|the|these)(?:\sof)?(?:\s(?:the|these))?(?:\sgiven)?\s(?:words?|names?)"
    rf"(?:\s(?:in|of)\s{quoted('phrase')})?)?(?:,?{_IS}|{_GIVES})(?P<letters>{_RUN})(?!\s(?:from|for|in|of)\s)"
)
_ARROWS = pattern(rf"(?i)\b{_ORDER}\sletters?\b[^\n:.]{{0,60}}:\s(?=[^\n]{{1,60}}(?:->|→|=>|=))")
_ARROW = pattern(rf"(?i)[,;]?\s?(?:and\s)?{name('word')}\s?(?:->|→|=>|=)\s?(?P<letters>{LETTER})")
_EACH_FROM = pattern(rf"(?i)\b{_ORDER}\sletters\b[^\n:.{OPEN}]{{0,60}}(?:\sare|:)\s?:?\s{{0,2}}(?={OPEN})")
_FROM = pattern(
    rf"(?i)[,;]?\s?(?:and\s)?{OPEN}(?P<letters>[^\W_]){CLOSE}\s(?:from|for|in|of|\()\s?(?:the\sword\s)?{name('word')}\)?"
)
_NEXT = pattern(
    rf"(?i)(?:[,;]\s?|\s)(?:and\s)?(?:(?:that\s|the\slast\sletter\s|the\sfirst\sletter\s)?of\s)?{quoted('word')}\s(?:is|with)\s(?:letter\s)?(?P<letters>{LETTER})"
)
_ITS = pattern(
    rf"(?i)(?:\b(?P<no>unlike|than|not|after|before)\s)?{quoted('word')}(?:['’]s?)?\s?[:,(–—→-]{{0,2}}\s?(?:-?>\s|and\s(?=its))?(?:(?:the|its|has|with|whose|has\sthe|with\sthe|has\sa|with\sa)\s)?"
    rf"{_ORDER}\s(?:letter|character)(?:{_IS}|\s)(?P<letters>{LETTER})"
)
_IT_IS = pattern(
    rf"(?i){OPEN}(?P<letters>[^\W_]){CLOSE}\sis\sthe\s{_LETTER_OF}(?:{NAMES})?{name('word')}{END}"
)
_ENDING = pattern(
    rf"(?i)(?:{NAMES}{name('word')}|{quoted('known')})\s(?P<order>ends|begins|starts|ending|beginning|starting)\s(?:in|with|on)\s"
    rf"(?:an?\s(?={OPEN}))?(?P<letter>(?:the\s)?letter\s)?(?P<letters>{LETTER})"
)
_CHINESE_ORDER = (
    r"的?(?:最?(?P<order>末尾|后一个|后|首个|首|开头|结尾|尾|末)的?|(?P<back>倒数)?第(?P<nth>[一二三四五六七八九十\d]{1,3})个?)"
    r"(?:英文)?(?:字母|字符|字)"
)
_CHINESE_IS = r"\s?(?:(?:分别|依次)?(?:是|为)|就是|[:：=→])\s?[:：]?\s?(?:字母\s?)?"
_CHINESE_NAMES = r"(?:单词|词语|词|名字|字符串)?\s?"
_CHINESE_OF_ONE = pattern(
    rf"{_CHINESE_NAMES}{name('word')}\s?(?:这个(?:单词|词|名字)|中|里)?\s?{_CHINESE_ORDER}{_CHINESE_IS}{_STATED}"
)
_CHINESE_OF_SEVERAL = pattern(
    rf"{_CHINESE_NAMES}{_names('words', 20)}\s?(?:这.{{1,2}}个?(?:单词|词|名字))?\s?"
    rf"{_CHINESE_ORDER}{_CHINESE_IS}{_STATED}"
)
_HEADER = pattern(
    rf"(?i)\b{_ORDER}\sletters?\b[^\n:]{{0,80}}:\s{{0,3}}\n\s{{0,3}}|的?(?:最?(?P<zh>后一个|首|尾))字母[^\n：:]{{0,40}}[：:]\s{{0,3}}\n\s{{0,3}}"
)
_ITEM = pattern(
    rf"(?i)[ \t]{{0,4}}(?:[-•*]\s|\d{{1,2}}[.)]\s)?{name('word')}\s?(?:[:：–—-]|→|->|=>|=|\sis\s|\()\s?"
    rf"(?P<letters>{LETTER})\)?[.,;]?[ \t]*(?:\n\s?|$)"
)
_ORDERS = {
    "last": -1, "final": -1, "ending": -1, "initial": 1, "starting": 1, "beginning": 1, "penultimate": -2,
    "ends": -1, "begins": 1, "starts": 1, "末尾": -1, "后一个": -1, "后": -1, "结尾": -1, "尾": -1, "末": -1,
    "首个": 1, "首": 1, "开头": 1,
}  # fmt: skip
_MOST_LINKS = 40


def positions(text: str, asked: Sequence[str], asked_order: int | None) -> Iterator[Finding]:
    """Every statement of which letters stand at a place of words.

    `asked` are the words of the question, and `asked_order` is the place in them that it asks for: what is
    meant by "the words".
    """
    for pattern_ in (_OF_ONE, _CHINESE_OF_ONE, _ITS, _IT_IS):
        for match in pattern_.finditer(text):
            word = mention(match, "word")
            if word and not match.groupdict().get("no"):
                several = match.groupdict().get("each") or len(listed(match["letters"])) > 1
                words = words_of(word[0]) if several else (word[0],)
                finding = _judged(match.span(), words, _order(match), listed(match["letters"]))
                yield from (finding,) if finding else ()
                if pattern_ is _OF_ONE and finding and len(words) == 1:
                    yield from _chained(text, match.end(), _order(match), _NEXT)
    for match in (*_OF_SEVERAL.finditer(text), *_CHINESE_OF_SEVERAL.finditer(text)):
        words = tuple(part for part in _split(match["words"]))
        finding = _judged(match.span(), words, _order(match), listed(match["letters"]))
        yield from (finding,) if finding else ()
    for match in _ENDING.finditer(text):
        word = mention(match, "word") or (mention(match, "known") if match["letter"] else None)
        finding = _judged(match.span(), (word[0],), _order(match), listed(match["letters"])) if word else None
        yield from (finding,) if finding else ()
    for match in _OF_ALL.finditer(text):
        order = _order(match)
        phrase = match["phraseq"]
        words = words_of(phrase) if phrase else tuple(asked) if order == asked_order else ()
        finding = _judged(match.span(), words, order, listed(match["letters"])) if words else None
        yield from (finding,) if finding else ()
    for match in _HEADER.finditer(text):
        yield from _chained(text, match.end(), _order(match), _ITEM)
    for match in _ARROWS.finditer(text):
        yield from _chained(text, match.end(), _order(match), _ARROW)
    for match in _EACH_FROM.finditer(text):
        yield from _chained(text, match.end(), _order(match), _FROM)


def order_of(phrase: str) -> int | None:
    """The place that "last", "third" or "second to last" names: from 1, or from -1 backwards."""
    low = " ".join(phrase.lower().replace("-", " ").split())
    if low in _ORDERS:
        return _ORDERS[low]
    if low.endswith("last"):
        return -3 if low.startswith("third") else -2
    return number(low)


def letters_at(word: str, order: int) -> frozenset[str]:
    """The letters that may be meant by a place in a word: counted with and without what is no letter."""
    bare = [char for char in word if char.isalpha()]
    signs = [char for char in word if char.isalnum()]
    at = order - 1 if order > 0 else order
    ways = (bare, signs, list(word), [char for char in word if not char.isspace()])
    return frozenset(way[at] for way in ways if -len(way) <= at < len(way) and way[at].isalnum())


def _order(match: re.Match[str]) -> int | None:
    found = match.groupdict()
    if found.get("order"):
        return order_of(found["order"])
    if found.get("nth"):
        nth = number(found["nth"])
        return -nth if nth and found.get("back") else nth
    return order_of(found["zh"]) if found.get("zh") else None


def _judged(
    span: tuple[int, int], words: Sequence[str], order: int | None, letters: Sequence[str]
) -> Finding | None:
    """Compares the letters with those of the words; None where it is not clear what is said."""
    if not order or not letters:
        return None
    truth = [letters_at(word, order) for word in words]
    if not all(letter.isalpha() or any(letter in right for right in truth) for letter in letters):
        return None
    if len(words) == len(letters):
        for word, right, letter in zip(words, truth, letters, strict=True):
            if not right:
                return None
            if fold(letter) not in {fold(one) for one in right}:
                should = f"that letter of '{word}' is '{min(right)}'"
                return Finding(*span, False, should, tuple(letters), tuple(words))
        return Finding(*span, True, "", tuple(letters), tuple(words))
    if not all(len(right) == 1 for right in truth) or len(words) < 2 or len(letters) < 2:
        return None
    known = {fold(one) for right in truth for one in right}
    extra = [letter for letter in letters if fold(letter) not in known]
    if len(letters) < len(words) and not extra:
        return Finding(*span, None, "", tuple(letters), tuple(words))
    should = f"the {len(words)} letters are {', '.join(min(right) for right in truth)}"
    return Finding(*span, False, should, tuple(letters), tuple(words))


def _chained(text: str, start: int, order: int | None, link: re.Pattern[str]) -> Iterator[Finding]:
    """The statements that follow one another, such as the items of a list or "'B' is 'y', and 'C' is 'z'"."""
    for _ in range(_MOST_LINKS):
        match = link.match(text, start)
        word = mention(match, "word") if match else None
        if match is None or word is None or (len(word[0]) < 2 and not word[1]):
            return
        finding = _judged(match.span(), (word[0],), order, listed(match["letters"]))
        if finding is None:
            return
        yield finding
        start = match.end()


_SPLIT = pattern(rf"{OPEN}([^{CLOSE}]*){CLOSE}|([A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’-]*)")


def _split(text: str) -> Iterator[str]:
    for match in _SPLIT.finditer(text):
        word = match[1] if match[1] is not None else match[2]
        if match[1] is not None or word.lower() != "and":
            yield word.strip(" .,;:")
