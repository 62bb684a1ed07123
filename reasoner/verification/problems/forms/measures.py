"""Quantities in another unit, and rounded values."""

import re
from fractions import Fraction

from reasoner.verification.notation import units
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import value, write
from reasoner.verification.problems.forms.form import Form
from reasoner.verification.problems.phrasing import formula
from reasoner.verification.problems.problem import Problem, exact


def _convert(match: re.Match[str]) -> Problem | None:
    """An amount in another unit."""
    source, target = _unit(match["source"]), _unit(match["target"])
    written = "1" if match["amount"].lower() in ("a", "an", "one") else formula(match["amount"])
    before, after = units.find(source), units.find(target)
    amount = value(parse(written))
    if before is None or after is None or amount is None or before.dimension != after.dimension:
        return None
    return Problem("convert", (written,), (), (source, target))


def _unit(name: str) -> str:
    """The unit's name as the table of units has it."""
    name = name.strip().replace("℃", "°C").replace("℉", "°F")
    return re.sub(r"^个(?=小时|星期|月)", "", name)


def _rounded(match: re.Match[str]) -> Problem | None:
    """A value at so many places; what lies half-way is left alone, where the rule for it is not given."""
    found = match.groupdict()
    body = exact(match["body"])
    if places := found.get("places"):
        step = Fraction(1, 10 ** _count(places))
    elif significant := found.get("significant"):
        step = _last_digit(value(body) or Fraction(0), _count(significant))
    else:
        step = _STEPS[" ".join(match["step"].lower().replace("-", " ").split()).removesuffix("s")]
    if not step:
        return None
    halves = "up" if "四舍五入" in match.string or "保留" in match.string else ""
    return Problem("number", (write(body), str(step)), (), (), f"rounded {halves}".strip())


def _count(text: str) -> int:
    words = ("zero", "one", "two", "three", "four", "five", "six")
    found = formula(text)
    number = words.index(text.lower()) if text.lower() in words else int(found) if found.isdigit() else 13
    return min(number, 12)


def _last_digit(number: Fraction, digits: int) -> Fraction:
    """The weight of the last of so many significant digits; 0 where there is none."""
    if number == 0 or digits == 0:
        return Fraction(0)
    place = len(str(int(abs(number)))) if abs(number) >= 1 else 0
    while abs(number) < Fraction(10) ** (place - 1):
        place -= 1
    return Fraction(10) ** (place - digits)


_STEPS = {
    "integer": Fraction(1), "whole number": Fraction(1), "one": Fraction(1), "unit": Fraction(1),
    "ten": Fraction(10), "hundred": Fraction(100), "thousand": Fraction(1000),
    "ten thousand": Fraction(10_000), "million": Fraction(10**6),
    "tenth": Fraction(1, 10), "hundredth": Fraction(1, 100),
    "thousandth": Fraction(1, 1000), "整": Fraction(1), "个": Fraction(1), "十": Fraction(10),
    "百": Fraction(100), "千": Fraction(1000), "十分": Fraction(1, 10), "百分": Fraction(1, 100),
    "千分": Fraction(1, 1000),
}  # fmt: skip
_EN = r"(?:the)? (?:nearest|closest)? (?P<step>" + "|".join(
    name.replace(" ", "[- ]") + "s?" for name in _STEPS if name.isascii()
) + r")(?: place)?"  # fmt: skip
_COUNT = r"(?:\d{1,2}|zero|one|two|three|four|five|six|[零一二两三四五六])"

ROUNDING = (
    Form(
        "round",
        rf"(?:round|ASK) BODY (?:rounded|correct)? (?:off)? to (?P<places>{_COUNT}) (?:decimal places?"
        rf"|d\.?p\.?|places)",
        _rounded,
    ),
    Form(
        "round|significant",
        rf"(?:round|ASK) BODY (?:rounded|correct)? (?:off)? to (?P<significant>{_COUNT}) (?:significant"
        rf" (?:figures?|digits?)|s\.?f\.?)",
        _rounded,
    ),
    Form("round", rf"(?:round|ASK) BODY (?:rounded)? (?:off)? to {_EN}", _rounded),
    Form(
        "保留",
        rf"ASK (?:[把将])? BODY (?:四舍五入)?[,，]?(?:结果)?保留 (?P<places>{_COUNT}) 位小数WHAT",
        _rounded,
    ),
    Form(
        "四舍五入|精确到",
        r"ASK (?:[把将])? BODY [,，]? (?:四舍五入)?(?:精确)?到 (?P<step>十分|百分|千分|个|十|百|千"
        r"|整)(?:位|数)WHAT",
        _rounded,
    ),
)
"""Ways to ask for a rounded value."""

FORMS = (
    Form(
        "convert|change| in | to | into |=",
        r"(?:convert|change|ASK) AMOUNT SOURCE (?:\s+(?:to|into|in)\s+|\s=\s) (?:how many)? TARGET_UNIT",
        _convert,
    ),
    Form("how many", r"how many TARGET_UNIT (?:are|is)? (?:there)? (?:in|equal) AMOUNT SOURCE", _convert),
    Form(
        "等于|是|=|合|换|化|有|转",
        r"(?:请?[把将])? AMOUNT SOURCE (?:等于|是|=|合|有|换算[成为]|转?换[成为]|转[成为]|化[成为])"
        r" (?:多少|几)?个? TARGET_UNIT (?:是多少)?",
        _convert,
    ),
)
