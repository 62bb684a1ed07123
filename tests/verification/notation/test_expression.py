"""LaTeX and plain text are read into the same terms, and terms are written so that they read back."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.notation.tokens import Unreadable


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12*(3+4)", 84),
        (r"\frac12 + \frac{1}{3}", Fraction(5, 6)),
        ("2^-3", Fraction(1, 8)),
        ("-2^2", -4),
        ("2^3^2", 512),
        (r"\sqrt{16} + \sqrt[3]{8}", 6),
        ("5!", 120),
        ("15% * 80", 12),
        ("1 1/2", Fraction(3, 2)),
        ("3(4)(5)", 60),
        (r"\binom{5}{2}", 10),
        ("|3 - 5|", 2),
        ("1,234 + 5,678", 6912),
        ("(1,000+500)*2", 3000),
        ("2²", 4),
        ("1/0", None),
        ("9^9^9", None),
        ("sqrt(2)", None),
    ],
)
def test_rational_values_are_exact(text: str, number: Fraction | int | None) -> None:
    assert value(parse(text)) == number


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{x^2-1}{x-1}", "(x^2-1)/(x-1)"),
        (r"2\sin x \cos x", "2*sin(x)*cos(x)"),
        (r"\sqrt{\sqrt{2}}", "sqrt(sqrt(2))"),
        (r"\left[-1, \tfrac12\right) \cup (0, \infty)", "[-1, 1/2) ∪ (0, infinity)"),
        (r"\begin{cases} x+y=3 \\ x-y=1 \end{cases}", "x + y = 3, x - y = 1"),
        (r"x \le 5", "x <= 5"),
        ("3x²", "3*x^2"),
    ],
)
def test_latex_and_plain_text_are_one_notation(latex: str, plain: str) -> None:
    assert write(parse(latex)) == write(parse(plain))


@pytest.mark.parametrize(
    "text",
    [
        r"\int_0^1 x^2 \, dx", r"\sum_{k=1}^{n} k^2", r"\lim_{x \to 0} \frac{\sin x}{x}", r"\log_2 8", "90°", "3 ± 2*sqrt(2)",
        r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", r"\binom{n}{k}", "f(x) = x_{12}", "a:b = 7:32", "1 < x <= 3",
    ],
)  # fmt: skip
def test_what_is_written_reads_back(text: str) -> None:
    term = parse(text)
    assert write(parse(write(term))) == write(term)


NUMBERS = st.integers(0, 9).map(lambda n: Term("number", text=str(n)))
LETTERS = st.sampled_from("xy").map(lambda name: Term("symbol", text=name))


def larger(parts: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Terms of one and two parts."""
    one = st.builds(lambda head, a: Term(head, (a,)), st.sampled_from(["neg", "%", "!", "abs"]), parts)
    two = st.builds(
        lambda head, a, b: Term(head, (a, b)),
        st.sampled_from(["+", "*", "/", "^", "root", "log"]),
        parts,
        parts,
    )
    return one | two


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.recursive(NUMBERS | LETTERS, larger, max_leaves=8))
def test_any_term_is_written_so_that_it_reads_back(term: Term) -> None:
    assert flat(parse(write(term))) == flat(term)


def flat(term: Term) -> Term:
    """The term without the brackets that make no difference."""
    parts: tuple[Term, ...] = ()
    for part in map(flat, term.parts):
        same = part.head == term.head and term.head in "+*"
        parts += part.parts if same else (part,)
    return Term(term.head, parts, term.text)


@pytest.mark.parametrize(
    "text", ["the sum is", "apples", "3 4", "1 +", "(1", "\\unknown{x}", "(" * 500, "x" * 5000]
)
def test_text_that_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse(text)
