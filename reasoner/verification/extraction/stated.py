"""What a phrase or a sentence states: the formula, quantity or words in it that are the answer."""

import re

from reasoner.patterns import pattern
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction.amounts import amounts
from reasoner.verification.extraction.formulas import EQUATION, LONG_WORD, MATH, inside, last, reads, result
from reasoner.verification.notation import chinese, units
from reasoner.verification.notation.quantity import measured
from reasoner.verification.notation.tokens import FUNCTIONS, JOINERS, NAMES

_MAX_WORDS = 12
_MAX_NOUNS = 2
_MAX_TEXT = 120
_MAX_LETTERS = 4
_HEDGE = pattern(
    r"(?:(?:approximately|about|around|roughly|exactly|simply|just|therefore|thus|equal to|indeed|clearly"
    r"|only"
    r"|still|now|(?:most )?likely|probably|actually|close to|nearly|almost|given by|that|:|=|≈)"
    r"(?![A-Za-z])[\s:,]*|(?:大约|约为?|大概|应该是|就是|等于|共)\s*)+",
    re.IGNORECASE,
)
_NOT_BUT = pattern(
    r"(?:n't\s|n’t\s|not\s|并?不是)[^\n]{1,60}?(?:,? but(?: rather)?|[,;]? ?it(?:'s| is)"
    r"|[,;] ?(?:it should be)|，?而是)\s*(.+)",
    re.IGNORECASE | re.DOTALL,
)
_NOT = pattern(r"(?:n't|n’t|not|并?不是|并非|不等于)(?![A-Za-z])", re.IGNORECASE)
YES_NO = pattern(
    r"(yes|no|true|false)(?=\W*$|[,.;:(]| [-–—] | (?:because|since|as)\b)"
    r"|(是的|不是|对|错|正确|错误|能|不能)(?=[,，.。]|$)",
    re.IGNORECASE,
)
_COMES_TO = r"(?:(?:equals|gives|makes|leaves|means)|is (?:equal to )?[\\$]*\d[\d.,/]*\s*\w*\W*$)"
_ASIDE = (
    r"[,;]?\s(?:if|because|since|when|where|assuming|given that|for (?:some|all|any|every)(?= \$?[a-z]\b))\s"
    rf"|[,，]\s?(?:(?:not|who|which(?! {_COMES_TO}))\b|i\.e|不是|因为|由于|其中)"
)
_ADDED = pattern(_ASIDE)
"""What says no more about the result of a sentence."""
_CLAUSE = pattern(
    _ASIDE + r"|[,;]?\s(?:so that|in order to|out of|as(?= \w+ \w)"
    r"|from(?= (?:the|a|her|his|their)\b)|to(?= (?!(?:be|get|the|a|an)\b)[a-z]{3,}))\s"
    r"|[,，]\s?(?:making|meaning|so|while|whereas|and so|而|所以)",
)
_ASIDE_IN_BRACKETS = pattern(r"\d \(\d")
_SO = pattern(r"[,，]\s?(?:and )?(?:so|所以)")
_SHARE = pattern(r"\b(?:\d+ out of|1 in) \d+(?=\W*$)")
_DANGLING = pattern(r"\s(?:and|or)$")
_RANGE = pattern(r"between\b|from \d")
_COPULA = pattern(
    r"\b(?:is|are|was|be|equals?|gives?|get|becomes?|yields?|to|as)\b:?|[=≈：]|:(?!\d)|[是为得]"
)
_NOTATION = pattern(r"[\d\\+*/^=<>≤≥√π∞∪∅°%±!|]|(?<=\w)\s?[-−(]\s?\w")
_GOES_ON = pattern(r"[\d,] ?\.{3}$")
_AROUND = pattern(r"^(?:≈|\\approx\b)\s*|(?<![\w)\]}])!+$|(?<=[A-Za-z]{2})!+$")
_IN_WORDS = pattern(r"(?<=\d) \([a-z]+(?:[- ][a-z]+){0,8}\)")
_JOINED = pattern(r"(?<=[\w)}] )(?!d[a-z]\b)[A-Za-z]{2,}|(?<![A-Za-z])[A-Za-z]{2,}(?= [\w(])")
_COMMAND = pattern(r"\\[A-Za-z]+")
_SAYS = pattern(r"所以|因此|一共|总共|共[有需]|还[有剩]|答")
_APPLIES = pattern(rf"(?<![A-Za-z])(?:{'|'.join(sorted(FUNCTIONS | NAMES.keys()))})(?![A-Za-z])")
_SPOKEN = pattern(r"\d (?:times|plus|minus|divided by|multiplied by) \d")
_NAMED = pattern(r"[A-Za-z]\w{0,3}\s*=\s*(?=\d)")
_NUMERIC = pattern(r"[-+]?[\d.,/ ]*\d\s*(?:\\?%)?")
_CURRENCY_AFTER = pattern(r"\s?\\?[$€£¥￥](?=[\s.,]*(?:$|[A-Za-z(]))")
_WORDS_AFTER = pattern(
    r"\s?(?:([A-Za-z]{2,})\b|[A-Za-z]{1,2}[²³]|[\u4e00-\u9fff(（]|[,，;；]\s?(?=[A-Za-z\u4e00-\u9fff]))"
)
COUNTED = "个只岁元本人天次条张块支名"
_KNOWN_WORDS = FUNCTIONS | JOINERS | NAMES.keys()


def bare(phrase: str) -> str:
    """The phrase without markup around it and punctuation after it."""
    phrase = re.sub(r"(?<![\w)])\*\*|\*\*(?![\w(])", "", phrase.replace('\\"', '"'))
    phrase = phrase.strip().strip("*`\"'“”‘’_=~ ")
    phrase = phrase if _GOES_ON.search(phrase) else phrase.rstrip("*.。．,，;；！ \"'”")
    phrase = _AROUND.sub("", phrase)
    return re.sub(r"</?\w{1,20}>$|\\?\\$|(?<=\d)\s?o['’]clock$", "", phrase).strip().strip("*`\"'“”")


def stated(phrase: str, kind: Kind = "auto") -> str | None:
    """The answer in a phrase that states one; None when it states none."""
    phrase = _IN_WORDS.sub("", bare(phrase))
    if hedge := _HEDGE.match(phrase):
        phrase = phrase[hedge.end() :].strip()
    if not re.search(r"[\w∞∅]", phrase) or not phrase.strip("_"):
        return None
    if turned := _NOT_BUT.match(phrase):
        return stated(turned[1], kind)
    if _NOT.match(phrase):
        return None
    if kind == "text":
        return _short(_without_clause(phrase))
    if said := YES_NO.match(phrase):
        return said[0]
    if _SPOKEN.search(phrase):
        return _inner(phrase)
    return notation(phrase) or _leading(phrase) or _notation(phrase) or _inner(phrase) or _short(phrase)


def notation(phrase: str) -> str | None:
    """The phrase if the whole of it is a formula or an amount, without what marks it as mathematics."""
    if _ASIDE_IN_BRACKETS.search(phrase):
        return None
    named = _words_from(phrase)
    counted = "\\" in phrase and 0 < len(phrase[named:].split()) <= _MAX_NOUNS
    return _formula(phrase) or _leading(phrase, whole=True) or (_formula(phrase[:named]) if counted else None)


def concluded(sentence: str) -> str | None:
    """The result with which a sentence of a solution ends; None when it has neither number nor formula."""
    sentence = sentence.rstrip("!！ ")
    added = _ADDED.search(sentence)
    if added and re.search(r"\d", sentence[: added.start()]):
        sentence = sentence[: added.start()]
    if share := _SHARE.search(sentence):
        return share[0]
    for copula in [*_COPULA.finditer(sentence)][-3:]:
        rest = bare(sentence[copula.end() :])
        if copula[0].isalpha() and "," in rest and (found := notation(rest)):
            return found
        begun = EQUATION.match(rest) or EQUATION.search(sentence[: copula.end() + 2])
        chained = copula[0] == "=" and "=" in rest
        if begun or chained or rest.count("$") % 2 or not _NOTATION.search(rest):
            continue
        found = _leading(rest, whole=True)
        if found or (_words_from(rest) == len(rest) and (found := _formula(rest))):
            return found
    return last(sentence) or (numeral(sentence) if _SAYS.search(sentence) else None)


def _leading(phrase: str, *, whole: bool = False) -> str | None:
    """The quantity that the phrase begins with, if words or nothing follow it."""
    found = amounts(phrase)
    formula = MATH.match(phrase)
    if not found or found[0].start > 0 or (formula and reads(inside(formula))):
        return None
    rest = phrase[found[0].end :]
    if not whole and _CURRENCY_AFTER.match(rest):
        return found[0].text
    words = None if whole else _WORDS_AFTER.match(rest)
    if words and (words[1] or "").lower() in _KNOWN_WORDS | {"to"}:
        return None
    return found[0].text if words or not rest.strip(" .") else None


def _notation(phrase: str) -> str | None:
    """The phrase, or its beginning up to the first word, if that is a formula or a number."""
    number = measured(phrase)[0]
    found = _formula(phrase) or (number if _NUMERIC.fullmatch(number) else None)
    return found or _formula(phrase[: _words_from(phrase)]) or (phrase if _is_letters(phrase) else None)


def _formula(text: str) -> str | None:
    """The text if it is a formula or a number with a known unit; of a sum that is worked out, its value."""
    text = _DANGLING.sub("", text.strip().rstrip(",，;(（ "))
    number, unit = measured(text)
    known = bool(unit) and units.find(unit) is not None
    if _NUMERIC.fullmatch(number) and (not unit or known):
        return text if unit else number
    if delimited := MATH.fullmatch(text):
        return _formula(inside(delimited)) or ("\\" in text and inside(delimited)) or None
    named = _NAMED.match(text)
    if named and (value := _leading(text[named.end() :], whole=True)):
        return value
    if not (_NOTATION.search(number) or _APPLIES.search(number)) or _has_words(number) or not reads(number):
        return None
    return result(MATH.sub(inside, text)) if known or not unit else None


def _has_words(text: str) -> bool:
    """Whether words stand beside something without a sign between them, as in no formula."""
    beside = _JOINED.finditer(_COMMAND.sub("+", text))
    return any(word[0].lower() not in _KNOWN_WORDS for word in beside)


def _words_from(phrase: str) -> int:
    """Where the first word is that no formula has."""
    words = (word.start() for word in LONG_WORD.finditer(phrase) if word[0].lower() not in _KNOWN_WORDS)
    return next(words, len(phrase))


def _is_letters(phrase: str) -> bool:
    return len(phrase) < _MAX_LETTERS and reads(phrase)


def _inner(phrase: str) -> str | None:
    """The number or formula that a whole sentence comes to: "she has 8 left, if it rains"."""
    main = _without_clause(phrase)
    if _RANGE.match(main):
        so = _SO.match(phrase, len(main))
        return (so and last(phrase[so.end() :])) or main
    head, equals, right = main.rpartition("=")
    if equals and re.search(r"\d", head) and (found := _leading(bare(right)) or _notation(bare(right))):
        return found
    return last(main) or last(phrase) or numeral(phrase)


def numeral(phrase: str) -> str | None:
    """The last number in Chinese characters that is more than one of them, or counts things."""
    for match in [*chinese.NUMERAL.finditer(phrase)][::-1]:
        unit = next(
            (name for n in (4, 3, 2, 1) if _counts(name := phrase[match.end() : match.end() + n])), ""
        )
        value = chinese.read(match[0])
        if re.search(r"[0-9]", match[0]) or phrase[match.start() - 1 : match.start()] in tuple("第期周"):
            continue
        if unit and value is not None and value.denominator == 1:
            return f"{value}{unit}"
        if unit or len(match[0]) > 1:
            return match[0]
    return None


def _counts(name: str) -> bool:
    """Whether a Chinese word after a numeral is a unit or counts things."""
    return name != "" and (name in tuple(COUNTED) or units.find(name) is not None)


def _without_clause(phrase: str) -> str:
    clause = _CLAUSE.search(phrase)
    return phrase[: clause.start()] if clause and clause.start() else phrase


def _short(phrase: str) -> str | None:
    return phrase if len(phrase.split()) <= _MAX_WORDS and len(phrase) <= _MAX_TEXT else None
