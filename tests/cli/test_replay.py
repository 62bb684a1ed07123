"""A run that was recorded goes through the command again, without its model."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli_support import Cli

CHAINS = ["The answer is 8.", "So it is 8.", "The answer is 6.", "The answer is 8.", "8", "The answer is 8."]
PROGRAMS = ["```python\nprint(2 * 4)\n```", "```python\nprint(2 + 4)\n```", "```python\nprint(8)\n```"]
STAGES = """
  - {{stage: think, mode: cot, prompt: chain.txt, samples: 6{keys}}}
  - {{stage: think, mode: program, prompt: program.txt, samples: 6{keys}}}
  - {{stage: vote, by: {by}}}
"""


def written(name: str, *rows: object) -> None:
    Path(name).write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def comparable(value: Any) -> Any:
    """Without times, and without what says by which model: a recording reads no prompt again."""
    if isinstance(value, dict):
        left_out = {"seconds", "prompt_tokens", "hash", "name"}
        return {key: comparable(inner) for key, inner in value.items() if key not in left_out}
    return [comparable(inner) for inner in value] if isinstance(value, list) else value


@pytest.fixture
def recorded(cli: Cli) -> str:
    """The name of the rows of a run with chains and programs."""
    Path("chain.txt").write_text("Chain: {question}")
    Path("program.txt").write_text("Program: {question}")
    lines = [{"when": "Chain:", "say": CHAINS}, {"when": "Program:", "say": PROGRAMS}]
    Path("both.yaml").write_text(json.dumps({"lines": lines}))
    Path("record.yaml").write_text("stages:" + STAGES.format(keys="", by="majority"))
    written("q.jsonl", {"question": "2 cats, how many legs?"}, {"question": "2 dogs, how many legs?"})
    run = cli(
        "run", "record.yaml", "--input", "q.jsonl", "--output", "rec.jsonl", "--model", "scripted:both.yaml"
    )
    assert run.code == 0, run.err
    return "rec.jsonl"


def replayed(cli: Cli, pipeline: str, recording: str, *arguments: str) -> list[dict[str, Any]]:
    model = f"replay:{recording}"
    run = cli("run", pipeline, "--input", "q.jsonl", "--output", "again.jsonl", "--model", model, *arguments)
    assert run.code == 0, run.err
    return rows("again.jsonl")


def test_the_same_pipeline_comes_to_the_same(cli: Cli, recorded: str) -> None:
    again = replayed(cli, "record.yaml", recorded)
    assert comparable(again) == comparable(rows(recorded))
    assert [row["model"]["identity"] for row in again] == [row["model"]["identity"] for row in rows(recorded)]


def test_a_stopped_run_has_exactly_the_first_samples_of_each_stage(cli: Cli, recorded: str) -> None:
    Path("stopped.yaml").write_text("stages:" + STAGES.format(keys=", stop_at: 0.85", by="agreement"))
    for before, after in zip(rows(recorded), replayed(cli, "stopped.yaml", recorded), strict=True):
        for origin, drawn in (("cot", 2), ("program", 4)):
            whole = [found for found in before["candidates"] if found["origin"] == origin]
            assert [found for found in after["candidates"] if found["origin"] == origin] == whole[:drawn]
        assert after["savings"]["samples"] == 12 - 2 - 4
        assert (after["usage"]["samples"], after["usage"]["sample_budget"]) == (6, 12)


def test_a_seed_draws_the_samples_in_another_order(cli: Cli, recorded: str) -> None:
    (before, _), (after, _) = rows(recorded), replayed(cli, "record.yaml", recorded, "--seed", "1")
    texts, others = ([found["text"] for found in row["candidates"]] for row in (before, after))
    assert texts != others
    assert sorted(texts) == sorted(others)


def test_another_prompt_is_a_broken_row(cli: Cli, recorded: str) -> None:
    Path("chain.txt").write_text("Another: {question}")
    run = cli("run", "record.yaml", "--input", "q.jsonl", "--model", f"replay:{recorded}")
    says = (
        "replay:rec.jsonl: the question '2 cats, how many legs?' was recorded with other prompts; use those."
    )
    assert (run.code, run.err.splitlines()[0]) == (2, f"error: q.jsonl:1: {says}")


def test_one_job_and_eight_come_to_the_same(cli: Cli, recorded: str) -> None:
    written("q.jsonl", *rows("q.jsonl") * 10)
    one = replayed(cli, "record.yaml", recorded)
    assert comparable(replayed(cli, "record.yaml", recorded, "--overwrite", "--jobs", "8")) == comparable(one)
    assert len(one) == 20


def test_several_jobs_go_on_where_a_run_was_interrupted(cli: Cli, recorded: str) -> None:
    written("q.jsonl", *rows("q.jsonl") * 5)
    whole = replayed(cli, "record.yaml", recorded)
    data = Path("again.jsonl").read_bytes()
    Path("again.jsonl").write_bytes(data[: len(data) // 2])
    assert comparable(replayed(cli, "record.yaml", recorded, "--jobs", "4")) == comparable(whole)


def test_quotes_are_found_again(cli: Cli) -> None:
    Path("notes").mkdir()
    Path("notes/tea.md").write_text("Green tea is brewed at 80 degrees. Black tea takes boiling water.\n")
    Path("first.yaml").write_text('lines: [{say: ["1", "2", "1"]}]\n')
    Path("quote.yaml").write_text(
        "stages: [{stage: retrieve, collection: tea}, {stage: think, mode: quote, samples: 3},"
        " {stage: vote, by: majority}, {stage: cite}]\n"
    )
    assert cli("index", "notes", "--collection", "tea", "--no-embed").code == 0
    written("q.jsonl", {"question": "At how many degrees is green tea brewed?"})
    run = cli(
        "run", "quote.yaml", "--input", "q.jsonl", "--output", "rec.jsonl", "--model", "scripted:first.yaml"
    )
    assert run.code == 0, run.err
    (row,) = rows("rec.jsonl")
    assert [found["text"][:5] for found in row["candidates"]] == ["Green", "Black", "Green"]
    assert comparable(replayed(cli, "quote.yaml", "rec.jsonl")) == comparable([row])
