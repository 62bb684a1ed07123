"""What a phrase or a sentence states: the formula, quantity or words in it that are the answer."""

import re
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.verification import chinese, units
from reasoner.verification.amounts import amounts
from reasoner.verification.equivalence import Kind, measured
from reasoner.verification.expression import parse
from reasoner.verification.notation import FUNCTIONS, JOINERS, NAMES, Unreadable
from reasoner.verification.term import value

MATH = pattern(
    r"\$\$(.{1,1000}?)\$\$|(?<!\\)\$((?:[^$\\]|\\.){1,1000})\$|\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]",
    re.DOTALL,
)
_MAX_WORDS = 12
_MAX_TEXT = 120
_HEDGE = pattern(
    r"(?:(?:approximately|about|around|roughly|exactly|simply|just|therefore|thus|equal to|indeed|clearly"
    r"|only"
    r"|still|now|probably|likely|most likely|actually|close to|nearly|almost|given by|that|:|="
    r"|≈)(?![A-Za-z])[\s:,]*"
    r"|(?:大约|约为?|大概|应该是|就是|等于|共)\s*)+",
    re.IGNORECASE,
)
_NOT_BUT = pattern(
    r"(?:n't\s|n’t\s|not\s|并?不是)[^\n]{1,60}?(?:,? but(?: rather)?|[,;]? ?it(?:'s| is)"
    r"|[,;] ?(?:it should be)|，?而是)\s*(.+)",
    re.IGNORECASE | re.DOTALL,
)
_NOT = pattern(r"(?:n't|n’t|not|并?不是|并非|不等于)(?![A-Za-z])", re.IGNORECASE)
YES_NO = pattern(
    r"(yes|no|true|false)(?=\W*$|[,.;:(]| (?:because|since|as)\b)"
    r"|(是的|不是|对|错|正确|错误|能|不能)(?=[,，.。]|$)",
    re.IGNORECASE,
)
_ASIDE = (
    r"[,;]?\s(?:if|because|since|when|where|assuming|given that)\s"
    r"|[,，]\s?(?:not|which|who|i\.e|不是|因为|由于|其中)"
)
_ADDED = pattern(_ASIDE)
"""What says no more about the result of a sentence."""
_CLAUSE = pattern(
    _ASIDE + r"|[,;]?\s(?:so that|in order to|out of|as(?= \w+ \w)"
    r"|from(?= (?:the|a|her|his|their)\b)|to(?= (?!(?:be|get|the|a|an)\b)[a-z]{3,}))\s"
    r"|[,，]\s?(?:making|meaning|so|while|whereas|and so|而|所以)",
)
_LINK = pattern(
    r"\s*(?:,?\s(?:and|or)\s|[,，;；]?\s*(?:和|或者?|与|及)\s*|,?\s*\\text\{\s*(?:and|or)\s*\}\s*)\s*"
)
_COMMA = pattern(r"\s*[,，、;]\s*")
_RANGE = pattern(r"between\b|from \d")
_EQUATION = pattern(
    r"(?<![\w\\$=])[A-Za-z](?:_\{?\w\}?|'"
    r"|\([a-z]\))?\s?=\s?[-+−]?\s?[\d./√π^]*[\dπ](?:[a-z]\b)?(?:/\d+)?(?![\w(]|\s?[-+−*/^=]\s?[\w(\\])"
)
_COPULA = pattern(
    r"\b(?:is|are|was|be|equals?|gives?|get|becomes?|yields?|to|as)\b:?|[=≈：]|:(?!\d)|[是为得]"
)
_NOTATION = pattern(r"[\d\\+*/^=<>≤≥√π∞∪°%±]")
_LONG_WORD = pattern(r"(?<!\\)\b(?<!\\)[A-Za-z]{2,}|[\u4e00-\u9fff]")
_IN_WORDS = pattern(r"(?<=\d) \([a-z]+(?:[- ][a-z]+){0,8}\)")
_NUMERIC = pattern(r"[-+]?[\d.,/ ]*\d\s*(?:\\?%)?")
_CURRENCY_AFTER = pattern(r"\s?\\?[$€£¥￥](?=[\s.,]*(?:$|[A-Za-z(]))")
_WORDS_AFTER = pattern(
    r"\s?(?:([A-Za-z]{2,})\b|[A-Za-z]{1,2}[²³]|[\u4e00-\u9fff(（]|[,，;；]\s?(?=[A-Za-z\u4e00-\u9fff]))"
)
_COUNTED = frozenset("个只岁元本人天次条张块支名")
_WORKED_OUT = frozenset({"integral", "sum", "product", "limit"})
_KNOWN_WORDS = FUNCTIONS | JOINERS | NAMES.keys()


@dataclass(frozen=True, slots=True)
class _Item:
    start: int
    end: int
    text: str
    shape: str


def bare(phrase: str) -> str:
    """The phrase without markup around it and punctuation after it."""
    phrase = re.sub(r"(?<![\w)])\*\*|\*\*(?![\w(])", "", phrase.replace('\\"', '"'))
    phrase = phrase.strip().strip("*`\"'“”‘’_=~ ").rstrip("*.。．,，;；!！ \"'”")
    return re.sub(r"</?\w{1,20}>$|\\?\\$", "", phrase).strip().strip("*`\"'“”")


def stated(phrase: str, kind: Kind = "auto") -> str | None:
    """The answer in a phrase that states one; None when it states none."""
    phrase = _IN_WORDS.sub("", bare(phrase))
    if hedge := _HEDGE.match(phrase):
        phrase = phrase[hedge.end() :].strip()
    if not re.search(r"\w", phrase) or not phrase.strip("_"):
        return None
    if turned := _NOT_BUT.match(phrase):
        return stated(turned[1], kind)
    if _NOT.match(phrase):
        return None
    if kind == "text":
        return _short(_without_clause(phrase))
    if said := YES_NO.match(phrase):
        return said[0]
    return _leading(phrase) or _notation(phrase) or _inner(phrase) or _short(phrase)


def _number(phrase: str) -> str | None:
    """The phrase, or its number alone if the unit is none that we know."""
    number, unit = measured(phrase)
    if not _NUMERIC.fullmatch(number):
        return None
    return phrase if unit and units.find(unit) else number


def concluded(sentence: str) -> str | None:
    """The result with which a sentence of a solution ends; None when it has neither number nor formula."""
    added = _ADDED.search(sentence)
    if added and re.search(r"\d", sentence[: added.start()]):
        sentence = sentence[: added.start()]
    for copula in [*_COPULA.finditer(sentence)][-3:]:
        rest = bare(sentence[copula.end() :])
        begun = _EQUATION.match(rest) or _EQUATION.search(sentence[: copula.end() + 2])
        if begun or rest.count("$") % 2 or not _NOTATION.search(rest):
            continue
        if found := _leading(rest, whole=True) or _notation(rest, whole=True):
            return found
    return last(sentence)


def reads(text: str) -> bool:
    """Whether the whole text is notation."""
    try:
        parse(text)
    except (Unreadable, RecursionError):
        return False
    return True


def last(text: str) -> str | None:
    """The last formula, equation or quantity, and those that are joined to it by "and" or "or"."""
    items = _items(text)
    items = [item for item in items if len(item.text) > 1 or not item.text.isalpha()]
    if not items:
        return None
    first = len(items) - 1
    link = _LINK
    while first and items[first - 1].shape == items[first].shape != "":
        between = text[items[first - 1].end : items[first].start]
        if not (_LINK.fullmatch(between) or (link is _COMMA and _COMMA.fullmatch(between))):
            break
        link, first = _COMMA, first - 1
    if first == len(items) - 1:
        return items[-1].text
    return ", ".join(item.text for item in items[first:])


def _inside(formula: re.Match[str]) -> str:
    return str(next(filter(None, formula.groups()))).strip()


def _items(text: str) -> list[_Item]:
    """Formulas, equations and quantities in order; none inside another."""
    found = [
        _Item(m.start(), m.end(), inside, "formula")
        for m in MATH.finditer(text)
        if reads(inside := _inside(m))
    ]
    for match in _EQUATION.finditer(text):
        found.append(_Item(match.start(), match.end(), match[0], "equation"))
    for number in amounts(text):
        found.append(_Item(number.start, number.end, number.text, number.shape))
    found.sort(key=lambda item: (item.start, -item.end))
    kept: list[_Item] = []
    for item in found:
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def _leading(phrase: str, *, whole: bool = False) -> str | None:
    """The quantity that the phrase begins with, if words or nothing follow it."""
    found = amounts(phrase)
    formula = MATH.match(phrase)
    if not found or found[0].start > 0 or (formula and reads(_inside(formula))):
        return None
    rest = phrase[found[0].end :]
    if not whole and _CURRENCY_AFTER.match(rest):
        return found[0].text
    words = None if whole else _WORDS_AFTER.match(rest)
    if words and (words[1] or "").lower() in _KNOWN_WORDS | {"to"}:
        return None
    return found[0].text if words or not rest.strip(" .") else None


def _notation(phrase: str, *, whole: bool = False) -> str | None:
    """The phrase, or its beginning up to the first word, if that is a formula."""
    if number := _number(phrase):
        return number
    if formula := MATH.fullmatch(phrase):
        inside = _inside(formula)
        if "\\" in inside or reads(inside):
            return _notation(inside) or inside
    named = re.match(r"[A-Za-z]\w{0,3}\s*=\s*(?=\d)", phrase)
    if named and (number := _leading(phrase[named.end() :], whole=True)):
        return number
    word = next(
        (m.start() for m in _LONG_WORD.finditer(phrase) if m[0].lower() not in _KNOWN_WORDS), len(phrase)
    )
    for end in (word,) if whole else dict.fromkeys((len(phrase), word)):
        head = phrase[:end].strip().rstrip(",，;(（ ")
        if whole and end < len(phrase):
            return None
        if _NOTATION.search(head) and reads(head):
            return head.rpartition("=")[2].strip(" $") if "=" in head and _is_worked_out(head) else head
    return phrase if len(phrase) < 4 and reads(phrase) else None


def _inner(phrase: str) -> str | None:
    """The number or formula that a whole sentence comes to: "she has 8 left, if it rains"."""
    main = _without_clause(phrase)
    if _RANGE.match(main):
        return main
    head, equals, right = main.rpartition("=")
    if equals and re.search(r"\d", head) and (found := _leading(bare(right)) or _notation(bare(right))):
        return found
    return last(main) or last(phrase) or _numeral(phrase)


def _numeral(phrase: str) -> str | None:
    """The last number in Chinese characters that is more than one of them, or counts things."""
    found = [
        m[0]
        for m in chinese.NUMERAL.finditer(phrase)
        if len(m[0]) > 1 or phrase[m.end() : m.end() + 1] in _COUNTED
    ]
    return found[-1] if found else None


def _without_clause(phrase: str) -> str:
    clause = _CLAUSE.search(phrase)
    return phrase[: clause.start()] if clause and clause.start() else phrase


def _short(phrase: str) -> str | None:
    return phrase if len(phrase.split()) <= _MAX_WORDS and len(phrase) <= _MAX_TEXT else None


def _is_worked_out(text: str) -> bool:
    """Numbers on both sides of every equals sign, `100 + 20 = 120`, or what an operator comes to."""
    term = parse(text)
    if set(term.text.split()) != {"="}:
        return False
    left = term.parts[0]
    return (left.head in _WORKED_OUT or not left.symbols) and value(term.parts[-1]) is not None
