"""Terms, and the programs that they are written as."""

from fractions import Fraction

import pytest

from evals.adapter.term import Term, known, program

A, B, C, D = (known(each) for each in (20, 6, 4, 3))
SHARED = A - B


@pytest.mark.parametrize(
    ("term", "written", "value"),
    [
        (A - B * C, "ans=20-6*4", -4),
        ((A - B) * C, "ans=(20-6)*4", 56),
        (A - (B - C), "ans=20-(6-4)", 18),
        (A + (B + C), "ans=20+6+4", 30),
        (A / B * D, "ans=20/6*3", 10),
        (A.ceil(B), "ans=-(-20//6)", 4),
        (A % B, "ans=20%6", 2),
        (A * B + C * D, "a=20*6\nb=4*3\nans=a+b", 132),
        ((A * B + C - D) * B, "a=20*6\nb=a+4-3\nans=b*6", 726),
        (SHARED * C + SHARED, "a=20-6\nb=a*4\nans=b+a", 70),
    ],
)
def test_a_program_is_short_and_in_the_order_of_the_story(term: Term, written: str, value: int) -> None:
    assert (program(term), term.value) == (written, Fraction(value))


def test_a_step_that_is_used_twice_counts_once() -> None:
    assert (SHARED * C + SHARED).steps == 3
