import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval import store
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.document import Document
from reasoner.retrieval.embedder import Embedder, Vectors
from reasoner.retrieval.hybrid import Hybrid
from reasoner.retrieval.local import LocalIndex
from reasoner.retrieval.terms import content_terms
from reasoner.state import Passage

pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")

from qdrant_client import QdrantClient, models

from qdrant_support import serving
from reasoner.retrieval.qdrant import server
from reasoner.retrieval.qdrant.index import QdrantIndex, remove

TEXTS = {
    "moon.md": "# The Moon\n\nIt is 384,400 km away.",
    "sun.md": "# The Sun\n\nIt is a star.",
    "月.md": "# 月球\n\n月球距离地球384400公里。",
}
SKY = [passage for source, text in TEXTS.items() for passage in chunks(Document(text, source))]
TEA = [Passage("Green tea is not fermented.", "tea.txt", 0, 27)]

OPEN = """
import sys
from reasoner.errors import KnowledgeError
from reasoner.retrieval.qdrant.index import QdrantIndex
try:
    print(QdrantIndex.open(sys.argv[1], "sky").size)
except KnowledgeError as error:
    print(error)
"""


class Letters(Embedder):
    """Knows a text by the letters that it has; after `reads_on` texts it fails."""

    def __init__(self, weights: str = "5678", length: int = 26, reads_on: int = 999) -> None:
        super().__init__("letters")
        self.hash = weights * 16
        self._length = length
        self._left = reads_on

    @property
    def dimension(self) -> int:
        return self._length

    def reads(self, text: str) -> bool:
        return text.isascii()

    def ask_all(self, queries: Sequence[str]) -> Vectors:
        return self.embed(queries)

    def embed(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Vectors:
        self._left -= len(texts)
        if self._left < 0:
            raise OSError("out of letters")
        counts = [[text.lower().count(chr(97 + i)) for i in range(self._length)] for text in texts]
        vectors = np.array(counts, dtype=np.float32)
        found: Vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return found


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "qdrant")


def generations(location: str) -> set[str]:
    client = server.connect(location)
    return {found.name for found in client.get_collections().collections}


def says(error: pytest.ExceptionInfo[KnowledgeError]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    "query",
    [
        "How far away is the moon?",
        "star",
        "384,400",
        "月球距离地球多远？",
        "月球 moon star",
        "tea",
        "moon moon",
    ],
)
def test_every_score_is_that_of_the_index_in_a_folder(query: str) -> None:
    embedder = Letters()
    ours, other = LocalIndex.build(SKY, embedder), QdrantIndex.build(SKY, embedder, ":memory:", "sky")
    asked = content_terms(query)
    for vector in (None, embedder.ask("moon")):
        here, there = (index.find(asked, vector, 10, {}) for index in (ours, other))
        assert here.places.tolist() == there.places.tolist()
        assert there.bm25.tolist() == pytest.approx(here.bm25.tolist(), rel=1e-5)
        if vector is not None:
            assert here.cosines is not None
            assert there.cosines is not None
            assert there.cosines.tolist() == pytest.approx(here.cosines.tolist(), abs=1e-6, nan_ok=True)
    assert other.bound(asked) == pytest.approx(ours.bound(asked))
    assert [other.idf(term) for term in asked] == pytest.approx([ours.idf(term) for term in asked])


def test_a_collection_in_a_folder_is_there_for_the_next_process(folder: str) -> None:
    QdrantIndex.build(SKY, None, folder, "sky")
    done = subprocess.run([sys.executable, "-c", OPEN, folder], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_a_folder_that_another_process_has_open_is_refused(folder: str) -> None:
    index = QdrantIndex.build(SKY, None, folder, "sky")
    done = subprocess.run([sys.executable, "-c", OPEN, folder], capture_output=True, text=True)
    assert "another process has this Qdrant folder open" in done.stdout
    assert index.size == 3


def test_one_process_may_open_a_collection_twice(folder: str) -> None:
    built = QdrantIndex.build(SKY, None, folder, "sky")
    again = [QdrantIndex.open(folder, "sky") for _ in range(2)]
    assert [index.take([0]) for index in again] == [built.take([0])] * 2


def test_progress_counts_the_passages() -> None:
    seen: list[tuple[int, int]] = []
    QdrantIndex.build(SKY * 100, None, ":memory:", "sky", lambda done, total: seen.append((done, total)))
    assert seen == [(256, 300), (300, 300)]


def test_indexing_again_takes_the_place_of_what_was_there(folder: str) -> None:
    QdrantIndex.build(TEA, None, folder, "tea")
    before = QdrantIndex.build(SKY, None, folder, "sky")
    after = QdrantIndex.build(TEA, None, folder, "sky")
    assert QdrantIndex.open(folder, "sky").take([0]) == after.take([0]) == [TEA[0]]
    assert len(generations(folder)) == 2
    with pytest.raises(KnowledgeError):
        before.take([0])


def test_a_writer_that_fails_changes_nothing(folder: str) -> None:
    QdrantIndex.build(SKY, None, folder, "sky")
    there = generations(folder)
    with pytest.raises(KnowledgeError, match="out of letters") as error:
        QdrantIndex.build(SKY * 200, Letters(reads_on=300), folder, "sky")
    assert says(error).startswith(folder)
    assert generations(folder) == there
    assert QdrantIndex.open(folder, "sky").size == 3


def test_what_a_killed_writer_left_is_cleared_and_nothing_else(folder: str) -> None:
    client = server.connect(folder)
    left, other, foreign = "sky-0123456789ab", "sky-x-0123456789ab", "sky-ba9876543210"
    for name, metadata in ((left, {"name": "sky"}), (other, {"name": "sky-x"}), (foreign, None)):
        client.create_collection(name, vectors_config={}, metadata=metadata)
    QdrantIndex.build(SKY, None, folder, "sky")
    assert left not in generations(folder)
    assert {other, foreign} < generations(folder)
    remove(folder, "sky")
    assert generations(folder) == {other, foreign}


def test_what_was_removed_is_gone(folder: str) -> None:
    QdrantIndex.build(SKY, None, folder, "sky")
    remove(folder, "sky")
    with pytest.raises(KnowledgeError, match="Qdrant has no collection 'sky'; make it: reasoner index"):
        QdrantIndex.open(folder, "sky")


def test_looking_for_a_collection_makes_no_folder(folder: str) -> None:
    with pytest.raises(KnowledgeError, match="Qdrant has no collection 'sky'"):
        QdrantIndex.open(folder, "sky")
    assert not Path(folder).exists()


def live(client: QdrantClient) -> str:
    return client.get_aliases().aliases[0].collection_name


def lose_a_passage(client: QdrantClient) -> None:
    client.delete(live(client), models.PointIdsList(points=[1]))


def change_the_format(client: QdrantClient) -> None:
    client.update_collection(live(client), metadata={"format": store.FORMAT + 1})


def point_elsewhere(client: QdrantClient) -> None:
    client.create_collection("foreign", vectors_config={})
    made = models.CreateAlias(collection_name="foreign", alias_name="sky")
    client.update_collection_aliases([models.CreateAliasOperation(create_alias=made)])


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lose_a_passage, "collection 'sky' is damaged: it holds 3 of 4 points"),
        (change_the_format, f"has format {store.FORMAT + 1}, not {store.FORMAT}"),
        (point_elsewhere, "'foreign' was not made by reasoner"),
    ],
)
def test_a_collection_that_is_not_as_it_was_written_is_refused(
    harm: Callable[[QdrantClient], None], message: str, folder: str
) -> None:
    index = QdrantIndex.build(SKY, None, folder, "sky")
    harm(server.connect(folder))
    with pytest.raises(KnowledgeError, match=message) as error:
        QdrantIndex.open(folder, "sky")
    assert says(error).endswith(f"reasoner index PATH --collection sky --store qdrant:{folder}")
    assert index.size == 3


@pytest.mark.parametrize("other", [Letters("90ab"), Letters(length=5)])
def test_an_embedder_that_did_not_make_the_vectors_is_refused(other: Letters, folder: str) -> None:
    index = QdrantIndex.build(SKY, Letters(), folder, "sky")
    with pytest.raises(
        KnowledgeError, match=r"embedded by letters \(56785678, 26 numbers\), not by"
    ) as error:
        QdrantIndex.open(folder, "sky", other)
    assert "make it again: reasoner index" in says(error)
    assert QdrantIndex.open(folder, "sky").size == index.size


def test_a_vector_of_another_length_is_refused() -> None:
    index = QdrantIndex.build(SKY, Letters(), ":memory:", "sky")
    with pytest.raises(KnowledgeError, match="has 5 numbers, those of collection 'sky' 26"):
        index.find(["moon"], np.ones(5, dtype=np.float32), 5, {})


def test_a_torn_folder_is_refused_in_one_line(folder: str) -> None:
    QdrantIndex.build(SKY, None, folder, "sky")
    (Path(folder) / "meta.json").write_text('{"collections": ', encoding="utf-8")
    with pytest.raises(KnowledgeError, match="Qdrant fails: JSONDecodeError") as error:
        QdrantIndex.open(folder, "sky")
    says(error)


def test_a_server_that_is_down_is_named() -> None:
    with pytest.raises(
        KnowledgeError, match=r"http://127.0.0.1:9: no answer from the Qdrant server"
    ) as error:
        QdrantIndex.open("http://127.0.0.1:9", "sky")
    says(error)


def test_a_server_is_asked_with_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(server.KEY, "secret")
    with serving(key="secret") as url:
        index = QdrantIndex.build(SKY, Letters(), url, "sky", text_of=TEXTS.get)
        found = Hybrid("sky", index, Letters()).search("How far is the moon?", 1)
    assert [passage.source for passage in found] == ["moon.md"]


def test_a_wrong_key_is_said_to_be_wrong() -> None:
    with serving(key="secret") as url, pytest.raises(KnowledgeError, match="refuses the key") as error:
        QdrantIndex.build(SKY, None, url, "sky")
    assert f"set {server.KEY}" in says(error)


def test_a_generation_that_a_server_dropped_is_said_to_be_gone() -> None:
    with serving() as url:
        before = QdrantIndex.build(SKY, None, url, "sky")
        QdrantIndex.build(TEA, None, url, "sky")
        with pytest.raises(KnowledgeError, match="if it was just made again, open it again") as error:
            before.find(["moon"], None, 5, {})
    says(error)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("http://qdrant.example:6333", "the key in QDRANT_API_KEY would be sent unencrypted; use https://"),
        ("https://me:secret@qdrant.example", "may not hold a name, a key or parameters"),
        ("https://qdrant.example?api-key=secret", "may not hold a name, a key or parameters"),
    ],
)
def test_a_key_is_neither_sent_in_the_clear_nor_written_down(
    url: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(server.KEY, "secret")
    with pytest.raises(KnowledgeError, match=message) as error:
        QdrantIndex.open(url, "sky")
    assert "secret" not in says(error)


def test_no_file_of_a_collection_has_the_key(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(server.KEY, "a-key-to-nothing")
    QdrantIndex.build(SKY, None, folder, "sky")
    written = [path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()]
    assert json.loads((Path(folder) / "meta.json").read_text(encoding="utf-8"))["aliases"]
    assert not any(b"a-key-to-nothing" in data for data in written)
