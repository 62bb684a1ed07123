from pathlib import Path

import pytest

from reasoner.errors import SettingsError
from reasoner.tools.langchain import LangChainTool
from reasoner.tools.tool import Returned

MODULE = '''
import time
from langchain_core.tools import BaseTool, StructuredTool, ToolException, tool

@tool
def weather(city: str, days: int = 1) -> str:
    """Tells the weather of a city."""
    return f"{city}: rain for {days} days"

@tool
def table(city: str) -> dict[str, int]:
    """Gives numbers."""
    return {city: 3}

@tool
def broken(city: str) -> str:
    """Fails."""
    raise ValueError("no\\nnetwork")

def handled(city: str) -> str:
    """Fails, and says so."""
    raise ToolException("try later")

polite = StructuredTool.from_function(handled, handle_tool_error=True)

@tool
def slow(city: str) -> str:
    """Never ends."""
    time.sleep(30)

@tool
async def awaited(city: str) -> str:
    """Can only be awaited."""
    return f"{city}: sun"

def made():
    return weather

number = 3
'''


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "their_tools.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


def opened(name: str) -> LangChainTool:
    return LangChainTool.open(f"langchain:their_tools:{name}")


@pytest.mark.parametrize(
    ("name", "gives"),
    [
        ("weather", Returned("上海: rain for 1 days")),
        ("made", Returned("上海: rain for 1 days")),
        ("table", Returned('{"上海": 3}')),
        ("awaited", Returned("上海: sun")),
        ("broken", Returned("ValueError: no network", ok=False)),
        ("polite", Returned("try later", ok=False)),
    ],
)
def test_what_a_tool_gives_is_text_and_what_fails_an_error(name: str, gives: Returned) -> None:
    assert opened(name).call({"city": "上海"}, 10.0) == gives


def test_a_tool_that_hangs_is_left_alone() -> None:
    assert opened("slow").call({"city": "x"}, 0.2) == Returned("no result within 0.2 s", ok=False)


def test_arguments_that_do_not_fit_are_told_what_would() -> None:
    told = [opened("weather").call(given, 5.0).text for given in ({}, {"city": "x", "days": "many"})]
    assert told[0] == "weather: the argument 'city' is missing; needed: 'city'."
    assert told[1].startswith("weather: the argument 'days' is 'many': ")


def test_it_is_described_to_the_model_and_has_to_be_allowed() -> None:
    tool = opened("weather")
    assert (tool.name, tool.about, tool.restricted) == ("weather", "Tells the weather of a city.", True)
    assert tool.parameters["required"] == ["city"]


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("langchain:their_tools:none", "AttributeError"),
        ("langchain:no_such_module:x", "ModuleNotFoundError"),
        ("langchain:their_tools:number", "it gives a int"),
        ("their_tools:weather", 'write "langchain:MODULE:NAME"'),
    ],
)
def test_what_is_no_tool_is_named(where: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        LangChainTool.open(where)
