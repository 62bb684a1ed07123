"""Laws of equality: a value survives every way of writing it, and nothing else is equal to it."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.verification.equivalence import equal, key
from support import SANDBOX

INTEGERS = st.integers(-(10**9), 10**9)
DECIMALS = st.builds(lambda n, places: Fraction(n, 10**places), INTEGERS, st.integers(0, 6))
FRACTIONS = st.builds(Fraction, st.integers(-9999, 9999), st.integers(1, 999))
ANSWERS = st.sampled_from([
    "3", "-3", "0.5", "1/2", "50%", "50", "1,22", "1.22", "x", "x^2", "x + 1", "2x", "x = 3", "(1, 2)", "[1, 2]", "{1, 2}",
    "2, 1", r"\pm 2", "x > 3", r"(3, \infty)", "5 km", "5000 m", "5 kg", "90°", r"\frac{\pi}{2}", "3.1416", r"\pi", "Paris",
    "berl", "(B)", "B: 24", "13:30", "1:30 pm", "7:32", "7/32", r"\sqrt{8}", r"2\sqrt{2}", "2.8284", r"\emptyset", "no solution",
    "", "  ", "((", r"\frac{1}{", "???", "三", "three", "3 apples", "$3", "204_5", "54", "2x + 4y = 6", "x + 2y = 3", "i", "e",
])  # fmt: skip
Way = Callable[[Fraction], str]
CHINESE = "零一二三四五六七八九"


def plain(value: Fraction) -> str:
    """A decimal without an exponent, for a fraction that has one."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"


def grouped(value: Fraction) -> str:
    """With commas between thousands."""
    whole, _, places = plain(abs(value)).partition(".")
    return f"{'-' if value < 0 else ''}{int(whole):,}" + (f".{places}" if places else "")


def scientific(value: Fraction) -> str:
    """As a number between 1 and 10 times a power of ten, in LaTeX."""
    mantissa, exponent = f"{Decimal(value.numerator) / Decimal(value.denominator):.20e}".split("e")
    return rf"{mantissa} \times 10^{{{int(exponent)}}}"


def percent(value: Fraction) -> str:
    """In LaTeX."""
    return plain(value * 100) + r"\%"


def wide(value: Fraction) -> str:
    """In full-width digits."""
    return plain(value).translate({ord(sign): ord(sign) + 0xFEE0 for sign in "0123456789.-"})


def latex(value: Fraction) -> str:
    """A fraction, with its sign in front."""
    return rf"{'-' if value < 0 else ''}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def mixed(value: Fraction) -> str:
    """A whole number and a fraction below 1."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    sign = "-" if value < 0 else ""
    return rf"{sign}{whole}\frac{{{rest}}}{{{value.denominator}}}" if whole and rest else latex(value)


def chinese(value: Fraction) -> str:
    """Digit by digit."""
    sign, text = "负" if value < 0 else "", plain(abs(value))
    return sign + "".join("点" if char == "." else CHINESE[int(char)] for char in text)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(DECIMALS)
def test_a_decimal_survives_every_way_of_writing_it(value: Fraction) -> None:
    ways: list[Way] = [plain, grouped, scientific, percent, wide, latex, mixed, chinese, str]
    assert {key(write(value)) for write in ways} == {key(plain(value))}


@settings(max_examples=80, deadline=None, derandomize=True)
@given(FRACTIONS)
def test_a_fraction_survives_every_way_of_writing_it(value: Fraction) -> None:
    ways: list[Way] = [latex, mixed, str, "x = {}".format, "({})".format, r"$\boxed{{{}}}$".format]
    assert {key(write(value)) for write in ways} == {key(str(value))}


@settings(max_examples=100, deadline=None, derandomize=True)
@given(DECIMALS, st.data())
def test_a_changed_digit_is_never_equal(value: Fraction, data: st.DataObject) -> None:
    text = plain(value)
    at = data.draw(st.sampled_from([i for i, char in enumerate(text) if char.isdigit()]))
    digit = data.draw(st.sampled_from([char for char in "0123456789" if char != text[at]]))
    changed = text[:at] + digit + text[at + 1 :]
    for write in (plain, grouped, percent, latex, chinese):
        assert equal(changed, write(value), SANDBOX).verdict == "different", (changed, write(value))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(ANSWERS, ANSWERS)
def test_equality_is_reflexive_and_symmetric_and_follows_from_equal_keys(left: str, right: str) -> None:
    found = equal(left, right, SANDBOX, 5)
    assert equal(left, left, SANDBOX).verdict == "equal"
    assert equal(right, left, SANDBOX, 5).verdict == found.verdict
    assert key(left) != key(right) or found.verdict == "equal"


LETTERS = st.sampled_from("xyab")
FORMULAS = st.recursive(
    st.integers(1, 9).map(str) | LETTERS,
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})")
        | st.tuples(inner, st.integers(2, 3)).map(lambda t: f"{t[0]}^{t[1]}")
    ),
    max_leaves=6,
)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(FORMULAS, FORMULAS)
def test_laws_of_algebra_keep_a_formula_and_adding_one_does_not(a: str, b: str) -> None:
    assert key(f"({a})+({b})") == key(f"({b})+({a})")
    assert key(f"({a})*({b})") == key(f"{b}*{a}") == key(rf"\left({b}\right) \cdot {{{a}}}")
    assert key(f"(({a})+({b}))^2") == key(f"({a})^2+2*({a})*({b})+({b})^2")
    assert equal(f"({a})*({b})+1", f"({a})*({b})", SANDBOX).verdict == "different"


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(alphabet=r"\{}()[]^_+-*/=,.:%$ 0123xyefracsqtπ万三", max_size=40))
def test_any_text_equals_itself_and_has_a_key(text: str) -> None:
    assert equal(text, text, SANDBOX).verdict == "equal"
    assert key(text) == key(text)
