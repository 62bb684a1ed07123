import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from reasoner.verification.sandbox import Json
from reasoner.verification.sandbox.pool import Pool


def zygote(pool: Pool) -> int:
    pool.perform({"code": ""}, 5)
    assert pool._zygote
    return pool._zygote.process.pid


def children(process: int) -> set[int]:
    """Processes started by this one, zombies included."""
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that ended meanwhile
            found.update(int(number) for number in (task / "children").read_text().split())
    return found


@pytest.fixture
def own_pool(pool: Pool) -> Iterator[Pool]:
    """One that a test may break; where `pool` is skipped this is too."""
    mine = Pool()
    yield mine
    mine.close()


@pytest.mark.parametrize(
    ("code", "ending", "output", "value"),
    [
        ("print(1)\nans = 2\n3", "ok", "1\n", None),
        ("print(' ')\nans = 2\n3", "ok", " \n", "2"),
        ("print(1)\nans = 7 ** (2 * 10**6)", "ok", "1\n", None),
        ("x = 2\nx ** 10", "ok", "", "1024"),
        ("import sympy\nx = sympy.Symbol('x')\nprint(sympy.solve(x**2 - 4))", "ok", "[-2, 2]\n", None),
        ("print('\\ud800', 'ü', '\\0')", "ok", "? ü \0\n", None),
        ("'\\ud800'", "ok", "", "?"),
        ("import sys\nprint('a')\nprint('b', file=sys.stderr)\nsys.exit()", "ok", "a\n", None),
        ("import sys\nsys.exit('bad')", "error", "", None),
        ("print(1)\n1/0", "error", "1\n", None),
        ("raise KeyboardInterrupt", "error", "", None),
        ("class A:\n  def __str__(self): raise SystemExit\nA()", "ok", "", None),
        ("class A(Exception):\n  def __str__(self): raise OSError\nraise A()", "error", "", None),
        ("input()", "error", "", None),
        ("def f(:", "error", "", None),
        (
            "import dataclasses\n@dataclasses.dataclass\nclass P:\n  x: 'int'\nprint(P(1))",
            "ok",
            "P(x=1)\n",
            None,
        ),
        ("if __name__ == '__main__': print(len(str(10 ** 5000)))", "ok", "5001\n", None),
        ("import numpy", "module unavailable", "", None),
        ("import atexit\natexit.register(print, 'late')\nx = 0", "ok", "", None),
        ("#" * 5_000_000 + "\nprint('long')", "ok", "long\n", None),
    ],
)
def test_programs(pool: Pool, code: str, ending: str, output: str, value: str | None) -> None:
    outcome = pool.perform({"code": code}, 10)
    assert (outcome.ending, outcome.output, outcome.value) == (ending, output, value), outcome


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("x = 1\n1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("import numpy", "line 1: ModuleNotFoundError: module 'numpy' is not available in the sandbox"),
        ("raise ValueError('two\\nlines')", "line 1: ValueError: two lines"),
        ("while True: pass", "no result within 0.3 s"),
    ],
)
def test_reasons_are_one_line_and_say_where(pool: Pool, code: str, reason: str) -> None:
    assert pool.perform({"code": code}, 0.3).reason == reason


@pytest.mark.parametrize("task", ["no such task", "", None])
def test_a_task_that_fails_is_an_error_with_a_reason(pool: Pool, task: Json) -> None:
    outcome = pool.perform({"task": task, "argument": [1, {"a": "ü"}]}, 5)
    assert (outcome.ending, outcome.reason != "") == ("error", True)


def test_threads_get_their_own_answers(pool: Pool) -> None:
    amok = {3: "while True: pass", 7: "import os\nos.abort()", 11: "while True: print('x' * 1000)"}
    programs = [amok.get(number % 12, f"print({number} ** 2)") for number in range(48)]
    with ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(lambda code: pool.perform({"code": code}, 0.5), programs))
    fine = [number for number in range(48) if number % 12 not in amok]
    assert {number: outcomes[number].output for number in fine} == {n: f"{n**2}\n" for n in fine}
    assert {outcomes[n].ending for n in range(48) if n not in fine} == {
        "cpu limit",
        "crashed",
        "output limit",
    }


def test_a_lost_zygote_is_replaced_between_requests(pool: Pool) -> None:
    os.kill(zygote(pool), signal.SIGKILL)
    assert pool.perform({"code": "print(1)"}, 20).output == "1\n"


def test_a_lost_zygote_is_replaced_during_a_request(pool: Pool) -> None:
    process = zygote(pool)
    with ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(pool.perform, {"code": "import time\ntime.sleep(0.5)\nprint(1)"}, 20)
        time.sleep(0.2)
        os.kill(process, signal.SIGKILL)
        assert outcome.result().output == "1\n"
    assert zygote(pool) != process


def test_a_zygote_that_is_lost_again_is_reported(own_pool: Pool) -> None:
    with ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(own_pool.perform, {"code": "import time\ntime.sleep(60)"}, 60)
        killed: set[int] = set()
        while len(killed) < 2:
            time.sleep(0.05)
            running = own_pool._zygote
            if running and running.process.pid not in killed and children(running.process.pid):
                os.kill(running.process.pid, signal.SIGKILL)
                killed.add(running.process.pid)
        assert outcome.result().ending == "worker lost"


def test_nothing_is_left_open_or_running(own_pool: Pool) -> None:
    descriptors, processes = len(list(Path("/proc/self/fd").iterdir())), children(os.getpid())
    with ThreadPoolExecutor(4) as threads:
        programs = [
            "print(1)",
            "while True: pass",
            "import os\nos.abort()",
            "import time\ntime.sleep(60)",
        ] * 3
        list(threads.map(lambda code: own_pool.perform({"code": code}, 0.3), programs))
    process = zygote(own_pool)
    own_pool.close()
    assert len(list(Path("/proc/self/fd").iterdir())) <= descriptors
    assert children(os.getpid()) <= processes
    assert not Path(f"/proc/{process}").exists()


def test_finished_children_are_reaped(pool: Pool) -> None:
    process = zygote(pool)
    for _ in range(20):
        pool.perform({"code": "print(1)"}, 5)
    time.sleep(0.5)
    assert len(children(process)) <= (os.cpu_count() or 1)


@pytest.mark.soak
@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look at the memory of a sealed process")
def test_a_waiting_child_owns_little_memory(own_pool: Pool) -> None:
    process = zygote(own_pool)
    time.sleep(5)
    own_pool.perform({"code": "print(1)"}, 5)
    time.sleep(1)
    spares = children(process)
    lines = [
        line for spare in spares for line in Path(f"/proc/{spare}/smaps_rollup").read_text().splitlines()
    ]
    private = sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    assert (len(spares), private < 3 * 1024) == (1, True)
