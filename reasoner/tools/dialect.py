"""How a model writes calls and answers, and how it is told what a call came to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from reasoner.models.model import Completion, Request
from reasoner.state import Call, Called, Message
from reasoner.tools.tool import Tool

Allowed = Literal["call", "both", "answer"]
"""What a turn may be: a call alone, a call or the answer, the answer alone."""
ANSWER_NOW = "Call nothing more. Give your answer now."


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn of the model comes to: calls, or the answer, or neither, with the fault in it."""

    thought: str = ""
    """What it wrote besides."""
    calls: tuple[Call, ...] = ()
    answer: str | None = None
    fault: str = ""
    """For the model, so that it can mend it."""


class Dialect(Protocol):
    """One way in which models call tools. It has no state."""

    def ask(self, request: Request, tools: Sequence[Tool], allowed: Allowed) -> Request:
        """The request for a turn that is no more than what is allowed, as far as this can be enforced."""
        ...

    def read(self, said: Completion, tools: Sequence[Tool], before: int = 0) -> Move:
        """What the model wrote, after so many calls `before`."""
        ...

    def go_on(
        self, said: Completion, move: Move, called: Sequence[Called], allowed: Allowed
    ) -> Sequence[Message]:
        """The turn, and what came of it, as the messages that the next turn follows."""
        ...


def told(called: Called) -> str:
    """What the model is told of a call."""
    return f"Result: {called.result}" if called.ok else f"Error: {called.result}"
