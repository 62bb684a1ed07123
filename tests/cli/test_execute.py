import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli_support import COMMAND, Cli

GAINS = {"stdout", "value", "verdict", "ending", "reason", "seconds"}
CODE = ["print(6 * 7)", "ans = 3", "1 / 0", "while True: pass", "open('/etc/passwd')", "1 + 1"]


def write(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def test_a_program_prints_what_it_prints(cli: Cli) -> None:
    Path("p.py").write_text("print('a')\nprint('b', end='')\n")
    ran = cli("exec", "p.py")
    assert (ran.code, ran.out, ran.err) == (0, "a\nb", "")


def test_a_dash_reads_the_program_from_stdin(command: Cli) -> None:
    ran = command("exec", "-", stdin="\ufeffprint('汉字')\n".encode())
    assert (ran.code, ran.out, ran.err) == (0, "汉字\n", "")


@pytest.mark.parametrize(
    ("code", "out", "says"),
    [
        ("print(1)\n1 / 0", "1\n", "error: line 2: ZeroDivisionError: "),
        ("while True: pass", "", "timeout (cpu limit): no result within 0.2 s"),
        ("open('/etc/passwd')", "", "refused (forbidden): "),
    ],
)
def test_a_program_that_fails_says_how_it_ended(cli: Cli, code: str, out: str, says: str) -> None:
    Path("p.py").write_text(code)
    ran = cli("exec", "p.py", "--limit-seconds", "0.2")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, out, 1)
    assert ran.err.startswith(f"p.py: {says}")


def test_json_is_one_object_and_nothing_else(cli: Cli) -> None:
    Path("p.py").write_text("print(6 * 7)")
    ran = cli("exec", "p.py", "--json")
    done = json.loads(ran.out)
    assert (ran.code, ran.out.count("\n"), set(done)) == (0, 1, GAINS)
    assert (done["stdout"], done["value"], done["verdict"]) == ("42\n", "42", "ok")


def test_every_row_gains_how_its_program_ended(cli: Cli) -> None:
    write("p.jsonl", *({"id": n, "code": code, "stdout": "?"} for n, code in enumerate(CODE)))
    ran = cli("exec", "--jsonl", "p.jsonl", "--limit-seconds", "0.2")
    rows: list[dict[str, Any]] = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.code == 0
    assert all(set(row) == GAINS | {"id", "code", "limit_seconds"} for row in rows)
    assert [(row["id"], row["stdout"], row["value"], row["verdict"]) for row in rows] == [
        (0, "42\n", "42", "ok"),
        (1, "", "3", "ok"),
        (2, "", None, "error"),
        (3, "", None, "timeout"),
        (4, "", None, "refused"),
        (5, "", "2", "ok"),
    ]
    verdicts, endings, longest, _ = ran.err.splitlines()
    assert verdicts == "standard output: 3 ok, 1 error, 1 timeout, 1 refused."
    assert endings == "ending: 3 ok, 1 error, 1 cpu limit, 1 forbidden."
    assert longest.endswith(", row 4.")


def test_programs_go_on_where_they_were_interrupted(cli: Cli) -> None:
    write("p.jsonl", *({"code": code} for code in CODE[:3]), {"code": 3})
    cli("exec", "--jsonl", "p.jsonl", "--output", "o.jsonl")
    whole = Path("o.jsonl").read_bytes()
    Path("o.jsonl").write_bytes(whole[:-70])
    ran = cli("exec", "--jsonl", "p.jsonl", "--output", "o.jsonl")
    assert Path("o.jsonl").read_bytes() == whole
    assert (ran.code, ran.err.splitlines()[:3]) == (
        2,
        [
            "o.jsonl: 3 rows are done already.",
            "error: p.jsonl:4: 'code' is not text; put it in quotes",
            "o.jsonl: 2 ok, 1 error, 1 broken.",
        ],
    )
    ran = cli("exec", "--jsonl", "p.jsonl", "--output", "o.jsonl", "--limit-seconds", "1")
    assert ran.err.startswith("error: o.jsonl:1: its limit_seconds is 5.0, not 1.0; ")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "reasoner exec: give either FILE.py or --jsonl FILE. See: reasoner exec --help"),
        (["p.py", "--jsonl", "p.jsonl"], "reasoner exec: give either FILE.py or --jsonl FILE. See: reasoner exec --help"),
        (["p.py", "--output", "o.jsonl"], "reasoner exec: --output and --overwrite go with --jsonl."),
        (["none.py"], "none.py: cannot read it: no such file or directory; give a Python program."),
        (["latin.py"], "latin.py: not UTF-8 text (byte 4); save it as UTF-8."),
        (["--jsonl", "none.jsonl"], "none.jsonl: cannot read it: no such file or directory; give a file of JSON rows."),
    ],
)  # fmt: skip
def test_usage_that_makes_no_sense(cli: Cli, arguments: list[str], says: str) -> None:
    Path("latin.py").write_bytes(b"# K\xe4se")
    ran = cli("exec", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


def test_programs_come_in_the_order_of_the_input_while_they_run_side_by_side(cli: Cli) -> None:
    write(
        "p.jsonl", *({"code": f"import time\ntime.sleep({0.3 if n % 7 == 0 else 0})\n{n}"} for n in range(21))
    )
    ran = cli("exec", "--jsonl", "p.jsonl", "--jobs", "4")
    assert [json.loads(line)["value"] for line in ran.out.splitlines()] == [str(n) for n in range(21)]


def test_a_system_that_cannot_seal_is_one_line(command: Cli) -> None:
    write("p.jsonl", {"code": "print(1)"}, {"code": "import sympy"})
    start = "import platform; platform.machine = lambda: 'pdp11'; from reasoner.cli import main; main()"
    python = Path(COMMAND).with_name("python")
    done = subprocess.run(
        [python, "-c", start, "exec", "--jsonl", "p.jsonl", "--output", "o.jsonl"],
        capture_output=True,
        text=True,
    )
    kept, error = done.stderr.splitlines()
    assert (done.returncode, kept) == (2, "o.jsonl: 1 of 2 rows are done and kept.")
    assert error.startswith("error: the sandbox cannot run here: the processor is pdp11, ")
