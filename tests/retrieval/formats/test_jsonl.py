import json
from pathlib import Path

import pytest

from documents_support import document, passages, reason


def rows(*values: object) -> bytes:
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values).encode()


def test_a_row_is_a_section_with_its_line_title_and_other_fields(tmp_path: Path) -> None:
    data = b"\n" + rows({"title": "Tea", "text": "It is hot.", "year": 3, "ok": True, "none": None})
    found = passages(tmp_path, "a.jsonl", data)[0]
    assert (found.text, found.line, found.headings) == ("It is hot.", 2, ("Tea",))
    assert found.metadata == {"year": "3", "ok": "true"}


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ({"content": "a"}, "a"),
        ({"page_content": "a", "metadata": {"source": "b"}}, "a"),
        ({"Body": "a", "id": 1}, "a"),
        ({"text": " ", "passage": "a"}, "a"),
        ({"question": "为什么？", "answer": "因为。"}, "question: 为什么？\nanswer: 因为。"),
        ({"id": 1, "tags": ["x", "y"], "more": {"z": [1]}}, 'id: 1\ntags: x, y\nmore: {"z": [1]}'),
        ({"text": "a", "notes": "n" * 201}, "a\n\nnotes: " + "n" * 201),
        ({"text": "half \ud800 pair\0"}, "half � pair�"),
        ({"text": "two\r\nlines"}, "two\r\nlines"),
    ],
)
def test_the_text_of_a_row(tmp_path: Path, row: object, text: str) -> None:
    assert document(tmp_path, "a.ndjson", json.dumps(row).encode()).text == text


def test_fields_inside_a_field_are_metadata_too(tmp_path: Path) -> None:
    data = rows({"text": "a", "metadata": {"source": "b", "page": 3}, "page": 4})
    assert passages(tmp_path, "a.jsonl", data)[0].metadata == {"source": "b", "page": "4"}


def test_a_broken_row_is_named_with_its_line_and_the_others_are_read(tmp_path: Path) -> None:
    data = b'{"text": "one"}\n{"text": \n[1]\n{}\n' + rows({"text": "二"})
    found = document(tmp_path, "a.jsonl", data)
    assert (found.text, [section.line for section in found.sections]) == ("one\n二", [1, 5])
    assert [part.path for part in found.skipped] == ["a.jsonl:2", "a.jsonl:3", "a.jsonl:4"]


def test_many_broken_rows_are_counted(tmp_path: Path) -> None:
    found = document(tmp_path, "a.jsonl", b'{"text": "one"}\n' + b"x\n" * 1000)
    assert len(found.skipped) == 21
    assert found.skipped[-1].reason == "980 more of its lines cannot be read"


@pytest.mark.parametrize("data", [b"no row\n", b"[" * 10**5, b'{"a":' * 10**5, b"[1, 2]", b'"text"'])
def test_a_file_without_any_row_is_named_with_the_first_fault(tmp_path: Path, data: bytes) -> None:
    assert reason(tmp_path, "a.jsonl", data).startswith("no line is a row that can be read; line 1: not ")
