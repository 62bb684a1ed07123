import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import invalid_tool_call, tool_call, tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from reasoner.errors import ModelError
from reasoner.models.langchain import LangChain
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.state import Call, Message

QUIET = Watch()


class Telling(BaseChatModel):
    """Streams its own settings, word by word."""

    temperature: float = 0.5
    num_predict: int = 10
    seed: int | None = None
    pause: float = 0.0
    fails: bool = False

    @property
    def _llm_type(self) -> str:
        return "telling"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage("whole"))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        if self.fails:
            raise ConnectionError("no\nroute")
        said = [
            f"T={self.temperature} ",
            f"max={self.num_predict} ",
            f"seed={self.seed} ",
            "to=",
            messages[-1].text,
        ]
        for word in said:
            time.sleep(self.pause)
            yield ChatGenerationChunk(message=AIMessageChunk(content=word))
        usage = UsageMetadata(input_tokens=4, output_tokens=5, total_tokens=9)
        about = {"done_reason": "length", "logprobs": {"content": [{"logprob": -1.0}, {"logprob": -3.0}]}}
        yield ChatGenerationChunk(
            message=AIMessageChunk(content="", usage_metadata=usage, response_metadata=about)
        )


def ask(model: BaseChatModel, watch: Watch = QUIET, /, **sampling: object) -> list[Completion]:
    messages = (Message("system", "Be brief."), Message("user", "Hi"))
    return list(LangChain(model).generate(Request(messages, Sampling.model_validate(sampling)), watch))


def test_sampling_goes_into_the_fields_that_the_model_has() -> None:
    drawn = ask(Telling(), temperature=0.1, max_tokens=7, seed=3, n=2)
    assert [completion.text for completion in drawn] == [
        "T=0.1 max=7 seed=3 to=Hi",
        "T=0.1 max=7 seed=4 to=Hi",
    ]
    assert [completion.seed for completion in drawn] == [3, 4]
    assert (drawn[0].tokens, drawn[0].logprob, drawn[0].finish_reason) == (5, -2.0, "length")


def test_tokens_are_streamed_and_the_costs_told() -> None:
    pieces: list[tuple[int, str]] = []
    spent: list[tuple[int, int, int]] = []
    ask(
        Telling(),
        Watch(on_token=lambda i, text: pieces.append((i, text)), on_spent=lambda *c: spent.append(c)),
        n=1,
    )
    assert pieces[0] == (0, "T=0.7 ")
    assert spent == [(1, 4, 5)]


def test_a_stop_text_ends_the_sample_even_when_the_model_does_not_know_it() -> None:
    [completion] = ask(Telling(), stop=("d=0",))
    assert (completion.text, completion.finish_reason) == ("T=0.7 max=512 see", "stop")


def test_a_model_without_streaming_and_seed_gives_unseeded_samples() -> None:
    plain = FakeMessagesListChatModel(responses=[AIMessage("Hi")])
    assert [(completion.text, completion.seed) for completion in ask(plain, n=2)] == [("Hi", None)] * 2


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"top_k": 7}, "top_k"),
        ({"min_p": 0.5}, "min_p"),
        ({"repeat_penalty": 1.2}, "repeat_penalty"),
        ({"beams": 2}, "beams"),
        ({"grammar": "root ::= x"}, "grammar"),
        ({"json_schema": "{}"}, "json_schema"),
    ],
)
def test_what_the_model_cannot_do_is_refused_by_name(change: dict[str, object], field: str) -> None:
    with pytest.raises(ModelError, match=rf"langchain:telling: this model cannot do {field}; leave it out"):
        ask(Telling(), **change)


@pytest.mark.parametrize(
    "change", [{}, {"top_k": 0, "top_p": 1.0, "min_p": 0.0}, {"temperature": 0.0, "top_k": 1}]
)
def test_what_changes_nothing_is_not_refused(change: dict[str, object]) -> None:
    assert len(ask(Telling(), **change)) == 1


def test_closing_the_iterator_ends_what_is_running() -> None:
    before = threading.active_count()
    slow = LangChain(Telling(pause=0.05))
    samples = slow.generate(Request((Message("user", "Hi"),), Sampling(n=50)))
    next(iter(samples))
    samples.close()  # type: ignore[attr-defined]
    time.sleep(0.3)
    assert threading.active_count() <= before


def test_a_caller_who_cancels_gets_no_more() -> None:
    start = time.monotonic()
    assert ask(Telling(pause=0.3), Watch(cancelled=lambda: time.monotonic() > start + 0.1)) == []


def test_a_failure_is_one_line() -> None:
    with pytest.raises(ModelError, match=r"^langchain:telling: ConnectionError: no route$"):
        ask(Telling(fails=True))


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("groq:llama-3", "langchain:groq:llama-3: .*pip install langchain-groq"),
        ("nosuch:x", "langchain:nosuch:x: Unsupported provider='nosuch'. .*ollama"),
        ("qwen3", "not PROVIDER:NAME; write langchain:ollama:qwen3"),
    ],
)
def test_a_provider_that_is_missing_is_named(rest: str, message: str) -> None:
    with pytest.raises(ModelError, match=message) as caught:
        LangChain.open(rest)
    assert "\n" not in str(caught.value)


def test_the_window_is_that_of_the_profile() -> None:
    assert LangChain(Telling()).window is None
    assert LangChain(Telling(profile={"max_input_tokens": 1000})).window == 1000


class Calling(FakeMessagesListChatModel):
    """Takes tools, and says what it is told to."""

    def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
        return self.bind(tools=tools)


class Streaming(Calling):
    """Streams two calls in pieces, and keeps what it was asked."""

    responses: list[BaseMessage] = []  # noqa: RUF012 - pydantic copies it
    asked: list[list[BaseMessage]] = []  # noqa: RUF012

    def _stream(
        self, messages: list[BaseMessage], *args: Any, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        self.asked.append(messages)
        for i, (name, text) in enumerate([("calc", '{"x"'), (None, ": 1}"), ("calc", "12*")]):
            piece = tool_call_chunk(name=name, args=text, id=None, index=i // 2)
            yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[piece]))


CALC = Function("calc", "Works out.", {"type": "object", "properties": {}})


def call_functions(model: BaseChatModel, *messages: Message) -> Completion:
    request = Request(messages or (Message("user", "Hi"),), Sampling(), functions=(CALC,))
    (completion,) = LangChain(model).generate(request)
    return completion


def test_calls_of_a_chat_model_are_kept_those_that_it_calls_invalid_too() -> None:
    said = AIMessage(
        "Well.",
        tool_calls=[tool_call(name="calc", args={"x": 1}, id="a")],
        invalid_tool_calls=[invalid_tool_call(name="calc", args="12*", id="b")],
    )
    chat = FakeMessagesListChatModel(responses=[said])
    completion = call_functions(Calling(responses=[said]))
    assert (completion.text, LangChain(chat).calls_functions) == ("Well.", False)
    assert completion.calls == (Call("calc", '{"x": 1}', "a"), Call("calc", "12*", "b"))


def test_streamed_calls_keep_their_text_and_order() -> None:
    calls = call_functions(Streaming()).calls
    assert [call.arguments for call in calls] == ['{"x": 1}', "12*"]
    assert len({call.id for call in calls} - {""}) == 2


def test_calls_and_results_are_messages_of_langchain() -> None:
    model = Streaming()
    called = Message("assistant", "", (Call("calc", '{"x": 1}', "a"), Call("calc", "12*", "b")))
    call_functions(model, Message("user", "Hi"), called, Message("tool", "1", call_id="a"))
    _, given, result = model.asked[0]
    assert isinstance(given, AIMessage)
    assert [call["args"] for call in given.tool_calls] == [{"x": 1}]
    assert [call["args"] for call in given.invalid_tool_calls] == ["12*"]
    assert isinstance(result, ToolMessage)
    assert result.tool_call_id == "a"


def test_a_chat_model_that_binds_no_tools_is_refused_functions() -> None:
    with pytest.raises(ModelError, match="calls no functions natively; use tools in the mode json"):
        call_functions(Telling())
