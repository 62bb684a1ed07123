import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli
from evals_support import Row, failed, row, write


def judged(marks: str) -> list[Row]:
    """A row for each letter: right or wrong."""
    return [row(i, "right" if mark == "r" else "wrong") for i, mark in enumerate(marks)]


@pytest.fixture
def runs() -> None:
    """Three runs of a hundred items in a, b and c: b is better than a, and c is like a."""
    write("a", judged("r" * 50 + "w" * 50))
    write("b", judged("r" * 70 + "w" * 30), model="other")
    write("c", judged("r" * 48 + "w" * 5 + "r" * 3 + "w" * 44))


@pytest.mark.usefixtures("runs")
def test_two_runs_are_compared_in_words(cli: Cli) -> None:
    ran = cli("compare", "a", "b")
    assert (ran.code, ran.err) == (0, "")
    assert "run                 a                      b\n" in ran.out
    assert "model               smollm2-135m           other\n" in ran.out
    assert "accuracy            50.0 % (40.4 to 59.6)  70.0 % (60.4 to 78.1)\n" in ran.out
    assert "100 items: 50 right in both, 30 in neither\n" in ran.out
    assert "right only in b: 20: 50, 51, 52, 53, 54, 55, 56, 57, 58, 59 and 10 more\n" in ran.out
    assert "right only in a: none\n" in ran.out
    assert "\nb is right more often than a, by 20.0 points on 100 items (95 % interval " in ran.out


@pytest.mark.usefixtures("runs")
def test_no_winner_is_no_failure(cli: Cli) -> None:
    ran = cli("compare", "a", "c")
    assert ran.code == 0
    assert "No winner: c is above a by 1.0 points on 100 items" in ran.out


@pytest.mark.usefixtures("runs")
def test_with_json_the_comparison_is_one_object(cli: Cli) -> None:
    told = json.loads(cli("compare", "a", "b", "--json").out)
    assert (told["winner"], told["difference"], told["n"]) == ("b", 0.2, 100)
    assert len(told["flipped"]["won"]) == 20
    assert [one["folder"] for one in told["runs"]] == ["a", "b"]
    assert told["runs"][1]["model"] == "other"


@pytest.mark.usefixtures("runs")
def test_several_runs_are_compared_in_a_table_of_pairs(cli: Cli) -> None:
    ran = cli("compare", "a", "b", "c")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["run", "items", "accuracy", "coverage", "selective", "accuracy"]
    assert lines[6].startswith("a  b  100    +20.0 (+12.0 to +28.0)")
    assert lines[6].endswith("b")
    assert lines[7].endswith("not to be told")
    told = json.loads(cli("compare", "a", "b", "c", "--json").out)
    assert [(pair["a"]["name"], pair["b"]["name"], pair["winner"]) for pair in told["pairs"]] == [
        ("a", "b", "b"), ("a", "c", None), ("b", "c", "a"),
    ]  # fmt: skip
    assert [one["accuracy"] for one in told["runs"]] == [0.5, 0.7, 0.51]


@pytest.mark.usefixtures("runs")
def test_a_report_of_two_runs_is_a_page(cli: Cli) -> None:
    ran = cli("compare", "a", "b", "--report", "page.html")
    assert (ran.code, ran.err) == (0, "page.html: written.\n")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "b is right more often than a" in page
    assert [path.name for path in Path().iterdir() if "part" in path.name] == []


def test_runs_in_folders_of_one_name_are_told_apart_by_their_paths(cli: Cli) -> None:
    write("x/run", judged("rw"))
    write("y/run", judged("ww"))
    lines = cli("compare", "x/run", "y/run").out.splitlines()
    assert lines[1].split() == ["run", "x/run", "y/run"]


def test_what_is_not_compared_is_told(cli: Cli) -> None:
    write("a", [row(1), row(2), failed(3)], items=5)
    write("b", [row(1, "unknown"), row(2), row(3), row(4)])
    ran = cli("compare", "a", "b")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "a: 3 of 5 items are done; the rest is not compared.",
        "a: 1 item failed, and counts as not right.",
        "only in b: 1 item, not compared.",
        "1 item could not be judged in one of the runs, and counts as not right.",
    ]
    assert json.loads(cli("compare", "a", "b", "--json").out)["notes"] == ran.err.splitlines()


def test_copies_of_questions_are_told(cli: Cli) -> None:
    for name in "ab":
        write(name, [row(i, cluster="one") for i in range(4)])
    assert (
        "the 4 items are variants of one question; intervals count each question once."
        in cli("compare", "a", "b").err
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a"], "reasoner compare: one run is no comparison; give a second folder."),
        (["a", "a"], "a: is given twice; give folders of different runs."),
        (["a", "./b/../a"], "a: is given twice"),
        (["a", "absent"], "absent: there is no such folder; give a folder that `reasoner eval --out` wrote."),
        (["a", "script.yaml"], "script.yaml: is no folder"),
        (["a", "none"], "none: has no run.json, so it is no run folder"),
        (["a", "new"], "run.json: written by reasoner 9.9 in the format 2; this version reads format 1"),
        (["a", "empty"], "empty: no item of it is done; finish the run with `reasoner eval` first."),
        (
            ["a", "other"],
            "a is a run of the suite 'arithmetic', other one of 'svamp'; compare runs of the same",
        ),
        (["a", "asked"], "item '0' is not the same in both runs: a asks 'What is 0?', asked 'Why?'"),
        (["a", "ids"], "no item is in both runs (items of a: 2, of ids: 1); compare"),
        (["a", "broken"], "items.jsonl:1: not JSON: "),
        (["a", "b", "--report", "no/x.html"], "no/x.html: there is no folder no; make it"),
        (["a", "b", "--report", "none"], "none: is a folder; give a file as --report."),
        (["a", "b", "ids", "--report", "x.html"], "reasoner compare: --report is for two runs"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    changed: dict[str, Any] = {"name": "svamp", "hash": "1", "scorer": "math", "items": 2}
    write("a", judged("rw"))
    write("b", judged("ww"))
    write("new", judged("rw"), format=2, version="9.9")
    write("empty", [])
    write("other", judged("rw"), suite=changed)
    write("asked", [row(0, question="Why?")])
    write("ids", [row("x")])
    (write("broken", []) / "items.jsonl").write_text("nothing\n")
    Path("none").mkdir()
    ran = cli("compare", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_page_that_cannot_be_written_is_refused(cli: Cli) -> None:
    write("a", judged("rw"))
    write("b", judged("ww"))
    Path(".page.html.part").mkdir()
    ran = cli("compare", "a", "b", "--report", "page.html")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: page.html: cannot write it: is a directory; give another --report.\n"
