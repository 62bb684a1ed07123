"""Whether the server lives, is ready, and what it counts."""

import asyncio
import threading

import httpx
import pytest
from server_support import DIRECT, app, ask, runtime, send

from reasoner.errors import ModelError
from reasoner.models.model import Model
from reasoner.models.scripted import Scripted
from reasoner.runtime import Lazy
from reasoner.server.app import create_app


def test_a_server_that_has_opened_nothing_lives_and_is_not_ready() -> None:
    served = app()
    assert send(served, "GET", "/healthz").json() == {"status": "ok"}
    response = send(served, "GET", "/readyz")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "not_ready")


@pytest.mark.parametrize(
    "fails", [None, ModelError("no such model; take another."), ZeroDivisionError("secret")]
)
def test_it_is_ready_once_models_are_open_and_says_what_cannot_be_opened(
    fails: Exception | None,
) -> None:
    given, may_open = runtime(), threading.Event()

    def open_one(name: str) -> Model:
        may_open.wait(5)
        if fails:
            raise fails
        return Scripted.saying("4")

    given.models = Lazy({"default": "fake"}, open_one)
    served = create_app(given, {"direct": DIRECT})

    async def story() -> list[httpx.Response]:
        transport = httpx.ASGITransport(served)
        async with (
            served.router.lifespan_context(served),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            before = await client.get("/readyz")
            may_open.set()
            await served.state.service.opening.ended()
            return [before, await client.get("/readyz")]

    before, after = asyncio.run(story())
    assert before.status_code == 503
    assert after.status_code == (503 if fails else 200)
    assert ("no such model" in after.text) == isinstance(fails, ModelError)
    assert ("ZeroDivisionError at test_health.py" in after.text) == isinstance(fails, ZeroDivisionError)
    assert "secret" not in after.text
    assert len(given.models.opened()) == (0 if fails else 1)


def test_requests_are_counted_by_what_became_of_them() -> None:
    served = app()
    ask(served)
    ask(served, pipeline="nowhere")
    text = send(served, "GET", "/metrics").text
    assert 'reasoner_requests_total{outcome="answered",pipeline="direct"} 1.0' in text
    assert 'reasoner_refused_total{reason="not_found"} 1.0' in text
    assert 'reasoner_first_token_seconds_count{pipeline="direct"} 1.0' in text
    assert "capital" not in text
