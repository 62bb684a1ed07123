import threading
import time
from concurrent.futures import ThreadPoolExecutor

from reasoner.verification.sandbox.turns import Turns


def test_no_more_than_the_places_are_taken_at_once() -> None:
    turns, inside, most = Turns(2), [0], [0]
    lock = threading.Lock()

    def visit(_: int) -> None:
        with turns.turn():
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            time.sleep(0.002)
            with lock:
                inside[0] -= 1

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(visit, range(64)))
    assert (inside, most) == ([0], [2])


def test_whoever_waits_longest_is_next_even_when_others_come_back_at_once() -> None:
    turns, visits, end = Turns(1), [0] * 4, time.monotonic() + 0.3
    all_here = threading.Barrier(4)

    def visit(who: int) -> None:
        all_here.wait()
        while time.monotonic() < end:
            with turns.turn():
                visits[who] += 1
                time.sleep(0.001)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(visit, range(4)))
    assert min(visits) > max(visits) / 2


def test_a_turn_that_fails_gives_its_place_back() -> None:
    turns = Turns(1)
    for _ in range(3):
        try:
            with turns.turn():
                raise ValueError
        except ValueError:
            pass
    with turns.turn():
        pass
