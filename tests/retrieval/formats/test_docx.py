from pathlib import Path

import pytest

from documents_support import WORD, document, passages, reason, repacked, word, word_of

PARAGRAPH = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
GROWING = f'<!DOCTYPE d [<!ENTITY a "{"x" * 10**4}"><!ENTITY b "{"&a;" * 10**4}">]>'
OUTSIDE = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


def body_with(start: str, body: str) -> bytes:
    xml = f"{start}<w:document {WORD}><w:body>{body}</w:body></w:document>"
    return repacked(word(), {"word/document.xml": xml.encode()})


def test_headings_and_lists_become_markdown(tmp_path: Path) -> None:
    data = word(
        ("Title", "茶"), ("Heading 1", "Green"), ("Normal", "It is * mild_ #1."),
        ("List Bullet", "one"), ("List Number", "二"),
    )  # fmt: skip
    assert document(tmp_path, "a.docx", data).text == "# 茶\n\n## Green\n\nIt is * mild_ #1.\n\n- one\n\n- 二"
    assert passages(tmp_path, "a.docx", data)[0].headings == ("茶", "Green")


def test_a_table_becomes_a_markdown_table(tmp_path: Path) -> None:
    cell = "<w:tc>" + PARAGRAPH + "</w:tc>"
    rows = ["".join(cell.format(text) for text in row) for row in (("Name", "City"), ("Ann", "北京"))]
    data = word_of("<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>")
    assert document(tmp_path, "a.docx", data).text == "| Name | City |\n| --- | --- |\n| Ann | 北京 |"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<w:p><w:ins>" + PARAGRAPH[5:-6].format("added") + "</w:ins></w:p>", "added"),
        (
            PARAGRAPH.format("kept") + "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>",
            "kept",
        ),
        (
            "<w:sdt><w:sdtContent>" + PARAGRAPH.format("in a control") + "</w:sdtContent></w:sdt>",
            "in a control",
        ),
        ("<w:p><w:hyperlink><w:r><w:t>a link</w:t></w:r></w:hyperlink></w:p>", "a link"),
        ("<w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:tab/><w:t>x</w:t></w:r></w:p>", "one\ntwo\tx"),
    ],
)
def test_what_stands_in_the_document_is_read(tmp_path: Path, body: str, text: str) -> None:
    assert document(tmp_path, "a.docx", word_of(body)).text == text


def test_nothing_is_taken_from_outside_of_the_file(tmp_path: Path) -> None:
    data = body_with(OUTSIDE, PARAGRAPH.format("here &a;"))
    assert document(tmp_path, "a.docx", data).text == "here"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"not a zip file", "a broken DOCX file: File is not a zip file"),
        (word()[:2000], "a broken DOCX file"),
        (repacked(word(), {"word/document.xml": b"<not closed"}), "a broken DOCX file"),
        (repacked(word(), {"word/document.xml": b" " * (257 << 20)}), "would unpack to"),
        (body_with(GROWING, PARAGRAPH.format("&b;" * 100)), "a broken DOCX file"),
        (word_of("<w:sdt>" * 5000 + "</w:sdt>" * 5000), "a broken DOCX file: Excessive depth"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted, or of an older kind of Word"),
        (word(), "no text in it"),
        (b"", "empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, data: bytes, expected: str
) -> None:
    assert reason(tmp_path, "a.docx", data).startswith(expected)
