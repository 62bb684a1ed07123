"""A number with its unit or currency, and what each of the two is."""

import re
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.verification import units
from reasoner.verification.notation import FUNCTIONS, JOINERS, NAMES, clean
from reasoner.verification.words import TEXT

_CURRENCY = pattern(
    r"\\\$|[€£¥￥]|(?<![\w$])\$(?=\d[^$]*$)|(?<=\d)\$$|\b(?:USD|RMB|CNY|EUR|GBP)\b|(?<=\d)\s*(?:dollars?|yuan|euros?)\b",
    re.IGNORECASE,
)
_MEASURE = pattern(
    r"(?P<number>[-+]?[\d.,/ ]*\d)(?P<gap>\s*)(?P<unit>[^\W\d_°][^\d=+*()\\]*(?:\^?[({]?[23][)}]?)?|°[CF]?)"
)
_SCALE = pattern(
    r"(?P<scale>[万亿]|(?:hundred|thousand|million|billion|trillion)\b)\s*(?P<unit>.*)", re.IGNORECASE
)
_IN_TEXT = pattern(
    r"(?P<number>.*\S)\s*\\(?:text|mbox|mathrm|textrm|operatorname)\s*\{(?P<unit>[^{}]*)\}"
    r"(?P<power>\s*\^\s*\{?\s*[23]\s*\}?)?\s*\.?",
    re.DOTALL,
)
_AFTER_FORMULA = pattern(
    r"(?P<number>.*(?:[\d)}\]π!]\s*|\w\s+))(?P<unit>[A-Za-z\u4e00-\u9fff][^\d\\{}()=+*]*(?:\^?[({]?[23][)}]?)?)"
)
_LETTER = pattern(r"[^\W\d_]")
_COMMAND = pattern(r"\\[A-Za-z]+")
_COMPOUND = pattern(r"(?P<number>[-+]?[\d.,/ ]*\d)\s*(?P<unit>[^\W\d_].*)")
_PART = pattern(r"(\d[\d.,/]*)\s*([^\W\d_]+)[\s,]*(?:and\s+)?")
_MOST_PARTS = 4
_NO_UNITS = (FUNCTIONS - {"min"}) | JOINERS | NAMES.keys() | {"percent", "percentage", "pct"}


def measured(answer: str) -> tuple[str, str]:
    """The answer without its currency and unit, and the name of the unit ("" where there is none)."""
    text = answer.strip().strip("$").strip()
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
        if len(_LETTER.findall(unit)) > 1 or not re.search(r"[A-Za-z]", _COMMAND.sub("", number)):
            return number, unit
    return text, ""


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
    return " ".join(re.sub(r"[{}()]", "", unit).replace(" ^", "^").replace("^ ", "^").strip(" .").split())


def _is_unit(unit: str, *, known_only: bool) -> bool:
    if not unit or any(word.casefold() in _NO_UNITS for word in re.findall(r"[^\W\d_]+", unit)):
        return False
    return not known_only or units.find(unit) is not None


def several(answer: str) -> tuple[Fraction, units.Unit] | None:
    """`1 hour 30 minutes` as one amount of the unit named first; None for anything else."""
    text, at, total, first = answer.strip().rstrip("."), 0, Fraction(0), None
    count = 0
    while (match := _PART.match(text, at)) and count < _MOST_PARTS:
        unit, count = units.find(match[2]), count + 1
        if unit is None or not re.fullmatch(r"\d+(?:\.\d+)?", match[1]):
            return None
        first = first or unit
        amount = units.convert(Fraction(match[1]), unit, first)
        if amount is None:
            return None
        total, at = total + amount, match.end()
    return (total, first) if first and at == len(text) and count > 1 else None
