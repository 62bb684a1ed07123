"""Times of day and dates."""

import pytest

from reasoner.verification.notation.moments import read


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("20:34:00", "20:34"), ("20:34:05", "20:34:05"), ("1:30 pm", "13:30"), ("1:30 P.M.", "13:30"), ("09:05", "9:05"),
        ("12:00 am", "0:00"), ("12 pm", "12:00"), ("下午3点", "15:00"), ("13时30分", "13:30"), ("上午8点半", "8:30"),
        ("July 4, 2020", "2020-07-04"), ("4th of July 2020", "2020-07-04"), ("2020-07-04", "2020-07-04"),
        ("2020年7月4日", "2020-07-04"), ("July 4th", "07-04"), ("the 4th of July", "07-04"), ("7月4日", "07-04"),
        ("February 30", None), ("noon", "12:00"), ("25:00", None), ("7:75", None), ("2020-13-40", None), ("7", None), ("a:b", None),
    ],
)  # fmt: skip
def test_a_moment_has_one_form(text: str, moment: str | None) -> None:
    assert read(text) == moment
