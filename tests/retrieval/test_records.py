import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.retrieval.records import pieces


def records(text: str, max_width: int = 1000) -> list[str]:
    return [text[piece.start : piece.end] for piece in pieces(text, max_width)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a,b\n1,2\r\n3,4", ["a,b", "1,2", "3,4"]),
        ('a,b\n"x\ny",2\n3,4\n', ["a,b", '"x\ny",2', "3,4"]),
        ('a,b\n"say ""no""\n",2\n', ["a,b", '"say ""no""\n",2']),
        ('a;b\n1;"x\n"', ["a;b", '1;"x\n"']),
        ('a\tb\n5" pipe\t"x\ny"\n', ["a\tb", '5" pipe\t"x\ny"']),
        ('a,b\n"never closed\n1,2', ["a,b", '"never closed', "1,2"]),
        ('\ufeff"a\nb",c\n1,2', ['\ufeff"a\nb",c', "1,2"]),
        ("a\rb\r", ["a", "b"]),
        ("\n\na,b\n\n , \n", ["a,b", " , "]),
    ],
)
def test_a_record_is_whole(text: str, expected: list[str]) -> None:
    assert records(text) == expected


def test_the_first_record_stands_above_the_others() -> None:
    found = list(pieces('name,"the\ncity"\nAnn,Paris\nBob,Rome\n', 1000))
    assert [piece.headings for piece in found] == [(), ('name,"the city"',), ('name,"the city"',)]


def test_a_record_that_is_too_wide_is_cut_at_its_lines() -> None:
    assert records('a,b\n"one line\nanother",2\n', 14) == ["a,b", '"one line', 'another",2']


@given(st.lists(st.lists(st.text('ab,"\n中 ', max_size=6), min_size=2, max_size=3), min_size=1, max_size=6))
def test_the_records_are_those_of_a_reader_of_csv(rows: list[list[str]]) -> None:
    named = [["first", "second"], *rows]
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(named)
    found = [next(csv.reader(io.StringIO(record, newline=""))) for record in records(written.getvalue())]
    assert found == named
