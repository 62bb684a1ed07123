from pathlib import Path

import pytest

from documents_support import document, passages


def test_front_matter_is_metadata_and_its_title_stands_above(tmp_path: Path) -> None:
    text = "---\ntitle: 月球\ntags: [a, b]\ndate: 2024-01-31\nx: {y: 1}\nz:\n---\n\n# Far\nText.\n"
    found = passages(tmp_path, "a.md", text.encode())
    assert document(tmp_path, "a.md", text.encode()).text == text
    assert [(passage.text, passage.line, passage.headings) for passage in found] == [
        ("# Far\nText.", 9, ("月球", "Far"))
    ]
    assert found[0].metadata == {"title": "月球", "tags": "a, b", "date": "2024-01-31"}


@pytest.mark.parametrize(
    "text",
    [
        "---\nno mapping\n---\ntext",
        "---\na: [\n---\ntext",
        "---\na: 1\nnever closed",
        "---\na: 1\n---\n",
        "text\n---\na: 1\n---\n",
        "---\na: " + "[" * 5000 + "\n---\ntext",
        "---\n---\n",
    ],
)
def test_what_is_no_front_matter_is_text(tmp_path: Path, text: str) -> None:
    found = passages(tmp_path, "a.md", text.encode(), max_width=10**5)
    assert found[0].start == 0
    assert found[0].metadata == {}


def test_front_matter_that_grows_by_its_aliases_is_not_written_out(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x]", *(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30))]
    found = passages(tmp_path, "a.md", f"---\n{chr(10).join(lines)}\n---\ntext".encode())
    assert found[0].metadata == {"a0": "x"}
