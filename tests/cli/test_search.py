import json
import re
from pathlib import Path

import pytest

from cli_support import Cli
from reasoner.cli.search import TOGETHER


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


@pytest.mark.usefixtures("tea")
def test_an_explanation_tells_the_scores_and_the_terms(cli: Cli) -> None:
    ran = cli("search", "tea", "boiling milk and water", "--top-k", "1", "--explain")
    head, scores, has, lacks, text = ran.out.splitlines()
    assert head.endswith("  sub/black.txt:1")
    assert re.fullmatch(r"  \[bm25 \d\.\d{3}, dense none, .*support 0\.\d{3}, relevance 0\.\d{3}\]", scores)
    assert re.fullmatch(r"  has: (boil|water) \d\.\d\d, (boil|water) \d\.\d\d", has)
    assert re.fullmatch(r"  lacks: milk \d\.\d\d", lacks)
    assert text == "    Black tea takes boiling water."


@pytest.mark.usefixtures("tea")
def test_a_filter_leaves_only_what_matches(cli: Cli) -> None:
    def sources(*where: str) -> list[str]:
        flags = [flag for one in where for flag in ("--where", one)]
        found = json.loads(cli("search", "tea", "tea", "--json", *flags).out)["passages"]
        return sorted(passage["source"] for passage in found)

    assert sources() == ["green.md", "sub/black.txt"]
    assert sources("source=sub/*") == ["sub/black.txt"]
    assert sources("source=*.md", "source2=") == ["green.md"]
    assert sources("lang=zh") == []
    ran = cli("search", "tea", "tea", "--where", "sorce=sub/*")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "tea: no passage that it finds has 'sorce'; did you mean 'source'? Known: source.\n"
    assert cli("search", "tea", "tea", "--where", "source=x").err == "tea: nothing bears on this query.\n"


def test_neighbours_come_with_each_passage_and_once(cli: Cli) -> None:
    text = "\n\n".join(f"# Part {i}\n\n" + f"Sentence about topic{i} and more. " * 20 for i in range(6))
    Path("long.md").write_text(text)
    assert cli("index", "long.md", "--collection", "long", "--no-embed").code == 0
    [hit] = json.loads(cli("search", "long", "topic3", "--top-k", "1", "--json").out)["passages"]
    ran = cli("search", "long", "topic3", "--top-k", "1", "--neighbours", "1", "--json", "--explain")
    [wide] = json.loads(ran.out)["passages"]
    assert wide["start"] < hit["start"] < hit["end"] < wide["end"]
    assert "topic2" in wide["text"]
    assert "topic4" in wide["text"]
    assert list(wide["terms"]) == ["topic3"]


@pytest.mark.usefixtures("tea")
@pytest.mark.parametrize(
    "query", ["the of and", "?!", "的", "\ud83d", "tea \udc80", "\x1b[2Jtea", "😀", "-" * 9999]
)
def test_a_strange_query_finds_little_and_breaks_nothing(cli: Cli, query: str) -> None:
    Path("q.jsonl").write_text(json.dumps({"query": query}) + "\n" + json.dumps({"query": f"{query}\0"}))
    for flags in ((), ("--explain",)):
        ran = cli("search", "tea", "--queries", "q.jsonl", *flags)
        assert (ran.code, ran.err) == (0, "")
        assert ["passages" in json.loads(line) for line in ran.out.splitlines()] == [True, True]


@pytest.mark.usefixtures("tea")
def test_a_query_of_a_megabyte_is_one_line_for_its_row(cli: Cli) -> None:
    Path("q.jsonl").write_text(json.dumps({"query": "tea " * 250_000}))
    ran = cli("search", "tea", "--queries", "q.jsonl")
    says = "'query' has 1,000,000 characters; give at most 10,000"
    assert (ran.code, ran.err) == (2, f"error: q.jsonl:1: {says}\n")
    assert json.loads(ran.out)["error"] == f"line 1: {says}"


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
        (["tea", " "], "reasoner search: 'query' is empty; fill it in."),
        (["tea", "tea " * 2501], "reasoner search: 'query' has 10,004 characters; give at most 10,000."),
        (["tea", "x", "--where", "green"], "--where 'green': write KEY=PATTERN, such as 'source=guides/*'."),
        (["tea", "x", "--where", "=*"], "--where '=*': write KEY=PATTERN, such as 'source=guides/*'."),
        (["tea", "x", "--where", "a=1", "--where", "a=2"], "--where: 'a' is there twice; give one pattern for each key."),
    ],
)  # fmt: skip
def test_a_search_for_nothing_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("search", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


@pytest.mark.usefixtures("tea")
def test_many_rows_keep_their_order_and_their_faults_their_lines(cli: Cli) -> None:
    queries = ["green" if i % 2 else "black" for i in range(2 * TOGETHER + 1)]
    rows = [json.dumps({"id": i, "query": query}) for i, query in enumerate(queries)]
    rows[TOGETHER - 1 : TOGETHER + 1] = ["{}", "[]"]
    Path("q.jsonl").write_text("\n".join(rows))
    ran = cli("search", "tea", "--queries", "q.jsonl", "--top-k", "1")
    written = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 2
    assert [i for i, row in enumerate(written) if "error" in row] == [TOGETHER - 1, TOGETHER]
    assert [line.split(":")[2] for line in ran.err.splitlines()] == [str(TOGETHER), str(TOGETHER + 1)]
    for i, row in enumerate(written):
        if "error" not in row:
            source = "green.md" if i % 2 else "sub/black.txt"
            assert (row["id"], row["passages"][0]["source"]) == (i, source)
