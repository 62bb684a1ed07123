"""Native function calls in the form of OpenAI's chat API, which most servers, engines and templates share."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reasoner.errors import ModelError
from reasoner.models.model import Function, Model, Request
from reasoner.state import Call, Message

Json = dict[str, Any]


def refuse_functions(model: Model, request: Request) -> None:
    """Raises: ModelError, when the request is of native calls and the model knows none."""
    native = request.functions or any(message.calls or message.role == "tool" for message in request.messages)
    if native and not model.calls_functions:
        raise ModelError(
            f"{model.name}: it calls no functions natively; use tools in the mode json, or another model."
        )


def refuse_constraints(name: str, request: Request) -> None:
    """Raises: ModelError, when the text is to be constrained although functions may be called."""
    for field_name in ("grammar", "json_schema"):
        if request.functions and getattr(request.sampling, field_name) is not None:
            raise ModelError(f"{name}: no {field_name} beside functions to call; leave one of them out.")


def tools(functions: Sequence[Function]) -> list[Json]:
    """The functions, as the API has them."""
    return [
        {
            "type": "function",
            "function": {
                "name": each.name,
                "description": each.about,
                "parameters": dict(each.parameters),
            },
        }
        for each in functions
    ]


def turns(messages: Sequence[Message]) -> list[Json]:
    """The messages, as the API has them."""
    return [_turn(message) for message in messages]


def _turn(message: Message) -> Json:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.content}
    if not message.calls:
        return {"role": message.role, "content": message.content}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.tool, "arguments": readable(call.arguments)},
        }
        for call in message.calls
    ]
    said = {"content": message.content} if message.content else {}
    return {"role": message.role, **said, "tool_calls": calls}


def named_turns(messages: Sequence[Message]) -> list[Json]:
    """The same for chat templates, many of which name the function beside its result."""
    names: dict[str, str] = {}
    named: list[Json] = []
    for message, turn in zip(messages, turns(messages), strict=True):
        names |= {call.id: call.tool for call in message.calls}  # some servers begin again in each turn
        known = {"name": names[message.call_id]} if message.call_id in names else {}
        named.append(turn | known)
    return named


def readable(arguments: str) -> str:
    """The arguments, if they are a JSON object, else an object that holds them: some servers parse them."""
    return arguments if as_object(arguments) is not None else json.dumps({"malformed": arguments})


def as_object(text: str) -> Json | None:
    """The JSON object that the text is; None for everything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def written(request: Request) -> str:
    """Everything that the prompt of the request says, to estimate its tokens by."""
    texts = [message.content for message in request.messages]
    texts += [f"{call.tool} {call.arguments}" for message in request.messages for call in message.calls]
    texts += [json.dumps(each) for each in tools(request.functions)]
    return "\n".join(texts)


def call_id(request: Request, index: int, number: int) -> str:
    """An id for a call of the sample, the same in every run; nine characters, as some templates want it."""
    said = f"{request.prompt} {request.sampling.seed + index} {number}"
    return hashlib.sha256(said.encode()).hexdigest()[:9]


@dataclass
class _Growing:
    id: str
    name: str
    arguments: str = ""


@dataclass
class CallPieces:
    """Calls as they are streamed: put together by their index, or as well as it goes where that is no use."""

    _calls: list[_Growing] = field(default_factory=list)
    _places: dict[object, int] = field(default_factory=dict)

    def add(self, pieces: Sequence[Mapping[str, Any]]) -> None:
        """Takes in the `tool_calls` of a delta, or of a whole message."""
        for piece in pieces:
            function = piece.get("function") or {}
            call = self._call(piece.get("index"), piece.get("id") or "", function.get("name") or "")
            arguments = function.get("arguments")
            given = arguments is None or isinstance(arguments, str)
            call.arguments += (arguments or "") if given else json.dumps(arguments, ensure_ascii=False)

    def _call(self, index: object, id: str, name: str) -> _Growing:  # noqa: A002 - the name of the field
        """The call that a piece belongs to."""
        if not isinstance(id, str) or not isinstance(name, str):
            raise TypeError("the id and the name of a call are texts")
        place = len(self._calls) - 1 if index is None else self._places.get(index, -1)
        call = self._calls[place] if place >= 0 else None
        # Some servers send whole calls, all of them without an index or with the same.
        again = call is not None and "" not in (id, call.id) and id != call.id
        whole = call is not None and name != "" and not id and as_object(call.arguments) is not None
        if call is None or again or whole:
            self._places[index] = len(self._calls)
            self._calls.append(call := _Growing(id, name))
        call.id, call.name = call.id or id, call.name or name
        return call

    @property
    def text(self) -> str:
        """Names and arguments, to estimate tokens by."""
        return "\n".join(f"{call.name} {call.arguments}" for call in self._calls)

    def calls(self, request: Request, index: int, *, keep_ids: bool = True) -> tuple[Call, ...]:
        """The calls of the sample in order. Missing ids are made up; so are all, unless they are kept."""
        return tuple(
            Call(
                call.name,
                call.arguments or "{}",
                (call.id if keep_ids else "") or call_id(request, index, number),
            )
            for number, call in enumerate(self._calls)
        )
