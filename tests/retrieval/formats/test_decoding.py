import codecs

import pytest

from reasoner.retrieval.formats.decoding import decode, known
from reasoner.retrieval.formats.unreadable import Unreadable

TEXT = "Größe 大小\r\n🙂"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "gb18030"])
def test_a_text_is_decoded_by_its_mark_or_else_by_the_encoding_given(encoding: str) -> None:
    assert decode(TEXT.encode(encoding), "gb18030") == TEXT


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_either_order_of_bytes_is_known_by_its_mark(mark: bytes, encoding: str) -> None:
    assert decode(mark + TEXT.encode(encoding)) == TEXT


def test_the_mark_of_utf_8_is_a_character_of_the_text() -> None:
    assert decode(codecs.BOM_UTF8 + TEXT.encode()) == "\ufeff" + TEXT


def test_utf_8_comes_before_the_encoding_given() -> None:
    assert decode(TEXT.encode(), "latin-1") == TEXT


def test_a_text_without_a_mark_may_have_two_bytes_for_each_character() -> None:
    assert decode("plain".encode("utf-16-le"), "utf-16-le") == "plain"


@pytest.mark.parametrize(
    ("data", "encoding", "reason"),
    [
        (b"caf\xe9", None, "not UTF-8 (byte 3); save it as UTF-8, or name its encoding with --encoding"),
        ("中".encode("gb18030"), "ascii", "not ASCII (byte 0)"),
        (b"\xff\xfea", None, "not UTF-16 (byte 2)"),
        (b"ab\0c", None, "has NUL bytes"),
        (b"\x7fELF\0\xff", "latin-1", "binary: it has NUL bytes"),
    ],
)
def test_what_is_no_text_is_refused_with_the_place(data: bytes, encoding: str | None, reason: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data, encoding)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("gb18030", True), ("Latin-1", True), ("nope", False), ("rot13", False), ("", False), ("a\0", False)],
)
def test_only_encodings_of_text_are_known(name: str, expected: bool) -> None:
    assert known(name) is expected
