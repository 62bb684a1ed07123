import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from cli_support import COMMAND, Cli

ROWS: list[dict[str, Any]] = [
    {"id": 1, "gold": "1/2", "pred": "so it is \\boxed{0.5}"},
    {"id": 2, "gold": 42, "pred": 42.0},
    {"id": 3, "gold": "x^2 - 1", "pred": "(x-1)(x+1)"},
    {"id": 4, "gold": "Paris", "pred": "London", "城": "京"},
]


def write(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def without_seconds(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def test_every_row_gains_a_verdict_and_keeps_its_fields_but_for_samples(cli: Cli) -> None:
    write("g.jsonl", *({**row, "samples": [1]} for row in ROWS))
    ran = cli("grade", "g.jsonl")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert [(row["verdict"], row["evidence"]) for row in rows] == [
        ("equal", "exact"),
        ("equal", "exact"),
        ("equal", "symbolic"),
        ("different", "structural"),
    ]
    assert [set(row) - set(given) for row, given in zip(rows, ROWS, strict=True)] == [
        {"verdict", "evidence", "reason", "seconds"}
    ] * 4
    assert [{key: row[key] for key in given} for row, given in zip(rows, ROWS, strict=True)] == ROWS


def test_the_summary_counts_verdicts_and_evidence(cli: Cli) -> None:
    write("g.jsonl", *ROWS)
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl", "--json")
    assert ran.out == ""
    verdicts, evidence, longest, speed = ran.err.splitlines()
    assert verdicts == "o.jsonl: 3 equal, 1 different."
    assert evidence == "evidence: 2 exact, 1 symbolic, 1 structural."
    assert longest.startswith("longest: ")
    assert speed.endswith("/s.")


@pytest.mark.parametrize(
    ("gold", "pred", "verdict"),
    [
        (True, "true", "equal"),
        (0.5, "1/2", "equal"),
        ("3", None, "different"),
        ("3", "", "different"),
        ("3", "I cannot answer this question.", "different"),
        ("3", "3 * 4 =", "different"),
        ("3", "total = 1 + 2\nprint(total)", "unknown"),
        (["Paris", "Lutetia"], "paris.", "equal"),
        ([1, 2], 3, "different"),
        ("cannot be determined", "Cannot be determined.", "equal"),
        ("cannot be determined", "", "different"),
    ],
)
def test_golds_and_preds_of_every_kind(cli: Cli, gold: object, pred: object, verdict: str) -> None:
    write("g.jsonl", {"gold": gold, "pred": pred})
    assert json.loads(cli("grade", "g.jsonl").out)["verdict"] == verdict


def test_rows_that_cannot_be_used_are_named_and_the_others_are_graded(cli: Cli) -> None:
    rows = ['{"gold": 1, "pred": 1}', "{nonsense", '{"gold": 1}', '{"pred": 1}', '{"gold": {}, "pred": 1}']
    rows += ['{"gold": [], "pred": 1}', '{"gold": " ", "pred": 1}', '{"gold": 1, "pred": [1]}']
    Path("g.jsonl").write_text("\n".join(rows))
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl")
    errors = [
        'line 2: not JSON: expecting property name enclosed in double quotes (column 2); write one JSON object a line, like {"gold": "..."}',
        "line 3: the row has no 'pred'; add it",
        "line 4: the row has no 'gold'; add it",
        "line 5: 'gold' is neither text, a number, true or false, nor a list of these; write one",
        "line 6: 'gold' is neither text, a number, true or false, nor a list of these; write one",
        "line 7: 'gold' is empty; fill it in",
        "line 8: 'pred' is neither text, a number, true, false nor null; write one",
    ]  # fmt: skip
    named = [f"error: g.jsonl:{error.removeprefix('line ')}" for error in errors]
    assert ran.err.splitlines()[:8] == [*named, "o.jsonl: 1 equal, 7 broken."]
    assert ran.code == 2
    assert [row.get("error") for row in read("o.jsonl")] == [None, *errors]


@pytest.mark.parametrize("cut", [0, 1, 90, 300, -1])
def test_an_interrupted_file_goes_on_and_comes_to_the_same(cli: Cli, cut: int) -> None:
    write("g.jsonl", *ROWS[:2], {"gold": 1}, ROWS[3])
    cli("grade", "g.jsonl", "--output", "whole.jsonl")
    Path("o.jsonl").write_bytes(Path("whole.jsonl").read_bytes()[:cut])
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl")
    assert ran.code == 2
    assert without_seconds(read("o.jsonl")) == without_seconds(read("whole.jsonl"))
    assert "o.jsonl: 2 equal, 1 different, 1 broken." in ran.err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--as", "text"], "its as is auto, not text"),
        (["--limit-seconds", "3"], "its limit_seconds is 2.0, not 3.0"),
    ],
)
def test_verdicts_under_other_options_are_refused(cli: Cli, arguments: list[str], says: str) -> None:
    write("g.jsonl", *ROWS[:2])
    cli("grade", "g.jsonl", "--output", "o.jsonl")
    before = Path("o.jsonl").read_bytes()
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl", *arguments)
    again = "give another --output, or --overwrite to start again"
    assert (ran.code, ran.err) == (2, f"error: o.jsonl:1: {says}; {again}.\n")
    assert Path("o.jsonl").read_bytes() == before
    assert cli("grade", "g.jsonl", "--output", "o.jsonl", *arguments, "--overwrite").code == 0
    assert cli("grade", "g.jsonl", "--output", "o.jsonl", *arguments).code == 0
    assert cli("grade", "g.jsonl", "--output", "o.jsonl").code == 2


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ([ROWS[0], ROWS[2]], "o.jsonl:2: it is not about line 2 of g.jsonl"),
        ([ROWS[0]], "o.jsonl: it has 2 rows, and g.jsonl only 1"),
    ],
)
def test_verdicts_on_another_input_are_refused(cli: Cli, other: list[object], says: str) -> None:
    write("g.jsonl", *ROWS[:2])
    cli("grade", "g.jsonl", "--output", "o.jsonl")
    write("g.jsonl", *other)
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl")
    assert (ran.code, ran.err.startswith(f"error: {says}; ")) == (2, True)


@pytest.mark.parametrize("kept", [ROWS[0], {**ROWS[0], "verdict": "fine", "seconds": "1"}])
def test_rows_that_were_never_graded_are_refused(cli: Cli, kept: object) -> None:
    write("g.jsonl", *ROWS[:2])
    write("o.jsonl", kept)
    ran = cli("grade", "g.jsonl", "--output", "o.jsonl")
    assert (ran.code, ran.err.startswith("error: o.jsonl:1: it is not a result; ")) == (2, True)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "3601", "soon"])
def test_a_limit_that_is_none_is_refused(cli: Cli, seconds: str) -> None:
    write("g.jsonl", *ROWS)
    ran = cli("grade", "g.jsonl", "--limit-seconds", seconds)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("error: reasoner grade: invalid value for '--limit-seconds': ")


def test_rows_come_out_before_the_input_ends() -> None:
    process = subprocess.Popen(
        [COMMAND, "grade", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(b'{"gold": 1, "pred": %d}\n' % number)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["pred"] == number
    out, err = process.communicate()
    assert (out, process.returncode) == (b"", 0)
    assert err.startswith(b"standard output: 1 equal, 2 different.\n")


def test_a_reader_who_leaves_early_is_no_error() -> None:
    write("g.jsonl", *({"gold": n, "pred": n} for n in range(500)))
    done = subprocess.run(
        f"{COMMAND} grade g.jsonl | head -n 1", shell=True, capture_output=True, text=True, timeout=60
    )
    assert (json.loads(done.stdout)["gold"], done.stderr) == (0, "")


def test_ctrl_c_keeps_the_rows_that_are_done_and_the_same_command_goes_on(command: Cli) -> None:
    write("g.jsonl", *({"gold": n, "pred": str(n)} for n in range(3_000)))
    arguments = ["grade", "g.jsonl", "--output", "o.jsonl"]
    process = subprocess.Popen(
        [COMMAND, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    graded = Path("o.jsonl")
    while not graded.exists() or graded.read_bytes().count(b"\n") < 20:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    done = graded.read_bytes().count(b"\n")
    assert 20 <= done < 3_000
    assert process.returncode == 130
    assert err == f"interrupted: {done} of 3000 rows are in o.jsonl; run the same command again to go on.\n"
    ran = command(*arguments)
    assert ran.code == 0
    assert ran.err.startswith(f"o.jsonl: {done} rows are done already.\no.jsonl: 3000 equal.\n")
    assert [row["gold"] for row in read("o.jsonl")] == list(range(3_000))


def test_a_killed_command_goes_on_and_comes_to_the_same(command: Cli) -> None:
    write("g.jsonl", *({"gold": n, "pred": str(n)} for n in range(800)))
    graded = Path("o.jsonl")
    for rows in (20, 300):
        process = subprocess.Popen(
            [COMMAND, "grade", "g.jsonl", "--output", "o.jsonl"], stderr=subprocess.PIPE
        )
        while process.poll() is None and (not graded.exists() or graded.read_bytes().count(b"\n") < rows):
            time.sleep(0.01)
        process.kill()
        process.communicate()
    assert command("grade", "g.jsonl", "--output", "o.jsonl").code == 0
    command("grade", "g.jsonl", "--output", "whole.jsonl")
    assert without_seconds(read("o.jsonl")) == without_seconds(read("whole.jsonl"))
