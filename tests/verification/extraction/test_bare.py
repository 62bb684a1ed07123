"""An answer with no text about it comes back whole, and says the same in a sentence."""

import pytest

from reasoner.verification.answers import extract
from reasoner.verification.equivalence import equal
from reasoner.verification.extraction.bare import standalone
from support import SANDBOX

FORMULAS = [
    "2(x+1)", "5!", "7!/5!", "(n+1)!", "3π", "2πr", r"3a_{16}", "b-a", "p-q", "x = -b/a", "a_n = 2n + 1",
    "2**(1/4)", "sqrt(2)/2", "|x-3|", "⌊3.7⌋", "C(5,2)", "[[1,2],[3,4]]", "<1, 2, 3>", "{x | x > 3}", "∅",
    "-1 < x ≤ 3", r"\sin 2x", "sin 2x", "x_1 = 2, x_2 = 3", "a = 1, b = 2, c = 3", "0.333...", "x=2,y=3",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "k\\pi, k \\in \\mathbb{Z}",
]  # fmt: skip
AMOUNTS = [
    "4.5 in",
    r"4 \frac{1}{2} inches",
    "5 ft 3 in",
    "4π cm²",
    "2小时30分",
    "3.5万元",
    "2.5 GB",
    "3 June 2020",
]
NAMES = [
    "AC", "A, C", "J. R. R. Tolkien", "Apollo 11", "2016 Olympics", "7-Eleven", "10号线", "一半", "Na+",
    "the 18th century", "late 1980s", "at least 3", "between 3 and 5", "5 out of 10",
]  # fmt: skip


@pytest.mark.parametrize("answer", [*FORMULAS, *AMOUNTS, *NAMES])
@pytest.mark.parametrize("text", ["{}", "**{}**", "${}$", r"\({}\)"])
def test_a_bare_answer_comes_back_whole(answer: str, text: str) -> None:
    assert extract(text.format(answer)) == answer


@pytest.mark.parametrize("answer", [*FORMULAS, *AMOUNTS, *NAMES])
@pytest.mark.parametrize("text", ["The answer is {}.", "So {}", r"\boxed{{{}}}", "#### {}"])
def test_a_sentence_states_the_same_answer(answer: str, text: str) -> None:
    found = extract(text.format(answer))
    assert equal(answer, found or "nothing", SANDBOX).verdict == "equal"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("= 5", "5"),
        ("A: 26", "26"),
        ("A：3 cm", "3 cm"),
        ("A. 26", "A"),
        ("7 o'clock", "7"),
        ("≈ 12.5 cm", "12.5 cm"),
        ("t = 2.5 seconds", "2.5 seconds"),
        ("∠ABC = 45°", "45°"),
        ("C(5,2) = 10", "10"),
        ("- Paris", "Paris"),
        ("三十二天", "32天"),
        ("所以，一共需要三十二天。", "32天"),
        ("最后结果是 2又1/2 米。", "2 1/2 米"),
        ("The answer is between 3 and 5, so 4.", "4"),
        ("The answer is 5 x 3 = 15.", "15"),
        ("The answer is 10 (5 + 5).", "10"),
        ("The solutions are x = 1, x = 4.", "x = 1, x = 4"),
        ("The probability is 1 in 5.", "1 in 5"),
        ("A: The last letters are a and b. The answer is ab.", "ab"),
    ],
)
def test_what_is_said_about_an_answer_is_left_out(text: str, answer: str) -> None:
    assert extract(text) == answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("5!", "5!"),
        ("The answer is $5!$.", "5!"),
        ("The total is 5! ways", "5!"),
        ("#### 5!", "5!"),
        ("Answer: n!", "n!"),
        ("There are 5!", "5"),
        ("The answer is 5!", "5"),
        ("Answer: 42!", "42"),
    ],
)
def test_an_exclamation_mark_is_a_factorial_where_no_sentence_ends(text: str, answer: str) -> None:
    assert extract(text) == answer


@pytest.mark.parametrize("text", ["She has 12 left.", "12 apples", "So she ate 3 of 5", "3 * 4 ="])
def test_prose_does_not_stand_alone(text: str) -> None:
    assert standalone(text, "auto") is None


@pytest.mark.parametrize("piece", ["\\C", "a = ", "A ", "1 ", "第1天", "(", "5! "])
def test_a_hostile_line_takes_no_time(piece: str) -> None:
    for end in ("", "?!", " of the"):
        standalone((piece * 200)[:190] + end, "auto")
