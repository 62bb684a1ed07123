import threading
import time

import pytest

from reasoner.errors import KnowledgeError
from reasoner.tools.limits import within
from reasoner.tools.tool import Returned, never


def hang() -> Returned:
    time.sleep(30)
    return Returned("late")


def raising(error: BaseException) -> Returned:
    raise error


def test_a_call_that_hangs_ends_at_its_limit() -> None:
    start = time.monotonic()
    assert within(hang, 0.1, never) == Returned("no result within 0.1 s", ok=False)
    assert time.monotonic() - start < 1.0


def test_a_call_that_nobody_waits_for_any_more_ends_at_once() -> None:
    given_up = threading.Event()
    threading.Timer(0.1, given_up.set).start()
    start = time.monotonic()
    assert within(hang, 30.0, given_up.is_set) == Returned("the call was given up", ok=False)
    assert time.monotonic() - start < 5.0


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ValueError("two\nlines"), "ValueError: two lines"),
        (TimeoutError(), "TimeoutError"),
        (SystemExit(3), "SystemExit: 3"),
        (KnowledgeError("no index; make one."), "no index; make one."),
    ],
)
def test_what_goes_wrong_is_an_error_on_one_line(error: BaseException, says: str) -> None:
    assert within(lambda: raising(error), 5.0, never) == Returned(says, ok=False)
