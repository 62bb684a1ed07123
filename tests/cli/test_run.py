import json
from pathlib import Path

import pytest

from cli_support import Cli


def test_the_answer_alone_is_on_stdout(command: Cli) -> None:
    ran = command("run", "direct", "the capital?")
    assert (ran.code, ran.out, ran.err) == (0, "Paris is the capital.\n", "confidence: 0.50 (raw)\n")


def test_an_abstention_is_done_and_says_why_on_stderr(command: Cli) -> None:
    ran = command("run", "direct", "silence")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("abstained: none of 1 samples stated an answer\n")


def test_json_is_one_object_and_nothing_else(command: Cli) -> None:
    ran = command("run", "direct", "资本 capital", "--json", "--seed", "1")
    result = json.loads(ran.out)
    assert (ran.code, ran.out.count("\n")) == (0, 1)
    assert (result["question"], result["answer"], result["seed"]) == ("资本 capital", "Lyon", 1)
    assert result["model"]["name"] == "scripted:script.yaml"


def test_a_dash_reads_the_question_from_stdin(command: Cli) -> None:
    assert (
        command("run", "direct", "-", stdin="\ufeffthe capital?\n".encode()).out == "Paris is the capital.\n"
    )


def test_trace_writes_the_whole_result(cli: Cli) -> None:
    ran = cli("run", "direct", "the capital?", "--trace", "t.json")
    trace = json.loads(Path("t.json").read_text())
    assert ran.out == "Paris is the capital.\n"
    assert [step["stage"] for step in trace["steps"]] == ["think", "vote"]


def test_steps_tells_what_each_stage_took_changed_and_spent(cli: Cli) -> None:
    lines = cli("run", "direct", "the capital?", "--steps").err.splitlines()
    assert lines[1].startswith("think: 0.0")
    assert "; changed candidates; 1 of at most 1 samples (1 started), " in lines[1]
    assert lines[2].startswith("vote: ")
    assert lines[2].endswith(" s; changed votes, outcome")
    assert lines[3].startswith("in all: ")
    assert lines[3].endswith(" s with scripted:script.yaml")


def scripted(*says: str) -> tuple[str, str]:
    """The option for a model that says these texts."""
    Path("says.yaml").write_text(json.dumps({"lines": [{"say": says}]}))
    return "--model", "scripted:says.yaml"


@pytest.mark.parametrize(
    ("says", "line"),
    [
        (["4", "4", "5", "4", "5", "6", "4", "4"], "votes: 4 (5 of 8), 5 (2), 6 (1)"),
        (["4", "2+2", "4.0", "4", "4", "4", "4", "4"], "votes: 4 (8 of 8)"),
        (["1", "1", "2", "3", "4", "5", "5", "6"], "votes: 1 (2 of 8), 5 (2), 2 (1), 3 (1), 2 more (2)"),
        (["4", "4", "", "4", "5", "", "4", "4"], "votes: 4 (5 of 8), 5 (1); 2 without an answer"),
        (["x" * 99, *["yes"] * 7], f"votes: yes (7 of 8), {'x' * 39}… (1)"),
    ],
)
def test_a_vote_tells_of_the_other_answers(cli: Cli, says: list[str], line: str) -> None:
    Path("eight.yaml").write_text(
        "stages: [{stage: think, mode: direct, samples: 8}, {stage: vote, by: majority}]"
    )
    assert line in cli("run", "eight.yaml", "?", *scripted(*says)).err.splitlines()


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("", "  drew all 8 samples"),
        (", stop_at: 0.95", "  stopped: posterior after 3 of 8 samples; 97 % that all 8 come to the same; about 5 tokens saved"),
        (", stop_at: 1", "  stopped: leader after 5 of 8 samples; 100 % that all 8 come to the same; about 3 tokens saved"),
        (", budget_tokens: 2", "  stopped: budget after 2 of 8 samples; 92 % that all 8 come to the same; about 6 tokens saved"),
        (", budget_seconds: 1e-9", "  stopped: budget after 0 of 8 samples"),
    ],
)  # fmt: skip
def test_steps_tells_what_stopping_early_saved(cli: Cli, keys: str, line: str) -> None:
    Path("eight.yaml").write_text(
        f"stages: [{{stage: think, mode: direct, samples: 8{keys}}}, {{stage: vote, by: majority}}]"
    )
    assert line in cli("run", "eight.yaml", "?", "--steps", *scripted("4")).err.splitlines()


def test_what_is_proved_needs_no_model_and_shows_its_certificate(command: Cli) -> None:
    ran = command("run", "math", "12*(3+4)", "--model", "scripted:there-is-none.yaml", "--steps")
    assert (ran.code, ran.out) == (0, "84\n")
    assert "\ncertificate: " in ran.err
    assert ran.err.endswith("; no model was needed\n")


def test_a_quote_is_cited_with_file_and_line(cli: Cli) -> None:
    Path("notes").mkdir()
    Path("notes/tea.md").write_text(
        "# Tea\n\nGreen tea is brewed at 80 degrees.\n\nBlack tea takes boiling water.\n"
    )
    Path("first.yaml").write_text('lines: [{say: ["1"]}]\n')
    assert cli("index", "notes", "--collection", "tea", "--no-embed").code == 0
    question = "At how many degrees is green tea brewed?"
    ran = cli("run", "qa", question, "--collection", "tea", "--model", "scripted:first.yaml")
    assert ran.out == "Green tea is brewed at 80 degrees. [1]\n", ran.err
    assert '[1] tea.md:3 "Green tea is brewed at 80 degrees."\n' in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["direct"], "reasoner run: give either a QUESTION or --input FILE. See: reasoner run --help"),
        (["direct", "x", "--input", "q.jsonl"], "reasoner run: give either a QUESTION or --input FILE. See: reasoner run --help"),
        (["direct", "x", "--output", "a.jsonl"], "reasoner run: --output and --overwrite go with --input; for one question use --trace FILE."),
        (["direct", "--input", "q.jsonl", "--steps"], "reasoner run: --trace and --steps are for one question; with --input each row has it all."),
        (["direct", "x", "--jobs", "2"], "reasoner run: --jobs goes with --input; one question is one job."),
        (["direct", "x", "--trace", "no/t.json"], "no/t.json: there is no folder no; make it or give another --trace."),
        (["direct", "x", "--collection", "handbook"], "--collection: no stage of pipeline 'direct' uses the collection of the command line; leave it out, or use a pipeline that does, such as qa."),
        (["qa", "x", "--collection", "hanbook"], "--collection: no collection 'hanbook'; did you mean 'handbook'? Known: handbook. Make one with: reasoner index PATH --collection hanbook"),
        (["dirct", "x"], "no pipeline 'dirct'; did you mean 'direct'? Known: auto, direct, game24, math, multi_hop, qa, qa_short, tools. Or give the path of a .yaml file."),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_one_line(cli: Cli, arguments: list[str], says: str) -> None:
    ran = cli("run", *arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", f"error: {says}\n")


def test_a_collection_reaches_a_retrieve_inside_a_route(cli: Cli) -> None:
    assert cli("run", "auto", "hello", "--collection", "handbook").code == 0
