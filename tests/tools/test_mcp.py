"""MCP servers as tools: good ones over HTTP with the official SDK, bad ones that break every rule."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
import uvicorn
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, EmbeddedResource, TextResourceContents, ToolAnnotations
from starlette.responses import Response

from reasoner.errors import SettingsError
from reasoner.settings import McpServer
from reasoner.tools.mcp import McpServers, McpTool, names
from reasoner.tools.mcp_link import secrets
from support import ROOT

ROGUE = str(ROOT / "tests" / "mcp_rogue.py")


def rogue(manner: str = "good", cwd: str | None = None) -> McpServer:
    return McpServer(command=sys.executable, args=(ROGUE, manner), env={"API_KEY": "tops3cret"}, cwd=cwd)


@pytest.fixture(scope="module")
def servers() -> Iterator[McpServers]:
    with closing(McpServers({"rogue": rogue()}, probe_seconds=0.5)) as made:
        yield made


@pytest.fixture(scope="module")
def tools(servers: McpServers) -> dict[str, McpTool]:
    return {tool.tool: tool for tool in servers.tools("rogue")}


def test_a_tool_has_the_name_of_its_server_before_its_own_and_what_the_server_says_of_it(
    tools: dict[str, McpTool],
) -> None:
    echo = tools["echo"]
    assert (echo.name, echo.about, echo.parameters["type"]) == ("rogue_echo", "Does echo.", "object")
    assert not echo.restricted
    assert tools["die"].restricted


@pytest.mark.parametrize(
    ("tool", "text", "ok"),
    [
        ("echo", "hé", True),
        ("picture", "[image, 12 kB]\na cat", True),
        ("data", '{"sum": 4}', True),
        ("fail", "no such file, ***", False),
        ("refuse", "rogue_refuse: the server 'rogue' refuses the call: no tool refuse; try it another way, or go on without it.", False),
        ("env", "\n".join(sorted({"API_KEY", "LC_CTYPE"} | ({"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"} & set(os.environ)))), True),
    ],
)  # fmt: skip
def test_the_model_gets_texts_the_names_of_the_rest_or_an_error_to_act_on(
    tools: dict[str, McpTool], tool: str, text: str, ok: bool
) -> None:
    result = tools[tool].call({"text": "hé"}, 5)
    assert (result.text, result.ok) == (text, ok)


def test_a_huge_result_is_cut_and_says_so(tools: dict[str, McpTool]) -> None:
    text = tools["huge"].call({}, 10).text
    assert text == "x" * 20_000 + "\n[cut: the first 20,000 of 3,000,000 characters]"


@pytest.mark.parametrize("tool", ["die", "wait", "deaf", "wrong"])
def test_after_a_call_that_broke_off_the_next_one_is_answered(tools: dict[str, McpTool], tool: str) -> None:
    broken = tools[tool].call({}, 0.3)
    assert not broken.ok
    assert "tops3cret" not in broken.text
    assert tools["echo"].call({"text": "again"}, 20).text == "again"


def test_a_call_ends_when_nobody_wants_it_any_more(tools: dict[str, McpTool]) -> None:
    start = time.monotonic()
    result = tools["wait"].call({}, 30, lambda: time.monotonic() > start + 0.1)
    assert (result.text, result.ok) == ("rogue_wait: the call was cancelled.", False)
    assert time.monotonic() < start + 5


def test_arguments_that_unicode_cannot_write_do_no_harm(tools: dict[str, McpTool]) -> None:
    assert "write them anew" in tools["echo"].call({"text": "\ud800"}, 5).text
    assert tools["echo"].call({"text": "hi"}, 5).ok


def test_a_list_that_changes_is_asked_for_again(servers: McpServers, tools: dict[str, McpTool]) -> None:
    assert tools["grow"].call({}, 5).ok
    assert "rogue_grown" in {tool.name for tool in servers.tools("rogue")}


@pytest.mark.parametrize("manner", ["pages", "newer"])
def test_lists_have_pages_and_servers_may_only_speak_the_newer_protocol(manner: str) -> None:
    with closing(McpServers({"it": rogue(manner)})) as servers:
        assert len(servers.tools("it")) == 13
        assert servers.tools("it", "echo")[0].call({"text": "hi"}, 5).text == "hi"


def test_a_server_is_started_once_and_again_when_it_was_killed() -> None:
    with closing(McpServers({"it": rogue()})) as servers, ThreadPoolExecutor() as pool:
        (first,), (second,) = pool.map(lambda _: servers.tools("it", "pid"), range(2))
        pid = first.call({}, 5).text
        assert second.call({}, 5).text == pid
        os.kill(int(pid), signal.SIGKILL)
        assert {first.call({}, 5).text, first.call({}, 5).text} - {pid}


MEND = "; mend [mcp.it] in reasoner.toml, or leave its tools out."


@pytest.mark.parametrize(
    ("server", "says"),
    [
        (rogue("exits"), f"'{sys.executable}' ended before it answered; it said: no licence for key ***{MEND}"),
        (rogue("mute"), f"'{sys.executable}' did not answer within 0.5 s{MEND}"),
        (rogue("garbage"), f"'{sys.executable}' did not answer within 0.5 s; what it writes on its standard output is not MCP{MEND}"),
        (rogue("endless"), f"'{sys.executable}' cannot be used: its list of tools has more than 100 pages{MEND}"),
        (rogue("none"), "offers no tools; leave it out."),
        (rogue(cwd="/no/such"), f"'{sys.executable}' cannot be started: its folder 'cwd' is not there{MEND}"),
        (McpServer(command="/no/such"), f"'/no/such' cannot be started: no such file or directory{MEND}"),
        (McpServer(command=ROGUE), f"'{ROGUE}' cannot be started: permission denied{MEND}"),
        (McpServer(url="http://me:passw0rd@127.0.0.1:9/mcp?key=s3cret"), f"'http://127.0.0.1:9' cannot be used: ConnectError: All connection attempts failed{MEND}"),
        (McpServer(url="http://127.0.0.1:9/", headers={"Authorization": "env:NOT_SET"}), "header 'Authorization' needs the environment variable NOT_SET, which is not set; set it."),
    ],
)  # fmt: skip
def test_a_server_that_cannot_be_used_is_refused_with_what_it_said(server: McpServer, says: str) -> None:
    with (
        closing(McpServers({"it": server}, start_seconds=0.5 if "0.5 s" in says else 20)) as servers,
        pytest.raises(SettingsError) as refused,
    ):
        servers.tools("it")
    assert str(refused.value).removeprefix("MCP server 'it': ") == says


def test_what_is_not_there_is_named_with_what_is(servers: McpServers) -> None:
    with pytest.raises(SettingsError, match=r"no MCP server 'rouge'; did you mean 'rogue'\?"):
        servers.tools("rouge")
    with pytest.raises(SettingsError, match=r"no tool 'ecko'; did you mean 'echo'\?"):
        servers.tools("rogue", "ecko")


@pytest.mark.parametrize(
    ("server", "tools", "servers", "expected"),
    [
        ("a", ["read", "Read"], ["a"], ["a_read", "a_Read"]),
        ("a", ["b.c", "b_c"], ["a"], ["a_b_c_a37152", "a_b_c_b3f2d2"]),
        ("a", ["b_c", "d"], ["a", "a_b"], ["a_b_c_b3f2d2", "a_d"]),
        ("a_b", ["c"], ["a", "a_b"], ["a_b_c"]),
        ("a", ["x" * 99], ["a"], ["a_" + "x" * 62]),
        ("a", ["x" * 98, "x" * 99], ["a"], ["a_" + "x" * 55 + "_bca67f", "a_" + "x" * 55 + "_a7af1a"]),
        ("文", ["查", "看"], ["文"], ["____f7fa2c", "____ef2ffd"]),
    ],
)
def test_no_two_tools_have_the_same_name(
    server: str, tools: list[str], servers: list[str], expected: list[str]
) -> None:
    assert list(names(server, tools, servers).values()) == expected


def test_secrets_are_all_that_one_server_alone_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY_OF_IT", "Bearer fromenv")
    started = McpServer(
        command="x", args=("--api-key", "onearg", "--token=twoarg", "--port", "8000"), env={"A": "enva"}
    )
    asked = McpServer(
        url="https://me:pass@host/path-that-is-a-key/mcp?k=query", headers={"A": "env:KEY_OF_IT"}
    )
    assert {"onearg", "twoarg", "enva"} == set(secrets(started))
    assert {"fromenv", "pass", "path-that-is-a-key", "query"} <= set(secrets(asked))
    assert "8000" not in secrets(started)


def test_nothing_is_left_running_after_ctrl_c() -> None:
    program = f"""
import sys, time
from reasoner.settings import McpServer
from reasoner.tools.mcp import McpServers
servers = McpServers({{"it": McpServer(command=sys.executable, args=({ROGUE!r},))}})
print(servers.tools("it", "pid")[0].call({{}}, 5).text, flush=True)
servers.tools("it", "wait")[0].call({{}}, 60)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ours:
        assert ours.stdout is not None
        child = int(ours.stdout.readline())
        ours.send_signal(signal.SIGINT)
        _, err = ours.communicate(timeout=60)
    assert err.splitlines()[-1] == "KeyboardInterrupt"
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


class Notes:
    """A server of the official SDK, over HTTP, that wants a key."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.sessions: set[bytes] = set()
        self.forgotten: frozenset[bytes] = frozenset()

    def forget(self) -> None:
        """As after a new start."""
        self.forgotten = frozenset(self.sessions)

    def status(self, scope: Any) -> int:
        """Of the response to a request that gets no further."""
        headers = dict(scope.get("headers", ()))
        if scope["type"] == "http" and headers.get(b"x-key") != b"s3cret-key":
            return 401
        session = headers.get(b"mcp-session-id")
        self.sessions |= {session} if session else set()
        return 404 if session in self.forgotten else 200


@pytest.fixture(scope="module")
def notes() -> Iterator[Notes]:
    made = MCPServer("notes")

    @made.tool(annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
    def count(words: list[str]) -> int:
        """How many words there are."""
        return len(words)

    @made.tool()
    def find(title: str) -> CallToolResult:
        contents = TextResourceContents(uri="notes://1", text=f"On {title}.")
        return CallToolResult(content=[EmbeddedResource(resource=contents)])

    @made.tool()
    def burn(title: str) -> str:
        raise ToolError(f"{title} does not burn")

    app = made.streamable_http_app()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        status = there.status(scope)
        await (app if status == 200 else Response("no", status))(scope, receive, send)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        there = Notes(f"http://127.0.0.1:{listening.getsockname()[1]}/mcp")
        server = uvicorn.Server(uvicorn.Config(guarded, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        yield there
        server.should_exit = True
        thread.join()


@pytest.fixture
def over_http(notes: Notes, monkeypatch: pytest.MonkeyPatch) -> Iterator[McpServers]:
    monkeypatch.setenv("NOTES_KEY", "s3cret-key")
    server = McpServer(url=notes.url, headers={"X-Key": "env:NOTES_KEY"})
    with closing(McpServers({"notes": server})) as servers:
        yield servers


def test_a_server_over_http_gets_its_headers_from_the_environment(over_http: McpServers) -> None:
    count, find, burn = over_http.tools("notes")
    assert (count.restricted, find.restricted, burn.restricted) == (False, True, True)
    assert count.call({"words": ["a", "b"]}, 5).text == "2"
    assert find.call({"title": "fire"}, 5).text == "On fire."
    assert burn.call({"title": "water"}, 5).text.endswith("water does not burn")
    assert not count.call({"words": 3}, 5).ok


def test_a_server_over_http_that_was_started_anew_costs_one_call(over_http: McpServers, notes: Notes) -> None:
    (count,) = over_http.tools("notes", "count")
    notes.forget()
    assert "it said: status 404 Not Found;" in count.call({"words": []}, 5).text
    assert count.call({"words": []}, 5).text == "0"


def test_a_server_over_http_that_refuses_us_is_quoted(notes: Notes) -> None:
    server = McpServer(url=notes.url, headers={"X-Key": "wrong-key"})
    with closing(McpServers({"notes": server})) as servers, pytest.raises(SettingsError) as refused:
        servers.tools("notes")
    assert "it said: status 401 Unauthorized; mend [mcp.notes]" in str(refused.value)
