from pathlib import Path

import pytest

from documents_support import document, encrypted, passages, pdf, read_bytes, reason
from reasoner.retrieval.document import Skipped

TWO = pdf(["The moon is far.", "It is cold."], ["月球是地球的卫星。", "它引起潮汐。"])


def test_each_page_is_a_passage_with_its_number(tmp_path: Path) -> None:
    found = passages(tmp_path, "moon.pdf", TWO)
    assert [(passage.page, passage.line, passage.text) for passage in found] == [
        (1, 1, "The moon is far.\nIt is cold."),
        (2, 4, "月球是地球的卫星。\n它引起潮汐。"),
    ]


def test_a_page_that_is_too_long_is_cut_and_keeps_its_number(tmp_path: Path) -> None:
    found = passages(tmp_path, "moon.pdf", pdf(["One sentence is here.", "And another is there."] * 3), 50)
    assert {passage.page for passage in found} == {1}
    assert len(found) > 1


def test_pages_without_text_are_named_and_the_others_keep_their_numbers(tmp_path: Path) -> None:
    found = document(tmp_path, "a.pdf", pdf([], ["Here."], [], [], ["There."], []))
    assert [section.page for section in found.sections] == [2, 5]
    assert [part.path for part in found.skipped] == ["a.pdf, pages 1, 3-4, 6"]
    assert "may be scanned" in found.skipped[0].reason


def test_the_line_ends_of_a_page_are_line_feeds(tmp_path: Path) -> None:
    assert "\r" not in document(tmp_path, "a.pdf", TWO).text


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-128", "AES-256"])
def test_a_file_that_opens_without_a_password_is_read(tmp_path: Path, algorithm: str) -> None:
    assert "月球" in document(tmp_path, "a.pdf", encrypted(TWO, "", algorithm)).text


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (encrypted(TWO, "secret"), "encrypted: it needs a password; save it without one"),
        (encrypted(TWO, "secret", "RC4-128"), "encrypted: it needs a password; save it without one"),
        (pdf([], []), "no text in it; it may be scanned, so recognise its text first"),
        (TWO[: len(TWO) // 2], "a broken PDF file"),
        (b"%PDF-1.7\n" + bytes(range(1, 256)), "a broken PDF file"),
        (b"<html>not a PDF</html>", "a broken PDF file"),
        (b"", "empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, data: bytes, expected: str
) -> None:
    assert reason(tmp_path, "a.pdf", data).startswith(expected)


def test_a_changed_byte_brings_nothing_down(tmp_path: Path) -> None:
    for at in range(0, len(TWO), 97):
        found = read_bytes(tmp_path, "a.pdf", TWO[:at] + bytes([TWO[at] ^ 255]) + TWO[at + 1 :])
        assert found.reason if isinstance(found, Skipped) else found.text
