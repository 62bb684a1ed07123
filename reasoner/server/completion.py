"""A result as a chat completion of OpenAI's API, whole or in chunks."""

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reasoner import cited
from reasoner.errors import one_line
from reasoner.result import Result
from reasoner.server.encoding import encoded
from reasoner.server.sse import event
from reasoner.stage import Event, StageStarted, TokenDrawn, ToolCalled
from reasoner.state import Answered

DONE = b"data: [DONE]\n\n"
QUOTED = 300
"""Characters of a tool's result that progress shows."""


class Completion:
    """One completion: what all of its chunks have in common."""

    def __init__(self, model: str, fingerprint: str, warnings: Sequence[str], usage: bool) -> None:
        """`usage` asks for it in a stream."""
        self._warnings, self._usage = tuple(warnings), usage
        self._head: Mapping[str, Any] = {
            "id": f"chatcmpl-{secrets.token_hex(12)}",
            "created": int(time.time()),
            "model": model,
            "system_fingerprint": fingerprint[:16],
        }

    def whole(self, result: Result) -> bytes:
        """The completion at once."""
        message = {"role": "assistant", "content": content(result), "refusal": None}
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        return encoded(
            {
                **self._head,
                "object": "chat.completion",
                "choices": [choice],
                "usage": usage(result),
                "reasoner": self._reasoner(result),
            }
        )

    def first(self) -> bytes:
        """The chunk that says who speaks."""
        return self._chunk({"role": "assistant", "content": ""})

    def progress(self, events: Sequence[Event]) -> bytes:
        """What goes on while the answer is not decided; empty where there is nothing to say of it."""
        text = "".join(_progress(events))
        return self._chunk({"reasoning_content": text}) if text else b""

    def last(self, result: Result) -> bytes:
        """The answer and the end; the last chunk has the whole result."""
        rest: dict[str, Any] = {"reasoner": self._reasoner(result)}
        chunks = [self._chunk({"content": content(result)})]
        if self._usage:
            chunks.append(self._chunk({}, "stop"))
            head = {**self._head, "object": "chat.completion.chunk", "choices": []}
            chunks.append(event({**head, "usage": usage(result), **rest}))
        else:
            chunks.append(self._chunk({}, "stop", rest))
        return b"".join((*chunks, DONE))

    def _chunk(self, delta: Mapping[str, str], end: str | None = None, rest: Mapping[str, Any] = {}) -> bytes:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": end}
        head = {**self._head, "object": "chat.completion.chunk", "choices": [choice]}
        return event({**head, **({"usage": None} if self._usage else {}), **rest})

    def _reasoner(self, result: Result) -> dict[str, Any]:
        return result.as_dict() | {"warnings": list(self._warnings)}


def content(result: Result) -> str:
    """The answer with the quotes that it rests on, or the reason why there is none."""
    outcome = result.outcome
    said = cited.text(outcome) if isinstance(outcome, Answered) else f"No answer: {outcome.reason}"
    return "\n".join((f"{said}\n", *cited.quotes(outcome.citations))) if outcome.citations else said


def usage(result: Result) -> dict[str, int]:
    """Tokens of the whole run, samples that were not used included."""
    spent = result.usage
    return {
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "total_tokens": spent.prompt_tokens + spent.completion_tokens,
    }


def _progress(events: Sequence[Event]) -> Iterator[str]:
    """A line for each stage and call, and what the first sample says in between."""
    for each in events:
        match each:
            case StageStarted(stage):
                yield f"\n[{stage}]\n"
            case TokenDrawn(0, text):
                yield text
            case ToolCalled(0, called):
                result = one_line(called.result, QUOTED)
                yield f"\n{called.call.tool} {one_line(called.call.arguments, QUOTED)}: {result}\n"
