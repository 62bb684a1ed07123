"""A collection on disk is the old one or the new one, whole, whatever happens to its writer."""

import errno
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from reasoner.errors import KnowledgeError
from reasoner.retrieval import collection, store
from reasoner.retrieval.job import How
from reasoner.retrieval.seal import SEAL, Seal

TERMS = How(embed=False)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without collections."""
    monkeypatch.setenv("REASONER_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "collections"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    fill(folder, "first")
    return folder


def fill(folder: Path, word: str) -> None:
    """Every document has the word, so that no index can have two of them."""
    for number in range(8):
        text = f"# Note {number}\n\nThe word is {word}.\n\n绿茶 {number}.\n"
        (folder / f"n{number}.md").write_text(text, encoding="utf-8")


def index(docs: Path) -> None:
    collection.index([docs], "mine", how=TERMS)


def words() -> set[str]:
    """The words that the documents of the collection have, as those who search find them."""
    opened = collection.open_collection("mine")
    found = {word for word in ("first", "second") if opened.search(word, 20)}
    for word in found:
        assert len({passage.source for passage in opened.search(word, 20)}) == 8
    return found


def generation(folder: Path) -> Path:
    (found,) = (path for path in folder.iterdir() if path.is_dir())
    return found


def forge(folder: Path, **fields: object) -> None:
    """Changes the manifest as someone would who knows how it is signed."""
    raw = json.loads((folder / store.MANIFEST).read_bytes())
    manifest = store.Manifest.model_validate(raw | fields).signed()
    (folder / store.MANIFEST).write_text(manifest.model_dump_json(), encoding="utf-8")


def in_child(work: Callable[[], object]) -> int:
    """The number of a process that does the work, and nothing after it."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def killed(docs: Path, home: Path, times: int, seed: int) -> tuple[int, int]:
    """Kills as many writers, at moments from before the write to after it; how often the old and the new
    collection was found."""
    draw, there, coming = random.Random(seed), "first", "second"
    index(docs)
    fill(docs, coming)
    started = time.monotonic()
    os.waitpid(in_child(lambda: index(docs)), 0)
    lasts = time.monotonic() - started
    there, coming = coming, there
    old = new = 0
    for number in range(times):
        fill(docs, coming)
        child = in_child(lambda: index(docs))
        time.sleep(lasts * 1.2 * (number + draw.random()) / times)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        collection.check("mine")
        found = words()
        assert found in ({there}, {coming})
        old, new = old + (found == {there}), new + (found == {coming})
        if found == {coming}:
            there, coming = coming, there
    index(docs)
    left = {path.name for path in (home / "mine").iterdir()}
    assert left == {store.MANIFEST, SEAL, generation(home / "mine").name}
    return old, new


def test_a_writer_killed_at_any_moment_leaves_the_old_or_the_new_collection(docs: Path, home: Path) -> None:
    old, new = killed(docs, home, times=60, seed=1)
    assert old + new == 60
    assert old > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_a_writer_killed_very_often_leaves_the_old_or_the_new_collection(
    docs: Path, home: Path, seed: int
) -> None:
    old, new = killed(docs, home, times=200, seed=seed)
    assert old > 0
    assert new > 0


def test_readers_see_one_whole_collection_while_it_is_written_again_and_again(docs: Path) -> None:
    index(docs)

    def read() -> None:
        for _ in range(25):
            assert len(words()) == 1

    readers = [in_child(read) for _ in range(3)]
    for number in range(12):
        fill(docs, ("second", "first")[number % 2])
        index(docs)
    assert [os.waitpid(reader, 0)[1] for reader in readers] == [0, 0, 0]


def test_a_reader_keeps_what_it_opened_when_that_is_replaced_or_removed(docs: Path) -> None:
    index(docs)
    opened = collection.open_collection("mine")
    fill(docs, "second")
    index(docs)
    assert len(opened.search("first", 20)) == 8
    collection.remove("mine")
    assert len(opened.search("first", 20)) == 8
    assert opened.around(opened.search("first", 1)[0], 1).text


def test_two_writers_take_turns(docs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(docs, other)
    fill(other, "second")
    writers = [in_child(partial(index, path)) for path in (docs, other) * 2]
    assert [os.waitpid(writer, 0)[1] for writer in writers] == [0] * 4
    assert len(words()) == 1


def test_a_writer_that_waits_too_long_is_told(
    docs: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LOCK_SECONDS", 0.1)
    with store.locked(home / "mine"):
        context = multiprocessing.get_context("fork")
        answer = context.SimpleQueue()

        def write() -> None:
            try:
                index(docs)
            except KnowledgeError as error:
                answer.put(str(error))

        os.waitpid(in_child(write), 0)
        assert "another process has been writing this for 0.1 s" in answer.get()


def test_a_writer_that_waits_stops_when_it_is_told_to(docs: Path, home: Path) -> None:
    asked = iter((False, False, True))
    with store.locked(home / "mine"), pytest.raises(KnowledgeError, match="another process is writing this"):
        collection.index([docs], "mine", embed=False, stop=lambda: next(asked))
    assert next(asked, None) is None


REGIONS: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda data: None,
    "empty": lambda data: b"",
    "without its end": lambda data: data[:-1],
    "half": lambda data: data[: len(data) // 2],
    "longer": lambda data: data + b"\0",
    "first byte": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "header": lambda data: data[:12] + bytes([data[12] ^ 1]) + data[13:],
    "middle": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 128]) + data[len(data) // 2 + 1 :]
    ),
    "last byte": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
}


@pytest.mark.parametrize("region", REGIONS)
def test_a_file_that_is_not_what_was_written_is_refused_by_name(region: str, docs: Path, home: Path) -> None:
    index(docs)
    files = sorted(generation(home / "mine").iterdir())
    assert len(files) >= 14
    for path in files:
        data = path.read_bytes()
        changed = REGIONS[region](data)
        path.unlink() if changed is None else path.write_bytes(changed)
        for use in (collection.open_collection, collection.check):
            with pytest.raises(
                KnowledgeError,
                match=rf"'mine' .* is damaged: {path.name} .*reasoner index {docs} --collection mine --no-embed$",
            ):
                use("mine")
        path.write_bytes(data)
    collection.check("mine")


def test_a_change_that_leaves_size_and_time_as_they_were_is_found(docs: Path, home: Path) -> None:
    index(docs)
    path = generation(home / "mine") / "text.npy"
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(-3, os.SEEK_END)
        file.write(b"x")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(KnowledgeError, match=r"is damaged: text\.npy"):
        collection.open_collection("mine")


def test_a_damaged_collection_is_made_again_by_indexing(docs: Path, home: Path) -> None:
    index(docs)
    (generation(home / "mine") / "passages.npy").write_bytes(b"x")
    assert collection.index([docs], "mine", how=TERMS).added == 8
    collection.check("mine")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b"\xff", b'{"format": 3}', b"[" * 100_000, None])
def test_a_torn_manifest_is_refused_by_name(data: bytes | None, docs: Path, home: Path) -> None:
    index(docs)
    path = home / "mine" / store.MANIFEST
    path.unlink() if data is None else path.write_bytes(data)
    for use in (collection.open_collection, collection.info, collection.check):
        with pytest.raises(
            KnowledgeError,
            match=r"'mine' in .* has no whole manifest\.json; make it again: reasoner index PATH",
        ):
            use("mine")


def test_another_format_is_refused_by_name(docs: Path, home: Path) -> None:
    index(docs)
    (home / "mine" / store.MANIFEST).write_text('{"format": 99}', encoding="utf-8")
    with pytest.raises(KnowledgeError, match=rf"has format 99, not {store.FORMAT}; run: reasoner index PATH"):
        collection.open_collection("mine")


@pytest.mark.parametrize("field", [field for field in store.Manifest.model_fields if field != "format"])
def test_a_manifest_of_which_a_field_was_changed_is_refused(field: str, docs: Path, home: Path) -> None:
    index(docs)
    path = home / "mine" / store.MANIFEST
    manifest = json.loads(path.read_bytes())
    others = {
        str: "files-0123456789ab",
        int: 7,
        bool: False,
        list: ["elsewhere"],
        dict: {},
        type(None): "hnsw",
    }
    for changed in (others[type(manifest[field])], None, [[]]):
        path.write_text(json.dumps(manifest | {field: changed}), encoding="utf-8")
        if changed != manifest[field]:
            with pytest.raises(KnowledgeError, match=r"has no whole manifest\.json"):
                collection.open_collection("mine")
    path.write_text(
        json.dumps({key: value for key, value in manifest.items() if key != field}), encoding="utf-8"
    )
    if manifest[field] is not None:
        with pytest.raises(KnowledgeError, match=r"has no whole manifest\.json"):
            collection.open_collection("mine")


@pytest.mark.parametrize(
    "relative", ["../outside", "/etc/hostname", "a/../../outside", "..\\outside", "link"]
)
def test_a_manifest_that_leads_outside_is_refused(relative: str, docs: Path, home: Path) -> None:
    index(docs)
    secret = home / "mine" / "outside"
    secret.write_text("x", encoding="utf-8")
    (generation(home / "mine") / "link").symlink_to(secret)
    forge(
        home / "mine",
        checksums={relative: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"},
    )
    with pytest.raises(KnowledgeError, match=r"is damaged: "):
        collection.open_collection("mine")


def test_files_that_the_manifest_does_not_name_are_refused(docs: Path, home: Path) -> None:
    index(docs)
    forge(home / "mine", checksums={})
    with pytest.raises(KnowledgeError, match=r"is damaged: "):
        collection.open_collection("mine")


def test_a_collection_of_another_name_is_refused(docs: Path, home: Path) -> None:
    index(docs)
    shutil.copytree(home / "mine", home / "yours")
    with pytest.raises(KnowledgeError, match=r"collection 'yours' in .* is in truth 'mine'"):
        collection.open_collection("yours")


def test_a_collection_that_was_copied_is_hashed_once(docs: Path, home: Path) -> None:
    index(docs)
    sealed = (home / "mine" / SEAL).read_bytes()
    shutil.copytree(home / "mine", home / "copy")
    shutil.rmtree(home / "mine")
    (home / "copy").rename(home / "mine")
    assert words() == {"first"}
    assert (home / "mine" / SEAL).read_bytes() != sealed
    assert Seal.read(home / "mine") is not None


def test_a_broken_seal_is_no_seal(docs: Path, home: Path) -> None:
    index(docs)
    (home / "mine" / SEAL).write_text("{", encoding="utf-8")
    assert words() == {"first"}
    assert Seal.read(home / "mine") is not None


@pytest.fixture
def limited() -> Iterator[Callable[[int], None]]:
    """Limits how long a file may get, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_what_was_there_whichever_file_it_meets(
    docs: Path, home: Path, limited: Callable[[int], None]
) -> None:
    index(docs)
    fill(docs, "second")
    limits = {path.stat().st_size - 1 for path in generation(home / "mine").iterdir()} | {0, 1}
    before = sorted(path.name for path in (home / "mine").iterdir())
    for limit in sorted(limits):
        limited(limit)
        with pytest.raises(KnowledgeError, match=r"cannot write the collection: .*nothing there was changed"):
            index(docs)
        limited(resource.RLIM_INFINITY)
        assert sorted(path.name for path in (home / "mine").iterdir()) == before
        assert words() == {"first"}
    index(docs)
    assert words() == {"second"}


@pytest.mark.parametrize(
    "error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt(), MemoryError()]
)
def test_an_error_in_the_middle_of_writing_leaves_no_rubbish(
    error: BaseException, docs: Path, home: Path
) -> None:
    def write() -> None:
        with store.writing(home / "mine") as made:
            (made.home / "text.npy").write_bytes(b"half")
            raise error

    index(docs)
    before = sorted((home / "mine").rglob("*"))
    with pytest.raises((KnowledgeError, KeyboardInterrupt, MemoryError)):
        write()
    assert sorted((home / "mine").rglob("*")) == before
