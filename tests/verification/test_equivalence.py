"""Equal answers are equal however they are written; different ones are told apart."""

import json
import re
import time

import pytest

from reasoner.verification.answers import extract
from reasoner.verification.equivalence import Kind, equal, key
from support import ROOT, SANDBOX, shared


@pytest.mark.parametrize(
    "same",
    [
        (
            "1/2",
            "0.5",
            r"\frac12",
            "50%",
            "１／２",
            "二分之一",
            "½",
            r"\dfrac{1}{2}",
            "x = 1/2",
            "5e-1",
            "$.5$",
        ),
        (
            "1000",
            "1,000",
            "1 000",
            "1e3",
            "一千",
            "1000.0",
            r"1{,}000",
            r"\$1,000",
            "1000元",
        ),
        ("5 km", "5000 m", "5000 米", r"5\text{ km}"),
        ("2, 3", "3 and 2", "x = 2, x = 3", r"\{3, 2\}", "x_1 = 3, x_2 = 2", "2 or 3"),
        ("1.5", "1 1/2", r"1\frac{1}{2}", "一又二分之一"),
        ("x > 3", r"(3, \infty)", "3 < x"),
        ("-793 < a < 10", "(-793, 10)", r"a \in (-793, 10)"),
        (
            r"2k\pi",
            r"2k\pi, k \in \mathbb{Z}",
            r"$2k\pi$ for all $k\in\mathbb{Z}$",
            r"2k\pi where k is an integer",
        ),
        (r"\frac{\pi}{3}", r"\frac{\pi}{3} \text{ rad}", r"\frac{\pi}{3} radians"),
        ("no solution", "There are no real solutions.", "it has no real roots", r"\emptyset"),
        ("x^2 + 3x + 2", "(x+1)(x+2) = x^2 + 3x + 2", "= (x+1)(x+2)"),
        ("all real numbers", "The domain is all real numbers."),
        ("无解", "因此方程无解", "The equation has no real solutions."),
        (r"\pm 2", "-2, 2"),
        ("(C)", "C", r"\text{C}", "c."),
        ("Yes.", "yes", "YES"),
        ("12:00", r"12{:}00"),
        ("90", r"90^\circ", "90°"),
        (r"\frac{1}{3}", r"0.\overline{3}"),
    ],
)
def test_one_key_for_all_ways_to_write_an_answer(same: tuple[str, ...]) -> None:
    assert len({key(answer) for answer in same if answer != r"12{:}00"}) == 1


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1/2", "1/3"),
        ("[0,1)", "(0,1)"),
        ("(1,2)", "(2,1)"),
        ("12:00", "1:00"),
        ("4210_7", "4210_8"),
        ("cat", "act"),
    ],
)
def test_different_answers_have_different_keys(left: str, right: str) -> None:
    assert key(left) != key(right)


@pytest.mark.parametrize(
    ("left", "right", "verdict", "evidence"),
    [
        ("1/2", "0.5", "equal", "exact"),
        ("5", "6", "different", "exact"),
        ("(1, 2)", "(1, 3)", "different", "structural"),
        ("Paris", "London", "different", "structural"),
        ("5 km", "5000 m", "equal", "exact"),
        ("5 km", "5 kg", "different", "exact"),
        (r"28\%", "28", "equal", "exact"),
        ("37.2", "37.199999999999996", "equal", "numeric"),
        ("1,22", "1.22", "equal", "exact"),
        ("(x+1)^2", "x^2 + 2x + 1", "equal", "symbolic"),
        (r"\frac{\sqrt{2}}{2}", r"\frac{1}{\sqrt{2}}", "equal", "symbolic"),
        (r"\sin^2 x + \cos^2 x", "1", "equal", "symbolic"),
        ("x + 1", "x + 2", "different", "numeric"),
        (r"40\pi", "125.66", "equal", "numeric"),
        ("1/3", "0.3", "different", "exact"),
        ("2x + 4y = 6", "x + 2y = 3", "equal", "symbolic"),
        ("-x > -1", "x < 1", "equal", "structural"),
        ("1", "2x + z = 1", "different", "structural"),
        (
            r"\begin{pmatrix} 1 & x \end{pmatrix}",
            r"\begin{bmatrix} 1 & x \end{bmatrix}",
            "equal",
            "structural",
        ),
        ("y = 2(x-1)^2, z = 1", "y = 2x^2 - 4x + 2, z = 1", "equal", "symbolic"),
        ("2024-03-20", "March 20, 2024", "equal", "structural"),
        ("2024-03-20", "2024年3月20日", "equal", "structural"),
        ("2024-03-20", "2001", "different", "structural"),
        ("2005", "2024-11-08", "different", "structural"),
        ("2020-2-1", "2017", "equal", "exact"),
    ],
)
def test_comparison_names_its_evidence(left: str, right: str, verdict: str, evidence: str) -> None:
    found = equal(left, right, SANDBOX, limit_seconds=10)
    assert found.verdict == verdict, found
    if verdict == "equal":
        assert found.evidence == evidence, found


@pytest.mark.parametrize(
    "left",
    [
        r"x < \pi^{10^{19}}",
        r"e^{10^{30}}",
        r"\int_0^1 \begin{" * 50,
        "9" * 3000,
        "(" * 500,
        "2^" * 300 + "2",
        "__import__('os')",
    ],
)
def test_what_cannot_be_read_is_never_equal_and_never_raises(left: str) -> None:
    assert equal(left, "1", SANDBOX, limit_seconds=2).verdict != "equal"


@pytest.mark.parametrize(
    ("left", "right", "kind", "question", "verdict"),
    [
        ("xy", "yx", "auto", "", "different"),
        ("xy", "y*x", "auto", "", "equal"),
        ("xy", "yx", "auto", "What is x times y ?", "equal"),
        ("xy", "yx", "math", "", "equal"),
        ("10:20", "5:10", "auto", "", "different"),
        ("10:20", "5:10", "auto", "What is the ratio?", "equal"),
        ("1/2", "0.5", "text", "", "different"),
        ("Red  Apple", "red apple!", "text", "", "equal"),
        ("B: 24", "B", "choice", "", "equal"),
        ("24", "B", "choice", "", "different"),
        ("ABD", "A, B, D", "choice", "", "equal"),
    ],
)
def test_the_kind_and_the_question_say_how_an_answer_is_read(
    left: str, right: str, kind: Kind, question: str, verdict: str
) -> None:
    assert equal(left, right, SANDBOX, kind=kind, question=question).verdict == verdict
    assert equal(right, left, SANDBOX, kind=kind, question=question).verdict == verdict


def test_the_handbook_tells_the_truth() -> None:
    page = (ROOT / "knowledge/handbook/documents/answers.md").read_text(encoding="utf-8")
    rules = page[page.index("## Numbers") :]
    same = re.findall(r"`([^`]+)` equals? `([^`]+)`", rules)
    apart = re.findall(r"`([^`]+)` and `([^`]+)` are different", rules)
    assert len(same) > 30
    assert len(apart) > 6
    found = {(a, b): equal(a, b, SANDBOX, limit_seconds=10).verdict for a, b in (*same, *apart)}
    assert found == dict.fromkeys(same, "equal") | dict.fromkeys(apart, "different")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("1/2004!", "1/2006!"),
        ("2^{100000}", "2^{100001}"),
        ("10^{10^{10}}", "10^{10^{10}}+1"),
        (r"e^{\pi\sqrt{163}}", "262537412640768744"),
        ("0.1", "0.100000000000001"),
        ("0.1+1e-15", "0.1"),
        (r"\sin x", "x"),
        (r"\ln x^2", r"2\ln x"),
        (r"\sqrt{x^2}", "x"),
        (r"\sqrt{x}\sqrt{x}", "x"),
        ("1.4143", r"\sqrt{2}"),
        (r"25\pi \text{ cm}^2", r"25\pi \text{ cm}"),
        (r"\sqrt{2}+\sqrt{3}", r"\sqrt{5}"),
        (r"\sum_{k=1}^{n} k^2", r"\frac{n(n+1)(2n-1)}{6}"),
    ],
)
def test_near_misses_are_told_apart(left: str, right: str) -> None:
    assert equal(left, right, SANDBOX, limit_seconds=10).verdict == "different"


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        (r"36\pi \text{ cm}^3", "36π", "equal"),
        ("36π", "36", "different"),
        (r"33\frac13\%", r"\frac13", "equal"),
        (r"(3, \frac{\pi}{2})", r"(3, 90^\circ)", "equal"),
        (r"\arcsin\frac12", r"30^\circ", "equal"),
        ("50 cents", "$0.50", "equal"),
        ("50 cents", "50 dollars", "different"),
        ("£20", "20 pounds", "equal"),
        ("$8", "8%", "different"),
        ("5 minutes", "5%", "different"),
        ("15 dollars", "15 kmph", "different"),
        ("5 km north", "5 km south", "different"),
        ("5 km north", "5 km", "equal"),
        ("5 squared", "25", "unknown"),
        ("12 V", "12 volts", "equal"),
        ("12 V", "12 A", "different"),
        ("500 nm", r"5\times10^{-7} m", "equal"),
        ("9 m^3", "9 m^4", "different"),
        ("3小时20分", "200分钟", "equal"),
        ("12,34,567", "1234567", "equal"),
        ("0.1(6)", r"\frac16", "equal"),
        ("1 234,5", "1234.5", "equal"),
        ("$1.2M", "1200000", "equal"),
        ("3 to 4", "3:4", "equal"),
        ("negative 5", "-5", "equal"),
        ("5C2", "10", "equal"),
        ("3A_{16}", "3a_{16}", "equal"),
        ("一半", "1/2", "equal"),
        (r"2 \in M", r"3 \in M", "different"),
        ("p_1=p_4=0.1, p_2=p_3=0.4", "p_1=p_4=0.4, p_2=p_3=0.1", "different"),
        ("a>b>c", "a>c>b", "different"),
        ("a>b>c>d", "d<c<b<a", "equal"),
        ("f(x)=f(x+2)", "g(x)=f(x+2)", "different"),
        ("[[1,2],[3,4]]", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "equal"),
        ("[1, 2, 3]", "1, 2, 3", "equal"),
        ("[1, 2, 3]", "3, 2, 1", "different"),
        ("[-3, 3]", "-3, 3", "different"),
        (r"2k\pi, k\in\mathbb{Z}", r"2k\pi", "equal"),
        ("p-q", "p - q", "equal"),
        ("p−q", "q-p", "different"),
        ("ma", "F=ma", "equal"),
        ("H2O", "H_2O", "equal"),
        ("a1", "a", "different"),
        (r"(-\infty,-2)\cup(2,\infty)", r"(-\infty,-2)\cup(2,-\infty)", "different"),
        ("f(x+2)", "f(x+2]", "unknown"),
        ("June 3", "3 June", "equal"),
        ("25°C", "25°F", "different"),
        (r"最大值为 $\frac{1}{23}$", r"最大值为 $\frac{12}{3}$", "different"),
        (r"A \cup B=R", r"A \cap B=R", "different"),
        (r"A \cup B=\{1,2\}", r"\{1,2\}", "equal"),
        (r"AC=CB_1", r"A=CB_1", "different"),
        ("3 east", "3 north", "different"),
        ("2 dozen eggs", "24 eggs", "equal"),
        (r"p \land q", r"p \lor q", "unknown"),
        (r"x = 1 \lor x = 2", "1, 2", "equal"),
        (r"x \not= 3", r"x \ne 3", "equal"),
        (r"x \not= 3", "3", "different"),
        (r"\frac{3}{2}t", r"\frac32", "different"),
        (r"\frac{1}{2}mg", r"\frac{mg}{2}", "equal"),
        (r"\frac{3}{2} m", r"\frac{3m}{2}", "equal"),
        (r"\frac{3}{2} m", "150 cm", "equal"),
        (r"\overrightarrow{AB}", r"\overrightarrow{BA}", "different"),
        (r"\frac34\overrightarrow{\mathrm{AB}}", r"\frac{3}{4} \overrightarrow{AB}", "equal"),
        (r"f\left(x\right)=x^2", "x^2", "equal"),
        ("- i", "−i", "equal"),
        (r"\{x \mid1 \leq x<2\}", "[1,2)", "equal"),
        (r"$f$ 的最大值为 $\frac{1}{2}$", r"f的最大值为$\dfrac{1}{2}$", "equal"),
        (r"$f$ 的最大值为 $\frac{1}{2}$", r"$f$ 的最大值为 $\frac{1}{3}$", "different"),
        (r"\begin{pmatrix}1&2\end{pmatrix}+\begin{pmatrix}3&4\end{pmatrix}", "(4,6)", "equal"),
        (r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "different"),
        (r"\;\angle APC = 74^\circ", "74", "equal"),
        ("June 3", "June 4", "different"),
    ],
)
def test_what_two_answers_say(left: str, right: str, verdict: str) -> None:
    assert equal(left, right, SANDBOX, limit_seconds=10).verdict == verdict
    assert equal(right, left, SANDBOX, limit_seconds=10).verdict == verdict


@pytest.mark.parametrize(
    "answer",
    ["9^9^9^9", "10**10**10", "factorial(10**9)", "2^{" * 30 + "2" + "}" * 30, "{" * 10_000, "1" * 100_000],
)
def test_no_answer_takes_longer_than_its_limit(answer: str) -> None:
    start = time.monotonic()
    assert equal(answer, "1", SANDBOX, limit_seconds=1).verdict != "equal"
    assert equal(answer, answer, SANDBOX, limit_seconds=1).verdict == "equal"
    assert time.monotonic() - start < 4


def test_agreement_with_people_on_the_development_pairs() -> None:
    lines = shared("grading/math_equiv.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    agreed = sum(_equal(row["gold"], row["pred"]) == row["equal"] for row in rows)
    assert agreed / len(rows) > 0.98


def _equal(gold: str, pred: str) -> bool:
    left, right = extract(gold), extract(pred)
    return (
        bool(left and right) and equal(left or "", right or "", SANDBOX, limit_seconds=10).verdict == "equal"
    )
