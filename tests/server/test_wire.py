"""What comes over the wire and is no request."""

import json
import socket
import time
from collections.abc import Iterator

import pytest
from server_support import Slow, app, running, until

from reasoner.models.model import Completion, Request, Watch
from reasoner.models.scripted import Scripted
from reasoner.server.app import service_of

HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with running(app()) as url:
        yield int(url.rpartition(":")[2])


def said(port: int, *pieces: bytes) -> tuple[int, dict[str, str]]:
    """The status and the error of the last reply to these bytes."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(10)
        for piece in pieces:
            client.sendall(piece)
        reply = b"".join(iter(lambda: client.recv(65536), b""))
    head, _, body = reply[reply.rindex(b"HTTP/1.1 ") :].partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body).get("error", {})


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"hello\r\n\r\n", 400, "not_http"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50, 400, "not_http"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "not_http"),
        (b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n", 400, "not_http"),
        (b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: +5\r\n\r\n12345", 400, "not_http"),
        (b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 4\r\nContent-Length: 9\r\n\r\n{}..", 400, "not_http"),
        (b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, "not_http"),
        (b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400, "not_http"),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 300_000, 431, "too_large"),
        (b"GET /healthz HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 60_000, 431, "too_large"),
        (b"GET /" + b"a" * 400_000, 431, "too_large"),
        (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "unknown_host"),
        (b"GET /healthz HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n" + HOST + b"\r\n", 400, "unknown_host"),
        (b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + HOST + b"Host: evil.example\r\n\r\n", 400, "unknown_host"),
    ],
)  # fmt: skip
def test_what_is_no_request_is_told_so_in_the_one_shape(
    port: int, sent: bytes, status: int, code: str
) -> None:
    found, error = said(port, sent)
    assert (found, error["code"]) == (status, code)
    assert set(error) == {"message", "type", "code", "param"}


def test_a_head_that_does_not_come_to_an_end_is_given_up(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.server.wire.READING", 0.1)
    assert said(port, b"GET /healthz HTTP/1.1\r\n")[1]["code"] == "slow"
    first = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    assert said(port, first + b"GET /heal")[1]["code"] == "slow"
    with socket.create_connection(("127.0.0.1", port)) as silent:
        silent.settimeout(5)
        assert silent.recv(10) == b""


class Flood(Slow):
    """A model that writes as fast as it can, until nobody wants it any more."""

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        self._count(1)
        while not watch.cancelled():
            watch.on_token(0, "word " * 10_000)
            time.sleep(0.001)
        self._count(-1)
        yield from ()


def test_a_stream_that_nobody_reads_is_cut_off_and_its_run_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.server.wire.TAKING", 0.2)
    model = Flood()
    served = app(model)
    with running(served) as url, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        body = b'{"question": "So?", "stream": true}'
        head = b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: %d\r\n\r\n" % len(body)
        client.sendall(head + body)
        until(lambda: model.busy == 1)
        until(lambda: model.busy == 0, 3)
        until(lambda: service_of(served).asker.gate.running == 0, 1)
        assert not b"".join(iter(lambda: client.recv(1 << 20), b"")).endswith(b"0\r\n\r\n")


def test_a_large_result_comes_to_a_client_that_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reasoner.server.wire.TAKING", 0.1)
    with running(app(Scripted.saying("word " * 500_000))) as url, socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 17)
        client.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        body = b'{"question": "So?"}'
        head = b"POST /v1/answer HTTP/1.1\r\nConnection: close\r\n" + HOST + JSON
        client.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        reply = b""
        while piece := client.recv(1 << 20):
            reply += piece
            time.sleep(0.005)
    assert len(reply) > 2_500_000
    assert json.loads(reply.partition(b"\r\n\r\n")[2])["question"] == "So?"


def test_large_bodies_and_heads_that_come_together_are_no_large_heads(port: int) -> None:
    body = json.dumps({"question": "x" * 90_000}).encode()
    post = b"POST /v1/answer HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: %d\r\n\r\n" % len(body) + body
    last = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    assert said(port, post + post + last[:9], last[9:])[0] == 200
