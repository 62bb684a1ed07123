"""Each request is counted as one thing, whatever became of it."""

import contextlib
import json
import re
import socket
import time
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from server_support import Broken, Slow, app, ask, running, send, until

from reasoner.models.model import Request, Watch
from reasoner.server.account import Account


def endings(text: str) -> dict[str, float]:
    """What requests came to, by outcome and reason."""
    found = re.findall(
        r'^reasoner_(?:requests|refused)_total\{(?:outcome|reason)="(\w+)".*\} (\S+)$', text, re.M
    )
    return {name: float(count) for name, count in found}


def counted(served: FastAPI) -> dict[str, float]:
    return endings(send(served, "GET", "/metrics").text)


def test_what_was_counted_is_not_counted_again() -> None:
    account, counts = Account(), list[str]()
    account.close(lambda: counts.append("first"))
    account.close(lambda: counts.append("second"))
    Account(probe=True).close(lambda: counts.append("probe"))
    assert counts == ["first"]


@pytest.mark.parametrize("path", ["/readyz", "/healthz"])
def test_probes_are_not_counted(path: str) -> None:
    served = app()
    send(served, "GET", path)
    send(served, "POST", path)
    assert counted(served) == {}


@pytest.mark.parametrize("stream", [False, True])
def test_a_run_that_fails_has_failed_and_is_not_refused_besides(stream: bool) -> None:
    served = app(Broken())
    ask(served, stream=stream)
    assert counted(served) == {"failed": 1}


class Deaf(Slow):
    """Looks at nothing while it generates."""

    def generate(self, request: Request, watch: Watch = Watch()) -> Any:
        time.sleep(0.6)
        yield from ()


@pytest.mark.parametrize("stream", [False, True])
def test_a_run_that_is_late_is_refused_and_has_not_failed_besides(
    stream: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reasoner.server.asking.LATE", 0.1)
    served = app(Deaf())
    response = ask(served, seconds=0.1, stream=stream)
    assert stream or int(response.headers["retry-after"]) >= 1
    assert counted(served) == {"deadline": 1}


BODIES: list[tuple[str, dict[str, Any]]] = [
    ("/v1/answer", {"question": "So?"}),
    ("/v1/answer", {"question": "So?", "stream": True}),
    ("/v1/chat/completions", {"model": "direct", "messages": [{"role": "user", "content": "So?"}]}),
    ("/v1/chat/completions", {"model": "direct", "messages": [{"role": "user", "content": "So?"}], "stream": True}),
]  # fmt: skip


def test_a_client_that_hangs_up_is_cancelled_on_every_route_while_it_waits_runs_or_sends() -> None:
    model = Slow()
    with running(app(model, workers=len(BODIES), queue=8)) as url, contextlib.ExitStack() as clients:

        def post(path: str, body: dict[str, Any], missing: int = 0) -> None:
            client = clients.enter_context(
                socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])))
            )
            content = json.dumps(body).encode()
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            client.sendall(head.encode() + b"%d\r\n\r\n" % (len(content) + missing) + content)

        for path, body in BODIES:
            post(path, body)
        until(lambda: model.busy == len(BODIES))
        for path, body in BODIES:
            post(path, body)
            post(path, body, missing=1)
        until(lambda: "reasoner_queue_length 4.0" in httpx.get(f"{url}/metrics").text)
        clients.close()
        until(lambda: model.busy == 0)
        until(lambda: endings(httpx.get(f"{url}/metrics").text) == {"cancelled": 3.0 * len(BODIES)})
        time.sleep(0.1)
        assert endings(httpx.get(f"{url}/metrics").text) == {"cancelled": 3.0 * len(BODIES)}
