import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from reasoner.errors import SettingsError
from reasoner.settings import Settings
from reasoner.tools.toolbox import Toolbox, fault
from support import ROOT, SANDBOX, Shelf


def toolbox(**settings: object) -> Toolbox:
    return Toolbox(Settings.model_validate({"collection": "notes"} | settings), SANDBOX, {"notes": Shelf()})


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("calculatr", "no tool 'calculatr'; did you mean 'calculator'? Known: "),
        ("calculator:2", "no tool 'calculator:2'; write 'calculator' with nothing behind it."),
        ("search:", "no tool 'search:'; write search:COLLECTION."),
        ("mcp", "no tool 'mcp'; write mcp:SERVER."),
        ("langchain:", "no tool 'langchain:'; write langchain:NAME."),
        ("计算器", "no tool '计算器'. Known: "),
    ],
)
def test_a_name_that_no_settings_give_a_meaning_is_refused(name: str, says: str) -> None:
    assert fault(name).startswith(says)
    with pytest.raises(SettingsError):
        toolbox()(name)


@pytest.mark.parametrize("name", ["calculator", "python", "search", "search:notes", "convert", "date"])
def test_ours_are_made_once(name: str) -> None:
    box = toolbox()
    assert fault(name) == ""
    assert box(name) is box(name)
    assert not box(name)[0].restricted


def test_threads_that_ask_at_once_get_the_same_tool() -> None:
    box, made = toolbox(), []
    threads = [threading.Thread(target=lambda: made.append(box("calculator")[0])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, made))) == 1


@pytest.mark.parametrize(("name", "collection"), [("search:note", "notes"), ("search", "note")])
def test_a_collection_that_there_is_not_is_named_before_anything_runs(name: str, collection: str) -> None:
    with pytest.raises(SettingsError, match=r"no collection 'note'; did you mean 'notes'\?.*reasoner index"):
        toolbox(collection=collection)(name)


def test_a_langchain_tool_has_to_be_bound_and_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "their_rain.py").write_text(
        "from langchain_core.tools import tool\n\n\n@tool\ndef rain(city: str) -> str:\n    'Rain.'\n    return city\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    bound = {"tools": {"rain": "langchain:their_rain:rain"}}
    with pytest.raises(
        SettingsError, match=r"no tool 'langchain:rian'; did you mean 'rain'\?.*under \[tools\]"
    ):
        toolbox(**bound)("langchain:rian")
    with pytest.raises(
        SettingsError, match=r"'rain' writes or reaches out.*: allow = \[\"langchain:rain\"\]"
    ):
        toolbox(**bound)("langchain:rain")
    assert toolbox(**bound, allow=["langchain:rain"])("langchain:rain")[0].name == "rain"


def test_closing_twice_does_nothing() -> None:
    box = toolbox()
    box("calculator")
    box.close()
    box.close()
    assert box("calculator")[0].call({"expression": "1+1"}, 5.0).text == "2"


def test_the_toolbox_loads_no_library_that_a_tool_needs() -> None:
    code = "import sys, reasoner.tools.toolbox; print({'mcp', 'langchain_core', 'sympy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_binding_that_ends_the_process_is_refused() -> None:
    box = toolbox(tools={"x": "langchain:sys:exit"}, allow=["langchain:x"])
    with pytest.raises(SettingsError, match="SystemExit"):
        box("langchain:x")


@pytest.mark.parametrize("name", ["mcp:a.b", "mcp:a.b.tool"])
def test_the_name_of_a_server_may_have_dots(name: str) -> None:
    # Given two servers, of which one has the name of the other with a dot behind it
    box = toolbox(mcp={"a": {"command": "no-such-a"}, "a.b": {"command": "no-such-ab"}})
    # Then it is the longer one that is started
    with pytest.raises(SettingsError, match=r"MCP server 'a\.b'.*no-such-ab"):
        box(name)
    box.close()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("calculater", "no tool 'calculater'; did you mean 'calculator'? Known: "),
        ("mcp:fils", "no MCP server 'fils'; did you mean 'files'? Known: files."),
        ("mcp:fils.read", "no MCP server 'fils'; did you mean 'files'? Known: files."),
        ("mcp:", "no tool 'mcp:'; write mcp:SERVER."),
        ("langchain:rein", "no tool 'langchain:rein'; did you mean 'rain'? Known: rain."),
    ],
)
def test_what_is_allowed_has_to_be_there(name: str, says: str) -> None:
    bound = {"mcp": {"files": {"command": "x"}}, "tools": {"rain": "langchain:m:rain"}}
    with pytest.raises(SettingsError) as refused:
        toolbox(**bound, allow=["mcp:files", "langchain:rain", name])
    assert str(refused.value).startswith(f"setting allow: {says}")
    assert str(refused.value).endswith("Mend it, or leave it out of 'allow'.")


def test_what_is_allowed_of_a_server_is_a_tool_of_it() -> None:
    rogue = {"command": sys.executable, "args": [str(ROOT / "tests" / "mcp_rogue.py")]}
    box = toolbox(mcp={"rogue": rogue}, allow=["mcp:rogue", "mcp:rogue.dye"])
    with closing(box), pytest.raises(SettingsError, match=r"'mcp:rogue\.dye': .*no tool 'dye'; did you mean"):
        box("mcp:rogue.echo")
