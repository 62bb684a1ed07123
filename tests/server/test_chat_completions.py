"""The API of OpenAI, asked by its own client and by LangChain's."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import openai
import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from server_support import DIRECT, app, running, runtime, send

from reasoner.pipeline import make_pipeline, read_pipeline
from reasoner.server.chat_messages import conversation
from reasoner.server.chat_parameters import ACCOUNTING, SAMPLING, warnings
from reasoner.server.completion import content
from reasoner.server.errors import Refused
from reasoner.server.schemas import ChatMessage
from reasoner.stages.accept import Accept
from reasoner.stages.think import Think
from reasoner.stages.vote import Vote
from reasoner.state import Abstained, Answered, Attribution, Citation, Turn

UNSURE = make_pipeline("unsure", [Think(mode="direct"), Vote(), Accept(min_confidence=1)])
QUESTION: Any = [{"role": "user", "content": "capital of France?"}]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with running(app(None, DIRECT, UNSURE, read_pipeline("math"))) as address:
        yield f"{address}/v1"


@pytest.fixture(scope="module")
def client(url: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=url, api_key="any", max_retries=0)


# The clients


def test_each_pipeline_is_a_model(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["direct", "unsure", "math"]
    assert client.models.retrieve("math").id == "math"
    with pytest.raises(openai.NotFoundError, match="did you mean 'math'"):
        client.models.retrieve("maths")


def test_the_official_client_gets_the_answer_the_usage_and_the_whole_result(client: openai.OpenAI) -> None:
    reply = client.chat.completions.create(
        model="direct", messages=QUESTION, seed=7, reasoning_effort="high", temperature=0.1
    )
    result = reply.model_extra["reasoner"] if reply.model_extra else {}
    assert reply.choices[0].message.content == "Paris is the capital."
    assert (reply.choices[0].finish_reason, reply.model) == ("stop", "direct")
    assert reply.usage is not None
    assert reply.usage.completion_tokens == result["usage"]["completion_tokens"] == 4
    assert reply.usage.total_tokens == reply.usage.prompt_tokens + 4
    assert (result["seed"], result["effort"], result["mode"]) == (7, "high", "throughput")
    assert result["warnings"] == ["'temperature' is not used: the pipeline says how to sample."]


@pytest.mark.parametrize("usage", [False, True])
def test_a_stream_reasons_first_then_answers_then_tells_the_whole_result(
    client: openai.OpenAI, usage: bool
) -> None:
    options: Any = {"stream_options": {"include_usage": True}} if usage else {}
    chunks = [*client.chat.completions.create(model="direct", messages=QUESTION, stream=True, **options)]
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    reasoning = [bool((delta.model_extra or {}).get("reasoning_content")) for delta in deltas]
    says = "".join((delta.model_extra or {}).get("reasoning_content", "") for delta in deltas)
    assert "[think]\nParis is the capital.\n[vote]\n" in says
    assert "".join(delta.content or "" for delta in deltas) == "Paris is the capital."
    assert reasoning == [False, *[True] * (len(deltas) - 3), False, False]
    assert deltas[0].role == "assistant"
    assert [c.choices[0].finish_reason for c in chunks if c.choices][-2:] == [None, "stop"]
    assert len({chunk.id for chunk in chunks}) == 1
    assert (chunks[-1].model_extra or {})["reasoner"]["answer"] == "Paris is the capital."
    assert (chunks[-1].usage is not None) == usage


def test_an_abstention_is_a_message_with_its_reason(client: openai.OpenAI) -> None:
    reply = client.chat.completions.create(model="unsure", messages=QUESTION)
    assert reply.choices[0].finish_reason == "stop"
    assert reply.choices[0].message.content == "No answer: confidence 0.50 is below 1.00"


def test_langchain_invokes_and_streams(url: str) -> None:
    chat = ChatOpenAI(base_url=url, api_key=SecretStr("any"), model="math", max_retries=0)
    said = [HumanMessage("Hello."), AIMessage("Hello."), HumanMessage("12*(3+4)")]
    reply = chat.invoke(said)
    assert (reply.content, reply.response_metadata["finish_reason"]) == ("84", "stop")
    assert "".join(str(chunk.content) for chunk in chat.stream(said)) == "84"


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ({"model": "dirct"}, openai.NotFoundError, "did you mean 'direct'?"),
        ({"n": 2}, openai.BadRequestError, "n: a pipeline comes to one answer"),
        ({"tools": [{"type": "function", "function": {"name": "f"}}]}, openai.BadRequestError, "tools: a pipeline calls tools of its own"),
        ({"response_format": {"type": "json_object"}}, openai.BadRequestError, "response_format: an answer is text"),
        ({"logprobs": True}, openai.BadRequestError, "logprobs"),
        ({"messages": []}, openai.BadRequestError, "messages: list should have at least 1 item"),
        ({"messages": [{"role": "user", "content": ""}]}, openai.BadRequestError, "the question is empty"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}]}, openai.BadRequestError, "messages\\[0\\].content\\[0\\]: a part of the type 'image_url'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("stream", [False, True])
def test_the_client_is_told_what_cannot_be(
    client: openai.OpenAI, given: dict[str, Any], kind: type[Exception], says: str, stream: bool
) -> None:
    with pytest.raises(kind, match=says):
        list(
            client.chat.completions.create(
                **{"model": "direct", "messages": QUESTION, "stream": stream} | given
            )
        )


# Messages and parameters


def messages(*said: tuple[str, Any]) -> list[ChatMessage]:
    return [ChatMessage.model_validate({"role": role, "content": content}) for role, content in said]


@pytest.mark.parametrize(
    ("said", "question", "history"),
    [
        ([("user", "4?")], "4?", ()),
        ([("user", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])], "a\nb", ()),
        ([("system", "Be brief."), ("user", "4?")], "4?", ()),
        (
            [("user", "a"), ("assistant", "b"), ("user", "c")],
            "c",
            (Turn("user", "a"), Turn("assistant", "b")),
        ),
        ([("assistant", None), ("user", "c")], "c", (Turn("assistant", ""),)),
    ],
)
def test_the_last_message_is_the_question_and_the_rest_the_history(
    said: list[tuple[str, Any]], question: str, history: tuple[Turn, ...]
) -> None:
    found = conversation(messages(*said))
    assert (found.question, found.history) == (question, history)
    assert bool(found.warnings) == (said[0][0] == "system")


@pytest.mark.parametrize(
    ("said", "param"),
    [
        ([("user", "a"), ("assistant", "b")], "messages"),
        ([("system", "a")], "messages"),
        ([("user", "a"), ("tool", "b"), ("user", "c")], "messages[1].role"),
        ([("user", [{"text": "a"}])], "messages[0].content[0]"),
        ([("user", [{"type": "text", "text": 4}])], "messages[0].content[0].text"),
        ([("user", [{"type": ["text"], "text": "4"}])], "messages[0].content[0]"),
    ],
)
def test_messages_that_are_no_conversation_are_refused(said: list[tuple[str, Any]], param: str) -> None:
    with pytest.raises(Refused) as refused:
        conversation(messages(*said))
    assert (refused.value.status, refused.value.param) == (400, param)


def test_parameters_of_sampling_and_unknown_ones_are_named_and_those_of_accounting_are_not() -> None:
    given = dict.fromkeys((*sorted(SAMPLING), *sorted(ACCOUNTING), "tempreature"), 1)
    told = [*warnings(given)]
    assert len(told) == len(SAMPLING) + 1
    assert told[-1] == "'tempreature' is not used: no such parameter is known."
    assert [*warnings(dict.fromkeys(given))] == []


@pytest.mark.parametrize(
    ("name", "harmless", "other"),
    [
        ("n", 1, True),
        ("tools", [], [{}]),
        ("tool_choice", "auto", "required"),
        ("response_format", {"type": "text"}, {"type": "json_schema"}),
        ("logprobs", False, 0),
        ("modalities", ["text"], ["text", "audio"]),
    ],
)
def test_a_parameter_of_another_form_is_refused_unless_it_asks_for_nothing_else(
    name: str, harmless: Any, other: Any
) -> None:
    assert [*warnings({name: harmless})] == []
    with pytest.raises(Refused, match=f"^{name}: ") as refused:
        [*warnings({name: other})]
    assert (refused.value.param, refused.value.code) == (name, "unsupported_parameter")


# What the message says


def test_an_answer_from_documents_has_marks_and_the_quotes_they_stand_for() -> None:
    quote = Citation("It is so.", "moon.pdf", 29, 38, 3, page=2)
    cited = Answered("It is so.", 0.9, (quote,), attributions=(Attribution("It is so.", "verbatim", (1,)),))
    unsure = Abstained("the sources contradict each other", citations=(quote,))
    with runtime() as alone:
        result = DIRECT.run("So?", context=alone.context())
    for outcome, says in ((cited, "It is so. [1]"), (unsure, "No answer: the sources contradict each other")):
        told = content(_with(result, outcome))
        assert told == f'{says}\n\n[1] moon.pdf:3 (page 2) "It is so."'


def _with(result: Any, outcome: Answered | Abstained) -> Any:
    return replace(result, state=replace(result.state, outcome=outcome))


def test_efforts_of_openai_are_ours() -> None:
    efforts = ("none", "minimal", "low", "medium", "high", "xhigh", "auto")
    body = {"model": "direct", "messages": QUESTION}
    served = app()
    found = [
        send(served, "POST", "/v1/chat/completions", json=body | {"reasoning_effort": effort}).json()
        for effort in efforts
    ]
    assert [each["reasoner"]["effort"] for each in found] == [
        "low", "low", "low", "medium", "high", "high", "auto",
    ]  # fmt: skip
