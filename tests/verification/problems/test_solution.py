"""Formal problems are solved, and the check says what it showed."""

import pytest

from reasoner.verification.equivalence import equal
from reasoner.verification.problems import formal
from reasoner.verification.problems.solution import Solution, solution
from support import SANDBOX


def solved(question: str) -> Solution:
    problem = formal.read(question)
    assert problem is not None
    found = solution(problem, SANDBOX, 20)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("12*(3+4)", "84"),
        ("0.1+0.2", "0.3"),
        ("1/2+1/3", "5/6"),
        ("2^100", "1267650600228229401496703205376"),
        ("convert 5 km to miles", "3.10686 miles"),
        ("100华氏度是多少摄氏度", "37.7778 摄氏度"),
        ("(3+i)/(1+i)", "2 - i"),
        ("solve x^2-5x+6=0", "x = 2, x = 3"),
        ("If 2^8=4^x, what is the value of x?", "x = 4"),
        ("solve x^2+1=0", "no real solution; over the complex numbers: x = -i, x = i"),
        ("Solve x^2+4=0 in the complex numbers", "x = -2*i, x = 2*i"),
        ("x+y=3, x-y=1 求解", "x = 2, y = 1"),
        ("Solve 2x + 3y = 5 for y", "y = 5/3 - 2*x/3"),
        ("|x-3|<5", "-2 < x < 8"),
        ("x^2-4>=0", "x <= -2 or x >= 2"),
        ("求导 x^3", "3*x^2"),
        ("求 ∫x^2 dx", "x^3/3 + C"),
        ("Integrate x^2 from 0 to 1", "1/3"),
        ("limit of sin(x)/x as x->0", "1"),
        ("factor x^2-4", "(x - 2)*(x + 2)"),
        ("3 - (-2)", "5"),
        ("1/" * 290 + "1", "1"),
        ("4^0.5", "2"),
        ("一百二加三", "123"),
        (r"\sqrt[3]{-27}", "-3"),
        ("simplify sqrt(x^2)", "abs(x)"),
        ("simplify (x^6)^(1/3)", "x^2"),
        ("integrate 1/x", "ln(abs(x)) + C"),
        ("Find the real solutions of x^2 + 1 = 0", "no real solution"),
        ("Solve sqrt(x+2) = x", "x = 2"),
        ("Solve x/(x-1) = 1/(x-1)", "no real solution"),
    ],
)
def test_the_solution_is_proved(question: str, answer: str) -> None:
    found = solved(question)
    assert found.answer == answer
    assert (found.check.verdict, found.check.strength) == ("pass", "proof"), found.check


def test_a_limit_with_two_sides_is_not_claimed_as_proved() -> None:
    assert solved("limit of 1/x as x->0").check.verdict == "unknown"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Solve x^2/x = 0", "no real solution"), ("Solve (x-1)^2/(x-1) = 0", "no real solution"),
        ("Solve x^2/x + y = 3, y = 3", "no real solution"), ("Solve sqrt(x)*sqrt(x) = -4", "no real solution"),
        ("Solve e^(ln(x)) = -2", "no real solution"), ("Solve x/x > 0", "x < 0 or x > 0"),
        ("Solve x^2/x > -1", "-1 < x < 0 or x > 0"), ("Solve sqrt(x)^2 > -4", "x >= 0"),
    ],
)  # fmt: skip
def test_a_solution_lies_where_both_sides_are_defined(question: str, answer: str) -> None:
    assert (solved(question).answer, solved(question).check.verdict) == (answer, "pass")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("sqrt(x) = -1", "no real solution"), ("e^x = 0", "no real solution"), ("|x| = -1", "no real solution"),
        ("sin(x) = 2", "no real solution"), ("x+y=1, x+y=2", "no solution"), ("x = x + 1", "no real solution"),
        ("sqrt(x+3) = x+1", "x = 1"), ("|2x+1| = |x-4|", "x = -5, x = 1"), ("4^x - 6*2^x + 8 = 0", "x = 1, x = 2"),
        ("ln(x) + ln(x-1) = ln(2)", "x = 2"), ("x^4 = 16", "x = -2, x = 2"),
        ("x^2+y^2=25, y=x+1", "x = -4, y = -3; x = 3, y = 4"), ("Solve P = 2l + 2w for w", "w = P/2 - l"),
    ],
)  # fmt: skip
def test_the_set_of_solutions_is_whole(question: str, answer: str) -> None:
    found = solved(question)
    assert (found.answer, found.check.verdict) == (answer, "pass"), found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("17 mod 5", "2"), ("2^100 mod 7", "2"), ("gcd of 12, 18 and 24", "6"), ("lcm of 4, 6 and 10", "60"),
        ("Is 91 a prime number?", "no"), ("97是质数吗", "是"), ("prime factorization of 60", "2^2*3*5"),
        ("How many factors does 12 have?", "6"), ("median of 1, 2, 3, 4", "2.5"), ("mode of 1, 2, 2, 3", "2"),
        ("round 3.14159 to 2 decimal places", "3.14"), ("2.995保留两位小数", "3.00"), ("Round 0.0045678 to 2 significant figures", "0.0046"),
        ("255 in hexadecimal", "FF"), ("Convert 1010 from binary to decimal", "10"), ("Which is bigger, 9.11 or 9.9?", "9.9"),
        ("比较3/7和4/9的大小", "3/7 < 4/9"), ("Is 3/7 greater than 4/9?", "no"), ("What percent of 80 is 20?", "25%"),
        ("3/8 as a decimal", "0.375"), ("把0.25化成分数", "1/4"), ("5/0", "undefined"), ("1/(2-2)", "undefined"),
        ("midpoint of (0,0) and (4,6)", "(2, 3)"),
    ],
)  # fmt: skip
def test_a_question_about_numbers_is_checked_by_a_program(question: str, answer: str) -> None:
    found = solved(question)
    assert (found.answer, found.check.by, found.check.verdict) == (answer, "exact", "pass"), found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("second derivative of x^3", "6*x"), ("derivative of ln(x) at x=2", "1/2"), ("integrate 1/x^2 from 1 to 2", "1/2"),
        ("f(x)=x^3-2x, find f'(2)", "10"), ("divide x^3-1 by x-1", "x^2 + x + 1"), ("vertex of y = x^2 - 4x + 7", "(2, 3)"),
        ("Find the remainder when x^2+1 is divided by x-2", "5"), ("discriminant of 2x^2+3x-1=0", "17"),
        ("inverse of [[2,0],[0,4]]", r"\begin{pmatrix} 1/2 & 0 \\ 0 & 1/4 \end{pmatrix}"), ("distance between (1,2) and (4,6)", "5"),
        ("limit of (1+1/n)^n as n->infinity", "e"), (r"\sum_{n=1}^{\infty} \frac{1}{2^n}", "1"), ("以2为底8的对数", "3"),
    ],
)  # fmt: skip
def test_what_is_symbolic_is_found_in_two_ways(question: str, answer: str) -> None:
    found = solved(question)
    assert (found.answer, found.check.verdict) == (answer, "pass"), found
    assert found.check.by != "exact"


@pytest.mark.parametrize(
    "question", ["integrate 1/x^2 from -1 to 1", "Round 2.5 to the nearest integer", "mode of 1, 2"]
)
def test_what_has_no_answer_that_all_agree_on_is_not_proved(question: str) -> None:
    problem = formal.read(question)
    assert problem is not None
    found = solution(problem, SANDBOX, 20)
    assert found is None or found.check.verdict != "pass"


@pytest.mark.parametrize(
    "question",
    [
        "simplify (a^b)^c",
        "sqrt(5)",
        "1/tan(pi/2)",
        "ln(-1)",
        "arcsin(2)",
        "0*infinity",
        "Solve x^5 - x + 1 = 0",
        "-300 °C in K",
    ],
)
def test_what_has_no_value_gets_none(question: str) -> None:
    problem = formal.read(question)
    assert problem is not None
    assert solution(problem, SANDBOX, 20) is None


def test_a_rounded_amount_says_that_it_is_rounded() -> None:
    assert solved("convert 5 km to miles").check.reason.endswith("the answer shows its first 6 digits")
    assert solved("convert 5 miles to km").check.reason.endswith("with the same result")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("解方程 x^2+1=0", "没有实数解; 在复数范围内: x = -i, x = i"),
        ("解不等式 x^2>=0", "全体实数"),
        ("91是质数吗", "不是"),
    ],
)
def test_the_words_of_an_answer_are_those_of_the_question(question: str, answer: str) -> None:
    assert solved(question).answer == answer


def test_too_large_a_number_is_not_tried() -> None:
    problem = formal.read("9^9^9")
    assert problem is not None
    assert solution(problem, SANDBOX, 2) is None


def test_answers_are_such_that_equality_accepts_them() -> None:
    assert equal(solved("solve x^2-5x+6=0").answer, r"\{2, 3\}", SANDBOX).verdict == "equal"
    assert equal(solved("x^2-4>=0").answer, r"(-\infty, -2] \cup [2, \infty)", SANDBOX).verdict == "equal"


def test_what_is_too_deep_to_be_written_out_has_no_solution() -> None:
    problem = formal.read("|" * 20 + "1" + "|" * 20)
    assert problem is None or solution(problem, SANDBOX, 5) is None
