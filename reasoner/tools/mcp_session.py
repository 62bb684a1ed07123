"""One session with an MCP server: a process that is started or a URL that is asked, up to its end."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import anyio
import httpx2
from mcp import Client, MCPError, StdioServerParameters, stdio_client, types
from mcp.client import IncomingMessage, Transport
from mcp.client.streamable_http import streamable_http_client

from reasoner.settings import McpServer
from reasoner.tools.mcp_streams import LastWords, Watched
from reasoner.version import __version__

PAGES = 100
"""Pages that a list of tools may have."""
NEWER = frozenset({types.METHOD_NOT_FOUND, types.UNSUPPORTED_PROTOCOL_VERSION})
"""What a server answers to the handshake that only speaks the protocol that came after it."""
HTTP = httpx2.Timeout(30.0, connect=10.0, read=300.0)


class Refused(Exception):
    """Why there is no session; the text is the middle of a message."""


class Session:
    """A session that is kept by a task of its own, on the loop on which it was made."""

    def __init__(self, server: McpServer, headers: Mapping[str, str]) -> None:
        self.words = LastWords()
        self.tools: tuple[types.Tool, ...] = ()
        self.stale = False
        """The list has changed, or a call went wrong: it has to be asked for again."""
        self.babble = False
        """The server said something that is not MCP where only MCP belongs."""
        self._server, self._headers = server, headers
        self._client: Client | None = None
        self._calls: set[asyncio.Task[object] | None] = set()
        self._over = asyncio.Event()
        self._scope = anyio.CancelScope()
        self._opened = asyncio.get_running_loop().create_future()
        self._opened.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._task = asyncio.create_task(self._live())

    async def opened(self, seconds: float) -> None:
        """Waits until the tools are listed. Raises: Refused, after so many seconds at the latest."""
        try:
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._opened)
        except Exception as error:
            raise self._refusal(error, seconds) from None

    @property
    def ended(self) -> bool:
        """There is nobody to ask any more."""
        return self._over.is_set() or self.gone

    @property
    def doubtful(self) -> bool:
        """Before the next call it has to show that it is there, which one that is busy for us need not."""
        given_up = {task for task in self._calls if task and task.cancelling()}
        return bool(self.stale or given_up) and self._calls <= given_up

    @property
    def gone(self) -> bool:
        """The process has ended too."""
        return self._task.done()

    async def refresh(self) -> None:
        """Asks for the list of tools again."""
        self.stale = False
        assert self._client is not None
        self.tools = await _listed(self._client)

    async def call(self, tool: str, arguments: dict[str, Any]) -> types.CallToolResult:
        """What the tool gives. Raises: MCPError and others; whoever stops waiting cancels the call."""
        assert self._client is not None
        task = asyncio.current_task()
        self._calls.add(task)
        try:
            return await self._client.call_tool(tool, arguments)
        except BaseException:
            self.stale = True
            raise
        finally:
            self._calls.discard(task)

    def close(self) -> None:
        """Begins the end of the session and its process."""
        self._scope.cancel()

    async def closed(self) -> None:
        """Waits for that end."""
        await asyncio.wait([self._task])

    async def _live(self) -> None:
        try:
            with self._scope:
                await self._speak()
        except Exception as error:
            self._fail(leaf(error))
        finally:
            self._over.set()
            self._fail(Refused("was closed"))

    async def _speak(self) -> None:
        """Opens the session, in the newer way where the server knows no other, and stays in it."""
        for mode in ("legacy", "auto"):
            self._over = asyncio.Event()
            try:
                async with self._connect(mode) as client:
                    self.tools = await _listed(client)
                    self._client = client
                    self._opened.set_result(None)
                    await self._over.wait()
                return
            except Exception as error:
                first = leaf(error)
                unknown = isinstance(first, MCPError) and first.code in NEWER
                if self._opened.done() or mode == "auto" or not unknown:
                    raise

    def _connect(self, mode: str) -> Client:
        return Client(
            self._transport(),
            mode=mode,
            cache=None,
            message_handler=self._hear,
            client_info=types.Implementation(name="reasoner", version=__version__),
        )

    async def _hear(self, message: IncomingMessage) -> None:
        if isinstance(message, Exception):
            self.babble = True
        elif isinstance(message, types.ToolListChangedNotification):
            self.stale = True

    def _transport(self) -> Transport:
        return self._process() if self._server.command else self._web()

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[Any]:
        server = self._server
        assert server.command is not None
        given = StdioServerParameters(
            command=server.command,
            args=list(server.args),
            env=server.env,
            cwd=server.cwd,
            encoding_error_handler="replace",
        )
        async with AsyncExitStack() as stack:
            with self.words.pipe() as errors:
                read, write = await stack.enter_async_context(stdio_client(given, errors))
            yield Watched(read, self._over), write

    @asynccontextmanager
    async def _web(self) -> AsyncIterator[Any]:
        assert self._server.url is not None
        hooks = {"response": [self.words.hear]}
        async with (
            httpx2.AsyncClient(headers=dict(self._headers), timeout=HTTP, event_hooks=hooks) as client,
            streamable_http_client(self._server.url, http_client=client) as (read, write),
        ):
            yield Watched(read, self._over), write

    def _fail(self, error: Exception) -> None:
        if not self._opened.done():
            self._opened.set_exception(error)

    def _refusal(self, error: Exception, seconds: float) -> Refused:
        babble = "; what it writes on its standard output is not MCP" if self.babble else ""
        match error:
            case Refused():
                return error
            case TimeoutError():
                return Refused(f"did not answer within {seconds:g} s{babble}")
            case FileNotFoundError() if self._server.cwd and error.filename == self._server.cwd:
                return Refused("cannot be started: its folder 'cwd' is not there")
            case OSError() if self._server.command:
                return Refused(f"cannot be started: {(error.strerror or str(error)).lower()}")
            case MCPError() if hung_up(error):
                return Refused(f"ended before it answered{babble}")
            case MCPError():
                return Refused(f"refuses: {error.message}")
        return Refused(f"cannot be used: {type(error).__name__}: {error}")


async def _listed(client: Client) -> tuple[types.Tool, ...]:
    """All pages of the list of tools; none, where the server knows no tools."""
    tools: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(PAGES):
        try:
            page = await client.list_tools(cursor=cursor)
        except MCPError as error:
            if error.code == types.METHOD_NOT_FOUND and not tools:
                return ()
            raise
        tools += page.tools
        if not page.next_cursor or page.next_cursor == cursor:
            return tuple(tools)
        cursor = page.next_cursor
    raise Refused(f"cannot be used: its list of tools has more than {PAGES} pages")


def hung_up(error: MCPError) -> bool:
    """Whether the SDK says so of the server; the code alone is what servers give to errors of all kinds."""
    return error.code == types.CONNECTION_CLOSED and error.message == "Connection closed"


def leaf(error: BaseException) -> Exception:
    """The first error of a group of groups, which is what went wrong first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error if isinstance(error, Exception) else Refused(f"was stopped ({type(error).__name__})")
