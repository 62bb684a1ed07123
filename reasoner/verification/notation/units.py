"""Units of measurement by their English and Chinese names, and conversion between them, exactly."""

from dataclasses import dataclass
from fractions import Fraction

from reasoner.patterns import pattern


@dataclass(frozen=True, slots=True)
class Unit:
    """`value * factor + offset` is the same quantity in the base unit of its dimension."""

    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)
    symbol: str = ""


_TABLE: dict[str, dict[str, str]] = {  # dimension: {factor: names, the first of which is its symbol}
    "length": {
        "1": "m meter meters metre metres 米 公尺",
        "1000": "km kms kilometer kilometers kilometre kilometres 千米 公里",
        "1/100": "cm cms centimeter centimeters centimetre centimetres 厘米 公分",
        "1/10": "dm decimeter decimeters 分米",
        "1/1000": "mm millimeter millimeters millimetre millimetres 毫米",
        "1/1000000": "μm um micrometer micrometers 微米", "1/1000000000": "nm nanometer nanometers 纳米",
        "1609.344": "mi mile miles 英里", "0.9144": "yd yard yards 码", "0.3048": "ft foot feet 英尺",
        "0.0254": "in inch inches 英寸", "1852": "nmi 海里", "500": "里",
    },
    "mass": {
        "1": "g gm gms gram grams 克", "1000": "kg kgs kilogram kilograms kilo kilos 千克 公斤",
        "500": "斤 市斤", "50": "两",
        "1/1000": "mg milligram milligrams 毫克", "1000000": "t tonne tonnes metric_ton metric_tons 吨",
        "453.59237": "lb lbs pound pounds 磅", "28.349523125": "oz ounce ounces 盎司",
    },
    "time": {
        "1": "s sec secs second seconds 秒 秒钟", "60": "min mins minute minutes 分钟",
        "3600": "h hr hrs hour hours 小时",
        "86400": "d day days 天 日", "604800": "week weeks 周 星期",
        "1/1000": "ms millisecond milliseconds 毫秒",
    },
    "area": {
        "1": "m^2 square_meters square_metres square_meter sqm 平方米", "10000": "ha hectare hectares 公顷",
        "1000000": "km^2 square_kilometers square_kilometres 平方千米 平方公里",
        "1/10000": "cm^2 square_centimeters 平方厘米",
        "1/100": "dm^2 square_decimeters 平方分米", "2000/3": "亩", "4046.8564224": "acre acres 英亩",
        "0.09290304": "ft^2 square_feet square_foot 平方英尺",
        "0.00064516": "in^2 square_inches square_inch 平方英寸",
        "2589988.110336": "mi^2 square_miles square_mile 平方英里",
    },
    "volume": {
        "1": "L l liter liters litre litres 升",
        "1/1000": "mL ml milliliter milliliters millilitres 毫升 cm^3 立方厘米",
        "1000": "m^3 cubic_meters cubic_metres cubic_meter 立方米", "3.785411784": "gal gallon gallons 加仑",
        "0.946352946": "qt quart quarts 夸脱", "0.473176473": "pt pint pints 品脱", "1 ": "dm^3 立方分米",
    },
    "speed": {
        "1": "m/s 米/秒 米每秒",
        "5/18": "km/h kph kmph kmh 千米/时 千米/小时 公里/小时",
        "0.44704": "mph mi/h 英里/小时",
    },
    "angle": {"1": "° degree degrees 度"},
    "months": {"1": "month months 个月", "12": "year years yr yrs 年"},
    "force": {"1": "N newton newtons 牛顿", "1000": "kN"},
    "energy": {
        "1": "J joule joules 焦耳 焦", "1000": "kJ kilojoule kilojoules", "4.184": "cal", "4184": "kcal",
        "3600000": "kWh",
    },
    "power": {"1": "W watt watts 瓦特", "1000": "kW 千瓦", "1000000": "MW"},
    "voltage": {"1": "V volt volts 伏特 伏", "1000": "kV kilovolt kilovolts", "1/1000": "mV millivolts"},
    "current": {"1": "A amp amps ampere amperes 安培", "1/1000": "mA milliamp milliamps"},
    "resistance": {"1": "Ω ohm ohms 欧姆", "1000": "kΩ kilohm kilohms kohm", "1000000": "MΩ megohm megohms"},
    "charge": {"1": "coulomb coulombs 库仑", "1/1000000": "μC microcoulombs"},
    "amount": {"1": "mol mole moles 摩尔", "1/1000": "mmol millimole millimoles"},
    "flux": {"1": "T tesla teslas 特斯拉"},
    "pressure": {"1": "Pa pascal pascals 帕斯卡 帕", "1000": "kPa", "101325": "atm"},
    "frequency": {"1": "Hz 赫兹", "1000": "kHz", "1000000": "MHz", "1000000000": "GHz"},
    "data": {"1": "B byte bytes 字节", "1024": "KiB kibibytes", "1048576": "MiB mebibytes",
        "1073741824": "GiB gibibytes"},  # a kilobyte has 1000 bytes for some and 1024 for others
}  # fmt: skip


def _units() -> dict[str, Unit]:
    known: dict[str, Unit] = {}
    for dimension, rows in _TABLE.items():
        for factor, names in rows.items():
            first, *others = names.split()
            for name in (first, *others):
                known[name.replace("_", " ")] = Unit(dimension, Fraction(factor.strip()), symbol=first)
    kelvin, third = Fraction("273.15"), Fraction(5, 9)
    for name in ("°C", "celsius", "degrees celsius", "摄氏度", "摄氏"):
        known[name] = Unit("temperature", Fraction(1), kelvin, "°C")
    for name in ("°F", "fahrenheit", "degrees fahrenheit", "华氏度", "华氏"):
        known[name] = Unit("temperature", third, kelvin - 32 * third, "°F")
    for name in ("K", "kelvin", "开尔文"):
        known[name] = Unit("temperature", Fraction(1), symbol="K")
    return known


UNITS = _units()
"""Every unit by each of its names."""
_LOWER = {name.lower(): unit for name, unit in UNITS.items()}


_PER = pattern(r"\s*/\s*|\s+per\s+|每")
_POWER = pattern(
    r"(?:(?P<before>square|sq\.?|cubic)\s+)?(?P<name>[^\d^]*[^\d^\s])(?:\^?(?P<power>[2-9])|\s+(?P<after>squared|cubed))?",
)
_POWERS = {"square": 2, "sq": 2, "sq.": 2, "squared": 2, "2": 2, "cubic": 3, "cubed": 3, "3": 3}


def find(name: str) -> Unit | None:
    """The unit of that name, whatever its case if no other unit is meant: Mg is not mg.

    `kg/m^3`, `miles per hour`, `cm squared` are found by their parts.
    """
    name = " ".join(name.split())
    return _named(name) or (_composed(name) if len(name) <= 60 else None)


def _named(name: str) -> Unit | None:
    exact = len(name) < 2 or (len(name) < 3 and name.startswith("M"))
    return UNITS.get(name) or (None if exact else _LOWER.get(name.lower()))


def _composed(name: str) -> Unit | None:
    top, *below = (_powered(part.strip()) for part in _PER.split(name))
    if top is None or None in below or top.offset:
        return None
    factor, dimension = top.factor, top.dimension
    for unit in below:
        if unit is None or unit.offset:
            return None
        factor /= unit.factor
        dimension = f"{dimension}/{unit.dimension}"
    return Unit(
        "speed" if dimension == "length/time" else dimension,
        factor,
        symbol=dimension if below else top.symbol,
    )


def _powered(name: str) -> Unit | None:
    """A unit, or the square or the cube of a length, or the square of any."""
    if unit := _named(name):
        return unit
    match = _POWER.fullmatch(name)
    named = match and (match["before"] or match["power"] or match["after"])
    power = 0 if not named else _POWERS.get(named) or int(named)
    base = _named(match["name"].strip()) if match else None
    if not power or base is None or base.offset:
        return None
    if base.dimension == "length" and power < 4:
        litre = Fraction(1000) if power == 3 else Fraction(1)
        return Unit(
            "area" if power == 2 else "volume", base.factor**power * litre, symbol=f"{base.symbol}^{power}"
        )
    return Unit(f"{base.dimension}^{power}", base.factor**power, symbol=f"{base.symbol}^{power}")


def convert(value: Fraction, source: Unit, target: Unit) -> Fraction | None:
    """The value in the other unit; None when the two measure different things, or it is too cold to be."""
    if source.dimension != target.dimension:
        return None
    if source.dimension == "temperature" and value * source.factor + source.offset < 0:
        return None
    return (value * source.factor + source.offset - target.offset) / target.factor
