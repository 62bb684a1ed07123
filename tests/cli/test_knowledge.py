import json
import re
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
def test_search_shows_the_passage_its_score_and_its_place(cli: Cli) -> None:
    ran = cli("search", "tea", "boiling water", "--top-k", "1")
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"[01]\.\d\d  sub/black.txt:1\n    Black tea takes boiling water.\n", ran.out)
    assert "  [bm25 " in cli("search", "tea", "boiling water", "--top-k", "1", "--explain").out


@pytest.mark.usefixtures("tea")
def test_search_json_has_exact_offsets(cli: Cli) -> None:
    (first, *_) = json.loads(cli("search", "tea", "80 degrees", "--json").out)["passages"]
    text = Path("notes/green.md").read_text()
    assert text[first["start"] : first["end"]] == first["text"]
    assert {"source", "text", "start", "end", "page", "score"} <= set(first)
    explained = json.loads(cli("search", "tea", "80 degrees", "--json", "--explain").out)["passages"][0]
    assert {"bm25", "dense", "fused", "support"} <= set(explained)


@pytest.mark.usefixtures("tea")
def test_search_queries_gives_every_row_its_passages(cli: Cli) -> None:
    Path("q.jsonl").write_text(
        '{"query": "boiling", "id": 1}\n{"query": ""}\n{"query": "zzz", "passages": 3}\n'
    )
    ran = cli("search", "tea", "--queries", "q.jsonl")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (2, "error: q.jsonl:2: 'query' is empty; fill it in\n")
    assert (rows[0]["id"], rows[0]["passages"][0]["source"]) == (1, "sub/black.txt")
    assert rows[1:] == [
        {"query": "", "error": "line 2: 'query' is empty; fill it in"},
        {"query": "zzz", "passages": []},
    ]


@pytest.mark.usefixtures("tea")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["tee", "x"], "no collection 'tee'; did you mean 'tea'? Known: handbook, tea. Make one with: reasoner index PATH --collection tee"),
        (["tea"], "reasoner search: give either a QUERY or --queries FILE. See: reasoner search --help"),
        (["tea", " "], "reasoner search: the query is empty; say what to look for."),
    ],
)  # fmt: skip
def test_a_search_for_nothing_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("search", *arguments)
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
