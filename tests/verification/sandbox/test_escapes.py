"""Programs that try to get out. Each prints what it could do; what it prints instead is in the table."""

import os
import re
import subprocess
import sys
import textwrap

import pytest

from reasoner.verification.sandbox.pool import Pool

DENIED = "PermissionError"
REFUSED = "-1"
LIBC = "import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
SUBCLASSES = "next(c for c in object.__subclasses__() if c.__name__ == '{}')"

ATTEMPTS: dict[str, tuple[str, str]] = {
    "read a file": ("print(open('/etc/passwd').read())", DENIED),
    "read a file through os": ("import os\nprint(os.open('/etc/passwd', os.O_RDONLY))", DENIED),
    "list a folder": ("import os\nprint(os.listdir('/'))", DENIED),
    "look at a file": ("import os\nprint(os.stat('/etc/shadow'))", DENIED),
    "look at itself in /proc": ("print(open('/proc/self/maps').read())", DENIED),
    "read the host's environment": ("import os\nprint(open(f'/proc/{os.getppid()}/environ').read())", DENIED),
    "write to /tmp": ("open('/tmp/breach', 'w')", DENIED),
    "write to shared memory": ("open('/dev/shm/breach', 'w')", DENIED),
    "write to the library": ("import sympy\nopen(sympy.__file__, 'a')", DENIED),
    "change a file's mode": ("import os, sympy\nos.chmod(sympy.__file__, 0o777)", DENIED),
    "change a file's time": ("import os, sympy\nos.utime(sympy.__file__, (0, 0))", DENIED),
    "make a link": ("import os\nos.symlink('/etc/passwd', '/tmp/breach')", DENIED),
    "remove a file": ("import os\nos.unlink('/tmp/nothing')", DENIED),
    "find os through subclasses": (f"print({SUBCLASSES.format('_wrap_close')}.__init__.__globals__['listdir']('/'))", DENIED),
    "find Popen through subclasses": (f"{SUBCLASSES.format('Popen')}(['/bin/true'])", DENIED),
    "connect": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", DENIED),
    "open a datagram socket": ("import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)", DENIED),
    "open a local socket": ("import socket\nsocket.socket(socket.AF_UNIX).bind('\\0breach')", DENIED),
    "make a socket pair": ("import socket\nsocket.socketpair()", DENIED),
    "run a program": ("import subprocess\nsubprocess.run(['/bin/true'])", DENIED),
    "run a shell": ("import os\nprint(os.system('true'))", "127|-1|32512"),
    "become a program": ("import os\nos.execv('/bin/true', ['true'])", DENIED),
    "fork": ("import os\nprint(os.fork())", DENIED),
    "start a thread": ("import threading\nthreading.Thread(target=print).start()", "RuntimeError"),
    "signal its parent": ("import os\nos.kill(os.getppid(), 0)", DENIED),
    "signal the host": ("import os\nos.kill({host}, 0)", DENIED),
    "signal everyone": ("import os\nos.kill(-1, 0)", DENIED),
    "signal through libc": (LIBC + "print(libc.kill(os.getppid(), 0))", REFUSED),
    "trace its parent": (LIBC + "print(libc.ptrace(16, os.getppid(), 0, 0))", REFUSED),
    "read its parent's memory": (LIBC + "print(libc.process_vm_readv(os.getppid(), 0, 0, 0, 0, 0))", REFUSED),
    "open through libc": (LIBC + "print(libc.open(b'/etc/passwd', 0))", REFUSED),
    "open through openat2": (LIBC + "print(libc.syscall(437, -100, b'/etc/passwd', b'\\0' * 24, 24))", REFUSED),
    "stat through an empty path": (LIBC + "print(libc.syscall(262, -100, b'/etc/passwd', bytes(256), 4096))", REFUSED),
    "map executable memory": ("import mmap\nmmap.mmap(-1, 4096, prot=7)", DENIED),
    "make memory executable": (LIBC + "m = ctypes.create_string_buffer(8192)\n"
                               "print(libc.mprotect(ctypes.c_void_p(ctypes.addressof(m) & ~4095), 4096, 7))", REFUSED),
    "make readable mean executable": (LIBC + "print(libc.personality(0x0400000))", REFUSED),
    "make a file in memory": ("import os\nprint(os.memfd_create('breach'))", DENIED),
    "set up a ring": (LIBC + "print(libc.syscall(425, 8, bytes(120)))", REFUSED),
    "share memory": (LIBC + "print(libc.shmget(1234, 4096, 0o1600))", REFUSED),
    "leave its namespace": (LIBC + "print(libc.unshare(0x10000000))", REFUSED),
    "mount": (LIBC + "print(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))", REFUSED),
    "load a kernel program": (LIBC + "print(libc.syscall(321, 0, bytes(120), 120))", REFUSED),
    "raise its limits": ("import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))", "ValueError|PermissionError"),
    "become root": ("import os\nos.setuid(0)", DENIED),
    "make a pipe": ("import os\nos.pipe()", DENIED),
    "undo the seal": (LIBC + "print(libc.prctl(22, 0, 0, 0, 0))", REFUSED),
    "import what is not loaded": ("import sqlite3", "ModuleNotFoundError"),
    "find something to read": ("import os\nfound = []\nfor n in range(1024):\n"
                                " try: os.read(n, 1)\n except OSError as e: found.append(e.errno)\n"
                                "print(set(found), len(found))", r"\{9\} 1023"),
    "find the host's code in frames": ("import sys\nf, names = sys._getframe(), []\n"
                                       "while f: names.append(f.f_code.co_name); f = f.f_back\nprint('client' in names)", "False"),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTEMPTS)
def test_nothing_gets_out(pool: Pool, name: str) -> None:
    code, expected = ATTEMPTS[name]
    code = code.replace("{host}", str(os.getpid()))
    shown = "\n".join(f"  {line}" for line in code.splitlines())
    outcome = pool.perform(
        {"code": f"try:\n{shown}\nexcept BaseException as e:\n  print(type(e).__name__)"}, 5
    )
    assert re.fullmatch(expected, outcome.output.strip()), outcome


def test_a_call_in_another_mode_of_the_processor_kills(pool: Pool) -> None:
    outcome = pool.perform({"code": LIBC + "libc.syscall(0x40000000 + 39)"}, 5)
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


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_the_seal_holds_without_root_too() -> None:
    program = """
        from reasoner.verification.sandbox.pool import Pool
        sealed = Pool()
        for code in ("open('/etc/passwd')", "import os; os.kill(os.getppid(), 0)"):
            print(sealed.perform({"code": code}, 5).ending)
        sealed.close()
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    try:
        subprocess.run([sys.executable, "-c", "import sympy"], user=65534, check=True, capture_output=True)
    except (PermissionError, subprocess.CalledProcessError):
        pytest.skip("nobody else may read this Python")
    done = subprocess.run(command, user=65534, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["forbidden", "forbidden"], done.stderr
