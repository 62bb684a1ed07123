import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from reasoner.errors import InputError
from reasoner.state import Turn

pytest.importorskip("inspect_ai", reason="inspect-ai comes with the extra `bridges`")

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.tool import ToolInfo

from reasoner.interop.inspect_ai import ReasonerAPI, read_messages

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
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import match


@task
def pets():
    return Task([Sample(f"How many {kind}?", target="4") for kind in ("dogs", "cats")], scorer=match())
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    """A model that is sure of the number of dogs, and not of that of cats."""
    (tmp_path / "script.yaml").write_text(SCRIPT, encoding="utf-8")
    return f"scripted:{tmp_path / 'script.yaml'}"


@pytest.fixture
def pets(tmp_path: Path) -> str:
    """The path of a pipeline that abstains unless two of three samples agree."""
    (tmp_path / "pets.yaml").write_text(PIPELINE, encoding="utf-8")
    return str(tmp_path / "pets.yaml")


@pytest.fixture
def api(pets: str, script: str) -> Iterator[ReasonerAPI]:
    with closing(ReasonerAPI(pets, model=script)) as api:
        yield api


def ask(api: ReasonerAPI, *messages: ChatMessage, seed: int | None = None, tools: Any = ()) -> ModelOutput:
    return asyncio.run(api.generate(list(messages), list(tools), "auto", GenerateConfig(seed=seed)))


def test_inspect_finds_the_provider_through_an_entry_point() -> None:
    [point] = {point for point in entry_points(group="inspect_ai") if point.name == "reasoner"}
    assert point.value == "reasoner.interop.inspect_ai"


def test_an_answer_comes_with_its_confidence_and_what_it_cost(api: ReasonerAPI) -> None:
    output = ask(api, ChatMessageUser(content="How many dogs?"))
    assert (output.completion, output.stop_reason) == ("4", "stop")
    assert (output.metadata["outcome"], output.metadata["confidence"]) == ("answered", 1.0)
    assert output.metadata["pipeline"]["hash"] == api.pipeline.hash
    assert output.usage.output_tokens == 3 * len(["The", "answer", "is", "4."])
    assert output.usage.total_tokens == output.usage.input_tokens + output.usage.output_tokens


def test_an_abstention_is_an_empty_text_with_its_reason(api: ReasonerAPI) -> None:
    output = ask(api, ChatMessageUser(content="How many cats?"))
    assert output.completion == ""
    assert output.metadata["outcome"] == "abstained"
    assert output.metadata["reason"] == "confidence 0.33 is below 0.50"


def test_the_seed_is_that_of_the_generation(tmp_path: Path, pets: str, script: str) -> None:
    Path(pets).write_text("stages: [{stage: think, samples: 1}, {stage: vote}]", encoding="utf-8")
    with closing(ReasonerAPI(pets, model=script)) as api:
        said = [ask(api, ChatMessageUser(content="cats"), seed=seed).completion for seed in (None, 0, 1, 2)]
    assert said == ["4", "4", "5", "6"]


def test_messages_are_a_question_and_what_was_said_before() -> None:
    said = [ChatMessageUser(content="a"), ChatMessageAssistant(content="b"), ChatMessageUser(content="why?")]
    assert read_messages(said) == ("why?", (Turn("user", "a"), Turn("assistant", "b")))


@pytest.mark.parametrize(
    ("messages", "message"),
    [
        ([], "the last message is not the user's; end with the question"),
        ([ChatMessageAssistant(content="b")], "the last message is not the user's"),
        ([ChatMessageSystem(content="Be kind."), ChatMessageUser(content="why?")], "takes no system message"),
        ([ChatMessageTool(content="4"), ChatMessageUser(content="why?")], "takes no tool message"),
    ],
)
def test_what_is_no_question_is_refused(messages: list[ChatMessage], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_messages(messages)


def test_tools_are_refused_by_name(api: ReasonerAPI) -> None:
    tool = ToolInfo(name="bash", description="Runs a command.")
    with pytest.raises(InputError, match=r"cannot call tools \(bash\)"):
        ask(api, ChatMessageUser(content="How many dogs?"), tools=[tool])


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("maths", {}, "no pipeline 'maths'; did you mean 'math'"),
        ("absent.yaml", {}, "absent.yaml"),
        ("math", {"jobs": 0}, "jobs is 0; it must be a number from 1 on"),
        ("math", {"jobs": "x"}, "jobs is x; it must be a number from 1 on"),
        ("math", {"modle": "x"}, "modle: unknown setting; did you mean 'mode'"),
    ],
)
def test_wrong_names_are_shown_without_a_traceback(name: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(PrerequisiteError) as caught:
        ReasonerAPI(name, **settings)
    assert message in str(caught.value.message)


def test_the_command_line_of_inspect_judges_a_pipeline(tmp_path: Path, pets: str, script: str) -> None:
    (tmp_path / "task.py").write_text(TASK, encoding="utf-8")
    command = [sys.executable, "-m", "inspect_ai", "eval", "task.py", "--model", f"reasoner/{pets}"]
    done = subprocess.run(
        [*command, "--log-format", "json", "--log-dir", "logs", "--display", "none"],
        cwd=tmp_path,
        env=os.environ | {"REASONER_MODEL": script},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    [written] = (tmp_path / "logs").glob("*.json")
    log = json.loads(written.read_text(encoding="utf-8"))
    assert log["status"] == "success", log.get("error")
    assert [sample["output"]["completion"] for sample in log["samples"]] == ["4", ""]
    assert log["results"]["scores"][0]["metrics"]["accuracy"]["value"] == 0.5
