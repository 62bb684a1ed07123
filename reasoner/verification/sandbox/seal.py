"""Takes a process's rights away for good: limits, capabilities, files, and all system calls but a few."""

import ctypes
import errno
import os
import platform
import resource
import signal
import struct

from reasoner.verification.sandbox import bpf
from reasoner.verification.sandbox.syscalls import PROCESSORS

SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SECCOMP, DROP_BOUND, NO_NEW_PRIVILEGES, AMBIENT = 1, 4, 22, 24, 38, 47
CLEAR_AMBIENT, MODE_FILTER = 4, 2
CAPABILITY_VERSION = 0x20080522
CREATE_RULESET, RESTRICT_SELF = 444, 446
MEMORY_BYTES = 512 << 20
"""What a program may allocate on top of the interpreter and the libraries it starts with."""


def give_up_privileges() -> None:
    """No program started from here gains rights, and root's special rights are gone.

    Raises: OSError, where the kernel refuses.
    """
    _check(_prctl(NO_NEW_PRIVILEGES, 1))
    _prctl(AMBIENT, CLEAR_AMBIENT)
    for capability in range(64):
        _prctl(DROP_BOUND, capability)
    nothing = struct.pack("=6I", 0, 0, 0, 0, 0, 0)
    _check(_libc().capset(struct.pack("=Ii", CAPABILITY_VERSION, 0), nothing))


def give_up_files() -> None:
    """Denies files, ports and outside processes through Landlock, where there is one: a second lock."""
    libc = _libc()
    version = libc.syscall(CREATE_RULESET, None, 0, 1)
    if version < 1:
        return
    files = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)) - 1
    rules = struct.pack("=QQQ", files, 0b11, 0b11)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = libc.syscall(CREATE_RULESET, rules, len(rules), 0)
    _check(ruleset)
    try:
        _check(libc.syscall(RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def die_with(parent: int) -> None:
    """Ends this process when `parent`, which must have one thread, ends."""
    _check(_prctl(SET_DEATH_SIGNAL, signal.SIGKILL))
    if os.getppid() != parent:
        os._exit(1)


def limit(address_space: int, cpu_seconds: int) -> None:
    """Caps memory (`address_space` bytes are in use already), processor time, files and processes."""
    caps = {
        resource.RLIMIT_AS: (address_space + MEMORY_BYTES,) * 2,
        resource.RLIMIT_CPU: (cpu_seconds, cpu_seconds + 1),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NPROC: (0, 0),
        resource.RLIMIT_NOFILE: (32, 32),
        resource.RLIMIT_MEMLOCK: (0, 0),
    }
    for name, (soft, hard) in caps.items():
        lower(name, soft, hard)


def lower(name: int, soft: int, hard: int) -> None:
    """Sets a limit, or leaves it lower where it is lower already."""
    current = resource.getrlimit(name)[1]
    most = hard if current == resource.RLIM_INFINITY else min(hard, current)
    resource.setrlimit(name, (min(soft, most), most))


def seal() -> None:
    """Leaves this process with the calls of `syscalls.py` and nothing else. There is no way back.

    Raises: OSError, where the kernel refuses.
    """
    _check(_prctl(SET_DUMPABLE, 0))
    program = bpf.instructions(PROCESSORS[platform.machine()])
    code = ctypes.create_string_buffer(bpf.encode(program))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    _check(_prctl(SET_SECCOMP, MODE_FILTER, ctypes.addressof(header)))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(option: int, *arguments: int) -> int:
    words = [ctypes.c_ulong(word) for word in (*arguments, 0, 0, 0, 0)[:4]]
    return int(_libc().prctl(option, *words))


def _check(outcome: int) -> None:
    if outcome < 0:
        number = ctypes.get_errno() or errno.EPERM
        raise OSError(number, os.strerror(number))
