"""A conversation as OpenAI writes it becomes a question with a history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reasoner.errors import one_line
from reasoner.server.errors import Refused, bad
from reasoner.server.schemas import ChatMessage
from reasoner.state import Turn

NO_SYSTEM = "system messages are not used: the prompts of the pipeline say how to think."


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is asked, what was said before, and what of the messages is not used."""

    question: str
    history: tuple[Turn, ...]
    warnings: tuple[str, ...]


def conversation(messages: Sequence[ChatMessage]) -> Conversation:
    """The last message is the question, and has to be the user's.

    Raises: Refused for what is not text, and for calls of tools.
    """
    turns: list[Turn] = []
    unused = False
    for i, message in enumerate(messages):
        match message.role:
            case "system" | "developer":
                unused = True
            case "user" | "assistant" as role:
                turns.append(Turn(role, _text(message, f"messages[{i}]")))
            case role:
                raise _no_tools(f"messages[{i}].role", f"a message of the role '{role}'")
    if not turns or messages[-1].role != "user":
        raise bad("messages: the last one is not the user's; end with the question.", "messages")
    return Conversation(turns[-1].text, tuple(turns[:-1]), (NO_SYSTEM,) if unused else ())


def _text(message: ChatMessage, where: str) -> str:
    if (message.model_extra or {}).get("tool_calls") or (message.model_extra or {}).get("function_call"):
        raise _no_tools(f"{where}.tool_calls", "a message that calls tools")
    if isinstance(message.content, str):
        return message.content
    parts = message.content or ()
    return "\n".join(_part(part, f"{where}.content[{i}]") for i, part in enumerate(parts))


def _part(part: Mapping[str, Any], where: str) -> str:
    kind, text = part.get("type"), part.get("text")
    if kind != "text":
        named = f"of the type '{one_line(kind, 40)}'" if isinstance(kind, str) else "without a type"
        says = f"{where}: a part {named}; pipelines read text alone: leave images, sound and files out."
        raise bad(says, where)
    if not isinstance(text, str):
        raise bad(f"{where}.text: input should be a text.", f"{where}.text")
    return text


def _no_tools(where: str, what: str) -> Refused:
    return bad(f"{where}: {what}; a pipeline calls tools of its own and none of the client's.", where)
