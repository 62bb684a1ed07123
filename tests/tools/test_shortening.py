import pytest

from reasoner.tools.shortening import shortened


@pytest.mark.parametrize(
    ("most", "short"),
    [
        (6, "abcdef"),
        (5, "ab\n... 2 characters are left out ...\nef"),
        (2, "a\n... 4 characters are left out ...\nf"),
        (1, "\n... 6 characters are left out ...\n"),
        (0, "\n... 6 characters are left out ...\n"),
    ],
)
def test_the_middle_is_left_out_however_little_may_stay(most: int, short: str) -> None:
    assert shortened("abcdef", most) == short
