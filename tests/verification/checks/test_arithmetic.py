"""Written sums are recomputed; the first wrong one is named."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reasoner.verification.checks.arithmetic import check
from reasoner.verification.checks.case import Case
from support import SANDBOX, candidate


def verdict(text: str, question: str = "") -> str | None:
    found = check(candidate("1", text=text), Case(question, SANDBOX, 1))
    return found.verdict if found else None


@pytest.mark.parametrize(
    "text",
    [
        "3 + 4 = 7", "16 - 3 = <<16-3=13>>13", "$5 x 3 = $15", "1,200 × 3 = 3,600", "$350 000 x 5/100 = $17 500.",
        "3＋4＝7", "5×2=10（个），10÷4=2.5元", r"\(10 \cdot 6 = 60\)", r"\frac{59}{2} = 29.5", "- 3 + 4 = 7",
        "2 + 3 = 4 + 1", "1 1/2 + ½ = 2", "5! = 120", "2^10 = 1024", "2^3^2 = 512", "√16 + 1 = 5", "3(4) = 12",
        r"\sqrt{3^2 + 4^2} = \sqrt{25} = 5", r"\binom{5}{2} = 10", r"1.5 \times 10^3 = 1500", "12 = 3 * 4",
        r"\left(\frac{1}{2}\right)^2 = \frac{1}{4}", "(-3) * (-4) = 12", "5 − 8 = −3", "6/2(1+2) = 9", "12:4 = 3",
    ],
)  # fmt: skip
def test_right_steps_pass(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "10/3 = 3.33", "20/3 = 6.67", "20/3 = 6.66", "20/3 = 6", "20/3 = 7", "5/2 = 3", "5/2 = 2", "2.345 * 1 = 2.34", "10 ÷ 3 ≈ 3",
        "1/3 = 33%", "1.87 * 9 = 16.830000000000002", "0.1+0.2=0.30000000000000004", "100/7 = about 14",
        "$4.20 + $9.45 + $1.35 = $14.99", "33.33 * 300 = 10,000", "0.67 * 300 = 200", "1.2 million / 7 = 171 thousand",
        "3.1416 * 4 = 12.5664", "10/3 * 2 = 3.33 * 2", r"\sqrt{2} = 1.414", "22/7 ≈ 3.1", "12,345 * 10 ≈ 123,000",
    ],
)  # fmt: skip
def test_what_is_right_at_its_written_precision_passes(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "20% of 80 = 16", "50*20% = 10", "20/50 = 40%", "20/50 * 100 = 40%", "50 - 20% = 40", "15% * 2 = 30%",
        "3/4 * 100% = 75%", "28% - 0.5 = 27.5%", "3/4 of the 20 students = 15 students", "half of 12 is 6",
        "50的20%是10", "百分之二十的50是10", "12的三分之一是4", r"20\% \times 50 = 10",
        "60% of 100 is 60%",
    ],
)  # fmt: skip
def test_shares_pass_in_each_spelling(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "5 apples * $2/apple = $10", "3 hours * 60 minutes = 180 minutes", "100 cm / 2 = 50 cm", "3万 + 5000 = 35000",
        "2 hours 15 minutes + 45 minutes = 3 hours", "2 hours + 30 minutes = 150 minutes", "50 cents * 4 = $2",
        "3 dozen + 4 = 40", "5 cm × 4 cm = 20 cm²", "2 million / 4 = 500,000", "3 quarters + 2 dimes = 95 cents",
        "3:30 + 0:45 = 4:15", "10:00 - 8:30 = 1:30", "3米＋40厘米＝340厘米",
        "5元2角+8角=6元", "6^3 = 216 inches^3", r"5 \text{ cm} + 3 \text{ cm} = 8 \text{ cm}",
    ],
)  # fmt: skip
def test_units_may_count_or_not(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "3 + 4 = 7 more than 2", "2*3=6*4=24", "2 + 3 = 5 + 4 = 9", "x = 10/2 = 5", "Step 1 - 3 + 4 = 7", "3 plus 4 is 7",
        "(1) 3 + 4 = 7", "1.3 + 4 = 7", "**3 + 4 = 7**", "3 + 4 = **7**", "f(2) = 3(2)^2 + 1 = 13", "3 times 4 equals 12",
        "17 / 5 = 3 remainder 2", "17 ÷ 5 = 3……2", "17 // 5 = 3", "17 % 5 = 2", "17 mod 5 = 2", "12除以4得3",
        "三加四等于七", "Let 3 + 4 \\\\ &= 7", "2 + 3 * 4\n= 2 + 12\n= 14", "3 + 4 = \\boxed{7}", "15÷2=7（盒）……1（个）",
    ],
)  # fmt: skip
def test_running_prose_is_read_as_it_is_meant(text: str) -> None:
    assert verdict(text) == "pass"


@pytest.mark.parametrize(
    "text",
    [
        "There are 3 apples.", "2x + 3 = 7", "x + 5 + 3 = 10", "5 - 7 = 2x + 7 - 7", "2m + 4 = 7m", "2 km = 2000 m",
        "3^5 = 1 \\pmod{11}", "In base 2, 101 + 11 = 1000", "101_2 + 11_2 = 1000_2", "0x1F + 1 = 0x20", "3 + □ = 7",
        "1 + 2 + ... + 10 = 55", "3 + 4 <= 8", "x != 3 + 4", "a == 3 + 4", "total = price * 3 + 4", "ratio 3:4",
        "Day 2 = 10 + 5", "Cost of 3 shirts + 2 pants = $60", "1/3 = 20 students", "twice 5 + 3 = 13",
        "40 hours a week for 3 weeks * $10 = $1200", "11 am + 3 hours = 2 pm", "if 3 + 4 = 8 then", "3 + 4 = 8? No.",
        "3 + 4 = 8. Wait, no.", "|3 - 5| = 2", "sin 30 + 1 = 1.5", "f(2) + 3 + 4 = 9", r"1/3 = 0.\overline{3}",
        "4(number of mugs) + 8 = 40", "the one after 6 is -14", r"the least is \frac{3}{8}", "half of 8 + 6 = 7",
        "60 km/hour * 30 minutes = 30 km", "1小时20分+40分=2小时",
    ],
)  # fmt: skip
def test_what_is_no_plain_sum_is_not_judged(text: str) -> None:
    assert verdict(text) is None


def test_the_question_may_say_that_numbers_are_not_decimal() -> None:
    assert verdict("101 + 11 = 1000", "What is 101 + 11 in base 2?") is None


@pytest.mark.parametrize(
    ("text", "step", "value"),
    [
        ("She has 3 + 4 = 8 apples", "3 + 4 = 8", "7"),
        ("12 - <<12-5=8>>8", "12-5=8", "7"),
        ("16 - 3 = $<<16-3=13>>12", "16 - 3 = $12", "13"),
        ("10/3 = 3.34", "10/3 = 3.34", "3.33333"),
        ("7/2 = 3", "7/2 = 3", "3.5"),
        ("1/2 + 1/3 = 2/5", "1/2 + 1/3 = 2/5", "0.833333"),
        ("2 + 3 = 5 + 4 = 10", "5 + 4 = 10", "9"),
        ("20% of 50 = 12", "20% of 50 = 12", "10"),
        ("2 hours + 30 minutes = 160 minutes", "2 hours + 30 minutes = 160", "150"),
        ("90 minutes * (1/60) = 1 hour", "90 minutes * (1/60) = 1", "1.5"),
        ("5 - 8 = 3", "5 - 8 = 3", "-3"),
        ("17 ÷ 5 = 3 remainder 3", "17 ÷ 5 = 3", "3.4"),
        ("共12+15=28个", "12+15=28", "27"),
        ("三加四等于八", "三加四等于八", "7"),
        (r"\frac{3}{4} \times 8 = 7", r"\frac{3}{4} \times 8 = 7", "6"),
        ("- 3 + 4 = 8", "3 + 4 = 8", "7"),
        ("Step 1 - 3 + 4 = 8", "3 + 4 = 8", "7"),
        ("3 times 4 equals 13", "3 times 4 equals 13", "12"),
        ("5 apples * $2/apple = $11", "5 apples * $2/apple = $11", "10"),
    ],
)
def test_wrong_steps_are_named_with_their_value(text: str, step: str, value: str) -> None:
    found = check(candidate("1", text=text), Case("", SANDBOX, 1))
    assert found is not None
    assert (found.verdict, found.strength, found.evidence) == ("fail", "support", step)
    assert found.reason == f"line 1: '{step}' is wrong; it comes to {value}"


def test_the_first_wrong_step_is_named_with_its_line() -> None:
    found = check(candidate("1", text="3 + 4 = 7\n7 * 2 = 15\n15 - 1 = 13"), Case("", SANDBOX, 1))
    assert found is not None
    assert found.reason == "line 2: '7 * 2 = 15' is wrong; it comes to 14"


@given(st.integers(-999, 9999), st.integers(1, 9999), st.sampled_from("+-*"), st.integers(1, 99))
def test_a_sum_passes_and_one_that_is_off_fails(a: int, b: int, operation: str, off: int) -> None:
    right = {"+": a + b, "-": a - b, "*": a * b}[operation]
    assert verdict(f"so {a} {operation} {b} = {right}") == "pass"
    assert verdict(f"so {a} {operation} {b} = {right + off}") == "fail"


_PIECES = (
    "1", "2.5", "3 1/2", "+", "-", "*", "/", "^", "(", ")", "=", "≈", "%", "!", " ", "\n", "$", "x", "apples", "hours",
    "\\frac", "{", "}", "\\sqrt", "[", "of", "三", "加", "等于", "的", "余", "...", "<<", ">>", "**", ":", "3:30", "is", "1e9",
)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)))
@example("1/0 = 1, 0^0 = 1, 10^10^10 = 1, 9!!! = 1")
def test_no_text_raises(text: str) -> None:
    assert verdict(text) in ("pass", "fail", None)


@pytest.mark.parametrize(
    "piece", ["1+1=", "((", "1+(", "9^9^9^9=1 ", "1 1/2 ", "\\frac{", "the ", "<<1+1=2>>", "1 is "]
)
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    start = time.process_time()
    verdict(piece * (10_000 // len(piece)))
    assert time.process_time() - start < 5
