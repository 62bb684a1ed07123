import os
import platform
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from verification.sandbox.conditions import printed_under

from reasoner.errors import SandboxUnavailable
from reasoner.verification.sandbox.local import LocalSandbox

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can seal a process")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    local = LocalSandbox()
    yield local
    local.close()


def python(program: str, **environment: str) -> subprocess.Popen[str]:
    """Another host process that uses a sandbox."""
    start = "from reasoner.verification.sandbox.local import LocalSandbox\nsandbox = LocalSandbox()\n"
    command = [sys.executable, "-c", start + textwrap.dedent(program)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment)


def printed(host: subprocess.Popen[str]) -> list[str]:
    """What the host prints until it ends; it is not left to hang."""
    try:
        return host.communicate(timeout=60)[0].splitlines()
    finally:
        host.kill()


@linux
@pytest.mark.parametrize(
    ("code", "verdict", "ending", "value"),
    [
        ("print(12 * (3 + 4))", "ok", "ok", "84"),
        ("from fractions import Fraction\nprint(Fraction(1, 3) + 1)", "ok", "ok", "4/3"),
        ("from sympy import *\nx = symbols('x')\nans = integrate(x, x)", "ok", "ok", "x**2/2"),
        (
            "try:\n    import sympy\n    print('there')\nexcept ImportError:\n    print('gone')",
            "ok",
            "ok",
            "there",
        ),
        ("print('seen')\nimport sympy\n1 / 0", "error", "error", None),
        ("import sympy\nopen('/etc/passwd')", "refused", "forbidden", None),
        ("import requests", "refused", "module unavailable", None),
        ("'\ud800'", "error", "error", None),
    ],
)
def test_a_program_runs_where_it_can(
    sandbox: LocalSandbox, code: str, verdict: str, ending: str, value: str | None
) -> None:
    done = sandbox.run(code, 10)
    assert (done.verdict, done.ending, done.value) == (verdict, ending, value), done


@linux
def test_a_task_that_does_not_exist_is_an_error(sandbox: LocalSandbox) -> None:
    assert sandbox.call("dance", None).verdict == "error"


@linux
def test_both_tiers_keep_the_limit_and_leave_the_next_program_alone(sandbox: LocalSandbox) -> None:
    sandbox.run("import sympy")
    for code in ("while True: pass", "import sympy\nwhile True: pass"):
        start = time.monotonic()
        done = sandbox.run(code, 0.5)
        assert (done.verdict, done.ending, time.monotonic() - start < 2) == ("timeout", "cpu limit", True)
        assert sandbox.run("print(1)").value == "1"


def test_it_costs_nothing_until_it_is_used() -> None:
    host = python("import sys; print('sympy' in sys.modules, 'pydantic_monty' in sys.modules)")
    assert printed(host) == ["False False"]


@linux
def test_it_works_after_the_thread_that_started_it_has_ended() -> None:
    local = LocalSandbox()
    starter = threading.Thread(target=local.run, args=("import sympy",))
    starter.start()
    starter.join()
    assert local.run("import sympy\nprint(2)", 20).value == "2"
    local.close()
    local.close()
    assert local.run("print(3)").value == "3"
    local.close()


@linux
def test_a_fork_of_the_host_has_a_sandbox_of_its_own() -> None:
    host = python("""
        import os
        print(sandbox.run("import sympy; print(1)").value, flush=True)
        child = os.fork()
        print(sandbox.run("import sympy; print(2)", 20).value, sandbox.run("print(3)").value, flush=True)
        if child:
            os.waitpid(child, 0)
            print(sandbox.run("import sympy; print(4)", 20).value)
    """)
    assert sorted(" ".join(printed(host)).split()) == ["1", "2", "2", "3", "3", "4"]
    assert host.returncode == 0


@linux
@pytest.mark.parametrize("killer", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_host_leaves_no_process_and_no_file_behind(killer: signal.Signals, tmp_path: Path) -> None:
    host = python("""
        import time
        sandbox.run("import sympy")
        print(sandbox._interpreter._pool is not None, sandbox._pool._zygote.process.pid, flush=True)
        sandbox.run("import sympy, time\\ntime.sleep(60)", 60)
    """, TMPDIR=str(tmp_path))  # fmt: skip
    assert host.stdout
    zygote = int(host.stdout.readline().split()[1])
    time.sleep(0.3)
    family = [
        zygote,
        *(int(pid) for pid in Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()),
    ]
    monty = [
        int(p)
        for p in Path(f"/proc/{host.pid}/task/{host.pid}/children").read_text().split()
        if int(p) != zygote
    ]
    host.send_signal(killer)
    host.communicate(timeout=10)
    deadline = time.monotonic() + 2
    while (alive := [pid for pid in family + monty if running(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (alive, list(tmp_path.iterdir())) == ([], [])


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


UNSEALED = """
from reasoner.errors import SandboxUnavailable
from reasoner.verification.sandbox.local import LocalSandbox
sandbox = LocalSandbox()
print(sandbox.run("print(1)").value)
try:
    sandbox.run("import sympy; print(2)")
except SandboxUnavailable as error:
    print(error)
print(LocalSandbox(weaker=True).run("import sympy; print(3)", 20).value)
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the filter knows the numbers of x86_64")
@linux
def test_a_kernel_that_cannot_seal_is_refused_by_name_unless_that_is_accepted() -> None:
    first, second, third = printed_under("no seccomp", [sys.executable, "-c", UNSEALED]).splitlines()
    assert (first, third) == ("1", "3")
    assert "the kernel refused to seal a process (Function not implemented)" in second
    assert "weaker_sandbox = true" in second


@linux
def test_a_processor_that_is_unknown_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(SandboxUnavailable, match="riscv64"):
        LocalSandbox().call("anything", None)


@linux
def test_a_zygote_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "nothing"))
    with pytest.raises(SandboxUnavailable, match="nothing"):
        LocalSandbox().call("anything", None)


@linux
def test_the_weaker_sandbox_still_limits() -> None:
    local = LocalSandbox(weaker=True)
    assert local.run("import sympy\nbytearray(3 << 30)", 20).ending == "memory limit"
    assert local.run("import sympy\nwhile True: pass", 0.5).ending == "cpu limit"
    local.close()
