"""The tool `convert`: a quantity in another unit, exactly."""

import difflib
import re
from dataclasses import dataclass
from fractions import Fraction

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.tools.built_in import Arguments, BuiltIn
from reasoner.tools.tool import Returned
from reasoner.verification.notation import units
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.quantity import several
from reasoner.verification.notation.term import value
from reasoner.verification.notation.tokens import Unreadable, clean
from reasoner.verification.notation.units import Unit
from reasoner.verification.problems import arithmetic
from reasoner.verification.problems.phrasing import formula

SIGNIFICANT = 12
"""Digits of an amount that has no short decimal."""
NAMED = 8
"""Units that an error names."""
LONGEST = 200
"""Characters of a quantity."""
_SPLIT = pattern(
    r"(?P<number>.*[\d.)}一二两三四五六七八九十百千万亿零半½⅓⅔¼¾]|an?(?=\s)|[A-Za-z-]+(?=\s))?"
    r"\s*(?P<unit>(?:[^\W\d_一二三四五六七八九十百千万亿零]|[°℃℉Ω]).*)"
)
_RANGE = pattern(r"[^-\d]*[\d.,]+\s*[-–—~～至到]\s*\d.*")
_PREFIXES = "mn"
"""Letters that mean another factor, or another unit, when they are capital."""
_COUNTED = pattern(r"^个(?=小时|星期|月)")
_HALF = pattern(r"^half\s+(?:of\s+)?an?\s+|^半个?(?!\d)", re.IGNORECASE)
_CALENDAR = "a month has no fixed length; for dates use the tool 'date'"


_MORE = {
    "length": {"1852": "nautical mile", "201.168": "furlong", "1.8288": "fathom",
        "9460730472580800": "light year,ly,光年", "149597870700": "au,astronomical unit,天文单位",
        "10/3": "丈", "1/3": "尺,市尺", "1/30": "寸"},
    "mass": {"6350.29318": "stone", "907184.74": "short ton,us ton", "0.2": "carat,克拉", "5": "钱"},
    "time": {"1209600": "fortnight", "1/1000000": "μs,microsecond,微秒",
        "1/1000000000": "ns,nanosecond,纳秒"},
    "months": {"120": "decade", "1200": "century,世纪", "3": "quarter,季度"},
    "volume": {"0.2365882365": "cup,us cup", "0.01478676478125": "tbsp,tablespoon,汤匙",
        "0.00492892159375": "tsp,teaspoon,茶匙", "0.0295735295625": "fl oz,fluid ounce,floz",
        "158.987294928": "barrel,桶"},
    "speed": {"463/900": "knot,kn,kt,节"},
    "pressure": {"100000": "bar,巴", "100": "mbar,millibar,hpa,百帕", "8896443230521/1290320000": "psi",
        "101325/760": "torr,mmhg,毫米汞柱"},
    "power": {"745.69987158227022": "hp,horsepower", "735.49875": "马力"},
    "energy": {"1055.05585262": "btu", "1602176634/10000000000000000000000000000": "ev,electronvolt"},
    "data": {"1/8": "bit,比特"},
}  # fmt: skip
"""Units that are not looked for in answers, where their names may mean something else: dimension:
{factor: names}. Cups, spoons and barrels are those of the US."""
MORE = {
    name: Unit(dimension, Fraction(factor), symbol=names.partition(",")[0])
    for dimension, rows in _MORE.items()
    for factor, names in rows.items()
    for name in names.split(",")
}
MORE |= {"f": units.UNITS["°F"], "c": units.UNITS["°C"]}
_ALL = units.UNITS | MORE
_OPEN = frozenset({"kb", "mb", "gb", "tb", "kilobyte", "kilobytes", "megabyte", "megabytes", "gigabyte",
    "gigabytes", "terabyte", "terabytes"})  # fmt: skip


class Quantity(Arguments):
    """What is converted."""

    quantity: str
    """A number with its unit, such as 5 km."""
    to: str
    """The unit that is wanted, such as mile."""


class Wrong(ValueError):
    """What the model has to mend."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a unit."""

    number: Fraction
    unit: Unit
    named: str


def convert() -> BuiltIn[Quantity]:
    """The tool."""
    return BuiltIn(
        "convert",
        "Converts a quantity into another unit: lengths, masses, times, areas, volumes, speeds, temperatures,"
        " pressures, energies, data and more. It knows no currencies.",
        Quantity,
        lambda given, seconds: _result(given),
    )


def _result(given: Quantity) -> Returned:
    try:
        amount, target = read(given.quantity), find(given.to)
        number = _converted(amount, target, given.to)
    except Wrong as error:
        return Returned(f"convert: {error}.", ok=False)
    decimal = arithmetic.decimal(number)
    unit, shown = _tidy(given.to), one_line(given.quantity.strip(), 60)
    if decimal is not None:
        return Returned(f"{shown} = {decimal} {unit}")
    return Returned(f"{shown} ≈ {arithmetic.rounded(number, SIGNIFICANT)} {unit}")


def read(text: str) -> Amount:
    """The quantity that the text writes. Raises: Wrong."""
    shown = one_line(text, 60)
    if together := several(text):
        number, unit = together
        return Amount(number, unit, unit.symbol)
    if alone := _known(text):
        return Amount(Fraction(1), alone, shown)
    match = _SPLIT.fullmatch(_HALF.sub("1/2 ", text.strip())) if len(text) <= LONGEST else None
    if match is None:
        raise Wrong(f"'{shown}' is no number with a unit; write such as 5 km")
    try:
        number, named = _number(match["number"], shown), _tidy(match["unit"])
    except Wrong:
        if _spaced(text) is None:
            raise
        number, named = _spaced(text) or (Fraction(1), "")
    return Amount(number, find(named), named)


def _spaced(text: str) -> tuple[Fraction, str] | None:
    """The number and the unit of `7 千米`, whose unit begins with what numbers end with."""
    number, _, unit = text.strip().partition(" ")
    if _known(unit) is None:
        return None
    try:
        return _number(number, text), unit
    except Wrong:
        return None


def _number(text: str | None, shown: str) -> Fraction:
    if text is None or text.strip().casefold() in ("a", "an"):
        return Fraction(1)
    if _RANGE.fullmatch(text):
        raise Wrong(f"'{one_line(text, 40)}' in '{shown}' is a range; convert its ends one by one")
    try:
        number = value(parse(formula(clean(text))))
    except (Unreadable, RecursionError):
        number = None
    if number is None:
        raise Wrong(f"'{one_line(text, 40)}' in '{shown}' is no number; write such as 5 km")
    return number


def _tidy(name: str) -> str:
    name = clean(name.strip().strip("。.?？")).replace("^(2)", "^2").replace("^(3)", "^3")
    return one_line(_COUNTED.sub("", name), 60)


def find(name: str) -> Unit:
    """The unit of that name. Raises: Wrong."""
    if found := _known(name):
        return found
    tidy = _tidy(name)
    if tidy.casefold() in _OPEN:
        raise Wrong(
            f"'{tidy}' has powers of 1000 for some and of 1024 for others; write bytes, or KiB, MiB, GiB"
        )
    near = difflib.get_close_matches(tidy, _ALL, n=3, cutoff=0.6)
    hint = f"did you mean {' or '.join(near)}" if near else f"known: {_names()} and more"
    raise Wrong(f"no unit '{tidy}'; {hint}")


def _known(name: str) -> Unit | None:
    tidy = _tidy(name)
    if tidy == "Cal" or _miscased(tidy):  # cal and kcal, milli and mega, nano and nautical
        return None
    plain = tidy.casefold().replace("-", " ")
    return units.find(tidy) or MORE.get(plain) or MORE.get(plain.removesuffix("s"))


def _miscased(name: str) -> bool:
    """Its prefix is one that means another factor in the other case, and is known in that alone."""
    found, rest = units.find(name), units.find(name[1:]) or units.find(name[1:].swapcase())
    if found is None or rest is None or name in units.UNITS or name[:1].casefold() not in _PREFIXES:
        return False
    exact = next((each for each, unit in units.UNITS.items() if unit == found
        and each.casefold() == name.casefold()), name)  # fmt: skip
    return rest.dimension == found.dimension and exact[:1] != name[:1]


def _names(dimension: str = "") -> str:
    """Units of the dimension, or one of each."""
    if dimension:
        symbols = dict.fromkeys(unit.symbol for unit in _ALL.values() if unit.dimension == dimension)
        return ", ".join(list(symbols)[:NAMED])
    first = {unit.dimension: unit.symbol for unit in reversed(_ALL.values())}
    return ", ".join(reversed(first.values()))


def _converted(amount: Amount, target: Unit, named: str) -> Fraction:
    """Raises: Wrong, for unlike quantities and what is colder than can be."""
    number = units.convert(amount.number, amount.unit, target)
    if number is not None:
        return number
    measured, wanted = amount.unit.dimension, target.dimension
    if measured == wanted:
        raise Wrong(f"{one_line(amount.named, 20)}: no temperature is below absolute zero")
    if "months" in (measured, wanted):
        raise Wrong(f"'{amount.named}' and '{_tidy(named)}' cannot be converted: {_CALENDAR}")
    others = _names(measured)
    raise Wrong(
        f"'{amount.named}' measures {measured} and '{_tidy(named)}' {wanted}"
        + (f"; units of {measured}: {others}" if others else "")
    )
