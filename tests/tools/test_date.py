import datetime
import json

import pytest

from reasoner.models.constraint import check_schema
from reasoner.tools.date import date
from reasoner.tools.tool import Returned

TODAY = datetime.date(2024, 2, 29)


def asked(start: str, **more: str) -> Returned:
    return date(lambda: TODAY).call({"date": start, **more}, 5.0)


@pytest.mark.parametrize(
    ("start", "gives"),
    [
        ("2008-03-31", "2008-03-31, a Monday"),
        ("today", "2024-02-29, a Thursday"),
        ("昨天", "2024-02-28, a Wednesday"),
        ("March 5, 2024", "2024-03-05, a Tuesday"),
        ("2024年3月5日", "2024-03-05, a Tuesday"),
        ("2024-03-05T10:00:00", "2024-03-05, a Tuesday"),
    ],
)
def test_the_weekday_of_a_date_is_named(start: str, gives: str) -> None:
    assert asked(start) == Returned(gives)


@pytest.mark.parametrize(
    ("start", "add", "gives"),
    [
        ("2030-08-13", "126 days", "2030-12-17"),
        ("2024-01-31", "1 month", "2024-02-29"),
        ("2024-02-29", "1 year", "2025-02-28"),
        ("2024-02-29", "4 years", "2028-02-29"),
        ("2024-12-31", "2 months", "2025-02-28"),
        ("2024-03-05", "three weeks", "2024-03-26"),
        ("2024-03-05", "1 year, 2 months and 3 days", "2025-05-08"),
        ("2024-03-05", "-1 year 2 months", "2023-01-05"),
        ("2024-03-05", "3 weeks ago", "2024-02-13"),
        ("2024-03-05", "1.5 years", "2025-09-05"),
        ("今天", "两个月", "2024-04-29"),
        ("2024-03-05", "10天前", "2024-02-24"),
        ("2024-03-05", "2星期3天", "2024-03-22"),
        ("2024-03-05", "一年零两个月", "2025-05-05"),
        ("2024-03-05", "半年", "2024-09-05"),
    ],
)
def test_a_time_is_added_months_first(start: str, add: str, gives: str) -> None:
    returned = asked(start, add=add)
    assert (returned.ok, returned.text[:10]) == (True, gives)


def test_a_day_that_the_month_lacks_is_told_of() -> None:
    assert asked("2024-01-31", add="1 month").text.endswith("(2024-02 has no day 31: its last was taken)")


@pytest.mark.parametrize(
    ("start", "until", "gives"),
    [
        ("1991-03-19", "1992-06-22", "461 days (65 weeks, 6 days; 1 year, 3 months, 3 days)"),
        ("2024-02-28", "2024-03-01", "2 days"),
        ("2024-03-05", "2024-03-05", "0 days"),
        ("2024-03-05", "2024-02-01", "-33 days (4 weeks, 5 days; 1 month, 4 days back)"),
        ("today", "2024-03-21", "21 days (3 weeks)"),
    ],
)
def test_the_days_between_two_dates_are_counted(start: str, until: str, gives: str) -> None:
    assert asked(start, until=until).text.partition(": ")[2] == gives


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"start": "2023-02-29"}, "'2023-02-29' is no day of the calendar; write YYYY-MM-DD"),
        ({"start": "soon"}, "no day of the calendar"),
        ({"start": "9" * 9_000}, "no day of the calendar"),
        ({"start": "2024-03-05", "add": "5 hours"}, "no unit 'hours'; known: days, weeks, months, years"),
        ({"start": "2024-03-05", "add": "1.5 months"}, "no whole number"),
        ({"start": "2024-03-05", "add": "10 business days"}, "no unit 'business'"),
        ({"start": "2024-03-05", "add": "5"}, "no length of time"),
        ({"start": "2024-03-05", "add": "1 " * 9_000}, "no length of time"),
        ({"start": "2024-03-05", "add": "99999999999999 years"}, "outside the years 1 to 9999"),
        ({"start": "9999-12-31", "add": "1 day"}, "outside the years 1 to 9999"),
        ({"start": "0001-01-01", "add": "-1 day"}, "outside the years 1 to 9999"),
        ({"start": "2024-03-05", "until": "never"}, "'never' is no day"),
    ],
)
def test_what_is_no_date_is_an_error_that_says_what_is(arguments: dict[str, str], says: str) -> None:
    returned = asked(**arguments)
    assert (returned.ok, says in returned.text) == (False, True), returned.text


def test_its_schema_is_one_that_the_engine_enforces() -> None:
    parameters = date().parameters
    check_schema(json.dumps(parameters))
    assert parameters["required"] == ["date"]
