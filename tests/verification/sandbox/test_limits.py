"""Nothing runs longer than it may, from however many threads, and who has to wait loses nothing."""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from reasoner.verification.sandbox import Json
from reasoner.verification.sandbox.local import PLACES, LocalSandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can seal a process")
SEALED = "import sympy\n"
LIMIT = 0.4
GRACE = {"": 1.1, SEALED: 0.5}
"""Seconds that a program may take on top of its limit, in Monty and in the second tier."""
STOPPED = {"cpu limit", "wall limit", "memory limit", "output limit", "crashed"}
HOSTILE = [
    "9**9**9**9",
    "10**10**10",
    "import math\nmath.factorial(10**9)",
    "a = 3\nwhile True: a = a * a",
    "import re\nre.match('(a|aa)+$', 'a' * 60 + 'b')\nwhile True: pass",
    "import re\nre.match('(a*)*b', 'a' * 40)\nwhile True: pass",
    "import time\ntime.sleep(60)",
    "import time\nwhile True:\n  try: time.sleep(60)\n  except BaseException: pass",
    "while True: print('x' * 1000)",
    "a = []\nwhile True: a.append('x' * 10**6 + str(len(a)))",
    "def f(n): return f(n + 1) + f(n + 2)\nwhile True:\n  try: f(0)\n  except RecursionError: pass",
    "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
    "def str(x):\n  while True: pass\nans = 1\nclass A:\n  def __str__(self):\n    while True: pass\nans = A()",
    "a = [1]\nfor _ in range(60): a = [a, a]\nans = a",
    "sum(range(10**12))",
    "x = {i: i for i in range(10**9)}",
    "sorted(range(10**8), key=lambda x: -x)",
    "'a' * 10**6 in 'b' * 10**6\nwhile True: pass",
]  # fmt: skip
ONLY_SEALED = [
    "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass",
    "import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()",
    "from sympy import *\nfactorint(2**401 - 1)",
    "from sympy import *\nsimplify((Symbol('x') + 1)**5000 - expand((Symbol('x') + 1)**5000))",
    "str(7**(10**8))",
    "import signal\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except Exception: pass\nwhile True: pass",
    "import os\nwhile True: os.write(1, b'x' * 65536)",
    "import os\nos.close(1)\nwhile True: pass",
    "class A(Exception):\n  def __str__(self):\n    while True: pass\nraise A",
    "class A:\n  def __del__(self):\n    while True: pass\na = A()\ndel a",
]  # fmt: skip
CASES = [("", code) for code in HOSTILE] + [(SEALED, code) for code in HOSTILE + ONLY_SEALED]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    local = LocalSandbox()
    local.run(SEALED)
    yield local
    local.close()


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
def test_from_eight_threads_nothing_runs_longer_than_its_limit(sandbox: LocalSandbox, every: int) -> None:
    cases = CASES[::every]

    def attack(case: tuple[str, str]) -> tuple[str, float, float, float]:
        start = time.monotonic()
        done = sandbox.run("".join(case), LIMIT)
        return done.ending, done.seconds, done.queued, time.monotonic() - start

    with ThreadPoolExecutor(8) as threads:
        ends = dict(zip(cases, threads.map(attack, cases), strict=True))
    late = {case: end for case, end in ends.items() if end[1] > LIMIT + GRACE[case[0]]}
    odd = {case: end for case, end in ends.items() if abs(end[1] + end[2] - end[3]) > 0.2}
    assert (late, odd) == ({}, {})
    assert {ending for ending, *_ in ends.values()} <= STOPPED | {"ok", "error"}


@pytest.mark.parametrize("tier", GRACE)
def test_waiting_for_a_turn_takes_nothing_from_the_limit(sandbox: LocalSandbox, tier: str) -> None:
    work = f"{tier}while True: pass"
    with ThreadPoolExecutor(4 * PLACES) as threads:
        running = [threads.submit(sandbox.run, work, 0.4) for _ in range(3 * PLACES)]
        time.sleep(0.1)
        last = threads.submit(sandbox.run, f"{tier}print(1)", 0.4).result()
        ends = [future.result() for future in running]
    assert (last.value, last.queued > 0.4, last.seconds < 0.4) == ("1", True, True)
    assert {end.ending for end in ends} == {"cpu limit"}
    assert max(end.queued for end in ends) > 0.6


def test_a_call_is_limited_like_a_program(sandbox: LocalSandbox) -> None:
    program = "def check(question, answer):\n  while True: pass"
    argument: Json = {"program": program, "question": "", "answer": ""}
    with ThreadPoolExecutor(8) as threads:
        replies = list(threads.map(lambda _: sandbox.call("checker", argument, LIMIT), range(8)))
    assert {reply.verdict for reply in replies} == {"timeout"}
    assert max(reply.seconds for reply in replies) < LIMIT + 0.5
    assert max(reply.queued for reply in replies) > LIMIT * (8 / PLACES - 1) * 0.8
