"""Who runs, who waits, who is sent away."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from reasoner.server.gate import Closed, Full, Gate, Late

FAR = 1e12
"""A deadline that does not come."""


async def settle() -> None:
    """Lets all tasks go on until they wait."""
    for _ in range(5):
        await asyncio.sleep(0)


def now() -> float:
    return asyncio.get_running_loop().time()


async def enter_all(gate: Gate, count: int) -> list[asyncio.Task[None]]:
    tasks = [asyncio.create_task(gate.enter(FAR)) for _ in range(count)]
    await settle()
    return tasks


def test_as_many_run_as_there_are_workers_and_the_rest_wait_in_order() -> None:
    async def story() -> list[int]:
        gate, order = Gate(2, 10), list[int]()

        async def work(i: int) -> None:
            await gate.enter(FAR)
            order.append(i)
            assert gate.running <= 2
            await asyncio.sleep(0)
            gate.leave(0.1)

        await asyncio.gather(*(work(i) for i in range(10)))
        assert (gate.running, gate.waiting) == (0, 0)
        return order

    assert asyncio.run(story()) == [*range(10)]


def test_who_finds_the_queue_full_is_sent_away_at_once() -> None:
    async def story() -> None:
        gate = Gate(1, 2)
        tasks = await enter_all(gate, 3)
        assert (gate.running, gate.waiting) == (1, 2)
        with pytest.raises(Full):
            await gate.enter(FAR)
        gate.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(story())


def test_a_queue_of_none_still_lets_the_workers_work() -> None:
    async def story() -> None:
        gate = Gate(1, 0)
        await gate.enter(FAR)
        with pytest.raises(Full):
            await gate.enter(FAR)
        gate.leave(1)
        await gate.enter(FAR)

    asyncio.run(story())


async def _cancelled(gate: Gate) -> None:
    task = asyncio.create_task(gate.enter(FAR))
    await settle()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def _late(gate: Gate) -> None:
    with pytest.raises(Late):
        await gate.enter(now() + 0.01)


@pytest.mark.parametrize("give_up", [_cancelled, _late])
def test_who_gives_up_leaves_the_queue_at_once(give_up: Callable[[Gate], Awaitable[None]]) -> None:
    async def story() -> None:
        gate = Gate(1, 1)
        await gate.enter(FAR)
        await give_up(gate)
        assert (gate.running, gate.waiting) == (1, 0)
        (next_one,) = await enter_all(gate, 1)
        gate.leave(0.1)
        await next_one
        assert (gate.running, gate.waiting) == (1, 0)

    asyncio.run(story())


def test_a_turn_that_comes_in_the_moment_of_giving_up_is_passed_on() -> None:
    async def story() -> None:
        gate = Gate(1, 2)
        await gate.enter(FAR)
        first, second = await enter_all(gate, 2)
        gate.leave(0.1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await second
        gate.leave(0.1)
        assert (gate.running, gate.waiting) == (0, 0)

    asyncio.run(story())


def test_closing_sends_those_who_wait_away_and_lets_those_who_run_end() -> None:
    async def story() -> None:
        gate = Gate(1, 1)
        running, waiting = await enter_all(gate, 2)
        gate.close()
        with pytest.raises(Closed):
            await waiting
        with pytest.raises(Closed):
            await gate.enter(FAR)
        emptied = asyncio.create_task(gate.emptied())
        await settle()
        assert running.done()
        assert not emptied.done()
        gate.leave(0.1)
        await emptied

    asyncio.run(story())


def test_the_wait_that_is_advised_grows_with_the_queue_and_with_how_long_runs_take() -> None:
    async def story() -> list[int]:
        gate, advised = Gate(2, 100), list[int]()
        for seconds in [0.01] * 50:
            await gate.enter(FAR)
            gate.leave(seconds)
        advised.append(gate.retry_after)
        for seconds in [10.0] * 50:
            await gate.enter(FAR)
            gate.leave(seconds)
        advised.append(gate.retry_after)
        tasks = await enter_all(gate, 12)
        advised.append(gate.retry_after)
        gate.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        return advised

    assert asyncio.run(story()) == [1, 5, 55]


def test_every_change_is_told() -> None:
    told: list[tuple[int, int]] = []

    async def story() -> None:
        gate = Gate(1, 1, lambda running, waiting: told.append((running, waiting)))
        _, waiting = await enter_all(gate, 2)
        gate.leave(0.1)
        await waiting
        gate.leave(0.1)

    run: Coroutine[Any, Any, None] = story()
    asyncio.run(run)
    assert told == [(1, 0), (1, 1), (1, 0), (0, 0)]
