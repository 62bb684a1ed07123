"""Formal questions are taken, in English and Chinese; stories and facts are not."""

import json

import pytest

from reasoner.verification.formal import read
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
        "小明有3个苹果，又买了4个，一共有几个？", "Round 3.14159 to the nearest tenth.", "Who won in 1998-99?", "6÷2/3",
    ],
)  # fmt: skip
def test_a_question_that_needs_reading_is_left_alone(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize("name", ["gsm8k_test", "svamp", "mawps", "cmath_zh"])
def test_no_word_problem_is_taken_for_a_formal_one(name: str) -> None:
    lines = shared(f"math/{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if read(json.loads(line)["question"])] == []
