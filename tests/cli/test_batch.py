import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli


def write(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: bare(inner) for key, inner in value.items() if key != "seconds"}
        return [bare(inner) for inner in value] if isinstance(value, list) else value

    return [bare(row) for row in rows]


QUESTIONS = [{"id": i, "question": f"question {i}"} for i in range(5)]


def test_every_row_gains_a_result_and_keeps_its_fields_but_for_samples(cli: Cli) -> None:
    write(
        "q.jsonl",
        {"question": " the capital? ", "id": 7, "seed": "mine", "samples": [{"text": "x"}], "城": "京"},
    )
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl", "--seed", "2")
    (row,) = read("a.jsonl")
    assert (ran.code, ran.out, ran.err) == (0, "", "a.jsonl: 1 answered.\n")
    assert (row["id"], row["城"], row["question"]) == (7, "京", "the capital?")
    assert (row["answer"], row["outcome"], row["seed"]) == ("Paris is the capital.", "answered", 2)
    assert "samples" not in row


def test_without_output_the_rows_go_to_stdout(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    ran = cli("run", "direct", "--input", "q.jsonl")
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == [0, 1, 2, 3, 4]
    assert ran.err == "standard output: 5 answered.\n"


def test_several_jobs_write_what_one_does_in_the_order_of_the_input(cli: Cli) -> None:
    write("q.jsonl", *({"id": i, "question": f"the capital of {i}?"} for i in range(40)))
    cli("run", "auto", "--input", "q.jsonl", "--output", "one.jsonl")
    ran = cli("run", "auto", "--input", "q.jsonl", "--output", "eight.jsonl", "--jobs", "8")
    assert (ran.code, ran.out) == (0, "")
    assert [row["id"] for row in read("eight.jsonl")] == list(range(40))
    assert without_times(read("eight.jsonl")) == without_times(read("one.jsonl"))


def test_an_abstention_is_a_result(cli: Cli) -> None:
    write("q.jsonl", {"question": "silence"})
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, ran.err) == (0, "a.jsonl: 1 abstained.\n")
    assert read("a.jsonl")[0]["reason"] == "none of 1 samples stated an answer"


@pytest.mark.parametrize("cut", [0, 1, 200, 3000, 5000, -1])
def test_an_interrupted_run_goes_on_and_comes_to_the_same(cli: Cli, cut: int) -> None:
    write("q.jsonl", *QUESTIONS)
    cli("run", "direct", "--input", "q.jsonl", "--output", "whole.jsonl")
    Path("a.jsonl").write_bytes(Path("whole.jsonl").read_bytes()[:cut])
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert ran.code == 0
    assert without_times(read("a.jsonl")) == without_times(read("whole.jsonl"))


@pytest.mark.parametrize("cut", [0, 100])
@pytest.mark.parametrize("zeros", [1, 4096])
def test_nul_bytes_of_a_power_cut_are_done_again(cli: Cli, cut: int, zeros: int) -> None:
    write("q.jsonl", *QUESTIONS)
    cli("run", "direct", "--input", "q.jsonl", "--output", "whole.jsonl")
    lines = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    Path("a.jsonl").write_bytes(lines[0] + lines[1] + lines[2][:cut] + b"\0" * zeros)
    assert cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl").code == 0
    assert without_times(read("a.jsonl")) == without_times(read("whole.jsonl"))


def test_a_file_of_nothing_but_nul_bytes_is_left_alone(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    Path("a.jsonl").write_bytes(b"\0" * 64)
    assert cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl").code == 2
    assert Path("a.jsonl").read_bytes() == b"\0" * 64


def test_a_finished_run_is_left_alone(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    before = Path("a.jsonl").read_bytes()
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, ran.err) == (0, "a.jsonl: 5 rows are done already.\na.jsonl: 5 answered.\n")
    assert Path("a.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["direct", "--seed", "1"], "its seed is 0, not 1"),
        (
            ["direct", "--model", "scripted:other.yaml"],
            "its model is 'scripted:script.yaml', not 'scripted:other.yaml'",
        ),
        (["other.yaml"], "its pipeline is 'direct' (HASH), not 'other' (HASH)"),
    ],
)
def test_rows_of_another_run_are_refused(cli: Cli, arguments: list[str], says: str) -> None:
    write("q.jsonl", *QUESTIONS)
    Path("other.yaml").write_text("stages: [{stage: think}, {stage: vote}]\n")
    cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    before = Path("a.jsonl").read_bytes()
    ran = cli("run", *arguments, "--input", "q.jsonl", "--output", "a.jsonl")
    assert ran.code == 2
    hidden = re.sub(r"\([0-9a-f]{8}…\)", "(HASH)", ran.err)
    assert hidden == f"error: a.jsonl:1: {says}; give another --output, or --overwrite to start again.\n"
    assert Path("a.jsonl").read_bytes() == before


def test_rows_of_another_input_are_refused(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    write("q.jsonl", QUESTIONS[0], {"id": 9, "question": "question 1"})
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    again = "give another --output, or --overwrite to start again"
    assert ran.err == f"error: a.jsonl: it has 5 rows, and q.jsonl only 2; {again}.\n"
    write("q.jsonl", QUESTIONS[0], {"id": 9, "question": "question 1"}, *QUESTIONS[2:])
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, ran.err) == (2, f"error: a.jsonl:2: it is not about line 2 of q.jsonl; {again}.\n")


def test_other_weights_under_the_same_name_are_refused(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS[:2])
    cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    write("q.jsonl", *QUESTIONS)
    Path("script.yaml").write_text("lines: [{say: [something else]}]")
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, len(read("a.jsonl"))) == (2, 2)
    assert "error: a.jsonl: other weights of 'scripted:script.yaml' made its rows; " in ran.err


def test_overwrite_starts_again(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    Path("a.jsonl").write_text("not mine\n")
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl", "--overwrite")
    assert (ran.code, len(read("a.jsonl"))) == (0, 5)


def test_broken_rows_are_named_and_the_others_go_on(cli: Cli) -> None:
    rows = [b'{"question": "one"}', b"{nonsense", b'["a list"]', b'{"id": 4}', b'{"id": 5, "question": 12}']
    rows += [b'{"question": " "}', b"\xff\xfe", b'{"question": "x", "n": NaN}', b"", b'{"question": "last"}']
    Path("q.jsonl").write_bytes(b"\n".join(rows))
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    like = 'write one JSON object a line, like {"question": "..."}'
    errors = [
        f"line 2: not JSON: expecting property name enclosed in double quotes (column 2); {like}",
        f"line 3: not a JSON object, but another value; {like}",
        "line 4: the row has no 'question'; add it",
        "line 5: 'question' is not text; put it in quotes",
        "line 6: 'question' is empty; fill it in",
        f"line 7: not UTF-8 text (byte 1); {like}",
        f"line 8: not JSON: NaN is not a JSON number; {like}",
    ]
    named = "".join(f"error: q.jsonl:{error.removeprefix('line ')}\n" for error in errors)
    assert ran.err == f"{named}a.jsonl: 2 answered, 7 broken.\n"
    assert ran.code == 2
    assert [row.get("error") for row in read("a.jsonl")] == [None, *errors, None]
    assert read("a.jsonl")[4]["id"] == 5
    again = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (again.code, again.err) == (
        2,
        "a.jsonl: 9 rows are done already.\na.jsonl: 2 answered, 7 broken.\n",
    )


def test_output_over_the_input_is_refused(cli: Cli) -> None:
    write("q.jsonl", *QUESTIONS)
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "./q.jsonl", "--overwrite")
    assert (ran.code, ran.err) == (2, "error: ./q.jsonl: is the input as well; give another --output.\n")
    assert read("q.jsonl") == QUESTIONS


def test_a_model_that_fails_ends_the_run_and_keeps_what_is_done(cli: Cli) -> None:
    write(
        "q.jsonl",
        {"question": "1+1"},
        {"question": "Tom has 3 pens and buys 2 more. How many?"},
        {"question": "2+2"},
    )
    ran = cli("run", "math", "--model", "scripted:none.yaml", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, [row["answer"] for row in read("a.jsonl")]) == (2, ["2"])
    assert ran.err.splitlines() == [
        "a.jsonl: 1 of 3 rows are done and kept.",
        "error: none.yaml:1:1: cannot read this file: no such file or directory; give the path of a YAML file.",
    ]


def test_a_question_that_was_not_recorded_is_a_broken_row(cli: Cli) -> None:
    write("q.jsonl", {"question": "one"}, {"question": "two"})
    write("recorded.jsonl", {"question": "two", "samples": [{"text": "2"}]})
    ran = cli(
        "run", "direct", "--model", "replay:recorded.jsonl", "--input", "q.jsonl", "--output", "a.jsonl"
    )
    assert (ran.code, [row.get("answer") for row in read("a.jsonl")]) == (2, [None, "2"])
    says = "q.jsonl:1: replay:recorded.jsonl: the question 'one' was not recorded; ask one that was."
    assert says in ran.err


@pytest.mark.parametrize(
    "data",
    ["important", '{"mine": 1}', "one\ntwo\n", '{"mine": 1}\n', '{\n  "mine": 1\n}', '{"mine": 1}\n{"to'],
)
def test_a_file_that_is_something_else_is_left_alone(cli: Cli, data: str) -> None:
    write("q.jsonl", *QUESTIONS)
    Path("a.jsonl").write_text(data)
    ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "--overwrite" in ran.err
    assert Path("a.jsonl").read_text() == data


def test_numbers_that_json_does_not_have_are_broken_rows(cli: Cli) -> None:
    Path("q.jsonl").write_text('{"question": "x", "n": 1e999}\n{"question": "x", "n": 1e99}\n')
    ran = cli("run", "direct", "--input", "q.jsonl")
    assert (ran.code, len(ran.out.splitlines())) == (2, 2)
    assert ran.err.startswith("error: q.jsonl:1: not JSON: 1e999 is too large a number; ")
