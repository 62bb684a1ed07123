"""Any LangChain tool, named in the settings, as something that our models may call."""

import asyncio
import importlib
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import ValidationError

from reasoner.errors import SettingsError, one_line
from reasoner.tools.calling import needs
from reasoner.tools.limits import within
from reasoner.tools.misfit import misfit
from reasoner.tools.naming import callable_name
from reasoner.tools.shortening import shortened
from reasoner.tools.tool import Returned, never

MOST_ABOUT = 1_000
"""Characters of its description that the model is told."""


class LangChainTool:
    """A tool of LangChain.

    Nothing is known of what it does, so that the settings have to allow it. A call that is not done in time
    goes on in its thread with nobody waiting: Python cannot end it.
    """

    restricted = True

    def __init__(self, tool: BaseTool) -> None:
        self._tool = tool
        self.name = callable_name(tool.name)
        self.about = shortened(" ".join(tool.description.split()), MOST_ABOUT)

    @classmethod
    def open(cls, where: str) -> "LangChainTool":
        """The tool that langchain:MODULE:NAME names, or that the function of that name gives.

        Raises: SettingsError, when there is none, or it cannot be described to a model.
        """
        scheme, _, rest = where.partition(":")
        module, _, name = rest.partition(":")
        if scheme != "langchain" or not module or not name:
            raise SettingsError(f"[tools] has '{one_line(where, 80)}'; write \"langchain:MODULE:NAME\".")
        try:
            found = getattr(importlib.import_module(module), name)
            made = found if isinstance(found, BaseTool) or not callable(found) else found()
            if isinstance(made, BaseTool):
                tool = cls(made)
                tool.parameters  # noqa: B018  (a schema that cannot be made is a fault of the tool)
                return tool
        except (Exception, SystemExit) as error:
            says = one_line(f"{type(error).__name__}: {error}", 200)
            raise SettingsError(
                f"{where}: {says}; write langchain:MODULE:NAME, of an installed module."
            ) from None
        kind = type(made).__name__
        raise SettingsError(
            f"{where}: it gives a {kind}; name a LangChain tool, or a function that gives one."
        )

    @cached_property
    def parameters(self) -> Mapping[str, Any]:
        """The JSON schema of the arguments that a model gives."""
        schema: Mapping[str, Any] = convert_to_openai_tool(self._tool)["function"]["parameters"]
        return schema

    def call(
        self, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool] = never
    ) -> Returned:
        """Runs it for that long at most, and until `cancelled` says so."""
        return within(lambda: self._result(arguments), limit_seconds, cancelled)

    def _result(self, arguments: Mapping[str, Any]) -> Returned:
        call = {"name": self._tool.name, "args": dict(arguments), "id": "call", "type": "tool_call"}
        try:
            try:
                result: object = self._tool.invoke(call)
            except NotImplementedError:  # it can only be awaited
                result = asyncio.run(self._tool.ainvoke(call))
        except ValidationError as error:
            return Returned(f"{self.name}: {misfit(error, needs(self.parameters))}", ok=False)
        if isinstance(result, ToolMessage):
            return Returned(shortened(_text(result)), ok=result.status != "error")
        return Returned(shortened(str(result)))


def _text(message: ToolMessage) -> str:
    """What it says in text, and the kinds of what it says otherwise."""
    if isinstance(message.content, str):
        return message.content
    return "\n".join(_block(block) for block in message.content)


def _block(block: str | dict[Any, Any]) -> str:
    if isinstance(block, str):
        return block
    match block:
        case {"type": "text", "text": str(text)}:
            return text
    return f"[{block.get('type', 'something')} that cannot be shown as text]"
