import json
import os
import re
import signal
import threading
import time
from pathlib import Path

import pytest

from cli_support import Cli
from reasoner.retrieval import store


@pytest.fixture
def tea(cli: Cli) -> None:
    """A collection of two documents."""
    Path("notes/sub").mkdir(parents=True)
    Path("notes/green.md").write_text("# Green tea\n\nGreen tea is brewed at 80 degrees.\n")
    Path("notes/sub/black.txt").write_text("Black tea takes boiling water.\n")
    assert cli("index", "notes", "--collection", "tea", "--no-embed").code == 0


def test_index_says_what_it_made_and_what_it_left_out(cli: Cli) -> None:
    Path("notes").mkdir()
    Path("notes/green.md").write_text("Green tea is brewed at 80 degrees.")
    Path("notes/photo.png").write_bytes(b"\x89PNG")
    Path("notes/empty.txt").write_text("")
    ran = cli("index", "notes", "--collection", "tea", "--no-embed")
    assert (ran.code, ran.out) == (0, "tea: 1 passage of 1 file\n")
    assert ran.err.splitlines() == [
        "warning: empty.txt: skipped: empty.",
        "warning: photo.png: skipped: '.png' is not read; only Markdown, text, HTML, PDF, DOCX, CSV, JSONL and source code are.",
        'Ask it: reasoner run qa --collection tea "..."',
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none"], "none: no such file or folder; give an existing one."),
        (
            ["empty"],
            "empty: nothing to index; give files with text: Markdown, text, HTML, PDF, DOCX, CSV, JSONL and source code.",
        ),
    ],
)
def test_index_of_nothing_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    Path("empty").mkdir()
    ran = cli("index", *arguments, "--collection", "tea")
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


@pytest.mark.usefixtures("tea")
def test_collections_lists_the_bundled_ones_and_mine(cli: Cli) -> None:
    lines = cli("collections", "list").out.splitlines()
    assert lines[0].startswith("handbook  bundled  ")
    assert lines[1] == "tea       yours    2 passages of 2 files"
    found = json.loads(cli("collections", "list", "--json").out)["collections"]
    assert [(entry["name"], entry["bundled"]) for entry in found] == [("handbook", True), ("tea", False)]


@pytest.mark.usefixtures("tea")
def test_collections_info(cli: Cli, folder: Path) -> None:
    found = json.loads(cli("collections", "info", "tea", "--json").out)
    assert (found["files"], found["passages"], found["roots"]) == (2, 2, [str(folder / "notes")])
    assert cli("collections", "info", "tea").out.startswith(
        "name     tea (yours)\nholds    2 passages of 2 files\n"
    )


@pytest.mark.usefixtures("tea")
def test_remove_asks_unless_told_not_to(cli: Cli) -> None:
    ran = cli("collections", "remove", "tea")
    says = "error: reasoner collections remove: nobody to ask here; add --yes to remove 'tea'.\n"
    assert (ran.code, ran.err) == (2, says)
    assert cli("collections", "remove", "tea", "--yes").err == "tea: removed.\n"
    assert cli("collections", "info", "tea").code == 2
    assert Path("notes/green.md").exists()


def test_a_bundled_collection_stays(cli: Cli) -> None:
    ran = cli("collections", "remove", "handbook", "--yes")
    assert (ran.code, ran.err) == (2, "error: collection 'handbook' is bundled and cannot be removed.\n")


@pytest.mark.usefixtures("tea")
def test_index_again_says_what_changed(cli: Cli) -> None:
    Path("notes/green.md").write_text("Green tea takes 70 degrees.")
    Path("notes/white.md").write_text("White tea.")
    ran = cli("index", "notes", "--collection", "tea", "--no-embed")
    assert (ran.code, ran.out) == (0, "tea: 3 passages of 3 files\n")
    assert ran.err.startswith("tea: 1 unchanged, 1 added, 1 changed, 0 removed.\n")
    report = json.loads(cli("index", "notes", "--collection", "tea", "--no-embed", "--json").out)
    assert (report["unchanged"], report["complete"]) == (3, True)


def test_index_leaves_out_and_decodes_what_it_is_told_to(cli: Cli) -> None:
    Path("notes").mkdir()
    Path("notes/old.txt").write_bytes("绿茶不发酵。".encode("gb18030"))
    Path("notes/draft.md").write_text("A draft.")
    Path("notes/long.md").write_text("Long. " * 200_000)
    ran = cli(
        "index",
        "notes",
        "--collection",
        "tea",
        "--no-embed",
        "--exclude",
        "draft*",
        "--encoding",
        "gb18030",
        "--max-mib",
        "1",
    )
    assert (ran.code, ran.out) == (0, "tea: 1 passage of 1 file\n")
    assert ran.err.startswith("warning: long.md: skipped: ")
    assert "绿茶不发酵。" in cli("collections", "show", "tea", "old.txt").out


@pytest.mark.usefixtures("tea")
def test_show_prints_a_document_as_it_was_read(cli: Cli) -> None:
    Path("notes/green.md").unlink()
    assert (
        cli("collections", "show", "tea", "green.md").out
        == " 1  # Green tea\n 2\n 3  Green tea is brewed at 80 degrees.\n"
    )
    assert cli("collections", "show", "tea", "green.md", "--line", "3").out.endswith(
        "\n>3  Green tea is brewed at 80 degrees.\n"
    )
    assert json.loads(cli("collections", "show", "tea", "green.md", "--json").out)["text"].startswith(
        "# Green"
    )


@pytest.mark.usefixtures("tea")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "tea", "gren.md"], "collection 'tea' has no document 'gren.md'; did you mean 'green.md'?"),
        (["show", "tea", "zzz"], "collection 'tea' has no document 'zzz'; see what it has: reasoner search tea QUERY"),
        (["show", "tea", "green.md", "--line", "9"], "green.md: has 3 lines, not 9; give a smaller --line."),
        (["check", "tee"], "no collection 'tee'; did you mean 'tea'? Known: handbook, tea. Make one with: reasoner index PATH --collection tee"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("collections", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


@pytest.mark.usefixtures("tea")
def test_check_reads_every_file(cli: Cli, tmp_path: Path) -> None:
    assert re.fullmatch(r"tea: whole \(\d+ kB\)\n", cli("collections", "check", "tea").out)
    (text,) = (tmp_path / "home").glob("collections/tea/files-*/text.npy")
    text.write_bytes(text.read_bytes()[:-1])
    ran = cli("collections", "check", "tea")
    assert ran.code == 2
    assert (
        "is damaged: text.npy is missing or not what was written; make it again: reasoner index " in ran.err
    )


def press(lock: Path, times: int) -> threading.Thread:
    """Presses Ctrl-C so often once a collection is being written."""

    def watch() -> None:
        while not lock.exists():
            time.sleep(0.001)
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.02)

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


@pytest.fixture
def many() -> int:
    """Files, more than are indexed in an instant."""
    Path("many").mkdir()
    for number in range(1500):
        Path(f"many/{number:04}.md").write_text(f"# Tea {number}\n\n" + f"Word {number}. " * 30)
    return 1500


def test_ctrl_c_keeps_what_is_done(cli: Cli, tmp_path: Path, many: int) -> None:
    thread = press(tmp_path / "home" / "collections" / ".tea.lock", times=1)
    ran = cli("index", "many", "--collection", "tea", "--no-embed")
    thread.join()
    assert ran.code == 130
    (done,) = re.findall(
        rf"interrupted: (\d+) of {many} files are indexed; run the same command again to go on.", ran.err
    )
    assert "finishing what is at hand" in ran.err
    if int(done):
        assert f"of {done} file" in cli("collections", "info", "tea").out
        assert "(incomplete: index it again to go on)" in cli("collections", "list").out
    again = cli("index", "many", "--collection", "tea", "--no-embed")
    assert (again.code, again.out) == (0, f"tea: {many} passages of {many} files\n")
    assert int(done) == 0 or f"tea: {done} unchanged, " in again.err


@pytest.mark.usefixtures("tea")
def test_ctrl_c_ends_the_wait_for_another_writer(cli: Cli, tmp_path: Path, many: int) -> None:
    def watch() -> None:
        while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=watch)
    with store.locked(tmp_path / "home" / "collections" / "tea"):
        thread.start()
        ran = cli("index", "many", "--collection", "tea", "--no-embed")
    thread.join()
    assert (ran.code, ran.out) == (130, "")
    assert "another process is writing this; nothing there was changed." in ran.err
    assert "2 passages of 2 files" in cli("collections", "info", "tea").out


@pytest.mark.usefixtures("tea")
def test_a_second_ctrl_c_leaves_what_was_there(cli: Cli, tmp_path: Path, many: int) -> None:
    lock = tmp_path / "home" / "collections" / ".tea.lock"
    lock.unlink(missing_ok=True)
    thread = press(lock, times=2)
    ran = cli("index", "many", "--collection", "tea", "--no-embed")
    thread.join()
    assert (ran.code, ran.out) == (130, "")
    assert "2 passages of 2 files" in cli("collections", "info", "tea").out
    assert len(list(lock.parent.glob("tea/files-*"))) == 1
