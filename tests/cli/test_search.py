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
