"""How the numbers of a run are spelled, for people; what is not known is a dash."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

NONE = "–"
"""What stands where there is no number."""


def number(value: object) -> float | None:
    """The value as a finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return float(value)


def pair(value: object) -> tuple[float, float] | None:
    """The ends of an interval; None for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 2:
        return None
    low, high = number(value[0]), number(value[1])
    return None if low is None or high is None else (low, high)


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is a mapping; else an empty one."""
    return value if isinstance(value, Mapping) else {}


def rows(value: object) -> list[Mapping[str, Any]]:
    """The mappings of a list; none for anything else."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [row for row in value if isinstance(row, Mapping)]


def percent(value: object) -> str:
    """A share in [0, 1] as 74.9 %."""
    share = number(value)
    return NONE if share is None else f"{100 * share:.1f} %"


def points(value: object) -> str:
    """A difference of shares, in percentage points with its sign."""
    share = number(value)
    return NONE if share is None else f"{100 * share:+.1f} points"


def percent_interval(value: object) -> str:
    """An interval of shares as 69.3 to 79.8 %; empty where there is none."""
    ends = pair(value)
    return f"{100 * ends[0]:.1f} to {100 * ends[1]:.1f} %" if ends else ""


def decimal(value: object, digits: int = 3) -> str:
    """A number with so many digits behind the point."""
    known = number(value)
    return NONE if known is None else f"{known:.{digits}f}"


def decimal_interval(value: object, digits: int = 3) -> str:
    """An interval as 0.012 to 0.034; empty where there is none."""
    ends = pair(value)
    return f"{ends[0]:.{digits}f} to {ends[1]:.{digits}f}" if ends else ""


def count(value: object) -> str:
    """A number of things, in groups of three digits."""
    known = number(value)
    return NONE if known is None else f"{known:,.0f}"


def amount(value: object) -> str:
    """A number of things on average: whole from a hundred on, else with a digit behind the point."""
    known = number(value)
    if known is None:
        return NONE
    return f"{known:,.0f}" if known == int(known) or abs(known) >= 100 else f"{known:,.1f}"


def seconds(value: object) -> str:
    """A time in the unit that suits it."""
    known = number(value)
    if known is None:
        return NONE
    if abs(known) < 0.9995:
        return f"{1000 * known:.{0 if abs(known) >= 0.01 else 1}f} ms"
    if abs(known) < 120:
        return f"{known:.1f} s"
    return f"{known / 60:.1f} min" if abs(known) < 7200 else f"{known / 3600:.1f} h"


def left_out(statistics: Mapping[str, Any]) -> str:
    """How many rows of the suite are not among the items; empty where there are none."""
    rows = number(statistics.get("left_out"))
    return f"{count(rows)} {'row' if rows == 1 else 'rows'} could not be used" if rows else ""
