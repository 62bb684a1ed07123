"""Calls as the model's own template has them."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from reasoner.models.model import Completion, Function, Request
from reasoner.prompts import inert
from reasoner.state import Call, Called, Message
from reasoner.tools.dialect import ANSWER_NOW, Allowed, Move
from reasoner.tools.tool import Tool
from reasoner.verification.extraction import reply


class NativeTurns:
    """For models that call functions; several calls in a turn are made in their order."""

    def ask(self, request: Request, tools: Sequence[Tool], allowed: Allowed) -> Request:
        # A server that was shown calls may want the functions as well, so they stay to the end.
        return replace(request, functions=tuple(_function(tool) for tool in tools))

    def read(self, said: Completion, tools: Sequence[Tool], before: int = 0) -> Move:
        text = reply.after_thinking(said.text).strip()
        if said.calls:
            return Move(thought=text, calls=_named(said.calls, before))
        return Move(answer=text) if text else Move(fault="this is empty; call a tool or answer.")

    def go_on(
        self, said: Completion, move: Move, called: Sequence[Called], allowed: Allowed
    ) -> Sequence[Message]:
        results = [_result(each) for each in called]
        note = [move.fault] if move.fault else []
        note += [ANSWER_NOW] if allowed == "answer" else []
        last = [Message("user", " ".join(note))] if note else []
        return Message("assistant", said.text, calls=move.calls), *results, *last


def _function(tool: Tool) -> Function:
    """The tool for a template; what its server says of it may open no turn."""
    shown = json.dumps(dict(tool.parameters), ensure_ascii=False)
    parameters = tool.parameters if inert(shown) == shown else json.loads(inert(shown))
    return Function(tool.name, inert(tool.about), parameters)


def _named(calls: Sequence[Call], before: int) -> tuple[Call, ...]:
    """The calls, each with an id of its own, by which its result names it."""
    ids = Counter(call.id for call in calls)
    return tuple(
        call if call.id and ids[call.id] == 1 else replace(call, id=f"call_{i}")
        for i, call in enumerate(calls, start=before + 1)
    )


def _result(called: Called) -> Message:
    says = called.result if called.ok else f"Error: {called.result}"
    return Message("tool", says, call_id=called.call.id)
