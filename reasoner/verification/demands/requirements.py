"""What a question says, or plainly implies, that a number must be to answer it; in English and Chinese."""

import operator
import re
from collections.abc import Iterator

from reasoner.patterns import pattern
from reasoner.verification.demands import numbers
from reasoner.verification.demands.asking import Phrase, Stated, asking
from reasoner.verification.demands.counts import counted
from reasoner.verification.demands.descriptions import described
from reasoner.verification.demands.numbers import Requirement, Rule


def requirements(question: str) -> Iterator[Requirement]:
    """Whatever must hold of the number that answers; nothing where it is not certain what is asked."""
    ask = asking(question)
    if ask is None:
        return
    if count := counted(ask, question):
        yield Requirement(numbers.NATURAL, count)
        yield from _left(question, count)
    for read in (_measured, _share, _divided, described, _rounded):
        yield from read(question, ask)


_ALL_LEFT = pattern(r"\bleft\b|\bremain", re.IGNORECASE)
_MORE_COME = pattern(
    r"\b(?:more|another|add(?:s|ed)?|b(?:uys?|ought)|found|finds?|gets?|got|receiv\w*|each|every|per|times|twice|double\w*"
    r"|triple\w*|dozens?|packs?|box(?:es)?|bags?|earn\w*|made|makes?|bak\w*|came|comes?|join\w*|rows?|groups?|return\w*"
    r"|back|gave (?:him|her|them)|picked|percent)\b",
    re.IGNORECASE,
)
_NUMBER = r"(?<![\d.,/$])(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?![\d/]|[.,]\d|%)"


def _left(question: str, count: Phrase) -> Iterator[Requirement]:
    """What is left of the one number of things that is stated is not more than that."""
    if not _ALL_LEFT.search(question, count.start) or _MORE_COME.search(question):
        return
    name = re.escape(count.text.split()[-1])
    all_numbers = _integers(re.findall(_NUMBER, question))
    totals = _integers(re.findall(rf"{_NUMBER} (?:\w{{1,30}} ){{0,2}}{name}\b", question))
    if len(totals) == 1 and totals[0] == all_numbers[0] == max(all_numbers):
        yield Requirement(numbers.compared(operator.le, totals[0], f"at most {totals[0]}"), count)


def _integers(written: list[str]) -> list[int]:
    return [int(number.replace(",", "")) for number in written]


_MEASURED = pattern(
    r"\bhow (?:old|far|tall|heavy|wide|deep)\b(?! (?:can|below|under)\b)"
    r"|\bhow many (?:more |fewer )?(?:(?:kilo|centi|milli)?(?:met(?:er|re)|gram|lit(?:er|re))s?|hours|minutes"
    r"|days|weeks|months|years|miles|feet|inches|yards|pounds|ounces|gallons|cups)\b"
    r"|[多几]少?(?:[千厘毫分]?米|公里|千克|公斤|克|吨|毫?升|小时|分钟|天|岁|元|(?:平方|立方)[\u4e00-\u9fff]{1,2})",
    re.IGNORECASE,
)
_BOTH_WAYS = pattern(
    r"变化|温度|海拔|亏|盈|change|temperature|elevation|above|below|profit|loss", re.IGNORECASE
)


def _measured(question: str, ask: Phrase) -> Iterator[Requirement]:
    """An age, a length, a weight, a time."""
    match = _MEASURED.search(ask.text)
    if match and not _BOTH_WAYS.search(question):
        yield Requirement(numbers.compared(operator.ge, 0, "at least 0"), _place(ask, match))


_PROBABILITY = pattern(
    r"\b(?:what(?:'s| is| was| are| were)?|find|calculate|compute|determine) the (?:\w+ ){0,2}"
    r"(?:probability|chances?|likelihood)\b"
    r"|概率[是为=]?(?:多少|\$?\s*_{2,}|\s*[(（]\s*(?:\\quad)?\s*[)）])",
    re.IGNORECASE,
)
_PART = pattern(
    r"\bwhat (?:(?P<percent>percent(?:age)?)|fraction|proportion|part) (?:of|are|is) (?:all |both )?"
    r"(?:the|his|her|their|its|these|those|my|our|all)\b"
    r"(?! (?:price|cost|original|value|speed|previous|old|number))"
    r"|占[^，。；？]{1,20}的?(?:几分之几|(?P<percent_zh>百分之几))",
    re.IGNORECASE,
)
_MORE_THAN_ALL = pattern(
    r"\b(?:increas|decreas|more|less|great|grew|grow|last|previous|original|compar|than|profit|return|gain|loss"
    r"|mark|odds|ratio|sum)\w*|增|涨|提高|超|比",
    re.IGNORECASE,
)
_SUM_OF_PARTS = pattern(r"\b[a-z]\$? ?\+ ?\$?[a-z]\b|\bodds\b", re.IGNORECASE)
_PERCENT = pattern(r"percent|%|百分", re.IGNORECASE)


def _share(question: str, ask: Phrase) -> Iterator[Requirement]:
    """A probability, or a part of a whole."""
    if (match := _PROBABILITY.search(ask.text)) and not _SUM_OF_PARTS.search(ask.text):
        in_percent = _PERCENT.search(question, ask.start) is not None
    elif (match := _PART.search(ask.text)) and not _MORE_THAN_ALL.search(ask.text):
        in_percent = bool(match["percent"] or match["percent_zh"])
    else:
        return
    yield Requirement(_PART_IN_PERCENT if in_percent else _PART_OF_ONE, _place(ask, match))


def _percents(answer: Stated) -> bool:
    return 0 <= (answer.value * 100 if answer.percent else answer.value) <= 100


_PART_OF_ONE = Rule("between 0 and 1", lambda answer: 0 <= answer.value <= 1)
_PART_IN_PERCENT = Rule("between 0 and 100 percent", _percents)

_REMAINDER = pattern(
    r"\b(?:what(?: is|'s)?|find|determine|compute|calculate) the remainder\b"
    r"[^.?]{0,120}?\bdivided by \$?(\d{1,15})\b(?!\s*[-+*^a-zA-Z.])"
    r"|除以\s?\$?(\d{1,15})\$?[，,]?的?余数?[是为]?[多几]",
    re.IGNORECASE,
)
_DIGIT = pattern(
    r"\b(?:what|which|find|determine|compute)\b(?: is)? the"
    r" (?:units?|ones|tens|hundreds|thousands|last|final|first|leading) digit\b(?!s)",
    re.IGNORECASE,
)
_NOT_ALONE = pattern(r"\bbase\b|进制|商|quotient", re.IGNORECASE)


def _divided(question: str, ask: Phrase) -> Iterator[Requirement]:
    """What is left over by a division, or a digit."""
    if _NOT_ALONE.search(question):
        return
    if match := _REMAINDER.search(ask.text):
        yield Requirement(numbers.between(0, int(match[1] or match[2]) - 1), _place(ask, match))
    elif match := _DIGIT.search(ask.text):
        yield Requirement(numbers.between(0, 9), _place(ask, match))
    else:
        return
    yield Requirement(numbers.WHOLE, _place(ask, match))


_NEAREST = pattern(
    r"\b(?:to|as) (?:the |its )?(?:nearest|closest) (?P<unit>whole|integer|dollar|hundred(?!th)"
    r"|thousand(?!th)|ten(?!th)|unit|cent|tenth|hundredth|thousandth)"
    r"|\bto (?P<count>one|two|three|four|five|\d) (?:decimal places?|d\.p\.)"
    r"|保留(?:(?P<places>[一两二三四\d])位小数|整数)",
    re.IGNORECASE,
)
_PLACES = {
    name: n
    for n, names in enumerate(
        ("tenth one 一", "cent hundredth two 两 二", "thousandth three 三", "four 四", "five"), 1
    )
    for name in names.split()
}
_DECIMALS = pattern(r"\d\.(\d+)")


def _rounded(question: str, ask: Phrase) -> Iterator[Requirement]:
    """To how many places the answer has to be rounded."""
    match = _NEAREST.search(question, ask.start)
    if match is None:
        return
    written = (match["count"] or match["places"] or "").lower()
    places = int(written) if written.isdecimal() else _PLACES.get(written or (match["unit"] or "").lower(), 0)

    def holds(answer: Stated) -> bool:
        return all(len(found[1].rstrip("0")) <= places for found in _DECIMALS.finditer(answer.written))

    yield Requirement(Rule(f"rounded to {places} decimal places", holds), Phrase(match[0], match.start()))


def _place(ask: Phrase, match: re.Match[str]) -> Phrase:
    return Phrase(match[0], ask.start + match.start())
