"""A call of a tool that ends in time, whatever the tool does."""

import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait

from reasoner.errors import ReasonerError, one_line
from reasoner.tools.tool import Returned

LOOK_SECONDS = 0.05
"""How often it is asked whether the caller has given up."""


def within(work: Callable[[], Returned], limit_seconds: float, cancelled: Callable[[], bool]) -> Returned:
    """What the work comes to, or why nothing came of it.

    The work has a thread of its own, which is abandoned where it does not end in time: Python cannot end a
    thread, so what it does it may still go on doing.
    """
    future: Future[Returned] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), daemon=True, name="tool").start()
    deadline = time.monotonic() + limit_seconds
    while not future.done():
        left = deadline - time.monotonic()
        if left <= 0:
            return Returned(f"no result within {limit_seconds:g} s", ok=False)
        if cancelled():
            return Returned("the call was given up", ok=False)
        wait([future], min(left, LOOK_SECONDS))
    error = future.exception()
    if error is None:
        return future.result()
    says = one_line(str(error))
    known = isinstance(error, ReasonerError)
    return Returned(says if known else f"{type(error).__name__}: {says}".rstrip(": "), ok=False)
