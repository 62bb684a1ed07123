"""The load generator, against small servers that keep to a script."""

import asyncio
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from reasoner.server.load import Load, Reply, offer
from reasoner.server.load_figures import Figures, figures

RESULT = b'{"outcome": "answered", "usage": {"prompt_tokens": 5, "completion_tokens": 7}}'
STREAM = b'event: step_started\ndata: {}\n\n: keep-alive\n\nevent: token\ndata: {"text": "4"}\n\nevent: result\ndata: %b\n\n'


class Handler(BaseHTTPRequestHandler):
    """Gives every question the same reply."""

    protocol_version = "HTTP/1.1"
    status, body, wait, stream = 200, RESULT, 0.0, False
    turn = threading.Lock()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        with self.turn:
            time.sleep(self.wait)
        self.send_response(self.status)
        self.send_header("Content-Type", "text/event-stream" if self.stream else "application/json")
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None: ...


@contextmanager
def serving(**how: object) -> Iterator[str]:
    """A server whose handler has these attributes, and that answers one request at a time."""
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), type("Scripted", (Handler,), {"turn": threading.Lock(), **how})
    )
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that left
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def under(url: str, **how: object) -> tuple[list[Reply], Figures]:
    """What a load comes to; sixteen requests unless told otherwise."""
    given: Mapping[str, object] = {"bodies": [{"question": "2+2"}], "requests": 16, "timeout": 5.0} | how
    replies, seconds = asyncio.run(offer(Load(url, **given)))  # type: ignore[arg-type]
    return list(replies), figures(replies, seconds)


@pytest.mark.parametrize("how", [{"clients": 4}, {"rate": 200.0}])
def test_every_request_gets_its_reply_counted(how: Mapping[str, object]) -> None:
    with serving() as url:
        replies, found = under(url, **how)
    assert (len(replies), found.asked, found.answered) == (16, 16, 16)
    assert (found.prompt_tokens, found.completion_tokens) == (16 * 5, 16 * 7)
    assert found.bytes == 16 * len(RESULT)


def test_a_stream_is_read_to_its_result_and_its_first_token_timed() -> None:
    with serving(stream=True, body=STREAM % RESULT, wait=0.01) as url:
        replies, found = under(url, clients=1, requests=3)
    assert (found.answered, found.completion_tokens) == (3, 21)
    assert all(reply.first_token and 0.01 <= reply.first_token <= reply.seconds for reply in replies)


@pytest.mark.parametrize(
    ("status", "body", "stream", "ending", "reason"),
    [
        (200, RESULT.replace(b"answered", b"abstained"), False, "abstained", ""),
        (429, b'{"error": {"code": "queue_full"}}', False, "refused", "queue_full"),
        (429, b"slow down", False, "refused", "status 429"),
        (503, b'{"error": {"code": "deadline"}}', False, "refused", "deadline"),
        (503, b'{"error": {"code": "shutting_down"}}', False, "refused", "shutting_down"),
        (503, b'{"error": {"code": "model_failed"}}', False, "failed", "model_failed"),
        (500, b"", False, "failed", "status 500"),
        (200, b"[]", False, "failed", "no result"),
        (200, b'event: error\ndata: {"code": "deadline"}\n\n', True, "refused", "deadline"),
        (200, b'event: error\ndata: {"code": "failed"}\n\n', True, "failed", "failed"),
        (200, b"event: token\ndata: {}\n\n", True, "failed", "_Broken the stream ended without a result"),
    ],
)  # fmt: skip
def test_what_is_turned_away_is_told_apart_from_what_fails(
    status: int, body: bytes, stream: bool, ending: str, reason: str
) -> None:
    with serving(status=status, body=body, stream=stream) as url:
        replies, _ = under(url, clients=1, requests=1)
    assert [(reply.ending, reply.reason) for reply in replies] == [(ending, reason)]


def test_in_an_open_loop_a_slow_server_cannot_hide_the_time_that_requests_wait_for_it() -> None:
    with serving(wait=0.02) as url:
        closed = under(url, clients=1, requests=20)[1].latency
        opened = under(url, rate=200.0, requests=20)[1].latency  # four times what it can do
    assert closed is not None
    assert opened is not None
    assert closed.p50 < 0.1 < 0.02 * 20 / 2 <= opened.most


def test_the_times_of_an_open_loop_depend_on_the_seed_alone() -> None:
    def dues(seed: int) -> list[float]:
        return sorted(reply.due for reply in under("http://127.0.0.1:9", rate=1000.0, seed=seed)[0])

    assert dues(1) == dues(1) != dues(2)


def test_a_server_that_is_not_there_is_a_failure_of_each_request() -> None:
    replies, found = under("http://127.0.0.1:9", clients=2, requests=2)
    assert sum(found.failed.values()) == 2
    assert found.latency is None
    assert all(reply.reason.startswith("ConnectError") for reply in replies)


def test_no_request_begins_after_its_time_and_those_that_began_are_waited_for() -> None:
    with serving(wait=0.1) as url:
        replies, found = under(url, clients=2, requests=None, seconds=0.25)
    assert found.answered == len(replies) >= 3
    assert max(reply.due for reply in replies) < 0.25 < found.seconds


def test_a_load_ends_when_it_is_told_to() -> None:
    with serving(wait=0.2) as url:
        load = Load(url, [{"question": "2+2"}], clients=2, seconds=60)
        replies, seconds = asyncio.run(offer(load, stop=lambda: True))
    assert seconds < 5
    assert all(reply.ending == "answered" for reply in replies)


@pytest.mark.parametrize("status", [429, 500])
def test_a_client_that_got_no_result_does_not_storm_the_server(status: int) -> None:
    with serving(status=status, body=b"{}") as url:
        replies, found = under(url, clients=2, requests=None, seconds=0.35)
    assert found.answered == 0
    assert 2 <= len(replies) <= 8
