import os
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval.documents import Document, Skipped, find, read


def written(folder: Path, name: str, data: bytes = b"text") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def sources(*roots: Path) -> list[str]:
    return [entry[1] for entry in find(roots) if not isinstance(entry, Skipped)]


def test_text_is_what_the_bytes_decode_to(tmp_path: Path) -> None:
    path = written(tmp_path, "a.md", "\ufeff# Título\r\n中文\n".encode())
    assert read(path, "a.md") == Document("\ufeff# Título\r\n中文\n", "a.md")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"a\0b", "NUL"),
        (b"caf\xe9", "not UTF-8 (byte 3)"),
    ],
)
def test_what_is_not_a_document_is_skipped_with_the_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    skipped = read(written(tmp_path, "a.txt", data), "a.txt")
    assert isinstance(skipped, Skipped)
    assert reason in skipped.reason


def test_folders_are_searched_and_hidden_files_passed_over(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.TXT", "a/.hidden.md", ".git/d.md", "e.markdown"):
        written(tmp_path, name)
    assert sources(tmp_path) == ["b.md", "e.markdown", "a/c.TXT"]


def test_other_types_are_named(tmp_path: Path) -> None:
    written(tmp_path, "a.png")
    skipped = find([tmp_path])[0]
    assert isinstance(skipped, Skipped)
    assert skipped.reason.startswith("'.png' is not read; only Markdown, text, HTML")


def test_links_are_named_and_not_followed(tmp_path: Path) -> None:
    written(tmp_path, "docs/a.md")
    written(tmp_path, "secret.md")
    (tmp_path / "docs" / "loop").symlink_to(tmp_path / "docs")
    (tmp_path / "docs" / "out.md").symlink_to(tmp_path / "secret.md")
    found = find([tmp_path / "docs"])
    skipped = [entry.path for entry in found if isinstance(entry, Skipped)]
    assert (sources(tmp_path / "docs"), skipped) == (["a.md"], ["loop", "out.md"])


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert find([tmp_path]) == [Skipped("pipe.txt", "not a regular file")]


def test_a_file_is_its_own_root_and_is_read_once(tmp_path: Path) -> None:
    path = written(tmp_path, "deep/a.md")
    assert sources(path, path) == ["a.md"]


def test_equal_sources_are_told_apart_by_their_roots(tmp_path: Path) -> None:
    written(tmp_path, "one/a.md")
    written(tmp_path, "two/a.md")
    assert sources(tmp_path / "one", tmp_path / "two") == ["a.md", "two/a.md"]


def test_a_path_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="nowhere: no such file or folder"):
        find([tmp_path / "nowhere"])


def test_links_that_lead_in_a_circle_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(KnowledgeError, match="links lead in a circle"):
        find([tmp_path / "a"])
