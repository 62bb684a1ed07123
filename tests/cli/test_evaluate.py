import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli_support import COMMAND, Cli

SCRIPT = """\
lines:
  - {when: odd, say: ["It is 1 + 1 = 2. The answer is 2.", The answer is 3.]}
  - {when: many, say: ["It is 2 + 2 = 4. The answer is 4.", The answer is 5., The answer is 4.]}
"""
PIPELINE = """\
stages:
  - {stage: detect_intent}
  - {stage: think, samples: 12, stop_at: 0.95, checks: [arithmetic]}
  - {stage: vote}
  - {stage: accept, min_confidence: 0.2}
"""
AGAIN = "give another --out, or --overwrite to start again"
RUN = ("eval", "--data", "d.jsonl", "--scorer", "math", "--pipeline", "p.yaml", "--out", "run")
FILES = {
    "run.json",
    "items.jsonl",
    "samples.jsonl",
    "statistics.json",
    "report.html",
    "summary.md",
    "items.csv",
}


@pytest.fixture(autouse=True)
def things(folder: Path) -> None:
    (folder / "script.yaml").write_text(SCRIPT)
    (folder / "p.yaml").write_text(PIPELINE)
    ask(12)


def ask(count: int, *more: dict[str, Any]) -> None:
    """A file of so many questions of which three in four are answered right, and these rows."""
    kinds = ("many", "odd", "many", "many")
    rows = [
        {"id": f"i{i}", "question": f"How {kinds[i % 4]} are {i}?", "gold": str(4 if i % 4 != 1 else 7)}
        for i in range(count)
    ]
    Path("d.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in [*rows, *more]))


def read(name: str = "run/items.jsonl") -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def bare(value: Any) -> Any:
    """Without what depends on the clock."""
    if isinstance(value, dict):
        return {key: bare(inner) for key, inner in value.items() if "seconds" not in key}
    return [bare(inner) for inner in value] if isinstance(value, list) else value


def outcome(run: str = "run") -> Any:
    statistics = json.loads(Path(run, "statistics.json").read_text())
    return bare(read(f"{run}/items.jsonl")), bare(statistics), Path(run, "items.csv").read_text().count("\n")


def test_a_run_leaves_a_folder_that_says_it_all(cli: Cli) -> None:
    ran = cli(*RUN, "--seed", "2")
    assert ran.code == 0
    assert ran.out.startswith(
        "d with p: 12 items: 9 right, 3 wrong\naccuracy             75.0 %   46.8 to 91.1 %\n"
    )
    assert ran.err == "run: the report is run/report.html.\n"
    assert {path.name for path in Path("run").iterdir()} == FILES | {".lock"}
    run, statistics = (json.loads(Path("run", name).read_text()) for name in ("run.json", "statistics.json"))
    assert (run["suite"]["name"], run["suite"]["items"], run["seed"]) == ("d", 12, 2)
    assert (statistics["n"], statistics["accuracy"], statistics["coverage"]) == (12, 0.75, 1.0)
    assert [row["id"] for row in read()] == [f"i{i}" for i in range(12)]
    assert {row["seed"] for row in read()} == {2}


def test_json_is_the_statistics_and_nothing_else(cli: Cli) -> None:
    ran = cli(*RUN, "--json")
    assert json.loads(ran.out) == json.loads(Path("run/statistics.json").read_text())


def test_several_jobs_come_to_what_one_does(cli: Cli) -> None:
    cli(*RUN)
    cli(*RUN[:-1], "eight", "--jobs", "8")
    assert outcome("eight") == outcome("run")


def test_a_finished_run_is_only_read_again(cli: Cli) -> None:
    cli(*RUN)
    items, samples = Path("run/items.jsonl").read_bytes(), Path("run/samples.jsonl").read_bytes()
    ran = cli(*RUN)
    assert (ran.code, ran.err.splitlines()[0]) == (0, "run: 12 of 12 items are done already.")
    assert (Path("run/items.jsonl").read_bytes(), Path("run/samples.jsonl").read_bytes()) == (items, samples)


@pytest.mark.parametrize("items_left", [0, 1, 700, 20_000])
@pytest.mark.parametrize("samples_left", [0, 100, 9000])
def test_what_was_torn_off_anywhere_is_done_again_and_comes_to_the_same(
    cli: Cli, items_left: int, samples_left: int
) -> None:
    cli(*RUN)
    whole = outcome()
    for name, left in (("items.jsonl", items_left), ("samples.jsonl", samples_left)):
        os.truncate(f"run/{name}", min(left, Path("run", name).stat().st_size))
    Path("run/statistics.json").unlink()
    assert cli(*RUN).code == 0
    assert outcome() == whole


def test_nul_bytes_of_a_power_cut_are_done_again(cli: Cli) -> None:
    cli(*RUN)
    whole = outcome()
    for name in ("items.jsonl", "samples.jsonl"):
        lines = Path("run", name).read_bytes().splitlines(keepends=True)
        Path("run", name).write_bytes(b"".join(lines[:5]) + b"\0" * 512)
    ran = cli(*RUN)
    assert (ran.code, ran.err.splitlines()[0]) == (0, "run: 5 of 12 items are done already.")
    assert outcome() == whole


def test_samples_that_were_drawn_are_not_drawn_again(cli: Cli) -> None:
    cli(*RUN)
    whole, samples = outcome(), Path("run/samples.jsonl").read_bytes()
    os.truncate("run/items.jsonl", 0)
    assert cli(*RUN).code == 0
    assert (outcome(), Path("run/samples.jsonl").read_bytes()) == (whole, samples)


def killed(arguments: Sequence[str], run: str, after: int) -> None:
    """The command as a process, killed as soon as its journal has so many bytes."""
    journal = Path(run, "samples.jsonl")
    process = subprocess.Popen([COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (journal.exists() and journal.stat().st_size >= after):
        time.sleep(0.001)
    process.kill()
    process.wait()


def kill_at_random_moments(command: Cli, times: int, seed: int, jobs: int = 1) -> None:
    ask(150)
    command(*RUN)
    arguments, draw = (*RUN[:-1], "killed", "--jobs", str(jobs)), random.Random(seed)
    size = Path("run/samples.jsonl").stat().st_size
    for after in sorted(draw.randrange(size) for _ in range(times)):
        killed(arguments, "killed", after)
    assert not Path("killed/statistics.json").exists()
    assert command(*arguments).code == 0
    assert outcome("killed") == outcome()


def test_a_run_that_is_killed_three_times_comes_to_the_same(command: Cli) -> None:
    kill_at_random_moments(command, 3, seed=random.randrange(2**32))


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("jobs", [1, 4])
def test_a_run_that_is_killed_twenty_five_times_comes_to_the_same(command: Cli, jobs: int) -> None:
    kill_at_random_moments(command, 25, seed=jobs, jobs=jobs)


def test_ctrl_c_says_what_is_there_and_how_to_go_on(command: Cli) -> None:
    ask(400)
    process = subprocess.Popen([COMMAND, *RUN], stderr=subprocess.PIPE)
    while not (Path("run/items.jsonl").exists() and Path("run/items.jsonl").stat().st_size > 20_000):
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    said = process.stderr.read().decode()
    assert (process.wait(), said) == (
        130,
        f"interrupted: {len(read())} of 400 items are in run; run the same command again to go on.\n",
    )
    process.stderr.close()
    assert command(*RUN).code == 0


def test_a_second_process_on_the_folder_is_told(command: Cli) -> None:
    ask(400)
    process = subprocess.Popen([COMMAND, *RUN], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not Path("run/items.jsonl").exists():
        time.sleep(0.001)
    ran = command(*RUN, "--overwrite")
    process.kill()
    process.wait()
    assert (ran.code, ran.err) == (
        2,
        "error: run: another process works on it; wait for that, or give another --out.\n",
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "1"], "its seed is 0, not 1"),
        (["--limit", "5"], "its limit is none, not 5"),
        (["--effort", "low"], "its effort is medium, not low"),
        (["--model", "replay:run2"], "its model is scripted:script.yaml, not replay:run2"),
        (["--pipeline", "direct"], "its pipeline is 'p' (HASH), not 'direct' (HASH)"),
        (["--scorer", "exact"], "its suite is 'd' (HASH), not 'd' (HASH)"),
    ],
)
def test_a_folder_of_another_run_is_refused(cli: Cli, arguments: list[str], says: str) -> None:
    cli(*RUN)
    before = Path("run/items.jsonl").read_bytes()
    ran = cli(*RUN, *arguments)
    hashless = " ".join(
        "(HASH)," if part.endswith("…),") else "(HASH);" if part.endswith("…);") else part
        for part in ran.err.split()
    )
    assert (ran.code, hashless) == (2, f"error: run: {says}; {AGAIN}.")
    assert Path("run/items.jsonl").read_bytes() == before


def test_so_is_a_folder_of_another_version(cli: Cli) -> None:
    cli(*RUN)
    run = json.loads(Path("run/run.json").read_text())
    Path("run/run.json").write_text(json.dumps(run | {"version": "0.0.1"}))
    assert cli(*RUN).err == f"error: run: its version is 0.0.1, not {run['version']}; {AGAIN}.\n"
    Path("run/run.json").write_text(json.dumps(run | {"format": 2}))
    assert "in the format 2; this version reads format 1" in cli(*RUN).err


def test_overwrite_takes_nothing_from_a_folder_of_something_else(cli: Cli) -> None:
    Path("run").mkdir()
    for name in ("report.html", "items.csv", "notes.txt"):
        Path("run", name).write_text("mine")
    assert cli(*RUN, "--overwrite").code == 2
    assert {path.read_text() for path in Path("run").iterdir() if path.suffix} == {"mine"}


def test_what_is_overwritten_is_kept_aside_in_case_the_new_run_fails(cli: Cli) -> None:
    cli(*RUN)
    before = Path("run/items.jsonl").read_bytes()
    assert cli(*RUN, "--model", "nope", "--overwrite").code == 2
    assert Path("run/.overwritten/items.jsonl").read_bytes() == before


def test_overwrite_starts_again(cli: Cli) -> None:
    cli(*RUN, "--seed", "1")
    assert cli(*RUN, "--overwrite").code == 0
    assert {row["seed"] for row in read()} == {0}
    assert len({row["seed"] for row in read("run/samples.jsonl")}) == 1


def test_data_that_changed_is_another_suite(cli: Cli) -> None:
    cli(*RUN)
    ask(13)
    ran = cli(*RUN)
    assert (ran.code, ran.err.startswith("error: run: its suite is 'd' (")) == (2, True)


def test_other_weights_under_the_same_name_are_refused(cli: Cli) -> None:
    cli(*RUN)
    Path("run/items.jsonl").write_bytes(
        b"".join(Path("run/items.jsonl").read_bytes().splitlines(keepends=True)[:4])
    )
    Path("script.yaml").write_text("lines: [{say: [something else]}]")
    ran = cli(*RUN)
    says = "other weights of 'scripted:script.yaml' made its items"
    assert (ran.code, ran.err.splitlines()[-1]) == (2, f"error: run: {says}; {AGAIN}.")


def test_an_item_that_fails_is_noted_and_the_others_go_on(cli: Cli) -> None:
    ask(
        12,
        {"id": "long", "question": "x" * 100_001, "gold": "4"},
        {"id": "last", "question": "How many?", "gold": "4"},
    )
    ran = cli(*RUN)
    assert (ran.code, ran.out.splitlines()[0]) == (0, "d with p: 14 items: 10 right, 3 wrong, 1 failed")
    assert (
        read()[12]["error"] == "the question has 100001 characters; at most 100000 are allowed. Shorten it."
    )
    assert (read()[12]["gold"], read()[13]["answer"]) == (["4"], "4")


def recorded(*numbers: int) -> None:
    """A recording of the questions of these numbers."""
    samples = [{"text": "The answer is 4."}] * 12
    rows = [row | {"samples": samples} for i, row in enumerate(read("d.jsonl")) if i in numbers]
    Path("recorded.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def test_too_many_failures_stop_the_run_and_retry_does_them_again(cli: Cli) -> None:
    ask(30)
    recorded(0, 1, 2, 3, 4, 5, 6, 7, 8)
    replay = (*RUN, "--model", "replay:recorded.jsonl")
    ran = cli(*replay)
    says = "2 of 11 items failed, more than 10 % (--max-failures); the last one: replay:recorded.jsonl: the question"
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"error: run: {says} 'How many are 10?' was not recorded;")
    assert ran.err.endswith(". Mend that, and run the same with --retry.\n")
    again = cli(*replay)
    assert (again.code, again.err.splitlines()[0]) == (1, "run: 11 of 30 items are done already.")
    assert len(read()) == 11
    recorded(*range(30))
    assert "other weights" in cli(*replay, "--retry").err
    ran = cli(*replay, "--overwrite")
    assert (ran.code, [row["id"] for row in read()]) == (0, [f"i{i}" for i in range(30)])


def test_retry_does_again_what_failed_and_what_came_after(cli: Cli) -> None:
    cli(*RUN)
    whole, rows = outcome(), read()
    rows[5] = {key: rows[5][key] for key in ("id", "question", "gold")} | {"error": "the server was away"}
    Path("run/items.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    ran = cli(*RUN, "--retry")
    assert (ran.code, ran.err.splitlines()[0]) == (0, "run: 5 of 12 items are done already.")
    assert outcome() == whole


def test_few_items_of_which_too_many_failed_are_finished_and_then_a_failure(cli: Cli) -> None:
    ask(3, {"question": "x" * 100_001, "gold": "4"})
    ran = cli(*RUN)
    assert (ran.code, len(read())) == (1, 4)
    assert ran.err.splitlines()[-1].startswith(
        "error: run: 1 of 4 items failed, more than 10 % (--max-failures); "
    )
    assert cli(*RUN, "--max-failures", "0.5").code == 0


def test_a_model_that_cannot_be_opened_ends_the_run_at_once(cli: Cli) -> None:
    ran = cli(*RUN, "--model", "replay:none.jsonl")
    says = "error: replay: cannot read none.jsonl: no such file or directory; give a JSONL file.\n"
    assert (ran.code, ran.err) == (2, says)
    assert read() == []


@pytest.mark.parametrize("model", ["nope", "replay:none.jsonl", "none.gguf"])
def test_a_model_that_was_mistyped_does_not_keep_the_folder(cli: Cli, model: str) -> None:
    assert cli(*RUN, "--model", model).code == 2
    ran = cli(*RUN, "--seed", "1")
    assert (ran.code, len(read()), {row["seed"] for row in read()}) == (0, 12, {1})
    run = json.loads(Path("run/run.json").read_text())
    assert (run["model"], run["seed"]) == ("scripted:script.yaml", 1)


@pytest.mark.parametrize("broken", ["import nonesuch", "def other(item, row, sandbox): return True"])
def test_a_scorer_that_cannot_be_loaded_does_not_keep_the_folder(cli: Cli, broken: str) -> None:
    Path("own.py").write_text(broken)
    own = ("eval", "--data", "d.jsonl", "--scorer", "own.py:judge", "--pipeline", "p.yaml", "--out", "run")
    assert cli(*own).code == 2
    Path("own.py").write_text("def judge(item, row, sandbox): return True")
    assert cli(*own).code == 0


@pytest.mark.parametrize("file", ["items.jsonl", "samples.jsonl"])
def test_a_folder_with_an_item_or_a_sample_is_never_begun_anew(cli: Cli, file: str) -> None:
    cli(*RUN, "--model", "nope")
    Path("run", file).write_text("{")
    ran = cli(*RUN)
    assert (ran.code, "its model is nope, not scripted:script.yaml" in ran.err) == (2, True)
    assert Path("run", file).read_text() == "{"


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        ("return row['nothing']", "on 12 of 12 items; the first: KeyError: 'nothing'"),
        ("return row['nothing' if item.id == 'i3' else 'answer'] == '4'", "on 1 of 12 items; the first: Key"),
        ("return True", ""),
    ],
)
def test_a_scorer_that_failed_is_told_at_the_end(cli: Cli, judge: str, says: str) -> None:
    Path("own.py").write_text(f"def judge(item, row, sandbox): {judge}")
    ran = cli("eval", "--data", "d.jsonl", "--scorer", "own.py:judge", "--pipeline", "p.yaml", "--out", "run")
    assert (ran.code, ran.err.count("\n")) == (0, 2 if says else 1)
    assert ("warning: run: the scorer failed" in ran.err, says in ran.err) == (bool(says), True)


def test_rows_that_could_not_be_used_are_counted_wherever_the_run_is_told(cli: Cli) -> None:
    ask(12, {"question": "How many?"}, {"gold": "4"})
    ran = cli(*RUN)
    assert ran.out.startswith("d with p: 12 items: 9 right, 3 wrong; 2 rows could not be used\n")
    assert json.loads(Path("run/statistics.json").read_text())["left_out"] == 2
    for name in ("summary.md", "report.html"):
        assert "2 rows could not be used" in Path("run", name).read_text(), name


@pytest.mark.parametrize(
    ("gates", "says"),
    [
        ("accuracy=0.75,coverage=1", None),
        ("accuracy=0.76", "accuracy 0.75 is under 0.76"),
        (
            "accuracy=0.8,selective_accuracy=0.9",
            "accuracy 0.75 is under 0.8; selective_accuracy 0.75 is under 0.9",
        ),
    ],
)
def test_a_gate_that_falls_is_named_and_fails(cli: Cli, gates: str, says: str | None) -> None:
    ran = cli(*RUN, "--fail-under", gates)
    assert ran.code == (1 if says else 0)
    assert ran.err == "run: the report is run/report.html.\n" + (f"error: run: {says}.\n" if says else "")


def test_a_drop_since_the_baseline_fails_and_a_rise_does_not(cli: Cli) -> None:
    ask(20)
    cli(*RUN)
    Path("script.yaml").write_text("lines: [{say: [The answer is 7.]}]")
    worse = cli(*RUN[:-1], "worse", "--baseline", "run")
    assert (worse.code, worse.err.splitlines()[-1]) == (
        1,
        "error: worse: accuracy fell from 0.75 in run to 0.25 (15 lost and 5 won of 20 items, p = 0.041).",
    )
    Path("script.yaml").write_text(SCRIPT)
    assert cli(*RUN, "--baseline", "worse").code == 0


def test_a_baseline_of_something_else_is_refused_before_anything_runs(cli: Cli) -> None:
    ask(4)
    cli(*RUN)
    Path("other.jsonl").write_text('{"id": "x", "question": "How many?", "gold": "4"}\n')
    other = ("eval", "--data", "other.jsonl", "--scorer", "math", "--pipeline", "p.yaml", "--out", "new")
    assert "compare runs of the same suite" in cli(*other, "--baseline", "run").err
    assert "there is no such folder" in cli(*other, "--baseline", "none").err
    assert "error: --baseline: ./run is --out as well" in cli(*RUN, "--baseline", "./run").err
    assert not Path("new").exists()


def test_a_run_is_replayed_under_another_vote_without_its_model(cli: Cli) -> None:
    cli(*RUN)
    Path("strict.yaml").write_text(
        PIPELINE.replace("{stage: vote}", "{stage: vote, by: majority}").replace("0.2", "0.9")
    )
    Path("script.yaml").unlink()
    ran = cli(*RUN[:-3], "strict.yaml", "--out", "strict", "--model", "replay:run")
    assert (ran.code, len(read("strict/items.jsonl"))) == (0, 12)
    assert [row["model"]["identity"] for row in read("strict/items.jsonl")] == [
        row["model"]["identity"] for row in read()
    ]
    texts = [
        [[sample["text"] for sample in row["candidates"]] for row in read(name)]
        for name in ("run/items.jsonl", "strict/items.jsonl")
    ]
    assert texts[0] == texts[1]
    assert {row["score"]["verdict"] for row in read("strict/items.jsonl")} == {"abstained"}
    assert Path("strict/samples.jsonl").read_bytes() == b""


@pytest.mark.parametrize("recording", ["replay:./run", "replay:run/items.jsonl"])
def test_the_replayed_run_is_not_written_over(cli: Cli, recording: str) -> None:
    cli(*RUN)
    ran = cli(*RUN, "--model", recording, "--overwrite")
    assert (ran.code, ran.err) == (
        2,
        "error: run: is the run that is replayed as well; give another --out.\n",
    )
    assert len(read()) == 12


def test_calibrate_learns_from_a_run_questions_without_an_answer_included(cli: Cli) -> None:
    Path("p.yaml").write_text(PIPELINE.replace("0.2", "0"))
    rows = [
        {"id": f"u{i}", "question": f"How many unknown are {i}?", "gold": [], "answerable": False}
        for i in range(5)
    ]
    ask(25, *rows)
    cli(*RUN)
    ran = cli("calibrate", "run", "--out", "cal.json", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["fits"][0]["rows"] == 30


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("", "nothing to ask"),
        ('{"question": "x"}\n', "nothing to ask"),
        (
            '{"id": 1, "question": "x", "gold": "4"}\n{"id": 1, "question": "y", "gold": "5"}\n',
            "the id '1' comes twice",
        ),
        ('{"question": "x", "gold": "4"}\n{"gold": "4"}\n', "d.jsonl:2: no column 'question'"),
    ],
)
def test_rows_that_cannot_be_asked_are_named(cli: Cli, data: str, says: str, folder: Path) -> None:
    Path("d.jsonl").write_text(data)
    ran = cli(*RUN)
    assert says in ran.err
    assert ran.code == (2 if says == "nothing to ask" else 0)
    assert Path("run").exists() == (says != "nothing to ask")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["arithmetic_en"], "reasoner eval: give --out DIR, for the run. See: reasoner eval --help"),
        ([*RUN[1:-1], ""], "--out is empty; name the folder for the run."),
        (["--out", "run"], "reasoner eval: give either a SUITE or --data FILE. See: reasoner eval --help"),
        (["x", "--data", "d.jsonl", "--out", "run"], "reasoner eval: give either a SUITE or --data FILE."),
        (
            ["x", "--scorer", "math", "--out", "run"],
            "reasoner eval: --scorer goes with --data; a suite names its own.",
        ),
        (
            ["--data", "d.jsonl", "--out", "run"],
            "reasoner eval: --data needs a --scorer, such as: math, choice,",
        ),
        (
            ["--data", "d.jsonl", "--scorer", "math", "--out", "run"],
            "suite 'd' names no pipeline; give one with --pipeline.",
        ),
        (["--data", "d.jsonl", "--scorer", "mth", "--out", "run"], "no scorer 'mth'; did you mean 'math'?"),
        (["nosuch", "--out", "run"], "no suite 'nosuch'"),
        ([*RUN[1:], "--fail-under", "accuracy=2"], "--fail-under: 'accuracy=2' is no share between 0 and 1"),
        (
            [*RUN[1:], "--max-failures", "2"],
            "reasoner eval: invalid value for '--max-failures': 2 is not between 0 and 1",
        ),
        ([*RUN[1:-1], "d.jsonl"], "d.jsonl: cannot use it: file exists; give another --out."),
        ([*RUN[1:], "--collection", "units"], "--collection: no stage of pipeline 'p' uses the collection"),
    ],
)
def test_what_the_command_cannot_use_is_named_in_a_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("eval", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err
    assert not Path("run").exists()


def test_a_folder_of_something_else_is_left_alone(cli: Cli) -> None:
    Path("run").mkdir()
    Path("run/thesis.tex").write_text("important")
    ran = cli(*RUN)
    says = "run: has no run.json, but other files, such as thesis.tex, so it is no run folder; give another --out"
    assert (ran.code, ran.err) == (2, f"error: {says}.\n")
    assert [path.name for path in Path("run").iterdir() if path.name != ".lock"] == ["thesis.tex"]


def test_a_full_disk_is_named_and_takes_nothing_back(command: Cli) -> None:
    ask(60)
    limited = f"ulimit -f 40; trap '' XFSZ; exec {COMMAND} {' '.join(RUN)}"
    full = subprocess.run(["bash", "-c", limited], capture_output=True, text=True)
    assert (full.returncode, full.stderr.count("\n")) == (2, 1)
    assert full.stderr.startswith("error: run/")
    assert "file too large" in full.stderr
    command(*RUN)
    command(*RUN[:-1], "whole")
    assert outcome() == outcome("whole")
