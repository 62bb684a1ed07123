import pytest

from reasoner.retrieval.outline import pieces

PYTHON = '''import os

# About f.
@wrapped
def f(x):
    if x:
        return 1
    return 2


class Tea(Drink):
    """Hot."""

    def pour(self):
        return "poured"

    def drink(self):
        return "gone"
'''
RUST = """fn main() {
    let x = 1;

    call(x);
}

fn other() {
    call(2);
}
"""


def parts(text: str, max_width: int) -> list[tuple[str, tuple[str, ...]]]:
    return [(text[piece.start : piece.end], piece.headings) for piece in pieces(text, max_width)]


def test_a_definition_that_fits_is_whole_with_what_stands_above_it() -> None:
    assert parts(PYTHON, 90)[:2] == [
        ("import os", ()),
        (PYTHON[PYTHON.index("# About") : PYTHON.index("\n\n\nclass")], ()),
    ]


def test_what_is_in_a_larger_one_stands_under_the_line_that_begins_it() -> None:
    found = parts(PYTHON, 60)
    above = ("class Tea(Drink):",)
    assert found[-4:] == [
        ("class Tea(Drink):", ()),
        ('    """Hot."""', above),
        ('    def pour(self):\n        return "poured"', above),
        ('    def drink(self):\n        return "gone"', above),
    ]


def test_braces_belong_to_the_definition_that_they_close() -> None:
    assert [text for text, _ in parts(RUST, 60)] == [
        RUST[: RUST.index("\n\nfn other")],
        RUST[RUST.index("fn other") :].rstrip(),
    ]


@pytest.mark.parametrize(
    "text",
    [PYTHON, RUST, PYTHON.replace("    ", "\t"), PYTHON.replace("\n", "\r\n"), RUST.replace("\n", "\r")],
)
@pytest.mark.parametrize("max_width", [45, 60, 100, 1000])
def test_no_line_is_cut(text: str, max_width: int) -> None:
    lines = {line for line in text.splitlines() if line.strip()}
    assert {line for part, _ in parts(text, max_width) for line in part.splitlines() if line} == lines


def test_a_line_that_is_too_wide_is_cut_by_force() -> None:
    assert [text for text, _ in parts("a = " + "b" * 10 + ";c", 8)] == ["a = ", "bbbbbbbb", "bb;c"]


def test_a_staircase_is_cut_at_its_lines() -> None:
    text = "\n".join(" " * depth + "if x:" for depth in range(3000))
    assert len(parts(text, 4000)) > 1
