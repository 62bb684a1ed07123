"""Times of day and dates: `1:30 pm`, `13:30:00`, `下午3点`, `July 4, 2020`, `2020-07-04`."""

import re
from datetime import date

from reasoner.patterns import pattern

_CLOCK = pattern(
    r"(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(a\.?m\.?|p\.?m\.?)?|(\d{1,2})\s*(a\.?m\.?|p\.?m\.?)", re.IGNORECASE
)
_CLOCK_ZH = pattern(
    r"(凌晨|上午|早上|中午|下午|晚上)?(\d{1,2})[点时:](?:(\d{1,2})分?|(半))?(?:(\d{1,2})秒)?整?"
)
_MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
]  # fmt: skip
_MONTH = "|".join(f"{name}|{name[:3]}" for name in _MONTHS) + "|sept"
_DATES = (
    pattern(r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})"),
    pattern(r"(?P<y>\d{4})年(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]"),
    pattern(rf"(?:\w+day,? )?(?P<m>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y>\d{{4}})"),
    pattern(rf"(?:\w+day,? )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<m>{_MONTH})\.?,? (?P<y>\d{{4}})"),
)
_DAYS = (
    pattern(rf"(?P<m>{_MONTH})\.? (?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"),
    pattern(rf"(?:the )?(?P<d>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<m>{_MONTH})\.?"),
    pattern(r"(?P<m>\d{1,2})月(?P<d>\d{1,2})[日号]"),
)
_NAMED = {"noon": "12:00", "midday": "12:00", "12 noon": "12:00", "midnight": "0:00", "12 midnight": "0:00"}
_LEAP_YEAR = 2000
_ZH_AFTERNOON = frozenset({"下午", "晚上"})


def read(text: str) -> str | None:
    """`13:30`, `13:30:05`, `2020-07-04` or `07-04`; None when it is no moment."""
    text = " ".join(text.casefold().split()).strip(" .")
    return _NAMED.get(text) or _date(text) or _clock(text)


def _clock(text: str) -> str | None:
    if match := _CLOCK.fullmatch(text):
        half = (match[4] or match[6] or "").replace(".", "")
        return _time(int(match[1] or match[5]), int(match[2] or 0), int(match[3] or 0), half)
    if (match := _CLOCK_ZH.fullmatch(text)) and (match[1] or ":" not in text):
        half = "pm" if match[1] in _ZH_AFTERNOON else "am" if match[1] and match[1] != "中午" else ""
        return _time(int(match[2]), 30 if match[4] else int(match[3] or 0), int(match[5] or 0), half)
    return None


def _time(hours: int, minutes: int, seconds: int, half: str) -> str | None:
    if half and hours <= 12:
        hours = hours % 12 + (12 if half == "pm" else 0)
    if hours > 24 or minutes > 59 or seconds > 59:
        return None
    return f"{hours}:{minutes:02}" + (f":{seconds:02}" if seconds else "")


def _date(text: str) -> str | None:
    match = next(filter(None, (form.fullmatch(text) for form in (*_DATES, *_DAYS))), None)
    if match is None:
        return None
    month = match["m"]
    number = int(month) if month.isdigit() else [name[:3] for name in _MONTHS].index(month[:3]) + 1
    try:
        if "y" not in match.groupdict():
            return date(_LEAP_YEAR, number, int(match["d"])).strftime("%m-%d")
        return date(int(match["y"]), number, int(match["d"])).isoformat()
    except ValueError:
        return None
