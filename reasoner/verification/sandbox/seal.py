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
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
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
    _check(LIBC.capset(struct.pack("=Ii", CAPABILITY_VERSION, 0), nothing))


def give_up_files() -> None:
    """Denies files, ports and outside processes through Landlock, where there is one: a second lock."""
    version = LIBC.syscall(CREATE_RULESET, None, 0, 1)
    if version < 1:
        return
    files = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)) - 1
    rules = struct.pack("=QQQ", files, 0b11, 0b11)[: 8 if version < 4 else 16 if version < 6 else 24]
    ruleset = LIBC.syscall(CREATE_RULESET, rules, len(rules), 0)
    _check(ruleset)
    try:
        _check(LIBC.syscall(RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def die_with(parent: int) -> None:
    """Ends this process when `parent`, which must have one thread, ends."""
    _check(_prctl(SET_DEATH_SIGNAL, signal.SIGKILL))
    if os.getppid() != parent:
        os._exit(1)


def lower(name: int, most: int) -> None:
    """Sets a limit of this process, or leaves it lower where it is lower already."""
    resource.setrlimit(name, (_at_most(name, most),) * 2)


def _at_most(name: int, most: int) -> int:
    current = resource.getrlimit(name)[1]
    return most if current == resource.RLIM_INFINITY else min(most, current)


class Prison:
    """How a child is locked up: made once, in the zygote, so that a child has little to do."""

    def __init__(self, address_space: int, weaker: bool) -> None:
        """`address_space`: bytes that the interpreter and the libraries take already.

        `weaker`: limits only, because someone accepted that.
        """
        self.weaker = weaker
        caps = {
            resource.RLIMIT_AS: address_space + MEMORY_BYTES,
            resource.RLIMIT_FSIZE: 0,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NPROC: 0,
            resource.RLIMIT_NOFILE: 32,
            resource.RLIMIT_MEMLOCK: 0,
        }
        self._caps = {name: (_at_most(name, cap),) * 2 for name, cap in caps.items()}
        program = bpf.instructions(PROCESSORS[platform.machine()])
        self._filter = ctypes.create_string_buffer(bpf.encode(program))
        self._header = ctypes.create_string_buffer(
            struct.pack("@HP", len(program), ctypes.addressof(self._filter))
        )

    def shut(self) -> None:
        """Locks this process up. There is no way back. Raises: OSError, where the kernel refuses."""
        for name, cap in self._caps.items():
            resource.setrlimit(name, cap)
        if not self.weaker:
            _check(_prctl(SET_DUMPABLE, 0))
            _check(_prctl(SET_SECCOMP, MODE_FILTER, ctypes.addressof(self._header)))


def _prctl(option: int, first: int = 0, second: int = 0) -> int:
    return int(LIBC.prctl(option, first, second, 0, 0))


def _check(outcome: int) -> None:
    if outcome < 0:
        number = ctypes.get_errno() or errno.EPERM
        raise OSError(number, os.strerror(number))
