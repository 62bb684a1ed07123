"""What the body of a request may be."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from reasoner.pipeline import MAX_QUESTION
from reasoner.state import Effort

MAX_TURNS = 1000
"""Earlier turns that a request may have."""
MAX_SEED = 2**31 - 1


def _text(value: str) -> str:
    if "\0" in value:
        raise ValueError("a text must not hold the character NUL")
    return value


Text = Annotated[str, Field(max_length=MAX_QUESTION), AfterValidator(_text)]
Seed = Annotated[int, Field(ge=0, le=MAX_SEED)]
Name = Annotated[str, Field(max_length=1000)]


class Body(BaseModel):
    """JSON as it is: no number is taken from a text."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class TurnBody(Body):
    """An earlier turn of the conversation."""

    role: Literal["user", "assistant"]
    content: Text


class AnswerBody(Body):
    """A question for a pipeline."""

    question: Text
    pipeline: Name | None = Field(None, description="The first one that is served, unless given.")
    history: Annotated[list[TurnBody], Field(max_length=MAX_TURNS)] = []
    effort: Effort | None = None
    seed: Seed = 0
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(
        None, description="Deadline from the arrival; at most that of the server."
    )
    stream: bool = Field(False, description="Send server-sent events while it runs.")


class ChatMessage(BaseModel):
    """A message as OpenAI has it."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Text | list[dict[str, Any]] | None = None


class StreamOptions(BaseModel):
    """What else a stream is to tell."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow")

    include_usage: bool | None = None


class ChatBody(BaseModel):
    """What to complete. Of further parameters, those that would change the form of the answer are refused,
    and the rest are named in the `warnings` of the result."""

    model_config = ConfigDict(strict=True, frozen=True, extra="allow")

    model: Name = Field(description="The name of a pipeline.")
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=MAX_TURNS)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    seed: Seed | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "auto"] | None = None
