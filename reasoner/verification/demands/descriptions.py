"""Numbers as questions describe them: "the smallest two-digit prime number greater than 20"."""

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.verification.demands import numbers
from reasoner.verification.demands.asking import Phrase
from reasoner.verification.demands.inequalities import bounded
from reasoner.verification.demands.numbers import Requirement, Rule

_NOUN = (
    r"(?:(?:whole |natural |counting |prime |square |even |odd )?(?:number|integer)(?: value)?"
    r"(?!s| of\b| line| theory| system)|prime(?! (?:number|factor))|prime (?:factor|divisor)"
    r"|perfect (?:square|cube)|multiple of \d+|(?:factor|divisor) of \d+)"
)
_ADJECTIVE = (
    r"(?:positive|negative|non-?negative|even|odd|prime|composite|(?:two|three|four|five|six|\d)[- ]digit"
    r"|smallest|largest|greatest|least|biggest|highest|lowest|possible|only|unique|single|common|secret|proper)"
)
_DESCRIPTION = rf"(?:{_ADJECTIVE}[\s,-]{{1,3}}){{0,6}}{_NOUN}\b"
_DESCRIPTION_ZH = "[^，。？、的]{0,8}?(?:[两二三四五六]位数|[质素合奇偶]数|正整数|自然数|整数)"
_ASKED = pattern(
    r"\b(?:what(?:'s| is| was| are)?|which|find|determine|compute|calculate|name|give)"
    rf"(?: (?:the|an?|that|my|his|her|their))? (?P<text>{_DESCRIPTION})"
    rf"|(?:最[大小]的?|这个|哪个|那个|此)(?P<zh>{_DESCRIPTION_ZH})[是为=]",
    re.IGNORECASE,
)

_PROPERTIES = tuple(
    (pattern(shape, re.IGNORECASE), rule)
    for shape, rule in (
        (r"(?<!non)(?<!non-)\bpositive|正整数", numbers.compared(operator.gt, 0, "more than 0")),
        (r"\bnegative", numbers.compared(operator.lt, 0, "less than 0")),
        (r"\bnon-?negative|natural|whole|counting|自然数", numbers.NATURAL),
        (r"\binteger|整数", numbers.WHOLE),
        (r"\beven\b|偶数", numbers.multiple(2, "even")),
        (r"\bodd\b|奇数", numbers.ODD),
        (r"\bprimes?\b|[质素]数", numbers.PRIME),
        (r"\bcomposite\b|合数", numbers.COMPOSITE),
        (r"\bsquare\b", numbers.power(2, "a square number")),
        (r"\bcube\b", numbers.power(3, "a cube")),
    )
)
_DIGITS = pattern(r"\b(two|three|four|five|six|\d)[- ]digit\b|([两二三四五六])位数", re.IGNORECASE)
_COUNTS = {
    word: count
    for count, words in enumerate(("two 两 二", "three 三", "four 四", "five 五", "six 六"), 2)
    for word in words.split()
}
_MULTIPLE = pattern(r"\bmultiple of (\d{1,12})\b", re.IGNORECASE)
_DIVISOR = pattern(r"\b(?:factor|divisor) of (\d{1,12})\b", re.IGNORECASE)

_LINK = r"(?:\s|,|，|\b(?:and|but|that|which|is|are|it|lies|lying|also|an?)\b){0,8}"
_NUMERAL = (
    r"\$?(-?\d{1,3}(?:,\d{3})+|-?\d{1,15})\$?"
    r"(?![\w^*+/]|[.,]\d|\s?(?:%|percent|times|digits?|more|less|fewer)\b)"
)
_BETWEEN = pattern(rf"{_LINK}(?:between|from) {_NUMERAL} (?:and|to) {_NUMERAL}", re.IGNORECASE)
_COMPARED = pattern(
    rf"{_LINK}(?P<sign>(?:greater|less) than or equal to|(?:greater|more|larger|bigger|less|smaller) than"
    rf"|at (?:least|most)|no (?:less|more) than|not exceeding|divisible by|multiple of) {_NUMERAL}",
    re.IGNORECASE,
)
_ATTRIBUTE = pattern(rf"{_LINK}\b(even|odd|prime|positive|negative)\b(?! ?-)", re.IGNORECASE)
_SIGNS: dict[str, Callable[[Fraction, int], bool]] = {
    "greater than or equal to": operator.ge, "at least": operator.ge, "no less than": operator.ge,
    "less than or equal to": operator.le, "at most": operator.le, "no more than": operator.le,
    "not exceeding": operator.le, "less than": operator.lt, "smaller than": operator.lt,
    "greater than": operator.gt, "more than": operator.gt, "larger than": operator.gt,
    "bigger than": operator.gt,
}  # fmt: skip
_ANOTHER_NOTATION = pattern(r"\bbase\b|\bbinary|\boctal|\bhexadecimal|_\{?\d|进制|小数", re.IGNORECASE)


def described(question: str, ask: Phrase) -> Iterator[Requirement]:
    """Whatever is said of the number that is asked for."""
    if _ANOTHER_NOTATION.search(question):
        return
    letter = _LETTER.search(ask.text.rstrip(" ?？.。$"))
    if letter:
        yield from bounded(question, letter[1])
    places = [*_asked(ask), *_riddle(question, ask), *(_called(question, letter[1]) if letter else ())]
    for place in places:
        for rule in (*_properties(place.text), *_bounds(question, place.start + len(place.text))):
            yield Requirement(rule, place)


def _asked(ask: Phrase) -> Iterator[Phrase]:
    """As in: what is the largest two-digit number?"""
    if match := _ASKED.search(ask.text):
        kind = "text" if match["text"] else "zh"
        yield Phrase(match[kind], ask.start + match.start(kind))


def _properties(text: str) -> Iterator[Rule]:
    for shape, rule in _PROPERTIES:
        if shape.search(text):
            yield rule
    if match := _DIGITS.search(text):
        written = (match[1] or match[2]).lower()
        yield numbers.digits(_COUNTS.get(written) or int(written))
    if match := _MULTIPLE.search(text):
        yield numbers.multiple(int(match[1]))
    if match := _DIVISOR.search(text):
        yield numbers.divisor(int(match[1]))


def _bounds(text: str, at: int) -> Iterator[Rule]:
    """The comparisons that follow a description at once, one after another."""
    while True:
        if match := _BETWEEN.match(text, at):
            yield numbers.between(*sorted(int(match[i].replace(",", "")) for i in (1, 2)))
        elif match := _COMPARED.match(text, at):
            sign, bound = " ".join(match["sign"].lower().split()), int(match[2].replace(",", ""))
            test = _SIGNS.get(sign)
            yield numbers.compared(test, bound, f"{sign} {bound}") if test else numbers.multiple(bound)
        elif match := _ATTRIBUTE.match(text, at):
            yield from _properties(match[1])
        else:
            return
        at = match.end()


_THE_NUMBER = pattern(
    r"\bwhat (?:is|was|could be) (?:the|my|his|her|their|your|this|that) (?:\w+ )?number\b(?! of)"
    r"|\b(?:what|which) number\b|\bfind (?:the|my|this) number\b(?! of)|[这那此]个?数[是为]",
    re.IGNORECASE,
)
_INTRODUCED = pattern(
    rf"(?<!\bis )\b(?:an?|my) (?P<text>{_DESCRIPTION})"
    r"|一个(?P<zh>[质素合奇偶]数|自然数|正整数|整数|[两二三四五六]位数)",
    re.IGNORECASE,
)
_SAID = pattern(r"(?<=[.!] )(?:It|My number|The number) is\b")
_MORE_NUMBERS = pattern(r"\b(?:numbers|integers|digits|primes)\b|另一个|两个数|乙数", re.IGNORECASE)


def _riddle(question: str, ask: Phrase) -> Iterator[Phrase]:
    """As in: I am thinking of a number between 10 and 20. There must be no other number."""
    introduced = [*_INTRODUCED.finditer(question)]
    if not _THE_NUMBER.search(ask.text) or len(introduced) != 1 or _MORE_NUMBERS.search(question):
        return
    kind = "text" if introduced[0]["text"] else "zh"
    yield Phrase(introduced[0][kind], introduced[0].start(kind))
    for match in _SAID.finditer(question):
        yield Phrase(match[0], match.start())


_LETTER = pattern(
    r"\b(?:find|what is|what's|compute|determine|solve for)(?: the)?(?: (?:positive |integer )?value of)?"
    r" \$?([a-zA-Z])$",
    re.IGNORECASE,
)


def _called(question: str, letter: str) -> Iterator[Phrase]:
    """As in: if n is a positive integer, what is n?"""
    name = rf"\$?{letter}\$?"
    said = re.compile(
        rf"(?<![\w$]){name} (?:is|be) an? (?P<text>{_DESCRIPTION})"
        rf"|\b(?P<before>{_DESCRIPTION}) {name}(?![\w$])"
    )
    for match in said.finditer(question):
        kind = "text" if match["text"] else "before"
        yield Phrase(match[kind], match.start(kind))
