"""Which tool a name of the YAML stands for, and whether the settings allow it."""

import json
import threading
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from reasoner.errors import SettingsError, did_you_mean, one_line
from reasoner.retrieval.retriever import Retriever
from reasoner.settings import Settings
from reasoner.tools.calculator import calculator
from reasoner.tools.convert import convert
from reasoner.tools.date import date
from reasoner.tools.python import python
from reasoner.tools.search import search
from reasoner.tools.tool import Tool
from reasoner.verification.sandbox import Sandbox

if TYPE_CHECKING:
    from reasoner.tools.mcp import McpServers

Maker = Callable[["Toolbox", str], Tool]
"""Makes a tool, given what stands behind the colon of its name. Raises: SettingsError."""
BUILT_IN: Mapping[str, Maker] = {
    "calculator": lambda box, rest: calculator(box.sandbox),
    "convert": lambda box, rest: convert(),
    "date": lambda box, rest: date(),
    "python": lambda box, rest: python(box.sandbox),
    "search": lambda box, rest: box.search(rest),
}
"""Makers of the tools of ours."""
BEHIND: Mapping[str, str] = {"search": "COLLECTION", "mcp": "SERVER", "langchain": "NAME"}
"""Names that may say more behind a colon, and what."""
BOUND = frozenset({"mcp", "langchain"})
"""Names that stand for nothing without that."""
NO_MCP = "MCP servers need the extra 'mcp'; run: pip install 'reasoner[mcp]'"


def fault(name: str) -> str:
    """Why no settings could give this name a meaning; empty where some could."""
    head, colon, rest = name.partition(":")
    if head in BEHIND and (colon or head in BOUND):
        return "" if rest else f"no tool '{name}'; write {head}:{BEHIND[head]}."
    if head in BUILT_IN and colon:
        return f"no tool '{one_line(name, 60)}'; write '{head}' with nothing behind it."
    added = _added()
    if head in BUILT_IN or head in added:
        return ""
    known = {*BUILT_IN, *added, *(f"{each}:{what}" for each, what in BEHIND.items())}
    return f"no tool '{one_line(name, 60)}'{did_you_mean(name, known)}"


def _added() -> dict[str, EntryPoint]:
    """Tools of other packages: entry points that name a `Maker`."""
    return {point.name: point for point in entry_points(group="reasoner.tools")}


class Toolbox:
    """The tools of one process, each made when it is first asked for. Close it in the end."""

    settings: Settings
    sandbox: Sandbox
    retrievers: Mapping[str, Retriever]
    """Collections by name, and the run's own under "default"; opened when first searched."""

    def __init__(self, settings: Settings, sandbox: Sandbox, retrievers: Mapping[str, Retriever]) -> None:
        """Raises: SettingsError, when `allow` names what is no tool of these settings."""
        self.settings = settings
        self.sandbox = sandbox
        self.retrievers = retrievers
        self._made: dict[str, tuple[Tool, ...]] = {}
        self._servers: McpServers | None = None
        self._lock = threading.Lock()
        for name in sorted(settings.allow):
            if says := fault(name) or self._unbound(name):
                raise SettingsError(f"setting allow: {says} Mend it, or leave it out of 'allow'.")

    def __call__(self, name: str) -> tuple[Tool, ...]:
        """The tools that the name stands for.

        Raises: SettingsError, when it stands for none, or for one that the settings do not allow.
        """
        made = self._made.get(name)  # without the lock, which a server that starts slowly may hold
        if made is not None:
            return made
        with self._lock:
            if name not in self._made:
                self._made[name] = self._allowed(name, self._make(name))
            return self._made[name]

    def search(self, collection: str) -> Tool:
        """The tool that searches a collection; "" is that of the run.

        Raises: SettingsError, when there is none of that name.
        """
        name = collection or self.settings.collection
        direct = not collection and ":" in name  # a retriever of LangChain, which the settings may name
        if not direct and name not in self.retrievers:
            make = f"Make one with: reasoner index PATH --collection {one_line(name, 60)}"
            hint = did_you_mean(name, self.retrievers.keys() - {"default"})
            raise SettingsError(f"no collection '{one_line(name, 60)}'{hint} {make}")
        return search(self.retrievers, collection)

    def close(self) -> None:
        """Ends what the tools started; a second call does nothing."""
        with self._lock:
            servers, self._servers = self._servers, None
            self._made.clear()
        if servers is not None:
            servers.close()

    def _make(self, name: str) -> tuple[Tool, ...]:
        if says := fault(name):
            raise SettingsError(says)
        head, _, rest = name.partition(":")
        if head == "mcp":
            server, tool = self._server_and_tool(rest)
            made = self._mcp_servers().tools(server, tool)
            self._check_allowed_of(server)
            return made
        if head == "langchain":
            return (self._langchain(rest),)
        if head in BUILT_IN:
            return (BUILT_IN[head](self, rest),)
        return (self._added_tool(head, rest),)

    def _allowed(self, name: str, made: tuple[Tool, ...]) -> tuple[Tool, ...]:
        """The tools, if the settings allow every one of them."""
        allow = self.settings.allow
        server = name
        if name.startswith("mcp:"):
            server = f"mcp:{self._server_and_tool(name.removeprefix('mcp:'))[0]}"
        for tool in made:
            if tool.restricted and not allow & {name, server}:
                line = f"allow = {json.dumps(sorted(allow | {name}), ensure_ascii=False)}"
                raise SettingsError(
                    f"tool '{name}': '{tool.name}' writes or reaches out, and is not allowed; if it may,"
                    f" write at the top of reasoner.toml: {line}"
                )
        return made

    def _check_allowed_of(self, server: str) -> None:
        """Raises: SettingsError, when `allow` names a tool that the server, once started, does not have."""
        for name in sorted(self.settings.allow):
            of, tool = self._server_and_tool(name.removeprefix("mcp:"))
            if name.startswith("mcp:") and of == server and tool is not None:
                try:
                    self._mcp_servers().tools(server, tool)
                except SettingsError as error:
                    raise SettingsError(f"setting allow: '{one_line(name, 60)}': {error}") from None

    def _unbound(self, name: str) -> str:
        """Why the name stands for no tool of the settings; empty where it may."""
        head, _, rest = name.partition(":")
        if head == "mcp" and (server := self._server_and_tool(rest)[0]) not in self.settings.mcp:
            return f"no MCP server '{one_line(server, 60)}'{did_you_mean(server, self.settings.mcp)}"
        if head == "langchain" and rest not in self.settings.tools:
            return f"no tool 'langchain:{one_line(rest, 60)}'{did_you_mean(rest, self.settings.tools)}"
        return ""

    def _server_and_tool(self, rest: str) -> tuple[str, str | None]:
        """The parts of SERVER.TOOL. The name of a server may have dots: the longest that fits is meant."""
        named = max((each for each in self.settings.mcp if f"{rest}.".startswith(f"{each}.")), key=len,
            default=rest.partition(".")[0])  # fmt: skip
        return named, rest[len(named) + 1 :] or None

    def _mcp_servers(self) -> "McpServers":
        if self._servers is None:
            try:
                from reasoner.tools.mcp import McpServers
            except ModuleNotFoundError as error:
                if (error.name or "").partition(".")[0] != "mcp":
                    raise
                raise SettingsError(f"{NO_MCP}.") from None
            self._servers = McpServers(self.settings.mcp)
        return self._servers

    def _langchain(self, name: str) -> Tool:
        if name not in self.settings.tools:
            hint = did_you_mean(name, self.settings.tools)
            raise SettingsError(
                f"no tool 'langchain:{one_line(name, 60)}'{hint} Bind it under [tools] in reasoner.toml:"
                f' {json.dumps(name)} = "langchain:MODULE:NAME"'
            )
        from reasoner.tools.langchain import LangChainTool

        return LangChainTool.open(self.settings.tools[name])

    def _added_tool(self, head: str, rest: str) -> Tool:
        """The tool of another package."""
        try:
            maker: Maker = _added()[head].load()
            return maker(self, rest)
        except SettingsError:
            raise
        except (Exception, SystemExit) as error:
            says = one_line(f"{type(error).__name__}: {error}", 200)
            raise SettingsError(f"tool '{head}' of the entry points reasoner.tools fails: {says}.") from error
