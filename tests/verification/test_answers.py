"""The final answer in a chain of thought, whatever surrounds it."""

import json
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.verification.answers import extract
from reasoner.verification.equivalence import Kind, keys
from support import ROOT, shared

BOXES = [
    (r"So we get \boxed{\frac{1}{2}}.", r"\frac{1}{2}"),
    (r"First \boxed{3}. Checking again gives \boxed{4}.", "4"),
    (r"The roots are \boxed{1} and \boxed{-2}.", "1, -2"),
    (r"We conclude $\boxed 5$, or \fbox{5}.", "5"),
    (r"The path is $\boxed{12\text{ km}}$ long.", r"12\text{ km}"),
    (r"Hence \boxed{\text{(B)}} holds.", "B"),
    (r"Empty \boxed{}, so the answer is 4.", "4"),
    (r"We find \boxed{5}. Hmm, one is missing. The final answer is 6.", "6"),
    ("The price rose by $\\boxed{28}$ percent.", "28\\%"),
    (r"Hence the answer follows: \boxed{\frac{1", None),
    (r"\boxed{\text{cannot be determined}}", None),
]
STATEMENTS = [
    ("3 + 4 = 7, so the answer is 7.", "7"),
    ("The answer is $1,234.50 in total.", "1,234.50"),
    ("The answer is 12 plates for 3 tables.", "12"),
    ("The answer is 7 because 3 + 4 = 7.", "7"),
    ("The answer is not 5 but 7.", "7"),
    ("The answer is 7, not 5.", "7"),
    ("The answer is between 3 and 5.", "between 3 and 5"),
    ("The answer is Paris.", "Paris"),
    ("So the answer is no, because whales breathe air.", "no"),
    ("**Final Answer**\n\n42", "42"),
    ("#### Step 1: add\n3 + 4 = 7\n\n#### 7", "7"),
    ("They pay 3 * 4 = 12 dollars.\nA: 12", "12"),
    ('{"answer": "12"}', "12"),
    ("<answer>12</answer>", "12"),
    ("100 + 20 = 120 is the sum. The answer is 100 + 20 = 120", "120"),
    ("The answer is 7. Check: 7 - 4 = 3.", "7"),
    ("The answer is 7. Note that 5 is prime.", "7"),
    ("The answer is 0.25. The answer as a fraction is 1/4.", "0.25"),
    ("一共有 3+4=7 个，答案是 7 个。", "7"),
    ("答：一共用70元。", "70"),
    ("故答案为：$\\frac{1}{2}$", r"\frac{1}{2}"),
]
CORRECTIONS = [
    ("The answer is 5. Wait, I forgot one. The answer is 6.", "6"),
    ("The answer is 5. Actually, it should be 6.", "6"),
    ("The answer is 5. Let me recompute: 2 * 3 = 6.", "6"),
    ("The answer is 5. Wait, let me check: 8 - 5 = 3. Right.", "5"),
    ("The answer is 5. Wait, that is wrong.", None),
    ("答案是5。不对，漏了一个，应该是6。", "6"),
]
UNITS = [
    ("The answer is 60 km/h.", "60 km/h"),
    ("It takes 3 hours and 20 minutes.", "3 hours and 20 minutes"),
    ("It is -5°C outside.", "-5°C"),
    ("面积是24平方厘米。", "24平方厘米"),
    ("一共需要3.5万元。", "3.5万"),
    ("She has 5 apples and buys 7 more, so she has 12 apples.", "12"),
    ("They meet at 3:45 PM.", "3:45 PM"),
    ("The boys and girls are as 3:4.", "3:4"),
]
UNMARKED = [
    (r"Therefore $x \geq 5$ is the solution.", r"x \geq 5"),
    ("The derivative is 2x + 3.", "2x + 3"),
    ("Thus x = 2 or x = 3.", "x = 2 or x = 3"),
    ("The interval is (2, 5].", "(2, 5]"),
    ("So she has 12 left. Check: 12 + 8 = 20.", "12"),
    ("| Cost | 12 |\n| **Total** | **42** |", "42"),
    ("Yes, they are equal.", "Yes"),
    (r"\[ \sum_{k=1}^{4} k = 10 \]", "10"),
    ("She has 12 left, which is 5 more than he has.", "12"),
    ("Step 1: 3 * 4 = 12\nStep 2: 12 + 5 = 17", "17"),
    ("42", "42"),
]
NOTHING = [
    "I cannot determine this without more information.",
    "信息不足，无法确定。",
    "The answer is unknown.",
    "The price of the 12 eggs is not given, so the total cannot be determined.",
    "We multiply 3 by 4 and get 3 * 4 =",
    "The total is 5 + 3 = 8, and then we add the",
    "What is 3 + 4?",
    "Amy has 14 marbles. How many has Ben?",
    "Step 1: 3 * 4 = 12\nStep 2: Now we subtract",
    "```python\nprint(x)\n```\n```output\nNameError: name 'x' is not defined\n```",
    "...",
    "",
    "total = 3\nans = total * 2",
    "Here is a program:\n```python\nprint(3 * 4)\n```",
    "<think>It is 5, or maybe 6.",
]
SURROUNDINGS = [
    ("The answer is 12.\n\nQuestion: And 4 times 5?\nAnswer: 20", "12"),
    ("答案是12。\n\n问题：还有呢？\n答案是20。", "12"),
    ("It cannot be determined.\n\nQ: And 4 times 5?\nA: 20", None),
    ("The answer is 12.<|im_end|>\n<|im_start|>user\nAnd 20?", "12"),
    ("<think>It may be \\boxed{3}.</think>The answer is 4.", "4"),
    ("```python\nprint(16)\n```\n```output\n16.0\n```\n16 people like number 12 best.", "16.0"),
    ("```python\nprint(6 * 7)  # prints 42\n```", "42"),
]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        *BOXES,
        *STATEMENTS,
        *CORRECTIONS,
        *UNITS,
        *UNMARKED,
        *SURROUNDINGS,
        *[(text, None) for text in NOTHING],
    ],
)
def test_the_answer_stated_last_is_extracted(text: str, answer: str | None) -> None:
    assert extract(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("The correct option is **D**.", "D"),
        ("Answer: C. 12 apples", "C"),
        ("The answer is (E) cannot be determined.", "E"),
        ("B is the correct answer.", "B"),
        ("所以选项C正确。", "C"),
        ("故选B。", "B"),
        ("The answer is d.", "D"),
        ("A is wrong, B is wrong, only C fits.", "C"),
        ("(A) 12 (B) 24 (C) 36", None),
        ("It is A or B.", None),
        ("The answer is 24 cm.", None),
    ],
)
def test_a_choice_is_its_letter_or_nothing(text: str, answer: str | None) -> None:
    assert extract(text, kind="choice") == answer


def test_a_text_answer_keeps_its_words() -> None:
    assert extract("They flew in 1969. The answer is Apollo 11.", kind="text") == "Apollo 11"


@pytest.mark.parametrize("word", ["or", "and", "is", "to", "iya a"])
def test_a_word_before_a_full_stop_ends_its_sentence(word: str) -> None:
    said = f"The last letters are these. The answer is {word}."
    assert (extract(said, kind="text"), extract(said.rstrip("."))) == (word, None)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("So far she has 5 + 7 = 12", None),
        ("The answer is 1", None),
        (r"\boxed{12} and so", "12"),
        ("The answer is 12.\nNow", "12"),
    ],
)
def test_of_a_text_cut_off_only_a_finished_statement_counts(text: str, answer: str | None) -> None:
    assert extract(text, whole=False) == answer


@pytest.mark.parametrize(
    "answer", ["1/2", r"\frac{1}{2}", "x = 2, x = 3", "Paris", "B", "12:00", "-3.5", "x^2 + 1"]
)
def test_an_extracted_answer_is_its_own_answer(answer: str) -> None:
    assert extract(answer) == answer


PIECES = [
    "a", "{", r"\boxed{", r"\boxed{1} and ", "$", "the answer is ", "answer of ", "1", "1 ", "= ", "x = 1, ", "(",
    "```\n", "```output\n1\n```\n", "答案是", "\n", "\\", "\nQ: 1", "\n#### 1", "**", "3小时", "Wait, no. ", "not 5 but ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_takes_no_longer_than_it_should(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    extract(text)
    assert time.process_time() - start < 1


WORDS = st.sampled_from(
    [*PIECES, "5", "km", ".", " ", "Check: ", "B", "is correct", "不对，", "}", "?", ",", "or"]
)


@given(
    st.text() | st.lists(WORDS).map("".join),
    st.sampled_from(["auto", "math", "text", "choice"]),
    st.booleans(),
)
def test_no_text_raises(text: str, kind: Kind, whole: bool) -> None:
    answer = extract(text, whole=whole, kind=kind)
    assert answer is None or answer.strip()


def test_the_handbook_tells_the_truth() -> None:
    page = (ROOT / "knowledge/handbook/documents/extraction.md").read_text(encoding="utf-8")
    examples = re.findall(r"`([^`]+)` gives `([^`]+)`", page)
    assert len(examples) > 15
    assert {text: extract(text) for text, _ in examples} == dict(examples)


def test_recorded_chains_are_scored_as_their_authors_scored_them() -> None:
    agreed = seen = 0
    for line in shared("recorded/gsm8k_10systems.jsonl").read_text(encoding="utf-8").splitlines()[:150]:
        row = json.loads(line)
        for sample in row["samples"]:
            if not sample["source"].startswith("pot"):
                answer = extract(sample["text"])
                right = answer is not None and bool(keys(answer) & keys(row["answer"]))
                agreed, seen = agreed + (right == sample["correct"]), seen + 1
    assert agreed / seen > 0.99


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("正确的选项是 A、B、D。", "A、B、D"),
        ("故选：A、C", "A、C"),
        ("所以选B，不选A", "B"),
        ('So the statement "Max is a cat" is False.', "False"),
        ("Therefore the claim is true.", "true"),
    ],
)
def test_several_letters_and_verdicts_are_answers(text: str, answer: str) -> None:
    assert extract(text) == answer
