"""Our MCP server in a process of its own, with the official client."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, MCPError, stdio_client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, TextContent, Tool

from reasoner.settings import McpServer
from reasoner.tools.mcp import McpServers
from support import ROOT

SCRIPT = str(ROOT / "tests" / "mcp_pipelines.py")
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
WAITS = {"name": "waits", "arguments": {"question": "long"}, "_meta": {"progressToken": 1}}
CONVERSATION = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": WAITS},
)


class Host:
    """A program that has started our server."""

    def __init__(self, portal: BlockingPortal, client: Client, folder: Path) -> None:
        self.portal, self.client, self.folder = portal, client, folder

    def tools(self) -> dict[str, Tool]:
        listed = self.portal.call(self.client.list_tools)
        return {tool.name: tool for tool in listed.tools}

    def call(self, name: str, **arguments: Any) -> CallToolResult:
        result: CallToolResult = self.portal.call(self.client.call_tool, name, arguments)
        return result

    def stopped(self) -> str:
        """What the runs wrote that were stopped."""
        path = self.folder / "stopped"
        return path.read_text() if path.exists() else ""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("mcp")
    given = StdioServerParameters(command=sys.executable, args=[SCRIPT, str(folder / "stopped")])
    with (
        (folder / "err").open("w") as err,
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(given, err))) as client,
    ):
        yield Host(portal, client, folder)


def text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def eventually(holds: Any, seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(holds())


def test_each_pipeline_is_a_tool_that_says_that_it_may_abstain(host: Host) -> None:
    tools = host.tools()
    assert list(tools) == ["math", "___", "noisy", "unsure", "fails", "broken", "waits"]
    assert all("abstains, and says why" in (tool.description or "") for tool in tools.values())
    assert tools["math"].input_schema["required"] == ["question"]
    assert tools["math"].input_schema["properties"]["effort"]["enum"] == ["low", "medium", "high", "auto"]


def test_the_result_is_the_answer_and_all_that_is_known_of_it(host: Host) -> None:
    result = host.call("math", question="12*(3+4)", effort="low", seed=7)
    assert text(result) == "84"
    assert not result.is_error
    assert result.structured_content["certificate"]["kind"] == "exact"
    assert (result.structured_content["effort"], result.structured_content["seed"]) == ("low", 7)


def test_an_answer_comes_with_its_citations_and_what_is_printed_stays_off_the_protocol(host: Host) -> None:
    result = host.call("noisy", question="and?", history=[{"role": "user", "content": "Rome?"}])
    assert text(result) == 'Rome?\n[1] rome.md:3 "Rome fell in 476."'
    assert (host.folder / "err").read_text() == "loading weights\nfrom C\nfrom a child\n"


def test_what_unicode_cannot_write_is_marked(host: Host) -> None:
    result = host.call("___", question="and?")
    assert text(result).startswith("nothing ?")
    assert result.structured_content["answer"] == "nothing ?"


def test_an_abstention_is_no_error(host: Host) -> None:
    result = host.call("unsure", question="who?")
    assert (text(result), result.is_error) == ("abstained: confidence 0.20 is below 0.85", False)
    assert result.structured_content["outcome"] == "abstained"


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("math", {"question": " "}, "the question is empty; ask something."),
        ("math", {}, "math: argument 'question': field required."),
        ("math", {"question": "1", "effort": "huge"}, "math: argument 'effort': input should be 'low', 'medium', 'high' or 'auto'."),
        ("math", {"question": "1", "sed": 3}, "math: no argument 'sed'; did you mean 'seed'? Known: effort, history, question, seed."),
        ("math", {"question": "1", "history": [{"role": "god", "content": ""}]}, "math: argument 'history.0.role': input should be 'user' or 'assistant'."),
        ("fails", {"question": "1"}, "no model file; run: reasoner models pull"),
        ("broken", {"question": "1"}, "broken: this is a bug in reasoner: ZeroDivisionError: oh"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_a_result_of_one_line(
    host: Host, name: str, arguments: dict[str, Any], says: str
) -> None:
    result = host.call(name, **arguments)
    assert (text(result), result.is_error, result.structured_content) == (says, True, None)


def test_an_unknown_pipeline_is_refused(host: Host) -> None:
    with pytest.raises(MCPError, match=r"no pipeline 'maths'; did you mean 'math'\?"):
        host.call("maths", question="1")


def test_who_asks_for_progress_hears_of_each_stage_in_order(host: Host) -> None:
    heard = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    host.portal.call(host.client.call_tool, "math", {"question": "1+1"}, None, hear)
    assert heard[:2] == [(1.0, "detect_intent"), (2.0, "solve")]
    assert [number for number, _ in heard] == list(range(1, len(heard) + 1))


def test_calls_run_side_by_side_and_one_that_the_client_cancels_stops(host: Host) -> None:
    async def both() -> str:
        waiting = [
            asyncio.create_task(host.client.call_tool("waits", {"question": each})) for each in ("one", "two")
        ]
        answer = await host.client.call_tool("math", {"question": "2+2"})
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting)
        return text(answer)

    assert host.portal.call(both) == "4"
    assert eventually(lambda: sorted(host.stopped().split()) == ["one", "two"])


def test_ctrl_c_ends_the_server_and_what_runs(tmp_path: Path) -> None:
    command = [sys.executable, SCRIPT, str(tmp_path / "stopped")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("no JSON\n" + "".join(json.dumps(message) + "\n" for message in CONVERSATION))
        server.stdin.flush()
        _, progress = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0
    assert progress["params"]["message"] == "waits"
    assert (tmp_path / "stopped").read_text() == "long\n"


def test_our_client_takes_our_pipelines_as_tools_and_hangs_up_in_the_middle(tmp_path: Path) -> None:
    ours = McpServer(command=sys.executable, args=(SCRIPT, str(tmp_path / "stopped")))
    with closing(McpServers({"us": ours})) as servers, ThreadPoolExecutor() as pool:
        tools = {tool.name: tool for tool in servers.tools("us")}
        assert not tools["us_math"].restricted
        assert tools["us_math"].call({"question": "12*(3+4)"}, 10).text == "84"
        assert not tools["us_fails"].call({"question": "1"}, 10).ok
        waiting = pool.submit(tools["us_waits"].call, {"question": "long"}, 10)
        assert tools["us_math"].call({"question": "2+2"}, 10).text == "4"
        servers.close()
    assert not waiting.result().ok
    assert (tmp_path / "stopped").read_text() == "long\n"
