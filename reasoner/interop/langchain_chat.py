"""Our models as LangChain's chat models."""

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field, SkipValidation, ValidationError

from reasoner.errors import InputError, did_you_mean, one_line
from reasoner.models.functions import refuse_functions
from reasoner.models.langchain_messages import calls_of, calls_to_langchain
from reasoner.models.model import Completion, Function, Model, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.state import Message, Role

T = TypeVar("T")

ROLES: Mapping[str, Role] = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}
SPOKEN = frozenset({"text", "tool_use", "tool_call", "function_call"})
"""Blocks of a message that are text, or stand for calls that the message names besides."""


class ReasonerChatModel(BaseChatModel):
    """One of our models as a LangChain chat model: `ReasonerChatModel(model=model)`.

    Fields of the sampling can be bound or given with a call: `chat.bind(temperature=0, seed=3)`. Tools can be
    bound where the model `calls_functions`.
    """

    model: SkipValidation[Model]
    sampling: Sampling = Field(default_factory=Sampling)

    @property
    def _llm_type(self) -> str:
        return "reasoner"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model.name, "hash": self.model.hash, "sampling": self.sampling.model_dump()}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The chat model with tools that it may call; whether it does is always for the model to decide.

        Raises: InputError, when `tool_choice` says otherwise; ModelError, when the model calls no functions.
        """
        if tool_choice not in (None, "auto"):
            raise InputError(
                f"{self.model.name}: tool_choice is '{tool_choice}', but the model decides; leave it out."
            )
        functions = [convert_to_openai_tool(tool) for tool in tools]
        refuse_functions(self.model, Request((), functions=tuple(map(_function, functions))))
        return self.bind(tools=functions, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        request = self._request(messages, stop, kwargs)
        prompts: list[int] = []
        watch = Watch(on_spent=lambda samples, prompt, drawn: prompts.append(prompt // max(1, samples)))
        drawn = list(self.model.generate(request, watch))
        answers = [
            AIMessage(
                completion.text,
                **calls_to_langchain(completion.calls),
                **self._about(completion, *prompts),
            )
            for completion in drawn
        ]
        return ChatResult(generations=[ChatGeneration(message=answer) for answer in answers])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        request = self._request(messages, stop, kwargs | {"n": 1})
        cancel = threading.Event()
        prompts: list[int] = []

        def run(tell: Callable[[AIMessageChunk], None]) -> None:
            watch = Watch(
                cancelled=cancel.is_set,
                on_token=lambda index, text: tell(AIMessageChunk(content=text)),
                on_spent=lambda samples, prompt, drawn: prompts.append(prompt),
            )
            for completion in list(self.model.generate(request, watch)):
                about = self._about(completion, *prompts)
                calls = [
                    tool_call_chunk(name=call.tool, args=call.arguments, id=call.id, index=i)
                    for i, call in enumerate(completion.calls)
                ]
                tell(AIMessageChunk(content="", tool_call_chunks=calls, chunk_position="last", **about))

        for chunk in told_by(run, cancel):
            yield ChatGenerationChunk(message=chunk)

    def _request(
        self, messages: Sequence[BaseMessage], stop: list[str] | None, changes: dict[str, Any]
    ) -> Request:
        functions = tuple(map(_function, changes.pop("tools", ())))
        for name in changes:
            if name not in (known := Sampling.model_fields):
                raise InputError(f"{self.model.name}: unknown parameter '{name}'{did_you_mean(name, known)}")
        try:
            given = self.sampling.model_dump() | changes | ({"stop": stop} if stop else {})
            sampling = Sampling.model_validate(given)
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            field = ".".join(str(step) for step in fault["loc"])
            raise InputError(f"{self.model.name}: {field or 'sampling'}: {one_line(fault['msg'])}.") from None
        request = Request(tuple(map(_message, messages)), sampling, functions=functions)
        refuse_functions(self.model, request)
        return request

    def _about(self, completion: Completion, prompt_tokens: int = 0) -> dict[str, Any]:
        """Usage and metadata of a message."""
        total = prompt_tokens + completion.tokens
        return {
            "usage_metadata": UsageMetadata(
                input_tokens=prompt_tokens, output_tokens=completion.tokens, total_tokens=total
            ),
            "response_metadata": {
                "model_name": self.model.name,
                "finish_reason": completion.finish_reason,
                "seed": completion.seed,
                "logprob": completion.logprob,
            },
        }


def _message(message: BaseMessage) -> Message:
    result_of = message.tool_call_id if isinstance(message, ToolMessage) else ""
    return Message(role_of(message), text_of(message), calls_of(message), result_of)


def _function(tool: Mapping[str, Any]) -> Function:
    """The function in a tool as OpenAI's API has it."""
    about = tool["function"]
    return Function(about["name"], about.get("description", ""), about.get("parameters", {"type": "object"}))


def role_of(message: BaseMessage) -> Role:
    """Whose message it is. Raises: InputError, for a kind that models do not know."""
    if message.type not in ROLES:
        raise InputError(f"a message of type '{message.type}'{did_you_mean(message.type, ROLES)}")
    return ROLES[message.type]


def text_of(message: BaseMessage) -> str:
    """What it says. Raises: InputError, when it holds more than text."""
    blocks = message.content if isinstance(message.content, list) else []
    if any(isinstance(block, dict) and block.get("type") not in SPOKEN for block in blocks):
        raise InputError("a message holds more than text; leave images, sound and files out.")
    return str(message.text)


def told_by(run: Callable[[Callable[[T], None]], None], cancel: threading.Event) -> Iterator[T]:
    """What `run` tells while it runs in a thread. Closing the iterator sets `cancel` and waits for it."""
    told: queue.Queue[T | None] = queue.Queue()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run, told.put)
        running.add_done_callback(lambda _: told.put(None))
        try:
            while (piece := told.get()) is not None:
                yield piece
            running.result()
        finally:
            cancel.set()
