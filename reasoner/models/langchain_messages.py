"""Messages and calls of tools as LangChain has them."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.messages.tool import invalid_tool_call, tool_call

from reasoner.models.functions import as_object
from reasoner.state import Call, Message


def to_langchain(message: Message) -> BaseMessage:
    """The message in LangChain."""
    match message.role:
        case "system":
            return SystemMessage(message.content)
        case "user":
            return HumanMessage(message.content)
        case "assistant":
            return AIMessage(message.content, **calls_to_langchain(message.calls))
        case "tool":
            return ToolMessage(message.content, tool_call_id=message.call_id)


def calls_to_langchain(calls: Sequence[Call]) -> dict[str, Any]:
    """The fields of an AIMessage for the calls: those whose arguments are no JSON object are apart."""
    valid, invalid = [], []
    for call in calls:
        arguments = as_object(call.arguments)
        if arguments is None:
            why = "the arguments are not a JSON object"
            invalid.append(invalid_tool_call(name=call.tool, args=call.arguments, id=call.id, error=why))
        else:
            valid.append(tool_call(name=call.tool, args=arguments, id=call.id))
    return {"tool_calls": valid, "invalid_tool_calls": invalid}


def calls_of(message: BaseMessage) -> tuple[Call, ...]:
    """The calls in a message, in order where they were streamed; an id that is missing stays empty."""
    if isinstance(message, AIMessageChunk):
        return tuple(
            Call(piece["name"] or "", piece["args"] or "{}", piece["id"] or "")
            for piece in message.tool_call_chunks
        )
    if not isinstance(message, AIMessage):
        return ()
    valid = [
        Call(call["name"], json.dumps(call["args"], ensure_ascii=False), call["id"] or "")
        for call in message.tool_calls
    ]
    invalid = [
        Call(call["name"] or "", call["args"] or "", call["id"] or "") for call in message.invalid_tool_calls
    ]
    return (*valid, *invalid)
