import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasoner.retrieval.document import Document, Section, Skipped
from reasoner.retrieval.formats.apart import Reader
from reasoner.retrieval.formats.unreadable import Unreadable

MODULE = """
import ctypes, os, time
from reasoner.retrieval.document import Document, Section, Skipped

def read(data, source, encoding):
    print("what a library prints")
    if data == b"crash":
        os._exit(3)
    if data == b"hang":
        time.sleep(60)
    if data == b"flood":
        return bytearray(1 << 40)
    if data == b"fault":
        raise ZeroDivisionError("no")
    section = Section(0, 1, 2, 3, ("h",), {"k": "v"})
    return Document(data.decode() + source + str(encoding), source, "plain", (section,), {"a": "b"}, (Skipped("p", "r"),))
"""


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    (tmp_path / "made_up.py").write_text(MODULE)
    made = Reader([tmp_path])
    yield made
    made.close()


def ask(reader: Reader, data: bytes, seconds: float = 60, module: str = "made_up") -> Document:
    return reader.read(module, data, "s", None, seconds)


def test_a_document_comes_back_whole(reader: Reader) -> None:
    section = Section(0, 1, 2, 3, ("h",), {"k": "v"})
    expected = Document("文sNone", "s", "plain", (section,), {"a": "b"}, (Skipped("p", "r"),))
    assert ask(reader, "文".encode()) == expected


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"crash", "its reader crashed; it may be broken"),
        (b"flood", "needs more memory than a document may; split it"),
        (b"fault", "cannot be read: ZeroDivisionError: no"),
    ],
)
def test_a_reader_that_fails_is_named_and_the_next_file_is_read(
    reader: Reader, data: bytes, reason: str
) -> None:
    with pytest.raises(Unreadable, match=f"^{reason}$"):
        ask(reader, data)
    assert ask(reader, b"next").text == "nextsNone"


def test_a_reader_that_hangs_is_ended(reader: Reader) -> None:
    ask(reader, b"begin")
    started = time.monotonic()
    with pytest.raises(Unreadable, match=r"not read within 0\.5 s"):
        ask(reader, b"hang", seconds=0.5)
    assert time.monotonic() - started < 20
    assert ask(reader, b"next").text == "nextsNone"


def test_a_library_that_is_missing_is_named_with_what_to_install(reader: Reader) -> None:
    with pytest.raises(Unreadable, match=r"pip install 'reasoner\[documents\]'"):
        ask(reader, b"x", module="not_installed")


def test_a_large_file_passes_both_ways(reader: Reader) -> None:
    assert len(ask(reader, b"x" * (8 << 20)).text) > 8 << 20
