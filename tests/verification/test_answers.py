"""The answer in a chain of thought, and the program in a completion."""

import json
import time

import pytest

from reasoner.verification.answers import code_block, extract
from reasoner.verification.equivalence import keys
from support import shared


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"So we get \boxed{\frac{1}{2}}.", r"\frac{1}{2}"),
        (r"First \boxed{3}. Checking again gives \boxed{4}.", "4"),
        (r"The roots are \boxed{1} and \boxed{-2}.", "1, -2"),
        ("3 + 4 = 7, so the answer is 7.", "7"),
        ("The answer is $1,234.50 in total.", "1,234.50"),
        ("The answer is 5. Wait, I forgot one. The answer is 6.", "6"),
        ("The answer is 5. Actually, it should be 6.", "6"),
        (r"We find \boxed{5}. Hmm, one is missing. The final answer is 6.", "6"),
        ("They pay 3 * 4 = 12 dollars.\nA: 12", "12"),
        ("Half of 36 is 18.\n#### 18", "18"),
        ("The correct option is (B).", "B"),
        ("Answer: C. 12 apples", "C"),
        ("The answer is Paris.", "Paris"),
        ("一共有 3+4=7 个，答案是 7 个。", "7"),
        ("答案是5。不对，漏了一个，应该是6。", "6"),
        ("故选B。", "B"),
        ("答：一共用70元。", "70"),
        ("She has 5 apples and buys 7 more, so she has 12 apples.", "12"),
        (r"Therefore $x \geq 5$ is the solution.", r"x \geq 5"),
        ("100 + 20 = 120 is the sum. The answer is 100 + 20 = 120", "120"),
        ("<think>It may be \\boxed{3}.</think>The answer is 4.", "4"),
        ("The price rose by $\\boxed{28}$ percent.", "28\\%"),
        ("x^2 + 1", "x^2 + 1"),
        ("42", "42"),
        ("I cannot determine this without more information.", None),
        ("信息不足，无法确定。", None),
        ("We multiply 3 by 4 and get 3 * 4 =", None),
        (r"Hence the answer follows: \boxed{\frac{1", None),
        ("", None),
        ("total = 3\nans = total * 2", None),
    ],
)
def test_the_answer_stated_last_is_extracted(text: str, answer: str | None) -> None:
    assert extract(text) == answer


@pytest.mark.parametrize("answer", ["1/2", r"\frac{1}{2}", "x = 2, x = 3", "Paris", "B", "12:00", "-3.5"])
def test_an_extracted_answer_is_its_own_answer(answer: str) -> None:
    assert extract(answer) == answer


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Here:\n```python\nprint(1)\n```\n```output\n1\n```", "print(1)\n"),
        ("```python\nx = 1\n```\nBetter:\n```python\nx = 2\n```", "x = 2\n"),
        ("```python\nprint(2)", "print(2)\n"),
        ("n = 3\nans = n * 2", "n = 3\nans = n * 2\n"),
        ("def solver():\n    return 3\nans = solver()", "def solver():\n    return 3\nans = solver()\n"),
        ("The answer is 3.", None),
    ],
)
def test_the_program_is_the_last_fence_or_bare_code(text: str, code: str | None) -> None:
    assert code_block(text) == code


@pytest.mark.parametrize(
    "piece",
    ["a", r"\boxed{", r"\boxed{1} and ", "$", "the answer is ", "1", "= ", "(", "```\n", "答案是", "\n"],
)
def test_a_long_text_takes_no_longer_than_it_should(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    start = time.perf_counter()
    extract(text), code_block(text)
    assert time.perf_counter() - start < 2


def test_recorded_chains_are_scored_as_their_authors_scored_them() -> None:
    agreed = seen = 0
    for line in shared("recorded/gsm8k_10systems.jsonl").read_text(encoding="utf-8").splitlines()[:150]:
        row = json.loads(line)
        for sample in row["samples"]:
            if not sample["source"].startswith("pot"):
                answer = extract(sample["text"])
                right = answer is not None and bool(keys(answer) & keys(row["answer"]))
                agreed, seen = agreed + (right == sample["correct"]), seen + 1
    assert agreed / seen > 0.98
