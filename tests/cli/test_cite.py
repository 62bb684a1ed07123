import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli

MOON = {
    "source": "moon.md",
    "text": "The Moon is 384,400 km away. It was reached in 1969.",
    "line": 9,
    "page": 2,
}
GOOD: dict[str, Any] = {"id": 1, "answer": "It was reached in 1969 [1].", "passages": [MOON, "Tea is green."]}
BAD: dict[str, Any] = {
    "id": 2,
    "answer": "It was reached in 1969 [2]. Mars is red.",
    "passages": [MOON, "Tea is green."],
}


def write(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))


def test_every_row_gains_attributions_citations_and_counts(cli: Cli) -> None:
    write("a.jsonl", GOOD, BAD)
    ran = cli("cite", "a.jsonl", "--json")
    good, bad = (json.loads(line) for line in ran.out.splitlines())
    assert ran.code == 0
    assert [entry["mark"] for entry in bad["attributions"]] == ["misattributed", "unsupported"]
    assert good["attributions"] == [
        {"sentence": "It was reached in 1969 [1].", "mark": "verbatim", "citations": [1], "reason": ""}
    ]
    assert good["citations"] == [
        {
            "quote": "It was reached in 1969.",
            "source": "moon.md",
            "start": 29,
            "end": 52,
            "line": 9,
            "page": 2,
        }
    ]
    assert good["counts"] == {
        "verbatim": 1,
        "paraphrase": 0,
        "misattributed": 0,
        "stitched": 0,
        "unsupported": 0,
    }
    assert {key: good[key] for key in GOOD} == GOOD


def test_the_summary_counts_rows_by_their_worst_sentence(cli: Cli) -> None:
    write("a.jsonl", GOOD, BAD, {"answer": None, "passages": []})
    ran = cli("cite", "a.jsonl", "--output", "o.jsonl")
    assert ran.err.splitlines()[:2] == [
        "o.jsonl: 1 verbatim, 1 unsupported, 1 without an answer.",
        "sentences: 1 verbatim, 0 paraphrase, 1 misattributed, 0 stitched, 1 unsupported.",
    ]


@pytest.mark.parametrize(
    ("rows", "marks", "code", "says"),
    [
        ([GOOD], "misattributed,stitched,unsupported", 0, ""),
        ([GOOD, BAD], "stitched", 0, ""),
        ([GOOD, BAD], "misattributed, unsupported", 1, "failed: --fail-on found 1 misattributed and 1 unsupported."),
        ([GOOD], "verbatim", 1, "failed: --fail-on found 1 verbatim."),
        ([BAD, {"id": 3}], "unsupported", 2, "failed: --fail-on found 1 unsupported."),
    ],
)  # fmt: skip
def test_a_mark_that_must_not_be_fails_the_command(
    cli: Cli, rows: list[object], marks: str, code: int, says: str
) -> None:
    write("a.jsonl", *rows)
    ran = cli("cite", "a.jsonl", "--output", "o.jsonl", "--fail-on", marks)
    assert ran.code == code
    assert [line for line in ran.err.splitlines() if line.startswith("failed: ")] == ([says] if says else [])
    assert cli("cite", "a.jsonl", "--output", "o.jsonl", "--fail-on", marks).code == code


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({}, "the row has no 'answer'; add it"),
        ({"answer": 3, "passages": []}, "'answer' is neither text nor null; write one"),
        ({"answer": "x"}, "the row has no 'passages'; add them, or give --collection NAME"),
        ({"answer": "x", "passages": "y"}, "'passages' is not a list; write [\"...\"]"),
        ({"answer": "x", "passages": [3]}, "passage 1 is neither text nor an object with a 'text'; write one"),
        ({"answer": "x", "passages": ["y", {"text": 3}]}, "passage 2 is neither text nor an object with a 'text'; write one"),
        ({"answer": "x", "passages": [{"text": "y", "line": -1}]}, "'line' of passage 1 is not a number of lines; mend it or leave it out"),
        ({"answer": "x", "passages": [{"text": "y", "source": 1}]}, "'source' of passage 1 is not text; mend it or leave it out"),
        ({"answer": "x", "passages": [{"text": "y", "headings": "z"}]}, "'headings' of passage 1 is not a list of texts; mend it or leave it out"),
        ({"answer": "x", "passages": [], "question": 1}, "'question' is not text; put it in quotes"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_used_is_named(cli: Cli, row: object, says: str) -> None:
    write("a.jsonl", GOOD, row)
    ran = cli("cite", "a.jsonl")
    assert ran.code == 2
    assert ran.err.splitlines()[0] == f"error: a.jsonl:2: {says}"
    assert json.loads(ran.out.splitlines()[1])["error"] == f"line 2: {says}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["--fail-on", "stiched"],
            "invalid value for '--fail-on': no mark 'stiched'; did you mean 'stitched'?",
        ),
        (["--min-overlap", "0"], "invalid value for '--min-overlap': 0 is not above 0 and at most 1."),
        (["--min-overlap", "nan"], "invalid value for '--min-overlap': nan is not above 0 and at most 1."),
    ],
)
def test_a_wrong_option_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    write("a.jsonl", GOOD)
    ran = cli("cite", "a.jsonl", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: reasoner cite: {says}")


def test_a_collection_that_is_not_there_is_one_line(cli: Cli) -> None:
    write("a.jsonl", {"answer": "x"})
    ran = cli("cite", "a.jsonl", "--collection", "nothere")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_without_passages_they_are_looked_up_in_the_collection(cli: Cli) -> None:
    Path("notes").mkdir()
    Path("notes/tea.md").write_text("# Tea\n\nGreen tea is brewed at 80 degrees.\n")
    assert cli("index", "notes", "--collection", "tea", "--no-embed").code == 0
    question = "At how many degrees is green tea brewed?"
    said = ("Green tea is brewed at 80 degrees.", "Green tea is brewed at 90 degrees.")
    write("a.jsonl", {"question": question, "answer": said[0]}, {"answer": said[1]})
    rows = [json.loads(line) for line in cli("cite", "a.jsonl", "--collection", "tea").out.splitlines()]
    assert [row["attributions"][0]["mark"] for row in rows] == ["verbatim", "unsupported"]
    assert rows[1]["attributions"][0]["reason"] == "the source says 80 degrees, not 90 degrees (tea.md:3)"


def test_an_interrupted_file_goes_on_and_another_option_is_refused(cli: Cli) -> None:
    write("a.jsonl", GOOD, BAD)
    cli("cite", "a.jsonl", "--output", "o.jsonl")
    whole = Path("o.jsonl").read_bytes()
    Path("o.jsonl").write_bytes(whole[: len(whole) // 2])
    assert cli("cite", "a.jsonl", "--output", "o.jsonl").code == 0
    assert Path("o.jsonl").read_bytes() == whole
    assert cli("cite", "a.jsonl", "--output", "o.jsonl", "--min-overlap", "0.9").code == 2
