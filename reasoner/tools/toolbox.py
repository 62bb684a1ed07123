"""Which tool a name of the YAML stands for, and whether the settings allow it."""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points

from reasoner.errors import SettingsError, did_you_mean
from reasoner.retrieval.retriever import Retriever
from reasoner.settings import Settings
from reasoner.tools.tool import Tool
from reasoner.verification.sandbox import Sandbox

BUILT_IN: Mapping[str, Callable[["Toolbox", str], Tool]] = {}
"""Makes a tool of ours, given what stands behind the colon of its name."""


def fault(name: str) -> str:
    """Why no settings could give this name a meaning; empty where some could."""
    head, _, _ = name.partition(":")
    added = {point.name for point in entry_points(group="reasoner.tools")}
    known = {*BUILT_IN, *added, "mcp:SERVER", "langchain:NAME"}
    if head in {"mcp", "langchain"} or head in known:
        return ""
    return f"no tool '{name}'{did_you_mean(name, known)}"


class Toolbox:
    """The tools of one process, each made when it is first asked for. Close it in the end."""

    def __init__(self, settings: Settings, sandbox: Sandbox, retrievers: Mapping[str, Retriever]) -> None:
        self.settings, self.sandbox, self.retrievers = settings, sandbox, retrievers

    def __call__(self, name: str) -> tuple[Tool, ...]:
        """The tools that the name stands for.

        Raises: SettingsError, when it stands for none, or for one that the settings do not allow.
        """
        raise SettingsError(fault(name) or f"no tool '{name}' is bound in the settings.")

    def close(self) -> None:
        """Ends what the tools started; a second call does nothing."""
