"""What users get wrong, and the whole text that they then read: where, what, what next."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli_support import COMMAND, Cli
from reasoner.cli import jsonl
from reasoner.cli.errors import INTERRUPTED
from support import ROOT

THINK = "answer, as, beams, budget_seconds, budget_tokens, calibration, checker, checks, decoding, even_if_proved, grammar, json_schema, limit_seconds, max_tokens, min_p, mode, model, name, only_for, preset, prompt, repair, repeat_penalty, samples, sentences, span_prompt, spans, stage, stop, stop_at, temperature, top_k, top_p"
STAGES = "accept, cite, condense, decompose, detect_intent, repeat, retrieve, rewrite, route, self_evaluate, solve, think, use_tools, verify, vote"
NAME = "n" * 300
PROMPTS = ", ".join(sorted(path.name for path in (ROOT / "pipelines/prompts").glob("*.txt")))


def thinking(keys: str) -> bytes:
    return f"stages:\n  - {{stage: think, {keys}}}\n  - stage: vote\n".encode()


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        (b"", ["1:1: the file is empty."]),
        (b"\x7fELF\x02\x01\x00", ["1:1: character U+007F is not allowed in YAML; remove it."]),
        ("about: Käse\n".encode("latin-1"), ["1:9: byte 0xe4 is not UTF-8 text; save the file as UTF-8."]),
        (b"stages: &a\n  - *a\n", ["1:9: not YAML: anchors (&) and aliases (*) are not used here; write the value out."]),
        (b"stages: [{stage: vote\n", ["2:1: not YAML: expected ',' or '}', but got '<stream end>'."]),
        (b"just text\n", ["1:1: the file is 'just text'; it must be a mapping of keys to values."]),
        (b"about: x\n", ["1:1: needs the key 'stages'."]),
        (b"stages: []\n", ["1:1: stages is []; it must be at least 1 long."]),
        (
            thinking("samples: many, temperature: hot, mode: 3"),
            [
                "2:20: stages[0] (think): samples is 'many'; it must be a whole number.",
                "2:35: stages[0] (think): temperature is 'hot'; it must be a number.",
                "2:53: stages[0] (think): mode is 3. Known: cot, direct, program, quote.",
            ],
        ),
        (thinking("samples: 1, samples: 2"), ["2:32: key 'samples' comes twice; it already stands on line 2."]),
        (thinking("samples: 0"), ["2:20: stages[0] (think): samples is 0; it must be at least 1."]),
        (thinking("temprature: 1"), [f"2:20: stages[0] (think): unknown key 'temprature'; did you mean 'temperature'? Known: {THINK}."]),
        (b"stages:\n  - stage: thnk\n  - stage: vote\n", [f"2:5: stages[0] (thnk): unknown stage 'thnk'; did you mean 'think'? Known: {STAGES}."]),
        (b"stages:\n  - stage: vote\n  - stage: think\n", ["2:5: stages[0] (vote): needs candidates, but no earlier stage writes them."]),
        (thinking("prompt: none.txt"), [f"2:20: stages[0] (think): no prompt file 'none.txt'; did you mean 'quote.txt'? Known: {PROMPTS}."]),
        (thinking("prompt: slot.txt"), ["2:20: stages[0] (think): slot.txt:1: unknown slot {qestion}; did you mean 'question'? Known slots: answer, attempt, fault, history, passages, question, sofar, steps, subquestion, tools. For a literal brace write {{ or }}."]),
    ],
)  # fmt: skip
def test_a_pipeline_file_that_cannot_be_used(cli: Cli, data: bytes, problems: list[str]) -> None:
    Path("p.yaml").write_bytes(data)
    Path("slot.txt").write_text("Answer this: {qestion}\n")
    says = "".join(f"error: p.yaml:{problem}\n" for problem in problems)
    for arguments in (["validate", "p.yaml"], ["run", "p.yaml", "why?"]):
        ran = cli(*arguments)
        assert (ran.code, ran.out, ran.err) == (2, "", says)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "p.yaml", "why?"], "p.yaml:1:1: cannot read this file: no such file or directory; give the path of a YAML file."),
        (["validate", "."], ".:1:1: cannot read this file: is a directory; give the path of a YAML file."),
        (["run", "direct", ""], "the question is empty; ask something."),
        (["run", "direct", " \n\t"], "the question is empty; ask something."),
        (["run", "direct", "a\udc80b"], "the question has characters that are not text (NUL or half a surrogate pair); remove them."),
        (["run", "direct", "why?", "--model", "scripted:none.yaml"], "none.yaml:1:1: cannot read this file: no such file or directory; give the path of a YAML file."),
        (["run", "direct", "why?", "--model", "none.gguf"], "no model file none.gguf; give another, or a name that `reasoner models list` shows."),
        (["run", "direct", "why?", "--model", "torn.gguf"], "torn.gguf is not a usable GGUF model: it is cut short in its header; download it again or give another."),
        (["run", "direct", "why?", "--model", "empty.jsonl"], "empty.jsonl is not a usable GGUF model: it is cut short in its header; download it again or give another."),
        (["run", "direct", "why?", "--model", "script.yaml"], "script.yaml is not a usable GGUF model: it does not start with 'GGUF'; download it again or give another."),
        (["run", "direct", "why?", "--model", "qwen3-8b"], "the model qwen3-8b is not here and offline is set; run: reasoner models pull qwen3-8b"),
        (["run", "direct", "--input", "none.jsonl"], "none.jsonl: cannot read it: no such file or directory; give a file of JSON rows."),
        (["run", "direct", "--input", "."], ".: cannot read it: is a directory; give a file of JSON rows."),
        (["run", "direct", "--input", "empty.jsonl"], 'empty.jsonl: no rows in it; give one JSON object a line, like {"question": "..."}.'),
        (["run", "direct", "--input", "binary.jsonl"], "binary.jsonl: not UTF-8 text (it has NUL bytes); give a file with one JSON object a line."),
        (["run", "direct", "--input", "q.jsonl", "--output", "no/a.jsonl"], "no/a.jsonl: cannot write it: no such file or directory; give another --output."),
        (["run", "direct", "--input", "q.jsonl", "--output", "."], ".: cannot write it: is a directory; give another --output."),
        (["run", "direct", "--input", "q.jsonl", "--output", "script.yaml"], "script.yaml:1: not JSON: expecting value (column 1), so it is no output to go on with; give another, or --overwrite."),
        (["run", "direct", "--input", "q.jsonl", "--output", "/dev/full"], "/dev/full: no space left on device; 0 rows are in it. Mend that and run the same again."),
        (["run", "direct", "why?", "--trace", "/dev/full"], "/dev/full: cannot write the trace: no space left on device; give another --trace."),
    ],
)  # fmt: skip
def test_input_that_cannot_be_used(cli: Cli, arguments: list[str], says: str) -> None:
    Path("empty.jsonl").write_text("\n \n")
    Path("binary.jsonl").write_bytes(b"\x1f\x8b\x08\x00")
    Path("torn.gguf").write_bytes(b"GGUF\x03\0\0\0")
    Path("q.jsonl").write_text('{"question": "why?"}\n')
    ran = cli(*arguments)
    assert (ran.code, ran.err.splitlines()[-1]) == (2, f"error: {says}")


def test_a_question_of_a_megabyte(command: Cli) -> None:
    ran = command("run", "direct", "-", stdin=b"why " * 250_000)
    says = "error: the question has 999999 characters; at most 100000 are allowed. Shorten it.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", says)


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", NAME, "why?"],
        ["run", "direct", "why?", "--model", f"{NAME}.gguf"],
        ["run", "direct", "--input", "q.jsonl", "--output", NAME],
        ["models", "info", f"{NAME}.gguf"],
        ["pipelines", "copy", "math", f"{NAME}.yaml"],
        ["index", NAME, "--collection", "mine"],
    ],
)
def test_a_name_that_no_file_can_have(cli: Cli, arguments: list[str]) -> None:
    Path("q.jsonl").write_text('{"question": "why?"}\n')
    ran = cli(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "file name too long" in ran.err


@pytest.mark.parametrize(
    ("closing", "code", "says"),
    [
        ("run direct - <&-", 2, "error: the question is empty; ask something.\n"),
        (
            "run direct --input - <&-",
            2,
            'error: standard input: no rows in it; give one JSON object a line, like {"question": "..."}.\n',
        ),
        ("run direct why? >&-", 0, "confidence: 0.50 (raw)\n"),
        ("run direct why? --trace t.json >&- 2>&-", 0, ""),
    ],
)
def test_a_standard_stream_that_is_closed(closing: str, code: int, says: str) -> None:
    done = subprocess.run(f"{COMMAND} {closing}", shell=True, stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (code, says)


def test_an_output_that_another_run_is_writing(cli: Cli) -> None:
    Path("q.jsonl").write_text('{"question": "why?"}\n')
    with jsonl.output("a.jsonl"):
        ran = cli("run", "direct", "--input", "q.jsonl", "--output", "a.jsonl")
    says = "error: a.jsonl: another run is writing it; wait for that, or give another --output.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", says)


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1, 0.2])
def test_ctrl_c_while_the_command_starts_shows_no_traceback(seconds: float) -> None:
    start = "from reasoner.cli import main; print('ready', flush=True); main(['run', 'math', '2+2'])"
    process = subprocess.Popen(
        [sys.executable, "-c", start], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert "Traceback" not in err
    assert process.returncode != INTERRUPTED or err.endswith("interrupted.\n")


def test_a_question_that_is_not_text(command: Cli) -> None:
    ran = command("run", "direct", "-", stdin=b"caf\xe9")
    says = "error: standard input: not UTF-8 text (byte 4); send UTF-8.\n"
    assert (ran.code, ran.out, ran.err) == (2, "", says)


def test_ctrl_c_keeps_the_rows_that_are_done_and_the_same_command_goes_on(command: Cli) -> None:
    Path("q.jsonl").write_text("".join(f'{{"id": {i}, "question": "why {i}?"}}\n' for i in range(400)))
    arguments = ["run", "direct", "--input", "q.jsonl", "--output", "a.jsonl"]
    answers = Path("a.jsonl")
    process = subprocess.Popen(
        [COMMAND, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not answers.exists() or answers.read_bytes().count(b"\n") < 20:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    done = answers.read_bytes().count(b"\n")
    assert 20 <= done < 400
    assert process.returncode == INTERRUPTED
    assert err == f"interrupted: {done} of 400 rows are in a.jsonl; run the same command again to go on.\n"
    ran = command(*arguments)
    assert (ran.code, ran.err) == (0, f"a.jsonl: {done} rows are done already.\na.jsonl: 400 answered.\n")
    assert answers.read_bytes().count(b"\n") == 400
