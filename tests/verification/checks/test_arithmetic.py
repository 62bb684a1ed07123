"""Written sums are recomputed; the first wrong one is named."""

import pytest

from reasoner.verification.checks.arithmetic import check
from reasoner.verification.checks.case import Case
from support import SANDBOX, candidate


def verdict(text: str) -> str | None:
    found = check(candidate("1", text=text), Case("", SANDBOX, 1))
    return found.verdict if found else None


@pytest.mark.parametrize(
    "text",
    [
        "3 + 4 = 7", "16 - 3 = <<16-3=13>>13", "$5 x 3 = $15", "20% of 80 = 16", "1,200 × 3 = 3,600", "10/3 = 3.33",
        "10 ÷ 3 ≈ 3", "50 miles + 50 miles = 100 miles", "3＋4＝7", "5×2=10（个），10÷4=2.5元", r"\(10 \cdot 6 = 60\)",
        r"\frac{59}{2} = 29.5", "- 3 + 4 = 7", "1.87 * 9 = 16.830000000000002", "2 + 3 = 4 + 1", "1/4 * 100 = 25%",
        "3小时×60=180分钟", "6^3 = 216 inches^3", "17 ÷ 5 = 3 remainder 2", "100 - 20% = 80", "5 cents * 20 = $1",
    ],
)  # fmt: skip
def test_right_steps_pass(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "3 + 4 = 8",
        "12 - <<12-5=8>>8",
        "10/3 = 3.34",
        "1/2 + 1/3 = 2/5",
        "2 + 3 = 5 + 4 = 10",
        "17 ÷ 5 = 3 remainder 3",
        "共12+15=28个",
        "5-3 = 2.5",
    ],
)
def test_wrong_steps_fail(text: str) -> None:
    assert verdict(text) == "fail"


@pytest.mark.parametrize(
    "text",
    ["2x + 3 = 7", "x + 5 + 3 = 10", "5 - 7 = 2x + 7 - 7",      "3^5 = 1 \\pmod{11}", "There are 3 apples."],
)  # fmt: skip
def test_what_is_no_plain_sum_is_not_judged(text: str) -> None:
    assert verdict(text) is None


def test_the_first_wrong_step_is_named_with_its_line() -> None:
    found = check(candidate("1", text="3 + 4 = 7\n7 * 2 = 15\n15 - 1 = 13"), Case("", SANDBOX, 1))
    assert found is not None
    assert found.reason == "line 2: '7 * 2 = 15' is wrong; it comes to 14"
