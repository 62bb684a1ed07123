import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reasoner.errors import ConfigError, InputError, ReasonerError, SettingsError

pytest.importorskip("lm_eval", reason="lm-eval comes with the extra `bridges`")

from lm_eval.api.instance import Instance
from lm_eval.api.registry import get_model

from reasoner.interop.lm_eval import ReasonerLM, cut

PIPELINE = """
stages:
  - {stage: think, samples: 3}
  - {stage: vote}
  - {stage: accept, min_confidence: 0.5}
"""
SCRIPT = """
lines:
  - {when: cats, say: [The answer is 4., The answer is 5., The answer is 6.]}
  - {when: dogs, say: [The answer is 4.]}
"""
TASK = """
task: pets
dataset_path: json
dataset_kwargs: {data_files: {test: pets.jsonl}}
test_split: test
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
metric_list: [{metric: exact_match}]
"""


@pytest.fixture
def arguments(tmp_path: Path) -> str:
    """Arguments for a model that is sure of the number of dogs, and not of that of cats."""
    (tmp_path / "pets.yaml").write_text(PIPELINE, encoding="utf-8")
    (tmp_path / "script.yaml").write_text(SCRIPT, encoding="utf-8")
    return f"pipeline={tmp_path / 'pets.yaml'},model=scripted:{tmp_path / 'script.yaml'}"


def asking(*prompts: str, until: object = None, kind: Any = "generate_until") -> list[Instance]:
    return [Instance(kind, {}, (prompt, {"until": until}), 0, ("pets", 0, 1)) for prompt in prompts]


def test_the_harness_knows_the_model_by_name() -> None:
    assert get_model("reasoner") is ReasonerLM


def test_an_answer_is_a_text_and_an_abstention_is_an_empty_one(arguments: str) -> None:
    model = ReasonerLM.create_from_arg_string(arguments)
    assert model.generate_until(asking("How many dogs?", "How many cats?"), True) == ["4", ""]


def test_the_seed_is_that_of_the_pipeline(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text("stages: [{stage: think, samples: 1}, {stage: vote}]", "utf-8")
    said = [
        ReasonerLM.create_from_arg_string(f"{arguments},seed={seed}").generate_until(asking("cats"), True)
        for seed in (0, 1, 2)
    ]
    assert said == [["4"], ["5"], ["6"]]


@pytest.mark.parametrize(
    ("answer", "until", "left"),
    [
        ("4\n5", None, "4\n5"),
        ("4\n5", [], "4\n5"),
        ("4\n5", ["\n"], "4"),
        ("4\n5", "\n", "4"),
        ("a b c", ["c", "b"], "a "),
        ("a b c", ["x", ""], "a b c"),
        ("", ["x"], ""),
    ],
)
def test_an_answer_ends_before_the_first_stop_text(answer: str, until: Any, left: str) -> None:
    assert cut(answer, until) == left


def test_what_the_harness_always_hands_on_is_no_setting(arguments: str) -> None:
    config = {"batch_size": 1, "max_batch_size": 8, "device": "cpu"}
    model = ReasonerLM.create_from_arg_string(arguments, config)
    assert model.generate_until(asking("How many dogs?"), True) == ["4"]


@pytest.mark.parametrize("asked", ["loglikelihood", "loglikelihood_rolling"])
def test_likelihoods_are_refused_with_the_name_of_the_task(arguments: str, asked: str) -> None:
    model = ReasonerLM.create_from_arg_string(arguments)
    with pytest.raises(ReasonerError, match=r"pets: .*output_type is generate_until"):
        getattr(model, asked)(asking("How many dogs?", kind=asked))


def test_results_name_the_pipeline_and_its_hash(arguments: str) -> None:
    model = ReasonerLM.create_from_arg_string(f"{arguments},seed=3")
    about = model.get_model_info()
    assert (about["pipeline"], about["pipeline_seed"]) == ("pets", 3)
    assert about["pipeline_hash"] == model.pipeline.hash != ""


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("", ReasonerError, "needs a pipeline; add --model_args pipeline=math"),
        ("pipeline=maths", ReasonerError, "no pipeline 'maths'; did you mean 'math'"),
        ("pipeline=absent.yaml", ConfigError, "absent.yaml"),
        ("pipeline=math,modle=x", SettingsError, "modle: unknown setting; did you mean 'mode'"),
    ],
)
def test_wrong_arguments_are_named(given: str, error: type[ReasonerError], message: str) -> None:
    with pytest.raises(error, match=message):
        ReasonerLM.create_from_arg_string(given)


def test_an_empty_prompt_is_no_question(arguments: str) -> None:
    with pytest.raises(InputError, match="the question is empty"):
        ReasonerLM.create_from_arg_string(arguments).generate_until(asking(" "), True)


def harness(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line of the harness, with a task of two questions and without a network."""
    rows = [{"question": f"How many {pets}?", "answer": "4"} for pets in ("dogs", "cats")]
    (folder / "pets.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (folder / "tasks").mkdir()
    (folder / "tasks/pets.yaml").write_text(TASK, encoding="utf-8")
    command = [sys.executable, "-m", "reasoner.interop.lm_eval", "--model", "reasoner", *arguments]
    home = {"HF_HOME": str(folder / ".hub"), "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    return subprocess.run(
        [*command, "--tasks", "pets", "--include_path", "tasks", "--output_path", "out"],
        cwd=folder,
        env=os.environ | home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_the_command_line_of_the_harness_judges_a_pipeline(arguments: str, tmp_path: Path) -> None:
    done = harness(tmp_path, "--model_args", arguments)
    assert done.returncode == 0, done.stderr
    [written] = (tmp_path / "out").rglob("results*.json")
    results = json.loads(written.read_text(encoding="utf-8"))
    assert results["results"]["pets"]["exact_match,none"] == 0.5
    assert results["config"]["pipeline"] == "pets"


def test_the_command_line_ends_with_a_line_and_status_2(tmp_path: Path) -> None:
    done = harness(tmp_path, "--model_args", "pipeline=maths")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("no pipeline 'maths'; did you mean 'math'?")
    assert "Traceback" not in done.stderr
