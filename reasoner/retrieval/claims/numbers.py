"""The numbers that a text states, in digits or words, with their scale and their unit."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from reasoner.patterns import pattern

_BY_VALUE = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
SMALL = tuple(_BY_VALUE.split())
"""The number of each is its place."""
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_BY_PLACE = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_WORDS = (
    {word: n for n, word in enumerate(SMALL)}
    | {word: 10 * n for n, word in enumerate(_TENS, 2)}
    | {"dozen": 12}
)
_PLACES = {word: n for n, word in enumerate(_BY_PLACE.split(), 1)}
_SCALE = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "k": 1000,
    "m": 10**6,
    "bn": 10**9,
    "百": 100,
    "千": 1000,
    "万": 10**4,
    "萬": 10**4,
    "亿": 10**8,
    "億": 10**8,
    "百万": 10**6,
    "千万": 10**7,
    "万亿": 10**12,
}
_ZH = {char: n for n, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_ZH_SCALE = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
_COUNTED = (
    "个個只隻条條年月日号號天位名座次种種人家所项項岁歲倍米里元小分秒世章层層台辆"
    "张張把段部口头頭匹艘架本篇首届代期点點度斤克吨噸公英海平立周星季成折楼"
)

_NUMBER = (
    r"(?<![A-Za-z0-9_.])(?:(?<=\d)|(?P<sign>(?<![\w)])[-\u2212](?=\d))?)"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<tail>(?:st|nd|rd|th)\b|s\b|'s\b)?"
    r"(?:[ -]?(?P<scale>hundred|thousand|million|billion|trillion|bn|万亿|百万|千万"
    r"|[百千万萬亿億])(?:s?\b|(?=[^A-Za-z])))?"
)
_WORD = rf"(?:{'|'.join((*SMALL, *_TENS))}|dozen|hundred|thousand|million|billion|trillion)"
_SPELLED = rf"\b(?P<words>{_WORD}(?:(?:[ -]|\sand\s|\sa\s)(?:{_WORD}))*)s?\b"
_PLACE = rf"\b(?P<place>{_BY_PLACE.replace(' ', '|')})\b"
_CHINESE = (
    r"(?P<zh>(?P<nth>第)?[零〇一二两兩三四五六七八九十百千万亿]+)(?!分(?![钟米]))"
    rf"(?=(?P<counted>[{_COUNTED}])|)"
)
_VALUE = pattern(rf"{_NUMBER}|{_SPELLED}|{_PLACE}|{_CHINESE}", re.IGNORECASE)
_RAISED = pattern(r"(?<=\d)[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2079\u2150-\u215e]")
"""A power or a fraction: it is no digit of the number before it."""
_UNIT = pattern(
    r"\s?-?\s?(%|‰|°\s?[CFcf]?|[$€£¥]|(?:(?:square|cubic)\s)?[A-Za-z]{1,15}\b|[\u4e00-\u9fff]{1,4})"
)
_MONEY = pattern(r"(?:([$€£¥])|\b(USD|EUR|GBP|RMB|CNY)\s?)$")

_UNITS = (
    "km|kilometer|kilometre|公里|千米",
    "mile|mi|英里",
    "m|meter|metre|米|公尺",
    "cm|centimeter|centimetre|厘米",
    "mm|millimeter|millimetre|毫米",
    "foot|feet|ft|英尺",
    "inch|inches|英寸",
    "yard|码",
    "hectare|公顷",
    "acre|英亩",
    "square km|平方公里|平方千米",
    "square m|平方米",
    "kg|kilogram|kilo|公斤|千克",
    "g|gram|克",
    "mg|毫克",
    "t|ton|tonne|吨",
    "lb|pound|磅",
    "ounce|oz|盎司",
    "斤",
    "second|s|sec|秒",
    "minute|min|分钟",
    "hour|h|hr|小时",
    "day|天",
    "week|周|星期",
    "month|个月",
    "year|yr|年|岁",
    "decade",
    "century|centurie|世纪",
    "%|percent|per|百分",
    "°|degree|度|°c|celsius|摄氏度",
    "°f|fahrenheit|华氏度",
    "k|kelvin",
    "$|dollar|usd|美元",
    "€|euro|eur|欧元",
    "£|gbp|sterling|英镑",
    "¥|yuan|rmb|cny|元|人民币",
    "yen|日元",
    "liter|litre|l|升",
    "ml|毫升",
    "watt|w|瓦",
    "kw|kilowatt|千瓦",
    "mw|megawatt|兆瓦",
    "volt|v|伏",
    "byte|b|字节",
    "kb|kilobyte",
    "mb|megabyte",
    "gb|gigabyte",
    "tb|terabyte",
    "meter per second",
    "km/h|kph",
    "mph",
)
_UNIT_OF = {name: units.split("|")[0] for units in _UNITS for name in units.split("|")}
_TIMES = ("second", "minute", "hour", "day", "week", "month", "year", "century")
_COMMON = frozenset(
    ("s", "m", "g", "t", "h", "l", "w", "v", "b", "k", "per", "min", "sec", "second", "pound", "mi")
)
"""Names of units that are other words as often: they are none after a word, and never rivals."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number, and what it counts where that is a unit."""

    value: Fraction
    unit: str
    """The name that all spellings of the unit share; empty where none is known."""
    written: str
    kind: str
    """"year", "month", "place" (first, second), "unit" (it has one) or "count"."""


_ENDLESS = pattern(r"\d{1001,}")
"""So long that Python refuses to read it as a number."""


def numbers(text: str) -> tuple[Number, ...]:
    """Every number of the text, in order."""
    return tuple(_numbers(unicodedata.normalize("NFKC", _RAISED.sub(r" \g<0>", _ENDLESS.sub(" ", text)))))


def _numbers(text: str) -> Iterator[Number]:
    for match in _VALUE.finditer(text):
        value = _value(match)
        if value is None:
            continue
        following = _UNIT.match(text, match.end())
        money = _MONEY.search(text[max(0, match.start() - 5) : match.start()])
        said = (money[1] or money[2]) if money else (following[1] if following else "")
        unit = _unit(said, spelled=match["digits"] is None)
        if (
            match["digits"]
            and match["scale"] is None
            and following
            and following[1] in ("M", "K", "B", "bn")
            and money
        ):
            value *= _SCALE.get(following[1].lower(), 10**9)
        if text[max(0, match.start() - 3) : match.start()] == "百分之":
            unit = "%"
        kind = _kind(match, value, said, unit)
        written = match[0] + (following[0] if following and unit and not money else "")
        if following and "\u4e00" <= following[1][:1] <= "\u9fff":
            written = match[0] + (following[0].strip() if following[1] in _UNIT_OF else following[1][:1])
        yield Number(value, unit if kind != "year" else "", written.strip(), kind)


def _kind(match: re.Match[str], value: Fraction, said: str, unit: str) -> str:
    group = match.group
    if group("place") or group("nth") or (group("tail") or "").lower() in ("st", "nd", "rd", "th"):
        return "place"
    digits = group("digits")
    if said[:1] == "月":
        return "month"
    if said[:1] == "年" and value >= 100 and value < 3000:
        return "year"
    plain = (
        digits and digits.isdecimal() and len(digits) == 4 and 1000 <= value <= 2100 and not group("scale")
    )
    if plain and not (unit and unit not in ("year", "$", "s")):
        return "year" if unit != "$" else "unit"
    return "unit" if unit else "count"


def _unit(said: str, *, spelled: bool) -> str:
    lowered = "".join(said.lower().split())
    if lowered in _UNIT_OF and not (spelled and lowered in _COMMON):
        return _UNIT_OF[lowered]
    for power in ("square", "cubic"):
        if lowered.startswith(power) and (unit := _unit(lowered.removeprefix(power), spelled=spelled)):
            return f"{power} {unit}"
    singular = lowered.removesuffix("s")
    if len(singular) > 2 and singular in _UNIT_OF:
        return _UNIT_OF[singular]
    return next(
        (
            _UNIT_OF[lowered[:n]]
            for n in (4, 3, 2, 1)
            if "\u4e00" <= lowered[:1] <= "\u9fff" and lowered[:n] in _UNIT_OF
        ),
        "",
    )


def _value(match: re.Match[str]) -> Fraction | None:
    group = match.group
    if digits := group("digits"):
        scale = _SCALE[group("scale").lower()] if group("scale") else 1
        return Fraction(digits.replace(",", "")) * scale * (-1 if group("sign") else 1)
    if words := group("words"):
        return _spelled(words.lower().replace("-", " ").split())
    if place := group("place"):
        return Fraction(_PLACES[place.lower()])
    written = group("zh").removeprefix("第")
    if written == "一":
        return Fraction(1) if group("nth") or _measures(match) else None
    return _chinese(written, counted=bool(group("counted") or group("nth")))


def _measures(match: re.Match[str]) -> bool:
    """A unit follows, so that a lone one counts; not one of time, for a day is any day."""
    following = _UNIT.match(match.string, match.end())
    return following is not None and _unit(following[1], spelled=True) not in ("", *_TIMES)


def _spelled(words: list[str]) -> Fraction | None:
    """The number in words; none for a lone "one", which is a pronoun as often, and for a bare scale."""
    if words == ["one"] or not any(word in _WORDS for word in words):
        return None
    total, part = 0, 0
    for word in words:
        if word in ("and", "a"):
            continue
        if word in _WORDS:
            part = part * 12 if word == "dozen" and part else part + _WORDS[word]
        elif word == "hundred":
            part = max(1, part) * 100
        else:
            total, part = total + max(1, part) * _SCALE[word], 0
    return Fraction(total + part)


def _chinese(written: str, *, counted: bool) -> Fraction | None:
    """The number in Chinese characters; none for a lone one that counts nothing: it is part of a word."""
    if not counted and not (
        len(written) >= 3 or (len(written) == 2 and written[0] in _ZH and written[1] in "十百千万亿")
    ):
        return None
    if written in ("十", "千", "万", "百", "亿", "一一", "千万", "万万", "百万") and not (
        written == "十" and counted
    ):
        return None
    if all(char in _ZH for char in written):
        return Fraction(int("".join(str(_ZH[char]) for char in written)))
    total, section, digit = 0, 0, 0
    for char in written:
        if char in _ZH:
            digit = _ZH[char]
        elif char in "十百千":
            section, digit = section + max(1, digit) * _ZH_SCALE[char], 0
        else:
            total, section, digit = (total + section + digit) * _ZH_SCALE[char], 0, 0
    return Fraction(total + section + digit)
