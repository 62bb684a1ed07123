import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from reasoner.errors import ModelError
from reasoner.models.model import Completion, Function, Request, Watch
from reasoner.models.openai import OpenAI
from reasoner.models.sampling import Sampling
from reasoner.state import Call, Message

PLAIN = Sampling(top_k=0, min_p=0.0, max_tokens=8)
Body = dict[str, Any]
Answer = tuple[int, dict[str, str], list[bytes]]


def event(content: str = "", index: int = 0, finish: str | None = None, logprobs: object = None) -> bytes:
    choice = {"index": index, "delta": {"content": content}, "finish_reason": finish, "logprobs": logprobs}
    return b"data: " + json.dumps({"choices": [choice]}, ensure_ascii=False).encode() + b"\n\n"


def says(*blocks: bytes) -> Answer:
    return 200, {"Content-Type": "text/event-stream"}, list(blocks)


def refuses(status: int, error: object, **headers: str) -> Answer:
    return status, {"Content-Type": "application/json", **headers}, [json.dumps({"error": error}).encode()]


@contextmanager
def server(answer: Callable[[Body], Answer], models: object = None) -> Iterator[tuple[str, list[Body]]]:
    """A server at a URL, and the bodies that were posted to it."""
    asked: list[Body] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply(
                200, {"Content-Type": "application/json"}, [json.dumps({"data": models or []}).encode()]
            )

        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.reply(*answer(asked[-1]))

        def reply(self, status: int, headers: dict[str, str], blocks: list[bytes]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            for block in blocks:
                time.sleep(10 if block == SILENCE else 0)
                try:
                    self.wfile.write(block)
                    self.wfile.flush()
                except OSError:
                    return

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}/v1", asked
    finally:
        http.shutdown()
        http.server_close()


SILENCE = b"(silence)"
QUIET = Watch()


def ask(url: str, sampling: Sampling = PLAIN, watch: Watch = QUIET, silence: float = 5.0) -> list[Completion]:
    with closing(OpenAI("tiny", url, silence=silence)) as model:
        return list(model.generate(Request((Message("user", "Hi"),), sampling), watch))


def test_a_stream_becomes_a_completion_with_its_tokens_and_logprob() -> None:
    half = {"content": [{"token": "x", "logprob": -0.5}]}
    pieces: list[tuple[int, str]] = []
    spent: list[tuple[int, int, int]] = []
    watch = Watch(
        on_token=lambda i, text: pieces.append((i, text)), on_spent=lambda *costs: spent.append(costs)
    )
    usage = b'data: {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}\n\n'
    whole = says(
        b": ping\n\n", event("one\u2028", logprobs=half), event(" two", finish="length", logprobs=half), usage
    )
    with server(lambda body: whole) as (url, asked):
        [completion] = ask(url, PLAIN.model_copy(update={"seed": 5, "stop": ("END",)}), watch)
    assert (completion.text, completion.tokens, completion.logprob) == ("one\u2028 two", 2, -0.5)
    assert (completion.finish_reason, completion.seed) == ("length", 5)
    assert (pieces, spent) == ([(0, "one\u2028"), (0, " two")], [(1, 7, 2)])
    assert asked[0]["stop"] == ["END"]
    assert not {"top_k", "min_p", "repeat_penalty", "grammar", "n"} & set(asked[0])


def test_several_samples_come_from_one_request_in_the_order_of_their_index() -> None:
    mixed = says(event("b", 1, "stop"), event("a", 0, "stop"), event("c", 2, "stop"), b"data: [DONE]\n\n")
    with server(lambda body: mixed) as (url, asked):
        drawn = ask(url, PLAIN.model_copy(update={"n": 3, "seed": 4}))
    assert [(completion.text, completion.seed) for completion in drawn] == [("a", 4), ("b", 5), ("c", 6)]
    assert [body["n"] for body in asked] == [3]


def ignores_n(body: Body) -> Answer:
    return says(event(str(body["seed"]), finish="stop"))


def refuses_n(body: Body) -> Answer:
    return refuses(400, {"message": "Field 'n': at most 1"}) if body.get("n", 1) > 1 else ignores_n(body)


@pytest.mark.parametrize("answer", [ignores_n, refuses_n])
def test_where_n_is_ignored_or_refused_each_sample_is_asked_for_with_its_seed(
    answer: Callable[[Body], Answer],
) -> None:
    with server(answer) as (url, _):
        drawn = ask(url, PLAIN.model_copy(update={"n": 6, "seed": 10}))
    assert [completion.text for completion in drawn] == ["10", "11", "12", "13", "14", "15"]


@pytest.mark.parametrize("field", ["logprobs", "stream_options", "seed"])
def test_a_field_that_only_informs_is_left_out_once_refused(field: str) -> None:
    def answer(body: Body) -> Answer:
        return (
            refuses(400, {"message": "no such field", "param": field})
            if field in body
            else says(event("ok", finish="stop"))
        )

    with server(answer) as (url, asked):
        [completion] = ask(url)
    assert completion.text == "ok"
    assert (completion.seed is None) == (field == "seed")
    assert len(asked) == 2


CALC = Function("calc", "Works out.", {"type": "object"})


def calling(*pieces: Body, index: int = 0, finish: str | None = None) -> bytes:
    choice = {"index": index, "delta": {"tool_calls": pieces}, "finish_reason": finish}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def begin(id_: str, number: int = 0) -> Body:
    return {"index": number, "id": id_, "type": "function", "function": {"name": "calc", "arguments": '{"x"'}}


def go_on(number: int = 0) -> Body:
    return {"index": number, "function": {"arguments": ": 1}"}}


def call_functions(model: OpenAI, n: int = 1) -> list[Completion]:
    sampling = PLAIN.model_copy(update={"n": n})
    return list(model.generate(Request((Message("user", "Hi"),), sampling, functions=(CALC,))))


def test_functions_are_offered_and_streamed_calls_put_together() -> None:
    stream = says(
        event("Let me see."),
        calling(begin("a")),
        calling(begin("c"), index=1),
        calling(go_on(), begin("b", 1)),
        calling(go_on(1), finish="tool_calls"),
        calling(go_on(), index=1, finish="tool_calls"),
    )
    with server(lambda body: stream) as (url, asked), closing(OpenAI("tiny", url)) as model:
        first, second = call_functions(model, n=2)
    assert first.calls == (Call("calc", '{"x": 1}', "a"), Call("calc", '{"x": 1}', "b"))
    assert (first.text, first.finish_reason) == ("Let me see.", "stop")
    assert (second.text, second.calls) == ("", (Call("calc", '{"x": 1}', "c"),))
    offered = {"name": "calc", "description": "Works out.", "parameters": {"type": "object"}}
    assert asked[0]["tools"] == [{"type": "function", "function": offered}]


def test_a_field_refused_beside_functions_is_still_sent_without_them() -> None:
    def answer(body: Body) -> Answer:
        if {"tools", "logprobs"} <= set(body):
            return refuses(400, {"message": "logprobs is not supported with tools + stream"})
        return says(event("ok", finish="stop"))

    with server(answer) as (url, asked), closing(OpenAI("tiny", url)) as model:
        call_functions(model)
        list(model.generate(Request((Message("user", "Hi"),), PLAIN)))
        assert model.calls_functions
    assert ["logprobs" in body for body in asked] == [True, False, True]


@pytest.mark.parametrize(
    ("refusal", "knows"),
    [
        (refuses(400, {"message": "gemma does not support tools"}), False),
        (refuses(400, {"message": '"auto" tool choice requires --enable-auto-tool-choice'}), False),
        (refuses(500, {"message": "tools param requires --jinja flag"}), False),
        (refuses(404, {"message": "No endpoints found that support tool use"}), False),
        (refuses(400, {"message": "bad tool schema", "param": "tools[0].function.parameters"}), True),
        (refuses(400, {"message": "temperature: at most 1"}), True),
        (refuses(500, {"message": "out of memory"}), True),
    ],
)
def test_a_server_that_refuses_tools_is_told_from_other_refusals(refusal: Answer, knows: bool) -> None:
    with server(lambda body: refusal) as (url, _), closing(OpenAI("tiny", url)) as model:
        with pytest.raises(ModelError) as caught:
            call_functions(model)
        assert model.calls_functions == knows
    assert ("refuses tools" in str(caught.value) and "mode json" in str(caught.value)) == (not knows)


def test_reasoning_that_is_reported_apart_stands_in_think_tags() -> None:
    thought = b'data: {"choices": [{"index": 0, "delta": {"reasoning_content": "2+2"}}]}\n\n'
    with server(lambda body: says(thought, thought, event("4"), event("!", finish="stop"))) as (url, _):
        assert ask(url)[0].text == "<think>2+22+2</think>4!"


def test_an_answer_that_is_not_streamed_will_do() -> None:
    choice = {"index": 0, "message": {"content": "\ud83d\ude00 \ud83d"}, "finish_reason": "stop"}
    whole = json.dumps({"choices": [choice], "usage": {"prompt_tokens": 3, "completion_tokens": 9}}).encode()
    with server(lambda body: (200, {"Content-Type": "application/json"}, [whole])) as (url, _):
        [completion] = ask(url)
    assert (completion.text, completion.tokens) == ("😀 \ufffd", 9)


def test_a_busy_server_is_asked_again_after_the_time_it_names() -> None:
    answers = iter([refuses(429, "busy", Retry_After="0"), refuses(503, "loading", Retry_After="0")])
    with server(lambda body: next(answers, says(event("there", finish="stop")))) as (url, asked):
        assert ask(url)[0].text == "there"
    assert len(asked) == 3


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (refuses(401, "bad key"), "refuses the key (status 401); set OPENAI_API_KEY"),
        (refuses(404, "not found"), "has no model 'tiny'; did you mean 'tinny'? Known: big, tinny."),
        (refuses(429, "slow down", Retry_After="0"), "too many requests, even after waiting (slow down)"),
        (
            refuses(500, {"message": "out of\nmemory"}),
            "failed with status 500 (out of memory); look at its log",
        ),
        (
            refuses(400, {"message": "top_k: not permitted"}),
            "refuses top_k (top_k: not permitted); set top_k: 0",
        ),
        (refuses(400, {"message": "no"}), "refuses the request (no); change that"),
        (says(b"data: {oops\n\n"), "not what the OpenAI API promises ({oops)"),
        (says(b'data: {"choices": 7}\n\n'), "not what the OpenAI API promises"),
        (says(b'data: {"choices": [{"delta": {"content": 3}}]}\n\n'), "not what the OpenAI API promises"),
        (says(event("half a")), "the stream ended in the middle of a sample"),
        (says(event("half"), b'data: {"error": {"message": "lost"}}\n\n'), "the server broke off: lost"),
        (says(b"<html>hello</html>"), "the server sent no text"),
        (says(event("half"), SILENCE), "nothing came for 0.5 s"),
        (
            (200, {"Content-Type": "text/event-stream", "Content-Length": "999"}, [event("x")]),
            "connection broke off",
        ),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(answer: Answer, message: str) -> None:
    names = [{"id": "big"}, {"id": "tinny"}]
    with server(lambda body: answer, names) as (url, _), pytest.raises(ModelError) as caught:
        ask(url, PLAIN.model_copy(update={"top_k": 40}), silence=0.5)
    assert message in str(caught.value)
    assert str(caught.value).startswith("openai:tiny@http://127.0.0.1:")
    assert "\n" not in str(caught.value)


def test_a_server_that_is_not_there_is_named() -> None:
    with server(lambda body: says()) as (url, _):
        pass
    with pytest.raises(ModelError, match="cannot connect; start the server, or mend the URL"):
        ask(url)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"beams": 2}, "no beam search; set beams to 1"),
        ({"grammar": 'root ::= "a"'}, "grammar needs a llama.cpp server, this one says 'vllm'"),
        ({"json_schema": "{"}, "json_schema is not JSON"),
    ],
)
def test_what_the_server_would_ignore_is_refused(change: dict[str, object], message: str) -> None:
    names = [{"id": "tiny", "owned_by": "vllm"}]
    with server(lambda body: says(), names) as (url, _), pytest.raises(ModelError, match=message):
        ask(url, PLAIN.model_copy(update=change))


def test_closing_the_iterator_closes_the_connection_at_once() -> None:
    endless = says(event("b", 1), event("a", 0, "stop"), SILENCE)
    spent: list[tuple[int, int, int]] = []
    with server(lambda body: endless) as (url, _), closing(OpenAI("tiny", url)) as model:
        watch = Watch(on_spent=lambda *costs: spent.append(costs))
        samples = model.generate(Request((Message("user", "Hi"),), PLAIN.model_copy(update={"n": 2})), watch)
        start = time.monotonic()
        assert next(iter(samples)).text == "a"
        samples.close()  # type: ignore[attr-defined]
        assert time.monotonic() - start < 5
    assert [costs[0] for costs in spent] == [2]


def test_a_caller_who_cancels_gets_no_more() -> None:
    with server(lambda body: says(event("a"), SILENCE)) as (url, _):
        start = time.monotonic()
        assert ask(url, watch=Watch(cancelled=lambda: time.monotonic() - start > 0.2)) == []
        assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "rest", ["tiny", "tiny@localhost:80", "@http://x", "tiny@http://", "tiny@http://a:b/v1"]
)
def test_a_name_without_a_url_is_refused(rest: str) -> None:
    with pytest.raises(ModelError, match="not NAME@URL; write for example openai:"):
        OpenAI.open(rest)


def test_a_password_in_the_url_is_refused_unseen() -> None:
    with pytest.raises(ModelError) as caught:
        OpenAI.open("tiny@http://me:secret@localhost/v1")
    assert "secret" not in str(caught.value)


def test_the_window_is_the_one_that_the_server_reports() -> None:
    names = [{"id": "tiny", "max_model_len": 2048}]
    with server(lambda body: says(), names) as (url, _), closing(OpenAI.open(f"tiny@{url}")) as model:
        assert (model.name, model.window) == (f"openai:tiny@{url}", 2048)
