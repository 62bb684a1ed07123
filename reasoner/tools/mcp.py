"""Tools of the MCP servers that the settings name; servers start when they are needed, and end with us."""

import asyncio
import atexit
import concurrent.futures
import json
import logging
import threading
import time
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from mcp import types

from reasoner.errors import SettingsError, did_you_mean, one_line
from reasoner.settings import McpServer
from reasoner.tools.mcp_link import Link
from reasoner.tools.naming import legal, legal_names
from reasoner.tools.tool import Returned, never

T = TypeVar("T")

START_SECONDS = 20.0
"""Time for a server to start and to list its tools."""
PROBE_SECONDS = 3.0
"""Time for a server that failed a call to show that it is there."""
CLOSE_SECONDS = 8.0
"""Time for all servers to end; one that does not heed the end of its input is killed after about four."""
LOOK_SECONDS = 0.05
"""How often a call looks whether it is still wanted."""
LONGEST_ABOUT = 2000
"""Characters of a description that a model gets."""

for _logger in ("mcp", "client"):  # of the SDK; what they tell of is in our messages
    logging.getLogger(_logger).addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class McpTool:
    """A tool of an MCP server."""

    name: str
    about: str
    parameters: Mapping[str, Any]
    restricted: bool
    """Unless the server says that it only reads, and reaches nothing outside."""
    server: str
    tool: str
    """What the server calls it."""
    servers: "McpServers" = field(repr=False, compare=False)

    def call(
        self, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool] = never
    ) -> Returned:
        """Asks the server, which is started again where it has ended."""
        return self.servers.call(self, arguments, limit_seconds, cancelled)


class McpServers:
    """The MCP servers of the settings. Each is started when first asked for, once; close them in the end."""

    def __init__(
        self,
        servers: Mapping[str, McpServer],
        *,
        start_seconds: float = START_SECONDS,
        probe_seconds: float = PROBE_SECONDS,
    ) -> None:
        self._links = {
            name: Link(name, server, start_seconds, probe_seconds) for name, server in servers.items()
        }
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def tools(self, server: str, tool: str | None = None) -> tuple[McpTool, ...]:
        """All tools of a server, or the one that it calls so.

        Raises: SettingsError, when there are none, or the server cannot be started.
        """
        link = self._links.get(server)
        if link is None:
            raise SettingsError(
                f"no MCP server '{one_line(server, 60)}'{did_you_mean(server, self._links)}"
                f" Name one under [mcp.{one_line(server, 60)}] in reasoner.toml."
            )
        listed = {each.name: each for each in self._wait(link.session()).tools}
        if not listed:
            raise SettingsError(f"MCP server '{server}': offers no tools; leave it out.")
        if tool is not None and tool not in listed:
            raise SettingsError(
                f"MCP server '{server}': no tool '{one_line(tool, 60)}'{did_you_mean(tool, listed)}"
            )
        named = names(server, listed, self._links)
        wanted = listed.values() if tool is None else [listed[tool]]
        return tuple(_tool(self, server, named[each.name], each) for each in wanted)

    def call(
        self, tool: McpTool, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool]
    ) -> Returned:
        """Waits for what the tool gives, as long as it is wanted."""
        try:
            json.dumps(given := dict(arguments), ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, TypeError, RecursionError):
            return Returned(f"{tool.name}: the arguments are not JSON in Unicode; write them anew.", ok=False)
        try:
            job = self._start(self._links[tool.server].call(tool.tool, given, tool.name))
        except SettingsError as error:
            return Returned(str(error), ok=False)
        end = time.monotonic() + limit_seconds
        try:
            while not job.done():
                left = end - time.monotonic()
                if left <= 0:
                    says = f"no result within {limit_seconds:g} s; ask for less, or go on without it."
                    return Returned(f"{tool.name}: {says}", ok=False)
                if cancelled():
                    return Returned(f"{tool.name}: the call was cancelled.", ok=False)
                concurrent.futures.wait([job], min(left, LOOK_SECONDS))
            return job.result()
        except concurrent.futures.CancelledError:
            return Returned(f"{tool.name}: the MCP servers are closed.", ok=False)
        finally:
            job.cancel()

    def close(self) -> None:
        """Ends the servers, within seconds; a second call does nothing."""
        with self._lock:
            closed, self._closed = self._closed, True
        if closed or self._loop is None or self._thread is None:
            return
        atexit.unregister(self.close)
        ending = asyncio.run_coroutine_threadsafe(self._end(), self._loop)
        with suppress(concurrent.futures.TimeoutError):
            ending.result(CLOSE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        await asyncio.gather(*(link.close() for link in self._links.values()))
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        if others:
            await asyncio.wait(others)

    def _start(self, work: Coroutine[Any, Any, T]) -> "concurrent.futures.Future[T]":
        """Begins the work on the loop. Raises: SettingsError, when that is closed."""
        with self._lock:
            if self._closed:
                work.close()
                raise SettingsError("the MCP servers are closed; open a new Runtime.")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="mcp", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        job = self._start(work)
        try:
            return job.result()
        finally:
            job.cancel()


def _tool(servers: McpServers, server: str, name: str, tool: types.Tool) -> McpTool:
    hints = tool.annotations
    harmless = hints is not None and hints.read_only_hint is True and hints.open_world_hint is False
    about = (tool.description or tool.title or tool.name).strip()
    return McpTool(
        name,
        about if len(about) <= LONGEST_ABOUT else f"{about[: LONGEST_ABOUT - 1]}…",
        {"type": "object"} | tool.input_schema,
        not harmless,
        server,
        tool.name,
        servers,
    )


def names(server: str, tools: Iterable[str], servers: Collection[str]) -> dict[str, str]:
    """What a model calls the tools of a server: SERVER_TOOL, unlike that of any other tool."""
    wanted = {tool: f"{server}_{tool}" for tool in tools}
    given = legal_names(wanted.values(), lambda name: _owner(name, server, servers) != server)
    return {tool: given[name] for tool, name in wanted.items()}


def _owner(name: str, server: str, servers: Collection[str]) -> str:
    """The server that may use the name as it is: the one with the longest name that it begins with."""
    fitting = [each for each in servers if name.startswith(f"{legal(each)}_")]
    return max(fitting, key=lambda each: (len(each), each), default=server)
