"""Questions that need tools, with the calls that are right: one, two or three of them."""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from fractions import Fraction

from evals.data.asking import plain

WEEKDAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAYS_ZH = ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日")


@dataclass(frozen=True, slots=True)
class RightCall:
    """A call that brings the answer nearer, and what has to stand in its result."""

    tool: str
    arguments: dict[str, str]
    result: str

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Worded:
    """A question in one language, with its answer and its calls, in order."""

    question: str
    gold: str
    calls: tuple[RightCall, ...]


@dataclass(frozen=True, slots=True)
class ToolKind:
    """A kind of question; its rows differ in their numbers."""

    name: str
    make: Callable[[random.Random], tuple[Worded, Worded]]
    """In English and in Chinese."""


def decimal(value: Fraction) -> str:
    """A terminating fraction as a decimal."""
    text = f"{float(value):.10f}".rstrip("0").rstrip(".")
    assert Fraction(text) == value, value
    return text


def calculator(expression: str, value: Fraction | int) -> RightCall:
    return RightCall("calculator", {"expression": expression}, plain(value))


def convert(quantity: str, to: str, value: Fraction) -> RightCall:
    return RightCall("convert", {"quantity": quantity, "to": to}, decimal(value))


def alike(
    english: str, chinese: str, gold: str, *calls: RightCall, gold_zh: str = ""
) -> tuple[Worded, Worded]:
    """The same question in both languages, with the same calls."""
    return Worded(english, gold, calls), Worded(chinese, gold_zh or gold, calls)


def share(r: random.Random) -> tuple[Worded, Worded]:
    percent, whole = r.randint(3, 97), r.randint(12, 99) * 100
    value = Fraction(percent * whole, 100)
    return alike(
        f"What is {percent}% of {whole}?",
        f"{whole} 的 {percent}% 是多少？",
        plain(value),
        calculator(f"{percent}% of {whole}", value),
    )


def product(r: random.Random) -> tuple[Worded, Worded]:
    a, b, c = r.randint(113, 987), r.randint(113, 987), r.randint(11, 99)
    return alike(
        f"Multiply {a} by {b} and subtract {c} squared.",
        f"{a} 乘以 {b}，再减去 {c} 的平方，得多少？",
        plain(a * b - c * c),
        calculator(f"{a}*{b} - {c}^2", a * b - c * c),
    )


def growth(r: random.Random) -> tuple[Worded, Worded]:
    start, years = r.choice((400, 1200, 5000, 8000)), r.randint(2, 3)
    value = start * Fraction(11, 10) ** years
    return alike(
        f"A deposit of {start} dollars grows by 10% a year. How many dollars is it after {years} years?",
        f"本金 {start} 元，每年增长 10%，{years} 年后是多少元？",
        decimal(value),
        calculator(f"{start}*1.1^{years}", value),
    )


def length(r: random.Random) -> tuple[Worded, Worded]:
    miles = r.randint(3, 60)
    value = miles * Fraction("1.609344")
    return alike(
        f"How many kilometres are {miles} miles?",
        f"{miles} 英里等于多少千米？",
        f"{decimal(value)} km",
        convert(f"{miles} mile", "km", value),
        gold_zh=f"{decimal(value)} 千米",
    )


def warmth(r: random.Random) -> tuple[Worded, Worded]:
    celsius = r.randrange(-40, 240, 5)
    value = Fraction(9 * celsius, 5) + 32
    return alike(
        f"An oven stands at {celsius} degrees Celsius. What is that in Fahrenheit?",
        f"{celsius} 摄氏度是多少华氏度？",
        decimal(value),
        convert(f"{celsius} °C", "°F", value),
    )


def weight(r: random.Random) -> tuple[Worded, Worded]:
    pounds = r.randint(5, 90)
    value = pounds * Fraction("0.45359237")
    return alike(
        f"A parcel weighs {pounds} pounds. Give its weight in kilograms, exactly.",
        f"一个包裹重 {pounds} 磅，精确地合多少千克？",
        f"{decimal(value)} kg",
        convert(f"{pounds} lb", "kg", value),
        gold_zh=f"{decimal(value)} 千克",
    )


def day(r: random.Random) -> date:
    return date(1990, 1, 1) + timedelta(days=r.randrange(15_000))


def span(first: date, last: date) -> RightCall:
    return RightCall("date", {"date": first.isoformat(), "until": last.isoformat()}, str((last - first).days))


def later(r: random.Random) -> tuple[Worded, Worded]:
    start, days = day(r), r.randint(40, 400)
    there = start + timedelta(days=days)
    return alike(
        f"Which date is {days} days after {start.isoformat()}?",
        f"{start.isoformat()} 之后 {days} 天是哪一天？",
        there.isoformat(),
        RightCall("date", {"date": start.isoformat(), "add": f"{days} days"}, there.isoformat()),
    )


def between(r: random.Random) -> tuple[Worded, Worded]:
    start = day(r)
    last = start + timedelta(days=r.randint(40, 900))
    return alike(
        f"How many days is it from {start.isoformat()} to {last.isoformat()}?",
        f"从 {start.isoformat()} 到 {last.isoformat()} 有多少天？",
        str((last - start).days),
        span(start, last),
    )


def weekday(r: random.Random) -> tuple[Worded, Worded]:
    found = day(r)
    arguments = {"date": found.isoformat()}
    english, chinese = WEEKDAYS_EN[found.weekday()], WEEKDAYS_ZH[found.weekday()]
    call = RightCall("date", arguments, english)
    return (
        Worded(f"On which day of the week did {found.isoformat()} fall?", english, (call,)),
        Worded(f"{found.isoformat()} 是星期几？", chinese, (call,)),
    )


FACTS = (
    ("Which Python version does reasoner need?", "reasoner 需要哪个版本的 Python？", "3.11"),
    (
        "How many tokens is reasoner's setting context by default?",
        "reasoner 的设置 context 默认是多少？",
        "4096",
    ),
    (
        "Which exit status does reasoner give where something is to be mended?",
        "reasoner 有需要用户修正的地方时退出码是多少？",
        "2",
    ),
    ("How large is the default model of reasoner, in MB?", "reasoner 默认模型的文件有多大？", "98 MB"),
)
"""Questions about the handbook."""


def found(english: str, chinese: str, known: str) -> tuple[RightCall, RightCall]:
    return RightCall("search", {"query": english}, known), RightCall("search", {"query": chinese}, known)


def looked_up(r: random.Random) -> tuple[Worded, Worded]:
    english, chinese, known = r.choice(FACTS)
    one, other = found(english, chinese, known)
    return Worded(english, known, (one,)), Worded(chinese, known, (other,))


def rope(r: random.Random) -> tuple[Worded, Worded]:
    feet, metres = r.randint(5, 60), r.randint(30, 90)
    one = feet * Fraction("0.3048")
    return alike(
        f"A rope of {metres} metres is cut: {feet} feet are taken off. How many metres are left?",
        f"一根绳子长 {metres} 米，剪去 {feet} 英尺，还剩多少米？",
        decimal(metres - one),
        convert(f"{feet} foot", "m", one),
        calculator(f"{metres} - {decimal(one)}", metres - one),
    )


def pages(r: random.Random) -> tuple[Worded, Worded]:
    start, each = day(r), r.randint(6, 40)
    last = start + timedelta(days=r.randint(20, 120))
    days = (last - start).days
    return alike(
        f"From {start.isoformat()} to {last.isoformat()} Ada reads {each} pages a day. "
        "How many pages is that?",
        f"从 {start.isoformat()} 到 {last.isoformat()}，小丽每天读 {each} 页，一共读多少页？",
        str(days * each),
        span(start, last),
        calculator(f"{days} * {each}", days * each),
    )


def fuel(r: random.Random) -> tuple[Worded, Worded]:
    miles, litres = r.randint(10, 90) * 5, r.randint(4, 9)
    km = miles * Fraction("1.609344")
    value = km * litres / 100
    return alike(
        f"A car uses {litres} litres of fuel per 100 km. How many litres does it use for {miles} miles?",
        f"一辆汽车每 100 千米耗油 {litres} 升，行驶 {miles} 英里耗油多少升？",
        decimal(value),
        convert(f"{miles} mile", "km", km),
        calculator(f"{decimal(km)} * {litres} / 100", value),
    )


def windows(r: random.Random) -> tuple[Worded, Worded]:
    times = r.randint(3, 30)
    english, chinese, known = FACTS[1]
    one, other = found(english, chinese, known)
    total = calculator(f"{known} * {times}", int(known) * times)
    return (
        Worded(
            f"How many tokens do {times} windows of reasoner's default context hold together?",
            total.result,
            (one, total),
        ),
        Worded(f"reasoner 默认的 context 的 {times} 倍是多少词元？", total.result, (other, total)),
    )


def journeys(r: random.Random) -> tuple[Worded, Worded]:
    miles, feet = r.randint(2, 9), r.randint(10, 90) * 100
    one, two = miles * Fraction("1609.344"), feet * Fraction("0.3048")
    return alike(
        f"A path runs {miles} miles along a river and then climbs {feet} feet further. "
        "How many metres is it altogether?",
        f"一条小路沿河 {miles} 英里，再上山 {feet} 英尺，总共多少米？",
        decimal(one + two),
        convert(f"{miles} mile", "m", one),
        convert(f"{feet} foot", "m", two),
        calculator(f"{decimal(one)} + {decimal(two)}", one + two),
    )


def terms(r: random.Random) -> tuple[Worded, Worded]:
    first = day(r)
    second = first + timedelta(days=r.randint(50, 300))
    third = second + timedelta(days=r.randint(320, 700))
    short, long = (second - first).days, (third - second).days
    return alike(
        f"How many days longer is it from {second.isoformat()} to {third.isoformat()} "
        f"than from {first.isoformat()} to {second.isoformat()}?",
        f"从 {second.isoformat()} 到 {third.isoformat()} 比从 {first.isoformat()} 到 "
        f"{second.isoformat()} 多多少天？",
        str(long - short),
        span(second, third),
        span(first, second),
        calculator(f"{long} - {short}", long - short),
    )


def hire(r: random.Random) -> tuple[Worded, Worded]:
    first, price, percent = day(r), r.randint(12, 60), r.choice((10, 20, 25))
    last = first + timedelta(days=r.randint(10, 60))
    days = (last - first).days
    full = days * price
    value = full * Fraction(100 - percent, 100)
    return alike(
        f"A boat costs {price} dollars a day. It is hired from {first.isoformat()} to {last.isoformat()} "
        f"with a discount of {percent}% on the total. How many dollars is that?",
        f"租船每天 {price} 元，从 {first.isoformat()} 租到 {last.isoformat()}，"
        f"总价打折减去 {percent}%，要付多少元？",
        decimal(value),
        span(first, last),
        calculator(f"{days} * {price}", full),
        calculator(f"{full} * {100 - percent}%", value),
    )


TOOL_QUESTIONS: dict[int, tuple[ToolKind, ...]] = {
    1: tuple(
        ToolKind(make.__name__, make)
        for make in (share, product, growth, length, warmth, weight, later, between, weekday, looked_up)
    ),
    2: tuple(ToolKind(make.__name__, make) for make in (rope, pages, fuel, windows)),
    3: tuple(ToolKind(make.__name__, make) for make in (journeys, terms, hire)),
}
"""The kinds by the number of calls that they need."""
