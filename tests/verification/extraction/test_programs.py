"""The program in a completion, and the prose and output around it."""

import pytest

from reasoner.verification.extraction.programs import code_block, prose


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


def test_prose_leaves_programs_out_and_keeps_what_they_printed_apart() -> None:
    read = prose("First\n```python\nprint(1)\n```\n```output\n0\n1\n```\nSo it is 1.")
    assert (read.text, read.printed, read.ends_in_program) == ("First\n\n\nSo it is 1.", "1", False)


def test_a_comment_tells_what_a_program_prints() -> None:
    assert prose("print(6 * 7)  # prints 42").printed == "42"
