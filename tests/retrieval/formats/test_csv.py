from pathlib import Path

import pytest

from documents_support import document, passages


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "A.CSV"])
def test_the_text_is_the_file(tmp_path: Path, name: str) -> None:
    text = '\ufeffname,city\r\n"Ann ""A""\r\nB",北京\r\n'
    assert document(tmp_path, name, text.encode()).text == text


def test_rows_share_a_passage_as_long_as_they_fit_under_the_names_of_the_columns(tmp_path: Path) -> None:
    text = "name,city\nAnn,Paris\n王,北京\nBob,Rome\n"
    found = passages(tmp_path, "a.csv", text.encode(), max_width=20)
    assert [(passage.text, passage.line, passage.headings) for passage in found] == [
        ("name,city\nAnn,Paris", 1, ()),
        ("王,北京\nBob,Rome", 3, ("name,city",)),
    ]
