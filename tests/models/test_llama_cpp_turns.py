"""Waves of requests that batch with each other come to the engine in turns."""

import threading
import time
from collections.abc import Callable

import pytest

from reasoner.models.llama_cpp_turns import Turns
from reasoner.models.llama_cpp_wave import Wave
from reasoner.models.model import Request
from reasoner.state import Message


def wave(prompt: int = 10, width: int = 1) -> Wave:
    return Wave(Request((Message("user", "?"),)), 0, width, 0.0, lambda index, text: None, prompt)


def read(of: Wave, processed: int) -> None:
    of.take({"choices": [], "prompt_progress": {"total": of.prompt, "processed": processed}})


def enters(turns: Turns, entering: Wave, after: Callable[[], object] = lambda: None) -> bool:
    """Whether it comes in, once this has happened to the others."""
    gone, inside, done = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        with turns.turn(entering, gone.is_set) as ours:
            if ours:
                inside.set()
        done.set()

    threading.Thread(target=work).start()
    time.sleep(0.03)
    after()
    came = inside.wait(0.2)
    gone.set()
    assert done.wait(1), "who is not wanted any more does not leave at once"
    return came


@pytest.mark.parametrize(
    ("first", "second", "room"),
    [
        (wave(), wave(), True),
        (wave(prompt=129), wave(prompt=1), False),
        (wave(prompt=128), wave(prompt=600), True),
        (wave(width=7), wave(width=1), True),
        (wave(width=7), wave(width=2), False),
    ],
)
def test_a_wave_comes_in_where_there_are_slots_and_little_is_left_to_read(
    first: Wave, second: Wave, room: bool
) -> None:
    turns = Turns(8, 128)
    with turns.turn(first, lambda: False):
        assert enters(turns, second) == room
    assert enters(turns, second)


def test_what_is_read_and_what_has_ended_makes_room() -> None:
    turns, long, wide = Turns(8, 128), wave(prompt=600), wave(width=8)
    with turns.turn(long, lambda: False):
        assert not enters(turns, wave(), lambda: read(long, 256))
        assert enters(turns, wave(), lambda: read(long, 512))
    with turns.turn(wide, lambda: False):
        ended = {"choices": [{"index": 3, "delta": {}, "finish_reason": "stop"}]}
        assert enters(turns, wave(), lambda: wide.take(ended))
