"""Room, time, and the end of the server, as clients see them."""

import asyncio
import time
from typing import Any

import httpx
from fastapi import FastAPI
from server_support import Slow, app

from reasoner.server.app import service_of


async def together(served: FastAPI, count: int, **body: Any) -> list[httpx.Response]:
    """So many requests at the same time."""
    transport = httpx.ASGITransport(served)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        asked = {"question": "So?", **body}
        return await asyncio.gather(*(client.post("/v1/answer", json=asked) for _ in range(count)))


def test_more_requests_than_may_wait_are_told_when_to_come_again() -> None:
    model = Slow(tokens=5)
    found = asyncio.run(together(app(model, workers=2, queue=3), 8))
    statuses = sorted(response.status_code for response in found)
    refused = [response for response in found if response.status_code == 429]
    assert statuses == [200] * 5 + [429] * 3
    assert model.most == 2
    assert all(int(response.headers["retry-after"]) >= 1 for response in refused)
    assert refused[0].json()["error"]["code"] == "queue_full"


def test_a_deadline_that_passes_in_the_queue_is_told_and_frees_the_place() -> None:
    served = app(Slow(tokens=50), workers=1, queue=3)
    gate = service_of(served).asker.gate

    async def story() -> list[httpx.Response]:
        running = asyncio.create_task(together(served, 1))
        while gate.running == 0:
            await asyncio.sleep(0.005)
        late = await together(served, 2, seconds=0.1)
        assert (gate.running, gate.waiting) == (1, 0)
        return late + await running

    *late, done = asyncio.run(story())
    assert done.status_code == 200
    for response in late:
        assert (response.status_code, response.json()["error"]["code"]) == (503, "deadline")
        assert int(response.headers["retry-after"]) >= 1


def test_a_server_that_ends_finishes_what_runs_and_refuses_the_rest() -> None:
    served = app(Slow(tokens=30), workers=1)
    asker = service_of(served).asker

    async def story() -> list[httpx.Response]:
        running = asyncio.create_task(together(served, 2))
        while asker.gate.waiting == 0:
            await asyncio.sleep(0.005)
        stopping = asyncio.create_task(asker.stop(10))
        await asyncio.sleep(0.01)
        new = await together(served, 1)
        await stopping
        return sorted(await running, key=lambda response: response.status_code) + new

    done, waited, new = asyncio.run(story())
    assert done.status_code == 200
    assert done.json()["answer"]
    for refused in (waited, new):
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "shutting_down"


def test_what_does_not_end_within_the_grace_is_cancelled() -> None:
    model = Slow()
    served = app(model)

    async def story() -> list[httpx.Response]:
        running = asyncio.create_task(together(served, 2))
        while model.busy < 2:
            await asyncio.sleep(0.005)
        await service_of(served).asker.stop(0.1)
        return await running

    start = time.monotonic()
    found = asyncio.run(story())
    assert time.monotonic() - start < 2
    assert [response.json()["outcome"] for response in found] == ["abstained", "abstained"]
    assert model.busy == 0
