"""Which known answers can be read as mathematics."""

import json
from collections.abc import Iterator

import pytest

from reasoner.evals.golds import is_readable
from support import shared


@pytest.mark.parametrize(
    "gold",
    [
        r"\frac{", r"\sqrt{", r"\sqrt{2", r"-\frac{1}{2", r"\frac{1}", r"\frac{}{}", r"\sqrt{}", r"\boxed{}",
        r"\text{ }", "1//2", "about 1//2 of the whole", "[1,2", "(1,2", "{", "$$", "", "3..4", "-", "+", "x =",
        "2*", "1/", "x^", "^2", "x = = 2", "#VALUE!", "#DIV/0!", "#N/A", "nan", "NaN", "null", "???", "...",
    ],
)  # fmt: skip
def test_what_is_open_hollow_misplaced_or_missing_cannot_be_read(gold: str) -> None:
    assert not is_readable(gold)


@pytest.mark.parametrize(
    "gold",
    [
        r"\frac12", r"$\frac{1}{2}$", "1,000", "0.333...", "-∞", "{}", "[]", "[[1,2],[3,4]]", "[0, 1)", "]0, 1[",
        r"\begin{pmatrix}1\\2\end{pmatrix}", "x=1, y=2", r"x \in \mathbb{Z}", r"p \land q", "Q(2,-2)", "<",
        "10 km/h", "5元", "7余2", "①③", "Evelyn", r"\text{odd}", "odd $n$", "Route 66", "Na+", "A*", "None",
        "2 + 2 = <<2+2=4>>4\n#### 4", "**5**", "a) the first (of two", "http://example.org/page",
    ],
)  # fmt: skip
def test_formulas_numbers_structures_and_words_can_be_read(gold: str) -> None:
    assert is_readable(gold)


FILES = (
    "aqua_test", "cmath_zh", "gaokao_zh", "gsm8k_test", "gsm_hard", "math500", "mawps", "mgsm_zh_en", "sat",
    "svamp",
)  # fmt: skip


def golds(path: str, field: str) -> Iterator[str]:
    for line in shared(path).read_text(encoding="utf-8").splitlines():
        yield str(json.loads(line)[field])


@pytest.mark.parametrize("name", FILES)
def test_every_known_answer_of_the_sets_at_hand_can_be_read(name: str) -> None:
    assert [gold for gold in golds(f"math/{name}.jsonl", "answer") if not is_readable(gold)] == []


def test_every_known_answer_of_the_equivalence_set_can_be_read() -> None:
    assert [gold for gold in golds("grading/math_equiv.jsonl", "gold") if not is_readable(gold)] == []
