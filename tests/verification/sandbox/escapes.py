"""Programs that try to get out. Each prints what it could do; what it prints instead is in the table.

`python escapes.py [NAME...]` runs them, in sealed children of its own, and prints what each saw as JSON.
"""

import json
import os
import sys
import textwrap

from reasoner.verification.sandbox.pool import Pool

DENIED = "PermissionError"
MISSING = "ModuleNotFoundError"
NO = "EPERM"
LIBC = """import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
def see(outcome): print(outcome if outcome >= 0 else errno.errorcode[ctypes.get_errno()])
"""
SUBCLASSES = "next(c for c in object.__subclasses__() if c.__name__ == '{}')"

FILES = {
    "read a file": ("print(open('/etc/passwd').read())", DENIED),
    "read a file through os": ("import os\nprint(os.open('/etc/passwd', os.O_RDONLY))", DENIED),
    "read a file through pathlib": ("import pathlib\nprint(pathlib.Path('/etc/passwd').read_text())", DENIED),
    "read a file as source": ("import linecache\nprint(repr(linecache.getline('/etc/passwd', 1)))", "''"),
    "load a file as a module": ("import importlib.machinery as m\nm.SourceFileLoader('x', '/etc/passwd').load_module()", DENIED),
    "load a file as an archive": ("import zipimport\nzipimport.zipimporter('/etc/passwd')", "ZipImportError"),
    "load a file as an encoding": ("print('x'.encode('../../../etc/passwd'))", "LookupError"),
    "load a file as a library": ("import ctypes\nctypes.CDLL('/usr/lib/libz.so.1')", "OSError"),
    "list a folder": ("import os\nprint(os.listdir('/'))", DENIED),
    "walk through folders": ("import os\nprint(list(os.walk('/')))", r"\[\]"),
    "look at a file": ("import os\nprint(os.stat('/etc/shadow'))", DENIED),
    "ask whether a file is there": ("import os\nprint(os.path.exists('/etc/passwd'), os.access('/etc/passwd', 0))", "False False"),
    "look at its own descriptor": ("import os\nprint(os.fstat(1))", DENIED),
    "follow a link": ("import os\nprint(os.readlink('/proc/self/exe'))", DENIED),
    "say where it is": ("import os\nprint(os.getcwd())", DENIED),
    "go elsewhere": ("import os\nos.chdir('/')", DENIED),
    "look at itself in /proc": ("print(open('/proc/self/maps').read())", DENIED),
    "read the host's environment": ("import os\nprint(open(f'/proc/{os.getppid()}/environ').read())", DENIED),
    "read the list of users": ("import pwd\nprint(pwd.getpwall())", r"\[\]"),
    "write to /tmp": ("open('/tmp/breach', 'w')", DENIED),
    "make a temporary folder": ("import tempfile\ntempfile.mkdtemp(dir='/tmp')", DENIED),
    "write to shared memory": ("open('/dev/shm/breach', 'w')", DENIED),
    "write to the library": ("import sympy\nopen(sympy.__file__, 'a')", DENIED),
    "write a log": ("import logging\nlogging.basicConfig(filename='/tmp/breach')", DENIED),
    "dump a trace into a file": ("import faulthandler\nfaulthandler.enable(open('/tmp/breach', 'w'))", DENIED),
    "change a file's mode": ("import os, sympy\nos.chmod(sympy.__file__, 0o777)", DENIED),
    "change a file's time": ("import os, sympy\nos.utime(sympy.__file__, (0, 0))", DENIED),
    "make a link": ("import os\nos.symlink('/etc/passwd', '/tmp/breach')", DENIED),
    "remove a file": ("import os\nos.unlink('/tmp/nothing')", DENIED),
    "copy a file": ("import shutil\nshutil.copyfile('/etc/passwd', '/tmp/breach')", DENIED),
    "change its root": ("import os\nos.chroot('/tmp')", DENIED),
    "find os through subclasses": (f"print({SUBCLASSES.format('_wrap_close')}.__init__.__globals__['listdir']('/'))", DENIED),
    "open through libc": (LIBC + "see(libc.open(b'/etc/passwd', 0))", NO),
}  # fmt: skip
NETWORK = {
    "connect": ("import socket\nsocket.create_connection(('127.0.0.1', 80))", DENIED),
    "open a datagram socket": ("import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM)", DENIED),
    "open a local socket": ("import socket\nsocket.socket(socket.AF_UNIX).bind('\\0breach')", DENIED),
    "make a socket pair": ("import socket\nsocket.socketpair()", DENIED),
    "ask for an address": ("import socket\nsocket.getaddrinfo('localhost', 80)", "gaierror"),
    "make a socket of a descriptor": ("import socket\nsocket.fromfd(1, socket.AF_UNIX, socket.SOCK_STREAM)", DENIED),
    "pass a descriptor on": ("import socket\ns = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, 1)\n"
                             "try: s.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, bytes(4))])\nfinally: s.detach()", DENIED),
    "run an event loop": ("import asyncio\nasyncio.run(asyncio.sleep(0))", f"{MISSING}|{DENIED}"),
}  # fmt: skip
PROCESSES = {
    "find Popen through subclasses": (f"{SUBCLASSES.format('Popen')}(['/bin/true'])", DENIED),
    "run a program": ("import subprocess\nsubprocess.run(['/bin/true'])", DENIED),
    "run a shell": ("import os\nprint(os.system('true'))", "127|-1|32512"),
    "run a shell from a pickle": ("import pickle\nprint(pickle.loads(b'cposix\\nsystem\\n(Vtrue\\ntR.'))", "127|-1|32512"),
    "become a program": ("import os\nos.execv('/bin/true', ['true'])", DENIED),
    "spawn a program": ("import os\nos.posix_spawn('/bin/true', ['true'], {})", DENIED),
    "fork": ("import os\nprint(os.fork())", DENIED),
    "fork with a terminal": ("import os\nprint(os.forkpty())", DENIED),
    "open a terminal": ("import os\nprint(os.openpty())", DENIED),
    "use many processes": ("import multiprocessing\nmultiprocessing.Process(target=print).start()", f"{MISSING}|{DENIED}"),
    "start a thread": ("import threading\nthreading.Thread(target=print).start()", "RuntimeError"),
    "start a bare thread": ("import _thread\n_thread.start_new_thread(print, ())", "RuntimeError"),
    "start a watchdog thread": ("import faulthandler\nfaulthandler.dump_traceback_later(9)", "RuntimeError"),
    "signal its parent": ("import os\nos.kill(os.getppid(), 0)", DENIED),
    "signal the host": ("import os\nos.kill({host}, 0)", DENIED),
    "signal everyone": ("import os\nos.kill(-1, 0)", DENIED),
    "signal itself": ("import signal\nsignal.raise_signal(9)", DENIED),
    "signal through libc": (LIBC + "see(libc.kill(os.getppid(), 0))", NO),
    "trace its parent": (LIBC + "see(libc.ptrace(16, os.getppid(), 0, 0))", NO),
    "read its parent's memory": (LIBC + "see(libc.process_vm_readv(os.getppid(), 0, 0, 0, 0, 0))", NO),
    "take its parent's processors": ("import os\nos.sched_setaffinity(os.getppid(), {0})", DENIED),
    "go before others": ("import os\nprint(os.setpriority(os.PRIO_PROCESS, 0, -5))", DENIED),
    "limit its parent": ("import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))", DENIED),
    "wait for others": ("import os\nos.waitpid(-1, os.WNOHANG)", DENIED),
}  # fmt: skip
RIGHTS = {
    "map executable memory": ("import mmap\nmmap.mmap(-1, 4096, prot=7)", DENIED),
    "make memory executable": (LIBC + "m = ctypes.create_string_buffer(8192)\n"
                               "see(libc.mprotect(ctypes.c_void_p(ctypes.addressof(m) & ~4095), 4096, 7))", "EACCES"),
    "make its own code writable and keep it": (LIBC + "code = ctypes.cast(libc.getpid, ctypes.c_void_p).value & ~4095\n"
                                               "see(libc.mprotect(ctypes.c_void_p(code), 4096, 7))", "EACCES"),
    "make readable mean executable": (LIBC + "see(libc.personality(0x0400000))", NO),
    "make a file in memory": ("import os\nprint(os.memfd_create('breach'))", DENIED),
    "make a pipe": ("import os\nos.pipe()", DENIED),
    "make an event": ("import os\nos.eventfd(0)", DENIED),
    "copy a descriptor": ("import os\nos.dup(1)", DENIED),
    "move what it does not see": ("import os\nos.sendfile(1, 0, 0, 10)", DENIED),
    "share memory": (LIBC + "see(libc.shmget(1234, 4096, 0o1600))", NO),
    "leave its namespace": (LIBC + "see(libc.unshare(0x10000000))", NO),
    "mount": (LIBC + "see(libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0))", NO),
    "raise its limits": ("import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))", f"ValueError|{DENIED}"),
    "become root": ("import os\nos.setuid(0)", DENIED),
    "set the clock": ("import time\ntime.clock_settime(time.CLOCK_REALTIME, 0)", DENIED),
    "learn the host's name": ("import os\nprint(os.uname())", DENIED),
    "type into the terminal": (LIBC + "see(libc.ioctl(1, 0x5412, b'x'))", NO),
    "paste into the terminal": (LIBC + "see(libc.ioctl(1, 0x541C, b'\\3'))", NO),
    "be sent signals": (LIBC + "see(libc.fcntl(1, 8, os.getppid()))", NO),
    "undo the seal": (LIBC + "see(libc.prctl(22, 0, 0, 0, 0))", NO),
    "be dumpable again": (LIBC + "see(libc.prctl(4, 1, 0, 0, 0))", NO),
    "outlive its parent": (LIBC + "see(libc.prctl(1, 0, 0, 0, 0))", NO),
    "take rights back": (LIBC + "see(libc.prctl(47, 2, 21, 0, 0))", NO),
    "use the interpreter's own functions": ("import ctypes\nprint(ctypes.pythonapi.PyRun_SimpleString(b'open(\"/etc/passwd\")'))", "-1"),
}  # fmt: skip
INTERPRETER = {
    "import what is not loaded": ("import sqlite3", MISSING),
    "import numpy": ("import numpy", MISSING),
    "import what it removed": ("import sys, json\ndel sys.modules['json']\nimport json", MISSING),
    "find modules as before": ("import sys, importlib\nfrom importlib.machinery import PathFinder\n"
                               "sys.meta_path.insert(0, PathFinder)\nimport sqlite3", f"{MISSING}|{DENIED}"),
    "set the site up again": ("import site\nsite.main()\nimport sqlite3", f"{MISSING}|{DENIED}"),
    "ask for help": ("help()", MISSING),
    "stop in the debugger": ("breakpoint()", f"forbidden: {DENIED}.*"),
    "ask a question": ("input('yes?')", "yes\\?EOFError"),
    "wait in vain at the end": ("try:\n  raise SystemExit\nfinally:\n  open('/etc/passwd')", DENIED),
    "find something to read": ("import os\nfound = []\nfor n in range(1024):\n"
                                " try: os.read(n, 1)\n except OSError as e: found.append(e.errno)\n"
                                "print(set(found), len(found))", r"\{9\} 1023"),
    "find the host's code in frames": ("import sys\nf, names = sys._getframe(), []\n"
                                       "while f: names.append(f.f_code.co_name); f = f.f_back\nprint('client' in names)", "False"),
    "find the host's modules": ("import sys\nprint([n for n in sys.modules if n.startswith('reasoner') and ('client' in n or 'local' in n or 'models' in n)])", r"\[\]"),
}  # fmt: skip

X86_CALLS = {
    "accept4": 288, "acct": 163, "add_key": 248, "arch_prctl": 158, "bpf": 321, "cachestat": 451, "capset": 126,
    "clone": 56, "clone3": 435, "copy_file_range": 326, "dup3": 292, "epoll_create1": 291, "execveat": 322,
    "faccessat2": 439, "fanotify_init": 300, "finit_module": 313, "fork": 57, "fsmount": 432, "fsopen": 430,
    "futex_waitv": 449, "getdents64": 217, "get_robust_list": 274, "init_module": 175, "inotify_init1": 294,
    "io_setup": 206, "io_uring_setup": 425, "ioperm": 173, "iopl": 172, "kcmp": 312, "kexec_load": 246,
    "keyctl": 250, "landlock_create_ruleset": 444, "landlock_restrict_self": 446, "listmount": 458,
    "map_shadow_stack": 453, "mbind": 237, "membarrier": 324, "memfd_secret": 447, "migrate_pages": 256,
    "mlockall": 151, "modify_ldt": 154, "mount_setattr": 442, "move_mount": 429, "move_pages": 279,
    "mq_open": 240, "msgget": 68, "mseal": 462, "name_to_handle_at": 303, "newfstatat": 262,
    "open_by_handle_at": 304, "open_tree": 428, "openat2": 437, "perf_event_open": 298, "pidfd_getfd": 438,
    "pidfd_open": 434, "pidfd_send_signal": 424, "pivot_root": 155, "pkey_alloc": 330, "pkey_mprotect": 329,
    "process_madvise": 440, "process_mrelease": 448, "process_vm_writev": 311, "ptrace": 101, "quotactl": 179,
    "reboot": 169, "remap_file_pages": 216, "request_key": 249, "rt_sigqueueinfo": 129, "rt_sigtimedwait": 128,
    "rt_tgsigqueueinfo": 297, "sched_setattr": 314, "sched_setscheduler": 144, "seccomp": 317, "semget": 64,
    "sendmsg": 46, "set_mempolicy": 238, "setgroups": 116, "setns": 308, "setresuid": 117, "setsid": 112,
    "shmat": 30, "signalfd4": 289, "splice": 275, "statmount": 457, "statx": 332, "swapon": 167, "syslog": 103,
    "tee": 276, "tgkill": 234, "timer_create": 222, "timerfd_create": 283, "tkill": 200, "truncate": 76,
    "umount2": 166, "uselib": 134, "userfaultfd": 323, "vfork": 58, "vhangup": 153, "vmsplice": 278,
}  # fmt: skip
CALLS = {
    f"make the system call {name}": (LIBC + f"see(libc.syscall({number}, 0, 0, 0, 0, 0, 0))", NO)
    for name, number in X86_CALLS.items()
    if os.uname().machine == "x86_64"
}

ATTEMPTS: dict[str, tuple[str, str]] = FILES | NETWORK | PROCESSES | RIGHTS | INTERPRETER | CALLS
"""The program, and a pattern for what it sees: the kind of an exception, or what the system answered."""


def seen(pool: Pool, name: str) -> str:
    """What the attempt printed, with the kind of the exception that it ended with, if any."""
    code = ATTEMPTS[name][0].replace("{host}", str(os.getpid()))
    program = f"try:\n{textwrap.indent(code, '  ')}\nexcept BaseException as e:\n  print(type(e).__name__)"
    outcome = pool.perform({"code": program}, 5)
    return outcome.output.strip() if outcome.ending == "ok" else f"{outcome.ending}: {outcome.reason}"


if __name__ == "__main__":
    sealed = Pool()
    print(json.dumps({name: seen(sealed, name) for name in sys.argv[1:] or ATTEMPTS}))
    sealed.close()
