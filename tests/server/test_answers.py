"""`/v1/answer` and what surrounds every request."""

import json
import logging
import time
from dataclasses import replace
from typing import Any, ClassVar, Literal

import pytest
from server_support import DIRECT, Broken, Slow, app, ask, events, runtime, send

from reasoner.models.model import Model
from reasoner.pipeline import make_pipeline, read_pipeline
from reasoner.server.answers import described
from reasoner.server.keys import digest
from reasoner.stage import Context, Event, Stage, StageFinished, StageStarted, TokenDrawn, ToolCalled
from reasoner.stages.retrieve import Retrieve
from reasoner.state import Answered, Call, Called, FieldName, State, Step

JSON = {"content-type": "application/json"}
KEY = "rk-a-key-that-nobody-guesses"
SERVED = app()
"""For requests that leave nothing behind."""


def without_times(value: Any) -> Any:
    """The value without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key != "seconds"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def test_the_answer_is_the_whole_result_of_the_pipeline() -> None:
    with runtime() as alone:
        expected = DIRECT.run("capital of France?", context=alone.context(7, effort="high")).as_dict()
    response = ask(app(), seed=7, effort="high")
    assert response.status_code == 200
    assert without_times(response.json()) == without_times(json.loads(json.dumps(expected)))


def test_a_stream_tells_of_stages_and_tokens_and_ends_with_the_same_result() -> None:
    served = app()
    response = ask(served, stream=True)
    told = [(name, json.loads(data)) for name, data in events(response.text)]
    assert response.headers["content-type"].startswith("text/event-stream")
    assert [name for name, _ in told] == ["step_started", "token", "step", "step_started", "step", "result"]
    assert told[1][1] == {"sample": 0, "text": "Paris is the capital."}
    assert without_times(told[-1][1]) == without_times(ask(served).json())
    assert [data for name, data in told if name == "step"] == told[-1][1]["steps"]


def test_pieces_of_a_sample_that_came_together_are_one_event() -> None:
    called = Called(Call("calculator", "{}"), "4", True, 0.5)
    batch: list[Event] = [
        StageStarted("think"),
        TokenDrawn(0, "a"),
        TokenDrawn(0, "b"),
        TokenDrawn(1, "c"),
        ToolCalled(1, called),
        StageFinished(Step("think", 0.0, ())),
    ]
    told = described(batch)
    assert [name for name, _ in told] == ["step_started", "token", "token", "tool", "step"]
    assert [told[1][1], told[2][1]] == [{"sample": 0, "text": "ab"}, {"sample": 1, "text": "c"}]
    assert told[3][1] | {"sample": 1, "result": "4", "ok": True, "seconds": 0.5} == told[3][1]
    assert told[3][1]["call"] == {"tool": "calculator", "arguments": "{}", "id": ""}


class LastTurn(Stage):
    """Answers with what was said last."""

    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["last_turn"] = "last_turn"

    def run(self, state: State, context: Context) -> State:
        last = state.history[-1]
        return replace(state, outcome=Answered(f"{len(state.history)} {last.role}: {last.text}", 1.0))


def test_the_pipeline_gets_the_history() -> None:
    history = [{"role": "user", "content": "Is it Paris?"}, {"role": "assistant", "content": "It is."}]
    served = app(None, make_pipeline("last", [LastTurn()]))
    assert ask(served, "Sure?", history=history).json()["answer"] == "2 assistant: It is."


def test_a_pipeline_is_named_and_otherwise_the_first_one_answers() -> None:
    served = app(None, DIRECT, read_pipeline("math"))
    assert ask(served, "12*(3+4)").json()["pipeline"]["name"] == "direct"
    assert ask(served, "12*(3+4)", pipeline="math").json()["answer"] == "84"
    listed = send(served, "GET", "/v1/pipelines").json()["pipelines"]
    assert listed[0] == {
        "name": "direct",
        "about": "Asks once.",
        "hash": DIRECT.hash,
        "stages": ["think", "vote"],
    }
    assert listed[1]["name"] == "math"


@pytest.mark.parametrize(
    ("body", "status", "code", "param", "says"),
    [
        ({}, 400, "bad_request", "question", "question: field required"),
        ({"question": 7}, 400, "bad_request", "question", "valid string"),
        ({"question": " "}, 400, "bad_request", None, "the question is empty"),
        ({"question": "a\0b"}, 400, "bad_request", "question", "NUL"),
        ({"question": "x" * 100_001}, 400, "bad_request", "question", "100000 characters"),
        ({"question": "x", "pipeline": "dirct"}, 404, "model_not_found", "pipeline", "did you mean 'direct'?"),
        ({"question": "x", "qestion": 1}, 400, "bad_request", "qestion", "not permitted"),
        ({"question": "x", "seed": "1"}, 400, "bad_request", "seed", "valid integer"),
        ({"question": "x", "seed": -1}, 400, "bad_request", "seed", "greater than or equal to 0"),
        ({"question": "x", "effort": "huge"}, 400, "bad_request", "effort", "'low', 'medium', 'high' or 'auto'"),
        ({"question": "x", "seconds": 0}, 400, "bad_request", "seconds", "greater than 0"),
        ({"question": "x", "history": [{"role": "system", "content": "x"}]}, 400, "bad_request", "history[0].role", "'user' or 'assistant'"),
        ({"question": "x", "history": [{"role": "user", "content": "\0"}]}, 400, "bad_request", "history[0].content", "NUL"),
    ],
)  # fmt: skip
def test_a_fault_of_the_request_says_where_and_what(
    body: dict[str, Any], status: int, code: str, param: str | None, says: str
) -> None:
    response = send(SERVED, "POST", "/v1/answer", json=body)
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["param"]) == (status, code, param)
    assert says in error["message"]
    assert set(error) == {"message", "type", "code", "param"}


@pytest.mark.parametrize(
    ("method", "path", "headers", "content", "status"),
    [
        ("GET", "/v1/answer", {}, b"", 405),
        ("GET", "/nowhere", {}, b"", 404),
        ("GET", "/v1/answer/", {}, b"", 404),
        ("POST", "/v1/answer", {"content-type": "text/plain"}, b'{"question": "x"}', 415),
        ("POST", "/v1/answer", {"content-type": "application/x-www-form-urlencoded"}, b"question=x", 415),
        ("POST", "/v1/answer", {}, b'{"question": "x"}', 415),
        ("POST", "/v1/answer", {"content-type": "application/json; charset=latin-1"}, b"{}", 415),
        ("POST", "/v1/answer", {**JSON, "content-encoding": "gzip"}, b"{}", 415),
        ("POST", "/v1/answer", JSON, b'{"question": ', 400),
        ("POST", "/v1/answer", JSON, b'{"question": "\xff"}', 400),
        ("POST", "/v1/answer", JSON, b"[" * 100_000, 400),
        ("POST", "/v1/answer", JSON, b'{"question": "\\ud800"}', 400),
        ("POST", "/v1/answer", JSON, b'{"question": "x", "seed": ' + b"9" * 5000 + b"}", 400),
        ("POST", "/v1/answer", JSON, b'{"question": "x", "seconds": 1e999}', 400),
        ("POST", "/v1/answer", JSON, b'{"question": "x", "seconds": NaN}', 400),
        ("POST", "/v1/answer", JSON, b'{"question": "' + b"x" * 5000 + b'"}', 413),
        ("GET", "/healthz", {"host": "evil.example"}, b"", 400),
        ("GET", "/healthz", {"host": "127.0.0.1.evil.example"}, b"", 400),
        ("GET", "/healthz", {"host": ""}, b"", 400),
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_in_the_one_shape(
    method: str, path: str, headers: dict[str, str], content: bytes, status: int
) -> None:
    served = app(max_body=4096) if status == 413 else SERVED
    response = send(served, method, path, headers=headers, content=content)
    assert response.status_code == status
    assert set(response.json()["error"]) == {"message", "type", "code", "param"}


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"])
def test_this_machine_is_asked_by_any_of_its_names(host: str) -> None:
    assert send(SERVED, "GET", "/healthz", headers={"host": host}).status_code == 200


def test_a_body_without_a_length_is_read_up_to_the_limit() -> None:
    async def endless() -> Any:
        while True:
            yield b" " * 1000

    response = send(app(max_body=4096), "POST", "/v1/answer", headers=JSON, content=endless())
    assert response.status_code == 413


@pytest.mark.parametrize("path", ["/healthz", "/nowhere", "/v1/pipelines", "/", "/docs"])
def test_every_response_has_an_id_and_headers_that_protect(path: str) -> None:
    headers = send(SERVED, "GET", path).headers
    assert len(headers["x-request-id"]) == 16
    assert headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": KEY}, 401),
        ({"authorization": f"Basic {KEY}"}, 401),
        ({"authorization": f"Bearer {KEY}"}, 200),
        ({"authorization": f"bearer {KEY}"}, 200),
    ],
)
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_server_with_keys_demands_one(host: str, sent: dict[str, str], status: int) -> None:
    served = app(keys=frozenset({digest(KEY), digest("another")}), host=host)
    for path in ("/v1/pipelines", "/metrics"):
        assert send(served, "GET", path, headers=sent).status_code == status
    assert send(served, "GET", "/healthz").status_code == 200
    assert send(served, "GET", "/").status_code == 200


@pytest.mark.parametrize("sent", [{}, {"authorization": "Bearer any"}])
def test_a_server_of_this_machine_without_keys_takes_any(sent: dict[str, str]) -> None:
    assert send(SERVED, "GET", "/v1/pipelines", headers=sent).status_code == 200


def test_other_sites_may_ask_only_where_they_are_named() -> None:
    origin = {"origin": "https://friend.example"}
    served = app(cors=("https://friend.example",), keys=frozenset({digest(KEY)}))
    refused = send(served, "GET", "/v1/pipelines", headers=origin)
    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == "https://friend.example"
    wanted = {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-stainless-lang",
    }
    assert send(served, "OPTIONS", "/v1/answer", headers=origin | wanted).status_code == 200
    stranger = send(served, "OPTIONS", "/v1/answer", headers=wanted | {"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in stranger.headers


@pytest.mark.parametrize("stream", [False, True])
def test_an_error_that_nobody_foresaw_is_logged_without_the_question(
    stream: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    response = ask(app(Broken()), "my secret question", stream=stream)
    error = json.loads(events(response.text)[-1][1]) if stream else response.json()["error"]
    assert error["code"] == "internal"
    assert stream or response.status_code == 500
    assert response.headers["x-request-id"] in error["message"]
    assert (
        f"request {response.headers['x-request-id']} failed: ZeroDivisionError at server_support.py"
        in caplog.text
    )
    assert "secret" not in caplog.text + response.text


def test_a_pipeline_that_cannot_work_is_no_fault_of_the_request() -> None:
    lost = make_pipeline("lost", [Retrieve(collection="nowhere")])
    response = ask(app(None, lost))
    assert response.status_code == 503
    assert "no collection 'nowhere'" in response.json()["error"]["message"]


@pytest.mark.parametrize(("own", "limit"), [(0.3, 60.0), (None, 0.3), (60.0, 0.3)])
def test_a_run_ends_at_its_deadline_and_says_so(own: float | None, limit: float) -> None:
    model, start = Slow(), time.monotonic()
    body: dict[str, Any] = {"seconds": own} if own else {}
    response = ask(app(model, seconds=limit), **body)
    assert time.monotonic() - start < 1.3
    assert response.json()["reason_code"] == "no_time"
    assert model.busy == 0


class Deaf(Slow):
    """Looks at nothing while it generates."""

    def generate(self, request: Any, watch: Any = None) -> Any:
        time.sleep(1.5)
        yield from ()


@pytest.mark.parametrize("stream", [False, True])
def test_nobody_waits_for_a_run_that_does_not_end_at_its_deadline(
    stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reasoner.server.asking.LATE", 0.2)
    model: Model = Deaf()
    start = time.monotonic()
    response = ask(app(model), seconds=0.1, stream=stream)
    error = json.loads(events(response.text)[-1][1]) if stream else response.json()["error"]
    assert time.monotonic() - start < 1.2
    assert error["code"] == "deadline"
