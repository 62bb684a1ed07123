"""Calls as JSON: a turn is made to be `{"tool": NAME, "arguments": {...}}` or `{"answer": "..."}`."""

import json
from collections.abc import Sequence
from dataclasses import replace

from reasoner.models.model import Completion, Request
from reasoner.patterns import pattern
from reasoner.state import Call, Called, Message
from reasoner.tools import schemas
from reasoner.tools.dialect import Allowed, Move, told
from reasoner.tools.tool import Tool
from reasoner.verification.extraction import reply

_FENCE = pattern(r"^\s*```[a-z]*\s*\n?")
_CUT_ANSWER = pattern(r'^\{\s*"answer"\s*:\s*"')
SHAPE = '{"tool": NAME, "arguments": {...}} or {"answer": "..."}'


class JsonTurns:
    """For models whose output can be constrained: even a small one cannot write a malformed call."""

    def ask(self, request: Request, tools: Sequence[Tool], allowed: Allowed) -> Request:
        schema = schemas.turn(tools, call=allowed != "answer", answer=allowed != "call")
        return replace(request, sampling=request.sampling.model_copy(update={"json_schema": schema}))

    def read(self, said: Completion, tools: Sequence[Tool], before: int = 0) -> Move:
        text = _FENCE.sub("", reply.after_thinking(said.text).strip())
        if not text.startswith("{"):
            # Of a model that does not keep to the schema.
            return Move(answer=text or None)
        try:
            turn, _ = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            if cut := _CUT_ANSWER.match(text):
                return Move(answer=text[cut.end() :])
            return Move(thought=text, fault=f"this is no JSON object; write {SHAPE}.")
        if isinstance(turn.get("answer"), str):
            return Move(answer=turn["answer"])
        if isinstance(name := turn.get("tool", turn.get("name")), str):
            return Move(calls=(Call(name, _written(turn.get("arguments", {}))),))
        return Move(thought=text, fault=f"this calls no tool and gives no answer; write {SHAPE}.")

    def go_on(
        self, said: Completion, move: Move, called: Sequence[Called], allowed: Allowed
    ) -> Sequence[Message]:
        turn = said.text.strip()
        says = "\n".join(map(told, called)) or f"Error: {move.fault}"
        return Message("assistant", turn), Message("user", says)


def _written(arguments: object) -> str:
    """As JSON; some models write the object as a text."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
