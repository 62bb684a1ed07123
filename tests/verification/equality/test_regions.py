import pytest

from reasoner.verification.equality.canonical import canonical
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import write


@pytest.mark.parametrize(
    ("written", "tidy"),
    [
        (r"(0,2)\cup(1,3)", "(0, 3)"),
        (r"[2,3]\cup[3,4]", "[2, 4]"),
        (r"(2,3)\cup(3,4)", "(2, 3) ∪ (3, 4)"),
        (r"(1,2)\cup[0,1]", "[0, 2)"),
        (r"(0,1)\cup\{1\}", "(0, 1]"),
        (r"[0,1]\cup\{2\}", "2 ∪ [0, 1]"),
        (r"(1,5]\cap[3,8)", "[3, 5]"),
        (r"(1,2)\cap(3,4)", r"\emptyset"),
        (r"\mathbb{R}\setminus\{3\}", "(-infinity, 3) ∪ (3, infinity)"),
        (r"[0,2]\setminus\{1\}", "(1, 2] ∪ [0, 1)"),
        (r"(0,\sqrt2)\cup(1,2)", "(0, 2^(1/2)) ∪ (1, 2)"),
        (r"x \ge -3, x \ne 0", "(0, infinity) ∪ [-3, 0)"),
        ("|x| < 3", "(-3, 3)"),
        (r"|2x-1| \le 5", "[-2, 3]"),
        ("|x| > 3", "(-infinity, -3) ∪ (3, infinity)"),
        ("x < 3 or x > -3", "(-infinity, infinity)"),
        ("x < 3 and x > -3", "(-3, 3)"),
        ("x < 3, x > -3", "(-3, 3)"),
        ("x < -1 and x > 5", r"\emptyset"),
        ("x < -1, x > 5", "(-infinity, -1) ∪ (5, infinity)"),
        ("x<1或x>2", "(-infinity, 1) ∪ (2, infinity)"),
        ("x > 2 and y < 3", "x ∈ (2, infinity), y ∈ (-infinity, 3)"),
    ],
)
def test_a_region_has_one_form(written: str, tidy: str) -> None:
    assert write(canonical(parse(written))) == tidy
