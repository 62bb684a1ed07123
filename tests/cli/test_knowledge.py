import json
from pathlib import Path

import pytest

from cli_support import Cli


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
        "warning: photo.png: skipped: '.png' is not one of .markdown, .md, .txt.",
        'Ask it: reasoner run qa --collection tea "..."',
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["none"], "none: no such file or folder; give an existing one."),
        (["empty"], "empty: nothing to index; give .md, .markdown or .txt files with text."),
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
