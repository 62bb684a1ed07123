"""The words and signs of written sums: plain text and LaTeX, English and Chinese, in one alphabet."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from reasoner.patterns import pattern
from reasoner.verification.notation import chinese
from reasoner.verification.sums.words import (
    AREAS,
    ENDING,
    FUNCTIONS,
    HALF_WIDTH,
    LAYOUT,
    MEANINGS,
    NUMBERS,
    PROSE,
    SUPERSCRIPTS,
    VULGAR,
    Kind,
)


class Token(NamedTuple):
    """A piece of text; `gap` says that space came before it.

    `value` and `last` belong to numbers: their worth, and the worth of one more in their last written place.
    """

    kind: Kind
    text: str
    start: int
    end: int
    gap: bool
    value: Fraction
    last: Fraction


_LONGEST_NUMBER = 60
_CHINESE_SIGN = (
    "约等于|等于|得到|约为|大约|大概|除以|乘以|加上|减去"
    "|(?<![增参])加(?![工班油])|减(?!少)|乘|得(?![分票])|是|(?<!因)为|约|的"
)
_DIGIT = "零一二三四五六七八九〇两十百千万亿"
_TOKEN = pattern(
    rf"""(?P<space>(?:\s|\\[,;:!\ ()\[\]]|\$\$|&|<<|>>|__|`)+)
    |(?P<strange>0[xXbBoO][0-9A-Fa-f]+|[A-Za-z]*\d*_[\w{{]*|\.\.\.+|…+|\\[lcdv]?dots|[□■○|?])
    |(?P<clock>\d{{1,2}}:\d\d(?::\d\d)?(?![\d:]))
    |(?P<chinese>百分之(?:\d+(?:\.\d+)?|[{_DIGIT}]+)|(?:\d+|[{_DIGIT}]+)分之(?:\d+|[{_DIGIT}]+)
        |[{_DIGIT}]+(?:点[{_DIGIT}]+)?)
    |(?P<number>(?:[1-9]\d{{0,2}}(?:(?:,|\{{,\}}|\\,|\ )\d{{3}})+(?!\d)|\d+)(?:\.\d+)?
        (?:[eE][+-]?\d{{1,3}}(?![\w.]))?
        |\.\d+|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])
    |(?P<phrase>(?:multiplied|divided)\ by\b|(?:is\ )?equal\ to\b|per\ cent\b)
    |(?P<times>(?:(?<=[\d)}}%\]a-z])|(?<=[\d)}}%\]a-z.]\ ))[xX](?=\s?[\d(.$¥\\]))
    |(?P<word>[A-Za-z]+(?:['’][a-z]+|\d+)?(?:\^\{{?[23]\}}?|[²³])?|千克|千米
        |(?:(?!{_CHINESE_SIGN}|[{_DIGIT}])[\u4e00-\u9fff])+)
    |(?P<verb>{_CHINESE_SIGN})
    |(?P<note>[(\[{{]\s*(?=[A-Za-z]{{2}}|[\u4e00-\u9fff])[^()\[\]{{}}\d=+*/^\\]{{1,60}}[)\]}}])
    |(?P<power>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)
    |(?P<digits>\\[dtc]?frac\s*\d\s*(?:\d|(?=\{{)))
    |(?P<command>\\[A-Za-z]+)
    |(?P<relation>(?<![<>!=:+*/-])=(?![=>])|[≈≅≃])
    |(?P<money>\\?[$€£¥₹])
    |(?P<sign>\*\*|//|\\%|[-+*/×✕✖·⋅∙•∗÷^%!√∛~°¢:])
    |(?P<bracket>[()\[\]{{}}])
    |(?P<stop>\\\\|.)""",
    re.VERBOSE | re.DOTALL,
)


def half_width(text: str) -> str:
    """The text, character for character, with the full-width signs of Chinese text in ASCII."""
    return text.translate(HALF_WIDTH)


def tokens(text: str, start: int, end: int) -> Iterator[Token]:
    """The tokens of a part of a half-width text."""
    gap = True
    for match in _TOKEN.finditer(text, start, end):
        group = match.lastgroup or "stop"
        if group == "space" or (group == "command" and match[0][1:] in LAYOUT):
            gap = True
            continue
        kind, spelt, value, last = _READ[group](match[0])
        yield Token(kind, spelt, match.start(), match.end(), gap, value, last)
        gap = False


_Read = tuple[Kind, str, Fraction, Fraction]
_NOTHING, _ONE = Fraction(0), Fraction(1)


def _plain(kind: Kind) -> Callable[[str], _Read]:
    return lambda text: (kind, text, _NOTHING, _NOTHING)


def _number(text: str) -> _Read:
    if text.isdecimal() and len(text) <= _LONGEST_NUMBER:
        return "number", text, Fraction(int(text)), _ONE
    if text in VULGAR:
        return "number", text, VULGAR[text], _NOTHING
    digits = re.sub(r"[^\d.eE+-]", "", text)
    mantissa, _, exponent = digits.lower().partition("e")
    if len(mantissa) > _LONGEST_NUMBER:
        return "strange", text, _NOTHING, _NOTHING
    scale = Fraction(10) ** int(exponent or 0)
    return "number", text, Fraction(mantissa) * scale, scale / 10 ** len(mantissa.partition(".")[2])


def _chinese(text: str) -> _Read:
    value = chinese.read(text)
    return ("word" if value is None else "number"), text, value or _NOTHING, _NOTHING


def _clock(text: str) -> _Read:
    hours, minutes, *seconds = (int(part) for part in text.split(":"))
    return "clock", text, hours + Fraction(minutes, 60) + Fraction(sum(seconds), 3600), _NOTHING


def _digits(text: str) -> _Read:
    """LaTeX takes single digits without braces: \\frac12."""
    found = re.findall(r"\d", text)
    if len(found) == 1:
        return "strange", text, _NOTHING, _NOTHING
    bottom = int(found[1])
    return ("number" if bottom else "strange"), text, Fraction(int(found[0]), bottom or 1), _NOTHING


def _word(text: str) -> _Read:
    lower = text.lower()
    if lower in NUMBERS:
        return "number", lower, NUMBERS[lower], Fraction(1)
    if lower in MEANINGS and len(text) > 1:
        return *MEANINGS[lower], _NOTHING, _NOTHING
    if lower in PROSE:
        return "stop", text, _NOTHING, _NOTHING
    stem = lower.rstrip("}²³23").rstrip("^{")
    name = (
        (len(stem) == 1 and stem.isascii() and lower not in AREAS) or stem[-1:].isdigit() or stem in FUNCTIONS
    )
    return ("letter" if name else "word"), text, _NOTHING, _NOTHING


def _note(text: str) -> _Read:
    inside = text[1:-1].strip().lower()
    return *MEANINGS.get(inside, ("word", inside if text[0] == "{" else f"({inside})")), _NOTHING, _NOTHING


def _sign(text: str) -> _Read:
    if text[1:] in ENDING:
        return "stop", text, _NOTHING, _NOTHING
    return *MEANINGS.get(text.replace(" ", "_"), ("strange", text)), _NOTHING, _NOTHING


_READ: dict[str, Callable[[str], _Read]] = {
    "strange": _plain("strange"), "clock": _clock, "chinese": _chinese, "number": _number, "phrase": _sign,
    "times": _sign, "word": _word, "verb": _sign, "note": _note, "digits": _digits, "command": _sign,
    "relation": _sign, "money": _plain("money"), "sign": _sign, "bracket": _plain("bracket"),
    "power": lambda text: ("power", text.translate(SUPERSCRIPTS), _NOTHING, _NOTHING), "stop": _plain("stop"),
}  # fmt: skip
