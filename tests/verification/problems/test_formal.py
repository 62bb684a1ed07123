"""Formal questions are taken, in English and Chinese; stories and facts are not."""

import json

import pytest

from reasoner.verification.problems.formal import read
from support import shared


@pytest.mark.parametrize(
    ("question", "kind", "expression"),
    [
        ("1+1=？", "evaluate", "1 + 1"),
        ("What is 15% of 80?", "evaluate", "15%*80"),
        ("80的15%是多少", "evaluate", "80*15%"),
        ("二分之一加三分之一等于多少？", "evaluate", "1/2 + 1/3"),
        ("what is 3 times 4 plus 2?", "evaluate", "3*4 + 2"),
        (r"Compute $\sin 60^\circ$.", "evaluate", "sin(60°)"),
        ("Solve x^2-5x+6=0", "solve", "x^2 - 5*x + 6 = 0"),
        ("解方程 x^2-5x+6=0", "solve", "x^2 - 5*x + 6 = 0"),
        ("If 2x+3=7, what is x?", "solve", "2*x + 3 = 7"),
        ("x+y=3, x-y=1 求解", "solve", "x + y = 3"),
        ("|x-3|<5", "solve", "abs(x - 3) < 5"),
        ("differentiate sin(x)*x", "differentiate", "sin(x)*x"),
        ("求 x^2 的导数", "differentiate", "x^2"),
        ("求 ∫x^2 dx", "integrate", "x^2"),
        ("Integrate x^2 from 0 to 1", "integrate", "x^2"),
        ("limit of sin(x)/x as x->0", "limit", "sin(x)/x"),
        ("求当x趋于0时,sin(x)/x的极限", "limit", "sin(x)/x"),
        ("simplify (x^2-1)/(x-1)", "simplify", "(x^2 - 1)/(x - 1)"),
        ("把x^2-4因式分解", "factor", "x^2 - 4"),
        ("convert 5 km to miles", "convert", "5"),
        ("100华氏度是多少摄氏度？", "convert", "100"),
        ("How many inches are in a foot?", "convert", "1"),
        (r"$3 \times 4 \div 2$", "evaluate", "3*4/2"),
        ("3 - (-2)", "evaluate", "3 - -2"),
        ("50% - 0.5", "evaluate", "50% - 0.5"),
        ("2024-1987", "evaluate", "2024 - 1987"),
        ("log10(100)", "evaluate", r"\log_{10}(100)"),
        ("log_10(100)", "evaluate", r"\log_{10}(100)"),
        ("Find the sum of 1/2 and 1/3", "evaluate", "1/2 + 1/3"),
        ("greatest common divisor of 12 and 18", "number", "12"),
        ("12和18的最大公约数是多少？", "number", "12"),
        ("Round 3.14159 to the nearest tenth.", "number", "3.14159"),
        ("3.14159保留两位小数", "number", "3.14159"),
        ("17 mod 5", "number", "17"),
        ("2的100次方除以7的余数", "number", "2^100"),
        ("C(10,3)", "evaluate", "10!/(3!*7!)"),
        ("What is 80 increased by 15%?", "evaluate", "80*(1 + 15%)"),
        ("20 percent more than 50", "evaluate", "50*(1 + 20%)"),
        ("200元打七五折是多少元", "evaluate", "200*0.75"),
        ("20是80的百分之几", "evaluate", "20/80"),
        ("second derivative of x^3", "differentiate", "x^3"),
        ("the derivative of x^2 at 3", "differentiate", "x^2"),
        ("If f(x) = x^2 + 1, find f(3).", "evaluate", "3^2 + 1"),
        ("当x=2时，求x^2+3x的值", "evaluate", "2^2 + 3*2"),
        ("sum of 1 to 100", "evaluate", "(1 + 100)*100/2"),
        ("average of 3, 5 and 10", "evaluate", "(3 + 5 + 10)/3"),
        ("determinant of [[1,2],[3,4]]", "evaluate", "1*4 - 2*3"),
        ("slope between (0,0) and (2,4)", "evaluate", "(4 - 0)/(2 - 0)"),
        ("sin 30度等于多少", "evaluate", "sin(30°)"),
        ("36℃是多少华氏度", "convert", "36"),
        ("一斤是多少克", "convert", "1"),
        ("convert 255 to binary", "number", "255"),
        ("which is larger, 3/7 or 4/9?", "number", "3/7"),
        ("3:4 = x:8", "solve", "3/4 = x/8"),
        ("Solve 1/2 x = 4", "solve", "1/2*x = 4"),
    ],
)
def test_a_formal_question_is_read(question: str, kind: str, expression: str) -> None:
    problem = read(question)
    assert problem is not None
    assert (problem.kind, problem.expressions[0]) == (kind, expression)


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?", "Tom has 3 apples and buys 4 more. How many has he?", "x = 5", "5", "e^x",
        "小明有3个苹果，又买了4个，一共有几个？", "Who won in 1998-99?", "6÷2/3",
    ],
)  # fmt: skip
def test_a_question_that_needs_reading_is_left_alone(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "6/2(1+2)", "6÷2(1+2)", "simplify 2x/2x", "200 + 10%", "100减去20%", "Solve x - 20% = 80", "17 % 5", "5%%", "3!!",
        "log(100)", "Solve log(x) = 2", "sin(30)", "cos 180", "(-8)^(1/3)", "(-1)^0.5", "0x10 + 1", "0b11 + 1",
        "x < 1 or x > 3", "Solve 2x > 4 or x < -1", "12/11/2023", "2023-11-12", "2023/11/12", "01/02/23", "555-1234", "555-123-4567",
        "1-800-555-1234", "020-12345678", "978-3-16-148410-0", "What is 12/11/2023?", "5 Mg in kg", "1 GB in MB", "1 ton in kg",
        "10-15", "7-11", "9/11", "What is 9/11?", "24/7", "50/50", "2x4", "16的平方根", "三加四的平方", "-7 mod 3", "2, 4, 6, 8, ?",
        "Find the positive solution of x^2 = 9", "求方程 2x=7 的整数解", "How many solutions does x^2=4 have?",
        "Find the smallest solution to x^2-5x+6=0", "if x+y=5 find 2x+2y", "derivative of f(x)", r"z=2-i, then z+\bar{z}", "x^(1/3) = -2", "80980 + 098098", "product of 3+4", "the quotient of 8, 4 and 2",
    ],
)  # fmt: skip
def test_what_may_mean_two_things_or_is_no_sum_is_left_alone(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "derivative of x^3 as x", "derivative of xy at 3", "integral of x^2 on 0 to 1",
        "integrate x^2 for 0 to 1", "expand (a+b)^2 in b", "factor x^2 - 1 in x", "factor x^4-1 over Q", "simplify 2x + 3x as a",
        "expand hi(a+b)",
    ],
)  # fmt: skip
def test_a_word_is_no_product_of_letters(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "What is half of 10 plus 4?", "square root of 16 plus 9", "the square root of 2 times 8", "15% of 80 plus 20",
        "sum of 3 and 4 squared", "product of 2 and 3 plus 4", "minus 5 squared", "2 to the power of three plus one",
        "5 + 7 mod 3", "根号4加5", "20 percent more than 50 plus 10", "average of 1,200 and 300", "difference between 3 and 10",
    ],
)  # fmt: skip
def test_an_of_that_may_reach_further_is_left_alone(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    ("question", "expressions", "unknowns"),
    [
        ("x+y=5, x-y=1", ("x + y = 5", "x - y = 1"), ("x", "y")),
        ("a + b = 3 and a - b = 1", ("a + b = 3", "a - b = 1"), ("a", "b")),
        ("x + y + z = 6, x - y = 0, z = 2", ("x + y + z = 6", "x - y = 0", "z = 2"), ("x", "y", "z")),
        ("xy = 6, x + y = 5", ("x*y = 6", "x + y = 5"), ("x", "y")),
        ("find x: 2x+3=11", ("2*x + 3 = 11",), ("x",)),
        ("simplify 2ab + 3ab", ("2*a*b + 3*a*b",), ()),
        ("differentiate xy with respect to x", ("x*y",), ("x",)),
        ("∫ x^2 dx", ("x^2",), ("x",)),
    ],
)
def test_no_letter_of_a_formula_is_dropped(
    question: str, expressions: tuple[str, ...], unknowns: tuple[str, ...]
) -> None:
    problem = read(question)
    assert problem is not None
    assert (problem.expressions, problem.unknowns) == (expressions, unknowns)


@pytest.mark.parametrize("name", ["gsm8k_test", "svamp", "mawps", "cmath_zh"])
def test_no_word_problem_is_taken_for_a_formal_one(name: str) -> None:
    lines = shared(f"math/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if read(json.loads(line)["question"])] == []
