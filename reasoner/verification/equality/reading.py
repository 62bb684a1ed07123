"""What an answer says: a term with its unit, a moment, or mere words."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.verification.equality.canonical import canonical
from reasoner.verification.equality.words import TEXT, is_text, plain
from reasoner.verification.notation import chinese, english, moments, units
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.quantity import measured, money, several, sided
from reasoner.verification.notation.term import Term, number, value
from reasoner.verification.notation.tokens import MAX_LENGTH, Unreadable

_EMPTY = ["empty set", "the empty set", "无解", "空集", "无实数解"]
_EMPTY += [
    f"{lead}no {kind}{noun}"
    for lead in ("", "there is ", "there are ", "has ", "it has ")
    for kind in ("", "real ")
    for noun in ("solution", "solutions", "root", "roots")
]
_ALL = [
    "all real numbers", "all reals", "the set of all real numbers", "real numbers", "全体实数", "任意实数",
    "所有实数", "一切实数", "实数集",
]  # fmt: skip
_PHRASES = dict.fromkeys(_EMPTY, r"\emptyset") | dict.fromkeys(_ALL, r"(-\infty, \infty)")
_PHRASES |= dict.fromkeys(["positive infinity", "无穷大", "正无穷"], r"\infty")
_PHRASES |= dict.fromkeys(["negative infinity", "负无穷"], r"-\infty")
_SAID = pattern(
    r"(?:(?:so|thus|hence|therefore),? )?(?:the|this) [a-z ]{1,40}? (?:is|are|has|have) ([a-z ]+)"
    r"|(?:因此|所以|故)?[^\W\d_a-z]{0,8}(无(?:实数)?解)"
)
_LONGEST_PHRASE = 100
_BUILDER = pattern(
    r"\\?\{\s*(?P<name>[a-zA-Z])\s*(?:(?:\\in|∈)\s*(?:\\mathbb\s*\{?\s*R\s*\}?|ℝ|R))?\s*(?:\||\\(?:mid|vert)(?![a-zA-Z])|:)"
    r"(?P<condition>.+?)\\?\}",
    re.DOTALL,
)
_NAMED = pattern(r"(?!.*\\not\b)[\\A-Za-z_{}' \u4e00-\u9fff]{1,60}[=:]([^=:]+)")
"""A name that is no notation, and what it is: `\\angle ABC = 45`, `the area = 12`."""
_BOXED = pattern(r"\\(?:boxed|fbox)\s*\{(.*)\}", re.DOTALL)
_DECIMAL_COMMA = pattern(r"(-?\d+),(\d+)")
_POINTS_AND_COMMA = pattern(r"-?\d{1,3}(?:[. ]\d{3})+,\d+")
_LETTERS_OF_UNIT = pattern(r"(?<![A-Za-z])([A-Za-z]{1,2})[$\s]*$")
_INDIAN = pattern(r"\d{1,2}(?:,\d{2})+,\d{3}")
_PERIOD = pattern(r"(-?\d+\.\d*)\((\d+)\)")
_THOUSANDS = pattern(r"(-?\d+(?:\.\d+)?)([kKMB])")
_SCALES = {"k": 10**3, "K": 10**3, "M": 10**6, "B": 10**9}
_WHOLE_NUMBERS = pattern(
    r"(?:(?<=\s)(?:for(?: all| any| some)?|where|with) \$?|(?<=[,;(\s]))[a-z] ?"
    r"(?:(?:\\in|∈) ?(?:\\math(?:bb|bf) ?(?:\{ ?Z ?\}|Z)|Z|ℤ)|is an(?:y)? integer) ?(?P<close>\)?)\$?\.?$"
)
"""That a letter stands for any whole number, as it does in `2k\\pi` anyway."""
_REWRITTEN = (
    (pattern(r"^(?:\\[,;:! ]|\s)+"), ""),
    (pattern(r"^(?:=|\\approx|≈)\s*"), ""),
    (pattern(r"^(\d+) to (\d+)$"), r"\1:\2"),
    (pattern(r"^(?:negative|minus) (?=[\d.\\])"), "-"),
    (pattern(r"\bper cent\b"), "percent"),
    (pattern(r"(?<![\w\\^{])(\d{1,3})(?:C| choose )(\d{1,3})(?![\w])"), r"\\binom{\1}{\2}"),
    (pattern(r"(?<=\d)\.$"), ""),
)
"""Ways to write, and how else we write the same: only as a whole, never inside a formula."""
_IN_ANOTHER_BASE = pattern(r"((?=[A-Z]*\d)[\dA-F]+|(?=[a-z]*\d)[\da-f]+)_\s*\{?\s*(1[1-6])\s*\}?")
_CALENDAR = pattern(r"\d{4}-(?:0\d-\d\d|\d\d-0\d)")
"""A date that nobody writes as a difference: no number has a 0 in front."""
_DECIMAL = pattern(r"\d[.,]\d|(?<!\d)\.\d|[点]")


@dataclass(frozen=True, slots=True)
class Reading:
    """`term` as it was written and `form` as what it comes to; both are None for words."""

    text: str
    """Without its unit; what the sandbox gets to read where we could not."""
    term: Term | None = None
    form: Term | None = None
    unit: units.Unit | None = None
    moment: str | None = None
    decimal: bool = False
    """It is written with decimal places, so that it may be rounded."""
    sides: frozenset[str] = frozenset()
    """Words beside the number that have an opposite: north, loss."""


@lru_cache(maxsize=8192)
def read(answer: str, letters: frozenset[str] = frozenset(), as_math: bool = False) -> Reading:
    """The answer's meaning. `letters` are symbols even side by side; `as_math` makes all letters so."""
    text = _rewritten(_unboxed(answer.strip()))
    if len(text) > MAX_LENGTH:
        return Reading(text)
    bare = TEXT.sub(r"\1", text).replace("$", "").replace("{:}", ":").strip()
    if (moment := moments.read(bare)) and not as_math:
        if _CALENDAR.fullmatch(bare):
            return Reading(bare, moment=moment)
        return Reading(bare, *_terms(bare), moment=moment)
    if phrase := _phrase(plain(text)):
        return Reading(phrase, *_terms(phrase))
    if (spoken := _spoken(bare)) is not None:
        return _of_number(spoken, None)
    if not as_math and is_text(text, letters):
        return Reading(text)
    if amount := several(bare):
        return _of_number(*amount)
    if builder := _BUILDER.fullmatch(text.strip("$ ")):
        text = builder["condition"].strip()
    without, name = measured(text)
    name, sides = sided(name)
    unit = (units.find(name) if name else None) or money(text)
    if (spoken := _spoken(without)) is not None:
        return replace(_of_number(spoken, unit), sides=sides)
    if _POINTS_AND_COMMA.fullmatch(without):
        without = re.sub("[. ]", "", without).replace(",", ".")
    return Reading(without, *_terms(without), unit, decimal=_DECIMAL.search(without) is not None, sides=sides)


def alternatives(answer: str, reading: Reading) -> tuple[Reading, ...]:
    """Other readings of the same notation: a decimal comma, a period in brackets, groups of two digits."""
    text = reading.text.strip()
    if _INDIAN.fullmatch(text):
        return (_of_number(Fraction(text.replace(",", "")), reading.unit),)
    if period := _PERIOD.fullmatch(text):
        return (Reading(text, *_terms(rf"{period[1]}\overline{{{period[2]}}}"), reading.unit),)
    if scaled := _THOUSANDS.fullmatch(text):
        return (_of_number(Fraction(scaled[1]) * _SCALES[scaled[2]], reading.unit),)
    if reading.unit and (letters := _LETTERS_OF_UNIT.search(answer)):
        product = Reading(answer, *_terms(answer))
        return (product,) if product.term and set(letters[1]) <= set(product.term.symbols) else ()
    match = _DECIMAL_COMMA.fullmatch(text)
    if match is None:
        return ()
    if len(match[2]) == 3 and not match[1].lstrip("-").startswith("0"):
        return ()
    return (_of_number(Fraction(f"{match[1]}.{match[2]}"), reading.unit),)


def _phrase(words: str) -> str | None:
    """What the words mean as notation, with or without what they are said of."""
    said = _SAID.fullmatch(words) if len(words) < _LONGEST_PHRASE else None
    return _PHRASES.get(words) or (_PHRASES.get(said[1] or said[2]) if said else None)


def _of_number(exact: Fraction, unit: units.Unit | None) -> Reading:
    term = number(exact)
    return Reading(str(exact), term, term, unit, decimal=exact.denominator > 1)


def _rewritten(text: str) -> str:
    if len(text) > MAX_LENGTH:
        return text
    bare = text.strip("$ ") if text.count("$") == 2 else text
    if condition := _WHOLE_NUMBERS.search(bare):
        bare = bare[: condition.start()].rstrip(" ,;(" if condition["close"] else " ,;")
    for written, ours in _REWRITTEN:
        bare = written.sub(ours, bare)
    return bare


def _unboxed(text: str) -> str:
    text = text.strip()
    match = _BOXED.fullmatch(text.strip("$").strip())
    return match[1].strip() if match and match[1].count("{") == match[1].count("}") else text


def _spoken(text: str) -> Fraction | None:
    text = text.strip(" 。.，")
    if based := _IN_ANOTHER_BASE.fullmatch(text):
        return _in_decimals(based[1], int(based[2]))
    if text in ("一半", "半"):
        return Fraction(1, 2)
    found = chinese.read(text)
    return english.read(text) if found is None else found


def _in_decimals(digits: str, base: int) -> Fraction | None:
    try:
        return Fraction(int(digits, base))
    except ValueError:
        return None


def _terms(text: str) -> tuple[Term | None, Term | None]:
    try:
        term = parse(text)
        return term, canonical(term)
    except (Unreadable, RecursionError):
        named = _NAMED.fullmatch(text)
        return _terms(named[1]) if named else (None, None)


def base_value(reading: Reading) -> Fraction | None:
    """Its exact value in the base unit of its dimension."""
    exact = None if reading.form is None else value(reading.form)
    return (
        None if exact is None or reading.unit is None else exact * reading.unit.factor + reading.unit.offset
    )
