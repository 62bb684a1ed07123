"""The tool `date`: the weekday of a date, a date so long before or after, and the time between two."""

import calendar
import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.tools.built_in import Arguments, BuiltIn
from reasoner.tools.tool import Returned
from reasoner.verification.notation import moments
from reasoner.verification.problems.phrasing import formula

Day = datetime.date
Today = Callable[[], Day]

_NEAR_TODAY = {
    "": 0, "today": 0, "now": 0, "今天": 0, "今日": 0, "现在": 0, "tomorrow": 1, "明天": 1, "明日": 1,
    "后天": 2, "yesterday": -1, "昨天": -1, "昨日": -1, "前天": -2,
}  # fmt: skip
_DAYS = {"day": 1, "d": 1, "天": 1, "日": 1, "week": 7, "wk": 7, "w": 7, "周": 7, "星期": 7, "礼拜": 7,
    "fortnight": 14}  # fmt: skip
_MONTHS = {"month": 1, "mo": 1, "月": 1, "quarter": 3, "季度": 3, "季": 3, "year": 12, "yr": 12, "y": 12,
    "年": 12, "decade": 120, "century": 1200, "centurie": 1200, "世纪": 1200}  # fmt: skip
_PART = pattern(
    r"\s*(?:,|and\b|plus\b)?\s*(?P<sign>[-+]?)\s*(?P<number>\d+(?:\.\d+)?(?:/\d+)?|an?\b)\s*个?\s*"
    r"(?P<unit>[A-Za-z]+|[\u4e00-\u9fff]+?(?=\s*[-+,\d]|\s*$))"
)
HALF = pattern(r"\bhalf\s+(?:of\s+)?an?\s+|半个?(?=[年月])", re.IGNORECASE)
"""At the beginning of a quantity."""
_WHOLE_SIGN = pattern(
    r"(?P<sign>minus\s|减去?|[-+](?=\D))?(?P<parts>.*?)"
    r"(?P<way>ago|earlier|before|later|from now|after|[之以]?[前后])?"
)
LONGEST = 100
"""Characters of a date or a length of time."""
MOST = 10**7
"""A number of days or months that is too large for any date."""
_TOO_FAR = "the result is outside the years 1 to 9999, which is as far as the calendar goes"


class Dates(Arguments):
    """What the calendar is asked."""

    date: str
    """The date to start from as YYYY-MM-DD, or today."""
    add: str = ""
    """How long after that date, such as 3 weeks, or -1 month for before."""
    until: str = ""
    """The date to count to as YYYY-MM-DD."""


@dataclass(frozen=True, slots=True)
class Span:
    """A time in months, which are of several lengths, and days."""

    months: int = 0
    days: int = 0


class Wrong(ValueError):
    """What the model has to mend."""


def date(today: Today = Day.today) -> BuiltIn[Dates]:
    """The tool; `today` is the local date."""
    return BuiltIn(
        "date",
        "Tells the weekday of a date, the date so long before or after it, or the days between two dates.",
        Dates,
        lambda given, seconds: _result(given, today()),
    )


def _result(given: Dates, today: Day) -> Returned:
    try:
        start = read_day(given.date, today)
        told = [] if given.add or given.until else [_told(start)]
        if given.add:
            span = read_span(given.add)
            start, note = after(start, span)
            told = [f"{_told(start)}{note}"]
        if given.until:
            told.append(between(start, read_day(given.until, today)))
    except Wrong as error:
        return Returned(f"date: {error}.", ok=False)
    return Returned("; ".join(told))


def read_day(text: str, today: Day) -> Day:
    """The day that the text names. Raises: Wrong."""
    named = text.strip().casefold()[:LONGEST]
    if named in _NEAR_TODAY:
        return today + datetime.timedelta(_NEAR_TODAY[named])
    found = moments.read(text.strip().partition("T")[0][:LONGEST])
    try:
        return Day.fromisoformat(found or "")
    except ValueError:
        shown = one_line(text, 40)
        raise Wrong(f"'{shown}' is no day of the calendar; write YYYY-MM-DD, such as 2024-02-29") from None


def read_span(text: str) -> Span:
    """The time that the text names, negative for the past. Raises: Wrong."""
    flat = " ".join(text.split()).rstrip(".")
    whole = _WHOLE_SIGN.fullmatch(flat) if len(flat) <= LONGEST else None
    back = whole is not None and ((whole["sign"] or "+")[0] in "-m减") != _is_past(whole["way"])
    parts = formula(HALF.sub("1/2 ", whole["parts"])) if whole else ""
    months, days, at, sign = Fraction(0), Fraction(0), 0, "+"
    while match := _PART.match(parts, at):
        at, sign = match.end(), match["sign"] or sign
        number = Fraction(1) if match["number"].startswith("a") else Fraction(match["number"])
        number = -number if sign == "-" else number
        unit = match["unit"].casefold()
        unit = unit if unit in _DAYS.keys() | _MONTHS.keys() else unit.removesuffix("s")
        if unit in _DAYS:
            days += number * _DAYS[unit]
        elif unit in _MONTHS:
            months += number * _MONTHS[unit]
        else:
            raise Wrong(f"no unit '{one_line(match['unit'], 30)}'; known: days, weeks, months, years")
    if at == 0 or parts[at:].strip():
        raise Wrong(f"'{one_line(text, 40)}' is no length of time; write such as 3 weeks or -1 month")
    if months.denominator != 1 or days.denominator != 1:
        raise Wrong(f"'{one_line(text, 40)}' is no whole number of days or months")
    if abs(months) > MOST or abs(days) > MOST:
        raise Wrong(_TOO_FAR)
    return Span(-int(months), -int(days)) if back else Span(int(months), int(days))


def _is_past(way: str | None) -> bool:
    return (way or "") in ("ago", "earlier", "before", "前", "之前", "以前")


def after(start: Day, span: Span) -> tuple[Day, str]:
    """The day that much later, months first; and a note where a month had no such day. Raises: Wrong."""
    at = start.year * 12 + start.month - 1 + span.months
    year, month = at // 12, at % 12 + 1
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        raise Wrong(_TOO_FAR)
    last = calendar.monthrange(year, month)[1]
    note = f" ({year:04}-{month:02} has no day {start.day}: its last was taken)" if start.day > last else ""
    try:
        return Day(year, month, min(start.day, last)) + datetime.timedelta(span.days), note
    except OverflowError:
        raise Wrong(_TOO_FAR) from None


def between(start: Day, end: Day) -> str:
    """How long it is from one day to the other."""
    first, second = min(start, end), max(start, end)
    days = (end - start).days
    parts = [_count((second - first).days // 7, "week"), _count((second - first).days % 7, "day")]
    months = (second.year - first.year) * 12 + second.month - first.month
    while after(first, Span(months))[0] > second:
        months -= 1
    rest = (second - after(first, Span(months))[0]).days
    calendar_parts = [_count(months // 12, "year"), _count(months % 12, "month"), _count(rest, "day")]
    ways = dict.fromkeys(", ".join(filter(None, way)) for way in (parts, calendar_parts))
    others = [way for way in ways if way not in ("", _count(abs(days), "day"))]
    told = f"from {start} to {end}: {_count(days, 'day') or '0 days'}"
    return f"{told} ({'; '.join(others)}{' back' if days < 0 else ''})" if others else told


def _count(number: int, unit: str) -> str:
    """Empty for none."""
    return "" if number == 0 else f"{number} {unit}" if abs(number) == 1 else f"{number} {unit}s"


def _told(day: Day) -> str:
    return f"{day.isoformat()}, a {_WEEKDAYS[day.weekday()]}"


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
