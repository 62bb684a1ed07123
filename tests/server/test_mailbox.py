"""From the threads of a run to the event loop."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from reasoner.server.mailbox import Mailbox
from reasoner.stage import Event, TokenDrawn


def test_the_reader_wakes_up_once_however_much_came_meanwhile() -> None:
    async def story() -> list[int]:
        box = Mailbox()
        for i in range(100):
            box.put(TokenDrawn(0, str(i)))
        return [len(await box.batch(1)), len(await box.batch(0.01))]

    assert asyncio.run(story()) == [100, 0]


def test_the_loop_is_left_alone_until_the_reader_has_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> int:
        loop, woken = asyncio.get_running_loop(), list[Callable[[], None]]()
        box = Mailbox()

        def wake(call: Callable[[], None]) -> None:
            woken.append(call)
            call()

        monkeypatch.setattr(loop, "call_soon_threadsafe", wake)
        for i in range(100):
            box.put(TokenDrawn(0, str(i)))
            await asyncio.sleep(0)
        await box.batch(1)
        box.put(TokenDrawn(0, "next"))
        return len(woken)

    assert asyncio.run(story()) == 2


def test_nothing_is_lost_or_changes_places_between_threads() -> None:
    async def story() -> list[Event]:
        box, got = Mailbox(), list[Event]()

        def write(sample: int) -> None:
            for i in range(500):
                box.put(TokenDrawn(sample, str(i)))
                if i % 100 == 0:
                    time.sleep(0.001)

        threads = [threading.Thread(target=write, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        while len(got) < 2000:
            start = time.monotonic()
            got += await box.batch(5)  # may be woken for nothing, but soon
            assert time.monotonic() - start < 4, "a wake-up was lost"
        return got

    got = asyncio.run(story())
    for sample in range(4):
        assert [each.text for each in got if isinstance(each, TokenDrawn) and each.sample == sample] == [
            str(i) for i in range(500)
        ]


def test_what_is_told_after_the_loop_has_ended_disturbs_nobody() -> None:
    async def story() -> Mailbox:
        return Mailbox()

    box = asyncio.run(story())
    box.put(TokenDrawn(0, "late"))
    assert box.rest() == [TokenDrawn(0, "late")]
