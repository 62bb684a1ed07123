"""A client that hangs up frees what it held."""

import contextlib
import json
import socket
from collections.abc import Iterator

import httpx
import pytest
from server_support import Slow, app, running, until

from reasoner.server.app import service_of

CLIENTS = 200


def post(body: dict[str, object]) -> bytes:
    """A request as it goes over the wire."""
    content = json.dumps(body).encode()
    head = f"POST /v1/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    return head.encode() + content


def test_half_of_200_streaming_clients_hang_up_and_their_slots_are_free_within_a_second() -> None:
    model = Slow(pause=0.2)
    served = app(model, workers=CLIENTS, queue=0)
    with running(served) as url, contextlib.ExitStack() as stack:
        clients = [stack.enter_context(connected(url)) for _ in range(CLIENTS)]
        for client in clients:
            client.sendall(post({"question": "So?", "stream": True}))
        for client in clients:
            read_until(client, b"event: token")
        assert model.busy == CLIENTS
        for client in clients[::2]:
            client.close()
        assert until(lambda: model.busy == CLIENTS // 2) < 1
        assert until(lambda: service_of(served).asker.gate.running == CLIENTS // 2) < 0.5
        for client in clients[1::2]:
            read_until(client, b"event: token")
        stack.close()
        assert until(lambda: model.busy == 0) < 1


def read_until(client: socket.socket, text: bytes) -> None:
    """Reads the reply up to a piece that has the text."""
    client.settimeout(20)
    said = b""
    while text not in said:
        piece = client.recv(65536)
        assert piece, "the server has hung up"
        said = said[-100:] + piece


@pytest.fixture
def slow() -> Iterator[tuple[Slow, str]]:
    model = Slow()
    with running(app(model, workers=1, queue=2)) as url:
        yield model, url


@pytest.mark.parametrize("stream", [False, True])
def test_generation_stops_when_the_client_hangs_up(slow: tuple[Slow, str], stream: bool) -> None:
    model, url = slow
    with connected(url) as client:
        client.sendall(post({"question": "So?", "stream": stream}))
        until(lambda: model.busy == 1)
    assert until(lambda: model.busy == 0) < 1


def test_who_hangs_up_while_waiting_leaves_the_queue(slow: tuple[Slow, str]) -> None:
    model, url = slow
    with connected(url) as first, connected(url) as second:
        first.sendall(post({"question": "So?"}))
        until(lambda: model.busy == 1)
        second.sendall(post({"question": "So?", "stream": True}))
        until(lambda: _waiting(url) == 1)
        second.close()
        assert until(lambda: _waiting(url) == 0) < 1
        assert model.busy == 1


def _waiting(url: str) -> float:
    lines = httpx.get(f"{url}/metrics").text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("reasoner_queue_length ")))


@contextlib.contextmanager
def connected(url: str) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as client:
        yield client
