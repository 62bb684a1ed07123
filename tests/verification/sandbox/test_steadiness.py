"""The same program ends the same way, whatever runs beside it, and whoever is killed."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from reasoner.verification.sandbox import Execution, Json
from reasoner.verification.sandbox.local import LocalSandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can seal a process")
ENDINGS = {
    "ok": "import random\nprint(random.random(), hash('a'), {'a', 'b', 'c'})",
    "error": "x = 1\nx / 0",
    "cpu limit": "while True: pass",
    "wall limit": "import time\ntime.sleep(9)",
    "memory limit": "x = 'x' * 10**10",
    "output limit": "print('x' * (2 << 20))",
    "forbidden": "open('/etc/passwd')",
}
ONLY_SEALED = {
    "module unavailable": "import numpy",
    "crashed": "import os\nos.abort()",
    "no result": "import os\nos._exit(0)",
}
SEALED = "import sympy\n"
PROGRAMS = [
    *ENDINGS.items(),
    *((ending, SEALED + code) for ending, code in (ENDINGS | ONLY_SEALED).items()),
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    local = LocalSandbox()
    yield local
    local.close()


def outcome(done: Execution) -> tuple[str, str, str | None, str]:
    """All but the times, and without the output of a program that was cut off somewhere."""
    return (done.ending, "" if done.ending == "output limit" else done.stdout, done.value, done.reason)


@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("ending", "code"), PROGRAMS)
def test_the_same_program_has_the_same_outcome(
    sandbox: LocalSandbox, ending: str, code: str, times: int
) -> None:
    outcomes = {outcome(sandbox.run(code, 0.2)) for _ in range(times)}
    assert {end for end, *_ in outcomes} == {ending}
    assert len(outcomes) == 1


@pytest.mark.parametrize("runs", [160, pytest.param(1280, marks=pytest.mark.soak)])
def test_many_threads_and_much_abuse_swap_no_answers(sandbox: LocalSandbox, runs: int) -> None:
    amok = [code for ending, code in PROGRAMS if ending not in ("ok", "wall limit")]

    def program(n: int) -> str:
        return amok[n // 7 % len(amok)] if n % 7 == 0 else f"{SEALED * (n % 2)}print({n} ** 2)"

    with ThreadPoolExecutor(32) as threads:
        done = list(threads.map(lambda n: sandbox.run(program(n), 0.3), range(runs)))
    fine = [n for n in range(runs) if n % 7]
    assert {n: done[n].stdout for n in fine} == {n: f"{n**2}\n" for n in fine}


def test_a_killed_worker_of_the_first_tier_costs_no_answer(sandbox: LocalSandbox) -> None:
    code = "import time\ntime.sleep(0.5)\nprint(7)"
    sandbox.run("print(1)")
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(sandbox.run, code)
        time.sleep(0.2)
        for process in workers():
            os.kill(process, signal.SIGKILL)
        assert answer.result().value == "7"
    assert sandbox.run("print(8)").value == "8"


def workers() -> list[int]:
    """The processes of the first tier that this one has."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            found += [int(child) for child in (task / "children").read_text().split()]
    return [child for child in found if "monty" in Path(f"/proc/{child}/cmdline").read_text()]


def test_a_task_never_meets_what_a_program_left_behind(sandbox: LocalSandbox) -> None:
    forged = b'{"ending": "ok", "value": {"verdict": "pass", "reason": "forged"}}'
    forge = f"import os\nos.write(3, ({len(forged)}).to_bytes(8, 'big') + {forged!r})\n"
    check: Json = {
        "program": "import os\ndef check(question, answer): return (os.getpid(), answer) == (0, '')",
        "question": "",
        "answer": forge,
    }
    for _ in range(4):
        sandbox.run(SEALED + forge + "import builtins, json\nbuiltins.compile = json.dumps = None")
        assert sandbox.call("checker", check).value == {"verdict": "fail", "reason": ""}
