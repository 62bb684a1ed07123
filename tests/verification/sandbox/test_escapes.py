"""What programs that try to get out see, and that what they do stays with them."""

import json
import os
import platform
import re
import sys
import textwrap
from pathlib import Path

import pytest
from verification.sandbox import escapes
from verification.sandbox.conditions import CONDITIONS, printed_under
from verification.sandbox.escapes import ATTEMPTS, seen

from reasoner.verification.sandbox.pool import Pool

on_x86_64 = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="the filters have the numbers of x86_64"
)
WRONG_MODE = "import ctypes\nctypes.CDLL(None).syscall(0x40000000 + 39)"


@pytest.mark.parametrize("name", ATTEMPTS)
def test_nothing_gets_out(pool: Pool, name: str) -> None:
    assert re.fullmatch(ATTEMPTS[name][1], seen(pool, name))


@pytest.mark.soak
@on_x86_64
@pytest.mark.parametrize("condition", CONDITIONS)
def test_nothing_gets_out_in_other_conditions(condition: str) -> None:
    saw = json.loads(printed_under(condition, [sys.executable, escapes.__file__]))
    wrong = {name: saw[name] for name, (_, sees) in ATTEMPTS.items() if not re.fullmatch(sees, saw[name])}
    assert (len(saw), wrong) == (len(ATTEMPTS), {})


@on_x86_64
def test_the_seal_needs_no_root_no_landlock_and_no_rights_that_containers_lack() -> None:
    names = ["read a file", "look at a file", "connect", "fork", "signal its parent", "map executable memory"]
    saw = json.loads(printed_under(CONDITIONS[-1], [sys.executable, escapes.__file__, *names]))
    assert saw == dict.fromkeys(names, escapes.DENIED)


def test_no_memory_can_be_written_and_executed_from_the_start(pool: Pool) -> None:
    pool.perform({"code": ""}, 5)
    assert pool._zygote
    maps = Path(f"/proc/{pool._zygote.process.pid}/maps").read_text().splitlines()
    assert [line for line in maps if line.split()[1].startswith("rwx")] == []


def test_a_call_in_another_mode_of_the_processor_kills(pool: Pool) -> None:
    outcome = pool.perform({"code": WRONG_MODE}, 5)
    assert (outcome.ending, "signal 31" in outcome.reason) == ("crashed", True)


@pytest.mark.parametrize(
    ("code", "endings"),
    [
        ("while True:\n  try:\n    while True: pass\n  except BaseException: pass", {"cpu limit"}),
        ("import signal\nfor n in range(1, 32):\n  try: signal.signal(n, signal.SIG_IGN)\n  except Exception: pass\n"
         "while True: pass", {"cpu limit"}),
        ("import time\ntime.sleep(60)", {"wall limit"}),
        ("10**10**8", {"cpu limit", "memory limit"}),
        ("import re\nre.match('(a|aa)+$', 'a' * 60 + 'b')", {"cpu limit"}),
        ("import sympy\nsympy.factorint(2**401 - 1)", {"cpu limit"}),
        ("bytearray(3 << 30)", {"memory limit"}),
        ("a = []\nwhile True: a.append(bytes(1 << 20))", {"memory limit"}),
        ("print('x' * (50 << 20))", {"output limit"}),
        ("while True: print('x' * 1000)", {"output limit"}),
        ("import os\nwhile True: os.write(3, b'x' * 65536)", {"no result", "output limit"}),
        ("import sys\nsys.setrecursionlimit(10**9)\ndef f(): return f()\nf()", {"crashed", "memory limit", "cpu limit"}),
        ("print('(' * 10000 + ')' * 10000)\neval('(' * 10000 + ')' * 10000)", {"error", "memory limit"}),
        ("import os\nos.abort()", {"crashed"}),
        ("import ctypes\nctypes.string_at(0)", {"crashed"}),
        ("import os\nos._exit(0)", {"no result"}),
        ("import os\nos.closerange(0, 64)", {"no result"}),
    ],
)  # fmt: skip
def test_what_runs_amok_is_stopped(pool: Pool, code: str, endings: set[str]) -> None:
    outcome = pool.perform({"code": code}, 0.5)
    assert outcome.ending in endings, outcome
    assert outcome.seconds < 2.5
    assert len(outcome.output) <= 1 << 20


@pytest.mark.parametrize(
    "poison",
    [
        "import builtins\nbuiltins.print = lambda *a: None\nbuiltins.sum = lambda x: 666",
        "import sympy\nsympy.Integer.__add__ = lambda a, b: 666\nsympy.isprime = lambda n: True",
        "import sys, os\nsys.modules['math'] = None\nos.write = os._exit = None",
    ],
)
def test_a_program_changes_nothing_for_the_next(pool: Pool, poison: str) -> None:
    pool.perform({"code": poison}, 5)
    code = "import math, sympy\nprint(sum([1, 2]), sympy.Integer(1) + 1, sympy.isprime(9), math.floor(2.5))"
    assert {pool.perform({"code": code}, 5).output for _ in range(4)} == {"3 2 False 2\n"}


def forged(content: str) -> str:
    return f"import os\nb = {content!r}.encode()\nos.write(3, len(b).to_bytes(8, 'big') + b)\nos._exit(0)"


@pytest.mark.parametrize(
    ("content", "ending"),
    [
        ('{"ending": "ok", "value": "forged"}', "ok"),
        ('{"ending": "worker lost"}', "no result"),
        ('{"ending": ["ok"]}', "no result"),
        ('{"ending": "ok", "value": NaN}', "no result"),
        ('{"ending": "ok", "value": "\\ud800"}', "no result"),
        ("[" * 100_000, "no result"),
        ('{"ending": "ok", "value": ' + "9" * 5000 + "}", "no result"),
        ("gibberish", "no result"),
    ],
)
def test_a_forged_result_fools_nobody_but_its_own_run(pool: Pool, content: str, ending: str) -> None:
    assert pool.perform({"code": forged(content)}, 5).ending == ending
    assert pool.perform({"code": "print(1)"}, 5).output == "1\n"


def test_no_secret_of_the_host_is_known_to_a_child(pool: Pool) -> None:
    program = """
        import gc, os
        texts = [repr(thing) for thing in gc.get_objects() if isinstance(thing, dict | list) and len(thing) < 999]
        print(sum("open " + "sesame" in text for text in texts), sorted(os.environ))
    """
    known = ["LC_ALL", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED", "TZ"]
    assert os.environ["BREACH_KEY"] == "open sesame"
    assert pool.perform({"code": textwrap.dedent(program)}, 20).output == f"0 {known}\n"
