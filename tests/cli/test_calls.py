from pathlib import Path

import pytest

from cli_support import Cli

PIPELINE = """\
stages:
  - {{stage: use_tools, tools: [{tools}]}}
  - {{stage: vote, by: majority}}
"""
SCRIPT = """\
lines:
  - when: "Result: 42"
    say: ['{"answer": "42"}']
  - when: "Error:"
    say: ['{"tool": "calculator", "arguments": {"expression": "6*7"}}']
  - say: ['{"tool": "calculator", "arguments": {"expression": "6*"}}']
"""


@pytest.fixture
def _files(cli: Cli) -> None:
    Path("calls.yaml").write_text(SCRIPT)
    Path("own.yaml").write_text(PIPELINE.format(tools="calculator"))


@pytest.mark.usefixtures("_files")
def test_steps_tells_each_call_and_what_came_of_it(cli: Cli) -> None:
    ran = cli("run", "own.yaml", "What is 6 times 7?", "--model", "scripted:calls.yaml", "--steps")
    assert (ran.code, ran.out) == (0, "42\n")
    first, second = [line for line in ran.err.splitlines() if line.startswith("call of")]
    assert first.startswith('call of sample 1: calculator {"expression": "6*"} failed: ')
    assert second == 'call of sample 1: calculator {"expression": "6*7"} = 42'


@pytest.mark.usefixtures("_files")
def test_a_collection_of_the_command_line_is_for_pipelines_that_search(cli: Cli) -> None:
    asked = ("run", "own.yaml", "?", "--model", "scripted:calls.yaml", "--collection", "handbook")
    assert cli(*asked).code == 2
    Path("own.yaml").write_text(PIPELINE.format(tools="calculator, search"))
    assert cli(*asked).code == 0


@pytest.mark.usefixtures("_files")
def test_a_tool_that_the_settings_do_not_give_is_refused_before_anything_runs(cli: Cli) -> None:
    Path("own.yaml").write_text(PIPELINE.format(tools="search:nowhere"))
    ran = cli("run", "own.yaml", "?", "--model", "scripted:none.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: pipeline 'own': use_tools: no collection 'nowhere'")
