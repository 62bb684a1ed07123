"""A server of the settings, started when it is needed, and again when it has ended."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from mcp import MCPError

from reasoner.errors import SettingsError, one_line
from reasoner.patterns import pattern
from reasoner.settings import McpServer
from reasoner.tools.mcp_result import returned
from reasoner.tools.mcp_session import Refused, Session, hung_up, leaf
from reasoner.tools.tool import Returned

MASK = "***"
_PRIVATE = pattern(r"(?i)key|token|secret|passw|auth|credential")
"""In the name of an argument whose value nobody else is to see."""


class Link:
    """The way to one server. Its methods belong to one event loop."""

    def __init__(self, name: str, server: McpServer, start_seconds: float, probe_seconds: float) -> None:
        self.name = name
        self._server, self._start_seconds, self._probe_seconds = server, start_seconds, probe_seconds
        self._opening: asyncio.Task[Session] | None = None
        self._sessions: list[Session] = []
        """All that may still have a process."""

    async def session(self) -> Session:
        """A session that is open, with a list of tools that is up to date; asked for by several, it is one.

        Raises: SettingsError, saying what was tried and what the server said.
        """
        opening = self._opening
        if opening is None or (opening.done() and not _usable(opening)):
            opening = self._opening = asyncio.create_task(self._open(_result(opening)))
            opening.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(opening)

    async def call(self, tool: str, arguments: dict[str, object], name: str) -> Returned:
        """What the tool gives; whatever goes wrong is told to the model, which calls the tool `name`."""
        try:
            session = await self.session()
        except SettingsError as error:
            return Returned(str(error), ok=False)
        try:
            got = returned(await session.call(tool, arguments))
            return got if got.ok else Returned(self._masked(got.text), ok=False)
        except Exception as error:
            says = await self._complaint(session, leaf(error))
            return Returned(f"{name}: {says}; try it another way, or go on without it.", ok=False)

    async def close(self) -> None:
        """Ends what was started."""
        if self._opening is not None and not self._opening.done():
            self._opening.cancel()
            await asyncio.wait([self._opening])
        for session in self._sessions:
            session.close()
        for session in self._sessions:
            await session.closed()

    async def _open(self, before: Session | None) -> Session:
        if before is not None and not before.ended:
            try:
                async with asyncio.timeout(self._probe_seconds):
                    await before.refresh()
                return before
            except Exception:
                before.close()
        self._sessions = [session for session in self._sessions if not session.gone]
        session = Session(self._server, self._headers())
        self._sessions.append(session)
        try:
            await session.opened(self._start_seconds)
        except Refused as error:
            session.close()
            raise SettingsError(await self._fault(session, str(error))) from None
        return session

    async def _fault(self, session: Session, says: str) -> str:
        """Why the server cannot be used, in a line."""
        tried = self._server.command or origin(self._server.url or "")
        last = await session.words.line()
        quoted = f"; it said: {one_line(self._masked(last), 200)}" if last else ""
        return (
            f"MCP server '{self.name}': '{one_line(tried, 100)}' {one_line(self._masked(says))}{quoted};"
            f" mend [mcp.{self.name}] in reasoner.toml, or leave its tools out."
        )

    async def _complaint(self, session: Session, error: Exception) -> str:
        match error:
            case MCPError() if hung_up(error):
                says = f"the server '{self.name}' ended during the call{await _last_words(session)}"
            case MCPError():
                quoted = await _last_words(session) if self._server.url else ""
                says = f"the server '{self.name}' refuses the call: {error.message}{quoted}"
            case _:
                says = f"the server '{self.name}' gave what MCP does not allow: {error}"
        return one_line(self._masked(says)).rstrip(".")

    def _headers(self) -> Mapping[str, str]:
        """The headers, with the variables that they name.

        Raises: SettingsError, when one is not set.
        """
        headers = {}
        for name, value in self._server.headers.items():
            variable = value.removeprefix("env:")
            if variable != value and variable not in os.environ:
                raise SettingsError(
                    f"MCP server '{self.name}': header '{name}' needs the environment variable {variable},"
                    " which is not set; set it."
                )
            headers[name] = value if variable == value else os.environ[variable]
        return headers

    def _masked(self, text: str) -> str:
        """The text without what the settings give to this server alone."""
        for secret in secrets(self._server):
            text = text.replace(secret, MASK)
        return text


async def _last_words(session: Session) -> str:
    """The end of a message: what the server said last."""
    last = await session.words.line()
    return f"; it said: {last}" if last else ""


def _usable(opening: asyncio.Task[Session]) -> bool:
    session = _result(opening)
    return session is not None and not session.ended and not session.doubtful


def _result(opening: asyncio.Task[Session] | None) -> Session | None:
    if opening is None or opening.cancelled() or opening.exception() is not None:
        return None
    return opening.result()


def origin(url: str) -> str:
    """The part of a URL that holds no secret: neither password nor path, which may be a key, nor query."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{(parts.netloc or '').rpartition('@')[2]}"


def secrets(server: McpServer) -> Sequence[str]:
    """Texts that no message may hold, the longest first."""
    values = [*server.env.values(), *_private(server.args)]
    values += [
        os.environ.get(value[4:], "") if value.startswith("env:") else value
        for value in server.headers.values()
    ]
    if server.url is not None:
        parts = urlsplit(server.url)
        values += [server.url.removeprefix(origin(server.url)), parts.username or "", parts.password or ""]
        values += [value for _, value in parse_qsl(parts.query)]
        values += [step for step in parts.path.split("/") if len(step) >= 16]
    words = {word for value in values for word in (value, *value.split()) if len(word) >= 4}
    return sorted(words, key=len, reverse=True)


def _private(args: Sequence[str]) -> list[str]:
    """Values of arguments such as --api-key VALUE and --token=VALUE."""
    pairs = [argument.partition("=")[::2] for argument in args]
    pairs += [pair for pair in pairwise(args) if "=" not in pair[0] and not pair[1].startswith("-")]
    return [value for name, value in pairs if name.startswith("-") and _PRIVATE.search(name)]
