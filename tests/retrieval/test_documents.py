import hashlib
import os
import threading
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval.documents import Document, Reading, Skipped, find, read


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


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.csv", "a.pdf", "a.docx", "a.html", "a.py"])
def test_a_file_that_is_too_long_is_not_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name)
    os.truncate(path, 500 * 2**20)
    assert read(path, name) == Skipped(name, "longer than 64 MiB (500 MiB); split it")
    assert read(written(tmp_path, "b.txt", b"12345"), "b.txt", Reading(max_bytes=5)) == Document(
        "12345", "b.txt", "plain"
    )


def test_a_text_in_another_encoding_is_read_where_it_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "中文".encode("gb18030"))
    assert read(path, "a.txt", Reading(encoding="gb18030")) == Document("中文", "a.txt", "plain")


def test_an_encoding_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KnowledgeError, match="no encoding 'gb-18'; give one such as gb18030"):
        Reading(encoding="gb-18")


def test_a_file_without_a_suffix_is_text(tmp_path: Path) -> None:
    assert read(written(tmp_path, "README"), "README") == Document("text", "README", "plain")


@pytest.mark.parametrize("name", ["gone.md", "folder.md", "pipe.md"])
def test_what_is_no_file_any_more_is_skipped_at_once(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.md").mkdir()
    os.mkfifo(tmp_path / "pipe.md")
    assert isinstance(read(tmp_path / name, name), Skipped)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_named(tmp_path: Path) -> None:
    written(tmp_path, "shut/a.md").parent.chmod(0)
    written(tmp_path, "b.md").chmod(0)
    found = find([tmp_path])
    (tmp_path / "shut").chmod(0o700)
    assert Skipped("shut", "permission denied") in found
    assert read(tmp_path / "b.md", "b.md") == Skipped("b.md", "permission denied")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_be_listed_and_not_entered_is_named(tmp_path: Path) -> None:
    written(tmp_path, "b.md")
    shut = written(tmp_path, "shut/a.md").parent
    shut.chmod(0o400)
    found = find([tmp_path]), find([tmp_path / "*" / "*"])
    shut.chmod(0o700)
    assert Skipped("shut/a.md", "permission denied") in found[0]
    assert Skipped("shut/a.md", "permission denied") in found[1]


def test_a_file_that_grows_while_it_is_read_is_whole_or_skipped(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", b"x")
    stop = threading.Event()

    def grow() -> None:
        with path.open("ab", buffering=0) as file:
            while not stop.is_set() and file.tell() < 2**22:
                file.write(b"x" * 64)

    writer = threading.Thread(target=grow)
    writer.start()
    found = [read(path, "a.txt") for _ in range(200)]
    stop.set()
    writer.join()
    reasons = {entry.reason for entry in found if isinstance(entry, Skipped)}
    assert reasons <= {"changed while it was read; index it again"}
    assert read(path, "a.txt") == Document("x" * path.stat().st_size, "a.txt", "plain")


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


def test_a_pattern_stands_for_the_files_that_match(tmp_path: Path) -> None:
    for name in ("docs/a.md", "docs/in/b.md", "docs/in/c.txt"):
        written(tmp_path, name)
    assert sources(tmp_path / "docs/**/*.md") == ["a.md", "in/b.md"]
    assert sources(tmp_path / "d*") == ["docs/a.md", "docs/in/b.md", "docs/in/c.txt"]


def test_a_name_with_wildcard_characters_is_a_name_where_there_is_such_a_file(tmp_path: Path) -> None:
    path = written(tmp_path, "a[1].md")
    written(tmp_path, "a1.md")
    assert sources(path) == ["a[1].md"]


def test_a_pattern_that_nothing_matches_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="no file or folder matches"):
        find([tmp_path / "*.md"])


def test_a_folder_that_is_too_deep_is_named_and_the_rest_is_found(tmp_path: Path) -> None:
    written(tmp_path, "a.md")
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("d" * 250, dir_fd=here)
        here, above = os.open("d" * 250, os.O_RDONLY, dir_fd=here), here
        os.close(above)
    os.close(here)
    (skipped,) = (entry for entry in find([tmp_path]) if isinstance(entry, Skipped))
    assert skipped.reason == "file name too long"
    assert sources(tmp_path) == sources(tmp_path / "*") == ["a.md"]


@pytest.mark.parametrize("data", [b"text", b"", b"other"])
def test_what_is_no_longer_what_it_was_is_skipped(tmp_path: Path, data: bytes) -> None:
    path, was = written(tmp_path, "a.txt", b"more text"), hashlib.sha256(b"more text").digest()
    assert read(path, "a.txt", digest=was) == Document("more text", "a.txt", "plain")
    assert read(written(tmp_path, "a.txt", data), "a.txt", digest=was) == Skipped(
        "a.txt", "changed while it was read; index it again"
    )
