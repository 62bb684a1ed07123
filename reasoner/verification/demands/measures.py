"""What is measured in a unit, and what a question wants measured: a time, a length, money."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.verification.demands.asking import Phrase, asking
from reasoner.verification.notation import units


@dataclass(frozen=True, slots=True)
class Measure:
    """A name, and what is measured in it; one with several meanings measures any of them."""

    name: str
    dimensions: frozenset[str]


_NAMES = {
    "money": "dollar dollars cent cents euro euros pence penny pennies rupee rupees yuan usd rmb yen pesos"
    " nickel nickels dime dimes $ £ € ¥ ￥ 元 角 美元 块 块钱 元钱 人民币 欧元 英镑 日元",
    "time": "month months year years decade decades century centuries 年 月 个月 个小时 岁 周岁 天",
    "length": "kms light-year light-years 光年 foot feet ft yard yards",
    "area": "cm2 m2 km2 cm² m² km²",
    "volume": "cup cups tablespoon tablespoons teaspoon teaspoons cm3 m3 cm³ m³",
    "speed": "mph kph kmph km/hr",
    "angle temperature": "degree degrees ° 度",
    "mass money": "pound pounds",
    "mass volume": "oz ounce ounces ton tons",
    "time angle": "second seconds minute minutes",
    "time money": "分",
    "length time money": "m",
}
"""Names that the table of units has not, or that mean more than it says."""
_DIMENSIONS = {name: frozenset(kinds.split()) for kinds, names in _NAMES.items() for name in names.split()}
_POWERS = {
    "square ": "area",
    "sq ": "area",
    "平方": "area",
    "cubic ": "volume",
    "cu ": "volume",
    "立方": "volume",
}


def measure(name: str) -> Measure | None:
    """What is measured in the unit of that name; None for what is no unit, or a rate other than a speed."""
    name = " ".join(name.split()).strip(" .,;:")
    lower = name.lower()
    for power, dimension in _POWERS.items():
        if lower.startswith(power) and measure(name[len(power) :]):
            return Measure(name, frozenset({dimension}))
    if dimensions := _DIMENSIONS.get(lower):
        return Measure(name, dimensions)
    top, per, bottom = lower.partition(" per ") if " per " in lower else lower.partition("/")
    if per:
        way, time = measure(top), measure(bottom)
        is_speed = way and time and way.dimensions == {"length"} and "time" in time.dimensions
        return Measure(name, frozenset({"speed"})) if is_speed else None
    unit = units.find(name)
    return Measure(name, frozenset({unit.dimension})) if unit else None


def longest(name: str) -> Measure | None:
    """As `measure`, of the longest beginning of a Chinese name that is a unit: 千米远 is a 千米."""
    sizes: Sequence[int] = range(len(name), 0, -1) if name[:1] > "\u4e00" else (len(name),)
    return next((found for size in sizes if (found := measure(name[:size]))), None)


_THE = r"what (?:is|was|are|were) (?:the|his|her|its|their) (?:\w+ )?"
_DOES = r"(?:does|do|did|will|would|has|have|had|can|could|should|must)"
_LONG_THINGS = (
    "rope|ribbon|bridge|string|wire|road|line|side|edge|rectangle|table|fence|wall|board|river|hose|stick"
    "|pencil|tunnel|path|trail|track|piece|pole|plank|cable|snake|garden|pool|room|diagonal|hypotenuse"
)
_LASTING = "take|last|wait|spend|stay|sleep|study|live|practice|been"
_EVENTS = "film|movie|show|song|trip|journey|flight|meeting|class|lesson|drive|ride|video|game|race"
_KINDS = {
    "time": rf"how long (?:{_DOES}\b[^?]{{0,200}}?\b(?:{_LASTING})\b|until\b|before\b|ago\b"
    rf"|is the (?:{_EVENTS})\b)"
    r"|how much time\b|how old\b|how many years old|(?:要|用|花)多长时间|多少时间|多久|几岁|多大年龄",
    "length": rf"how (?:far|tall|high|deep|wide)\b(?! (?:off|along)\b)"
    rf"|how long (?:is|was|are|were) (?:the|each|this|that|his|her|a|one) (?:\w+ )?(?:{_LONG_THINGS})\b"
    rf"|{_THE}(?:perimeter|circumference|radius|diameter|height|width|length|distance|depth)\b"
    r"|(?:周长|半径|直径|高度|宽度|长度|距离|身高)[是有为]?多少|多[远高宽深]",
    "area": rf"{_THE}area\b|what area\b|面积[是有为]?多少",
    "volume": rf"{_THE}(?:volume|capacity)\b|(?:体积|容积)[是有为]?多少",
    "mass": rf"how heavy\b|how much {_DOES} (?:\w+ ){{1,6}}weigh\b|{_THE}(?:weight|mass)\b"
    r"|(?:体重|重量|质量)[是有为]?多少|有多重|重多少",
    "speed": rf"how fast\b|{_THE}speed\b|速度[是有为]?多少",
    "temperature": rf"{_THE}temperature\b|(?:气温|温度)[是有为]?多少",
    "money": rf"how much money\b|how much {_DOES} (?:\w+ ){{1,8}}(?:cost|pay|earn)\b|{_THE}(?:price|cost)\b"
    r"|(?:多少|几)块?钱",
    "length time": r"how much longer\b",
    "length mass": r"how much (?:farther|further|taller|wider|deeper|heavier)\b",
}
_KIND_PATTERNS = [(frozenset(kinds.split()), pattern(p, re.IGNORECASE)) for kinds, p in _KINDS.items()]
_UNIT_ASKED = pattern(
    r"\bhow many (?:more |fewer |total |extra |additional )?"
    r"(?P<many>(?:square |cubic )?[a-z-]{1,30}(?: (?:per|an?) [a-z]{1,20}|/[a-z]{1,20})?)"
    r"|\bin (?:total )?"
    r"(?P<in>(?:(?:square|cubic|degrees) )?[a-z]{2,30}(?: per [a-z]{1,20}|/[a-z]{1,20})?(?:\^[23]|[²³])?)"
    r"(?=\s*(?:[?,.;]|$|did|does|do|is|was|are|will|would|between|of|from|to\b))"
    r"|(?:多少|几)个?(?P<zh>(?:平方|立方)?[\u4e00-\u9fff]{1,3})",
    re.IGNORECASE,
)
_QUESTION_WORD = pattern(r"\b(?:how|what|which)\b", re.IGNORECASE)


def asked(question: str) -> Measure | None:
    """What the question wants measured, and the words that say so; None where that is not certain."""
    ask = asking(question)
    if ask is None or len(_QUESTION_WORD.findall(ask.text)) > 1:
        return None
    wanted = [*_units(ask), *_kinds(ask)]
    if not wanted:
        return None
    return Measure(wanted[0].name, frozenset[str]().union(*(one.dimensions for one in wanted)))


def _units(ask: Phrase) -> Iterator[Measure]:
    for match in _UNIT_ASKED.finditer(ask.text):
        if found := longest(match["many"] or match["in"] or match["zh"]):
            yield Measure(match[0].strip(), found.dimensions)


def _kinds(ask: Phrase) -> Iterator[Measure]:
    for dimensions, shape in _KIND_PATTERNS:
        if match := shape.search(ask.text):
            yield Measure(match[0], dimensions)
