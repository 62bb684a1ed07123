"""What every tool offers: a name, a schema, and a call that never raises for what the model wrote."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from reasoner.errors import SettingsError
from reasoner.state import Passage


@dataclass(frozen=True, slots=True)
class Returned:
    """What a call came to."""

    text: str
    """For the model; for a call that failed, an error that it can act on."""
    ok: bool = True
    passages: tuple[Passage, ...] = ()
    """What was looked up, so that an answer can cite it."""


def never() -> bool:
    """For a caller who waits to the end."""
    return False


class Tool(Protocol):
    """Something that a model may call. `call` may come from several threads."""

    @property
    def name(self) -> str:
        """What the model calls it: letters, digits, "_" and "-", at most 64."""
        ...

    @property
    def about(self) -> str:
        """For the model: what it is for, in a sentence or two."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The JSON schema of the arguments, which are an object."""
        ...

    @property
    def restricted(self) -> bool:
        """It writes or reaches out, so that the settings have to allow it."""
        ...

    def call(
        self, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool] = never
    ) -> Returned:
        """Runs it for that long at most, and until `cancelled` says so.

        Arguments that do not fit, a time-out, and whatever goes wrong inside are `Returned(..., ok=False)`.
        """
        ...


Tools = Callable[[str], tuple[Tool, ...]]
"""The tools that a name of the YAML stands for, such as "calculator", "search:handbook" or "mcp:files".

Raises: SettingsError, when it stands for none, or for one that the settings do not allow.
"""


def no_tools(name: str) -> tuple[Tool, ...]:
    """For a context without tools."""
    raise SettingsError(f"no tool '{name}': this context has none; give it some with `Context(tools=...)`.")
