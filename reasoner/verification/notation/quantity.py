"""A number with its unit or currency, and what each of the two is."""

import re
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.verification.equality.words import TEXT
from reasoner.verification.notation import units
from reasoner.verification.notation.tokens import FUNCTIONS, JOINERS, MAX_LENGTH, NAMES, clean

_CURRENCY = pattern(
    r"\\\$|[€£¥￥₹¢]|(?<![\w$])\$(?=\d[^$]*$)|(?<=\d)\$$|\b(?:USD|RMB|CNY|EUR|GBP|INR|JPY)\b|\bRs\b\.?"
    r"|(?<=\d)\s*(?:dollars?|yuan|euros?|rupees?)\b",
    re.IGNORECASE,
)
_MONEY = pattern(r"(?<=\d)\s*(?:美元|欧元|英镑|日元|元)")
_CENTS = pattern(r"¢|(?<![a-z])(?:cents?|pence|pennies)\b|(?<=\d)\s*角", re.IGNORECASE)
_MEASURE = pattern(
    r"(?P<number>[-+]?[\d.,/ ]*\d(?:[eE][-+]?\d+(?=\s))?)(?P<gap>\s*)"
    r"(?P<unit>(?:[^\W\d_°α-ωΑ-Ω]|μ(?=[a-zA-Z])|Ω)[^\d=+*()\\]*(?:\^?[({]?\d[)}]?)?|°[CF]?)"
)
_SCALE = pattern(
    r"(?P<scale>[万亿]|(?:dozen|hundred|thousand|million|billion|trillion)\b)\s*(?P<unit>.*)", re.IGNORECASE
)
_IN_TEXT = pattern(
    r"(?P<number>.*[^\s\\])(?:\s|\\[ ,;:!])*\\(?:text|mbox|mathrm|textrm|operatorname)\s*\{(?P<unit>[^{}]*)\}"
    r"(?P<power>\s*\^\s*\{?\s*-?\d\s*\}?)?\s*\.?",
    re.DOTALL,
)
_AFTER_FORMULA = pattern(
    r"(?P<number>.*(?:[\d)}\]π!]\s*|\w\s+))(?P<unit>[A-Za-z\u4e00-\u9fff][^\d\\{}()=+*]*(?:\^?[({]?\d[)}]?)?)"
)
_LETTER = pattern(r"[^\W\d_]")
_COMMAND = pattern(r"\\[A-Za-z]+")
_COMPOUND = pattern(r"(?P<number>[-+]?[\d.,/ ]*\d)\s*(?P<unit>[^\W\d_].*)")
_PART = pattern(r"(\d[\d.,/]*)\s*([^\W\d_]+)[\s,]*(?:and\s+)?")
_MOST_PARTS = 4
_FEET_AND_INCHES = pattern(r"(\d+)\s*'\s*(\d+)\s*(?:\"|'')")
_ZH_PARTS = {"时": "小时", "分": "分钟"}
_NO_UNITS = (FUNCTIONS - {"min"}) | JOINERS | NAMES.keys() | frozenset({
    "percent", "percentage", "pct", "plus", "minus", "over", "under", "above", "below", "squared", "cubed",
    "choose", "factorial", "mod", "modulo", "remainder", "rem", "to", "of", "in", "out", "half", "halves",
    "third", "thirds", "quarters", "fourths", "fifth", "fifths", "sixth", "sixths", "seventh", "sevenths",
    "eighth", "eighths", "ninth", "ninths", "tenth", "tenths", "hundredths", "thousandths", "dozen",
    "dozens", "tens", "hundreds",
})  # fmt: skip
"""Words that change the number beside them."""
_ATTACHED = frozenset({"cm", "mm", "dm", "km", "kg"})
"""Units that are read without space after a formula, where `mg` may be a product."""
_ANY = frozenset(f"{power}{name}" for power in ("", "square ", "cubic ", "sq ") for name in ("unit", "units"))
_ANY |= {"rad", "radian", "radians", "弧度"}
"""What an answer is measured in when nothing else is."""
_NO_UNITS_ZH = pattern("[余半多又几]|以[上下内外]|不到|平方$|立方$|^[成折]$|平方根")

_DOLLAR = pattern(r"(?<!\\)\$")
_PAIRS = (
    "north south", "east west", "left right", "up down", "above below", "over under",
    "more less", "more fewer",
    "older younger", "faster slower", "taller shorter", "longer shorter", "higher lower", "larger smaller",
    "profit loss", "gain loss", "increase decrease", "before after", "early late", "ad bc", "ce bce",
    "clockwise counterclockwise",
    "north east", "north west", "south east", "south west",
)  # fmt: skip
_OPPOSITES = [tuple(pair.split()) for pair in _PAIRS]
_SIDES = frozenset(word for pair in _OPPOSITES for word in pair)
WHOLE, _HUNDREDTH = units.Unit("money", Fraction(1)), units.Unit("money", Fraction(1, 100))


def measured(answer: str) -> tuple[str, str]:
    """The answer without its currency and unit, and the name of the unit ("" where there is none)."""
    text = answer.strip().strip("$").strip()
    if len(text) > MAX_LENGTH:
        return text, ""
    if match := _IN_TEXT.fullmatch(text):
        unit = _tidy(match["unit"] + (match["power"] or ""))
        if _is_unit(unit, known_only=len(unit) < 2) and re.search(r"\d|\\pi|π", match["number"]):
            return measured(match["number"])[0], unit
    text = clean(_CURRENCY.sub("", answer.strip())).strip().strip("$").strip()
    plain = TEXT.sub(r" \1", text).strip().rstrip(".")
    if match := _MEASURE.fullmatch(plain):
        return _number_and_unit(match, text)
    if "/" in plain and (match := _COMPOUND.fullmatch(plain)) and units.find(_tidy(match["unit"])):
        return match["number"].strip(), _tidy(match["unit"])
    match = _AFTER_FORMULA.fullmatch(plain)
    if match and _is_unit(unit := _tidy(match["unit"]), known_only=True):
        number = match["number"].strip()
        apart = number != match["number"] or len(_LETTER.findall(unit)) > 2 or unit[:2] in _ATTACHED
        long = len(_LETTER.findall(unit)) > 1 or not unit.isascii()
        if (long or not re.search(r"[A-Za-z]", _COMMAND.sub("", number))) and (apart or not unit.isascii()):
            return number, unit
    return text, ""


def money(answer: str) -> units.Unit | None:
    """The main unit of a currency, or its hundredth: `$5`, `50 cents`; whose currency does not matter."""
    if len(_DOLLAR.findall(answer)) % 2 == 0:
        answer = _DOLLAR.sub("", answer)
    if _CENTS.search(answer):
        return _HUNDREDTH
    return WHOLE if _CURRENCY.search(answer) or _MONEY.search(answer) else None


def sided(noun: str) -> tuple[str, frozenset[str]]:
    """`km north` as `km` and the words in it that have an opposite."""
    found = noun.split()
    return (
        " ".join(word for word in found if word.casefold() not in _SIDES),
        frozenset(word.casefold() for word in found) & _SIDES,
    )


def opposed(some: frozenset[str], others: frozenset[str]) -> bool:
    """One of them says the opposite of the other."""
    return any((a in some and b in others) or (b in some and a in others) for a, b in _OPPOSITES)


def _number_and_unit(match: re.Match[str], text: str) -> tuple[str, str]:
    number, unit = match["number"], match["unit"].strip()
    if scaled := _SCALE.fullmatch(unit):
        gap = " " if scaled["scale"].isascii() else ""
        return f"{number}{gap}{scaled['scale']}", scaled["unit"]
    unit = _tidy(unit)
    letters = re.sub(r"[\s^23.]", "", unit)
    known = units.find(unit) is not None
    named = len(letters) > 3 or not letters.isascii()
    apart = match["gap"] or len(letters) > 1 or not letters.isascii() or "^(" in match["unit"]
    if _is_unit(unit, known_only=not named) and (not known or apart):
        return number, unit
    return text, ""


def _tidy(unit: str) -> str:
    bare = re.sub(r" ?\^ ?", "^", re.sub(r"[{}()]", "", unit.replace("~", " ")))
    return " ".join(bare.strip(" .").split())


def _is_unit(unit: str, *, known_only: bool) -> bool:
    if not unit or units.find(unit) or unit.casefold() in _ANY:
        return bool(unit)
    found = re.findall(r"[^\W\d_]+", unit.casefold())
    if known_only or _NO_UNITS_ZH.search(unit):
        return False
    return not any(word in _NO_UNITS or (len(word) == 1 and word.isascii() and word != "a") for word in found)


def several(answer: str) -> tuple[Fraction, units.Unit] | None:
    """`1 hour 30 minutes` as one amount of the unit named first; None for anything else."""
    text = _FEET_AND_INCHES.sub(r"\1 ft \2 in", answer.strip().rstrip("."))
    at, count, total, first = 0, 0, Fraction(0), None
    while (match := _PART.match(text, at)) and count < _MOST_PARTS:
        unit, count = units.find(_ZH_PARTS.get(match[2], match[2])), count + 1
        if unit is None or not re.fullmatch(r"\d+(?:\.\d+)?", match[1]):
            return None
        first = first or unit
        amount = units.convert(Fraction(match[1]), unit, first)
        if amount is None:
            return None
        total, at = total + amount, match.end()
    return (total, first) if first and at == len(text) and count > 1 else None
