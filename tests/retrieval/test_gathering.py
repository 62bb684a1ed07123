"""The same documents make the same index, whichever parts they come from."""

import io
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from reasoner.retrieval import columns
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.columns import Arrays, Strings
from reasoner.retrieval.document import Document
from reasoner.retrieval.gathering import NAMES, Gathering, Kept, merged


def document(number: int) -> Document:
    draw = random.Random(number)
    words = " ".join(draw.choice(("tea", "绿茶", f"w{draw.randrange(50)}", "\n\n#")) for _ in range(80))
    return Document(
        f"# N {number}\n\n{words}\n", f"{draw.randrange(10**6)}-{number}.md", metadata={"n": str(number % 3)}
    )


def part(numbers: Sequence[int], left_out: Sequence[int] = ()) -> Kept:
    """The documents of those numbers, some of which do not count."""
    texts = io.BytesIO()
    gathered = Gathering(texts)
    for number in numbers:
        found = document(number)
        gathered.add(found, bytes([number] * 32), chunks(found, 60))
    text = np.frombuffer(texts.getvalue(), dtype=np.uint8)
    wanted = [place for place, number in enumerate(numbers) if number not in left_out]
    return Kept(gathered.arrays(text, columns.in_memory), np.array(wanted, dtype=np.int64))


def same(left: Arrays, right: Arrays) -> bool:
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


@pytest.mark.parametrize(
    "parts",
    [
        [part(range(20))],
        [part(range(19, -1, -1))],
        [part(range(10)), part(range(10, 20))],
        [part(range(0, 20, 2)), part(range(1, 20, 2))],
        [part(range(25), left_out=range(20, 25)), part([])],
        [part(range(15), left_out=[3, 4, 9]), part([3, 4, 9, 15, 16, 17, 18, 19, 30], left_out=[30])],
    ],
)
def test_the_same_documents_make_the_same_arrays(parts: list[Kept], tmp_path: Path) -> None:
    whole, _ = merged([part(range(20))], columns.in_memory)
    assert same(merged(parts, columns.in_memory)[0], whole)
    merged(parts, columns.in_folder(tmp_path))
    assert same(columns.mapped(tmp_path, list(whole)), whole)


def test_an_index_can_be_a_part_of_the_next_one() -> None:
    first, _ = merged([part(range(12))], columns.in_memory)
    again, runs = merged(
        [Kept({name: first[name] for name in NAMES}, np.arange(12)), part([12, 13])], columns.in_memory
    )
    assert same(again, merged([part(range(14))], columns.in_memory)[0])
    assert sum(run.high - run.low for run in runs) == len(again["passages"])


def test_of_nothing_comes_an_empty_index() -> None:
    arrays, runs = merged([part([])], columns.in_memory)
    assert (len(arrays["passages"]), runs) == (0, [])


@pytest.mark.parametrize(
    "strings", [[], [""], ["a", "b"], ["a", "aa", "b", "\x00", "é", "茶", "🍵", "\ud83d"]]
)
def test_a_table_finds_what_it_has_and_nothing_else(strings: list[str], tmp_path: Path) -> None:
    strings = sorted(strings)
    Strings.make("table", strings, columns.in_folder(tmp_path))
    table = Strings.of(columns.mapped(tmp_path, Strings.names("table")), "table")
    assert list(table) == [table[place] for place in range(len(table))] == strings
    assert [table.find(string) for string in strings] == list(range(len(strings)))
    assert {table.find(string) for string in ("zz", "a ", "ab", "\x01", "茶茶")} == {None}
