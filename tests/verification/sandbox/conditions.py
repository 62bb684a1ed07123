"""Hosts of other kinds: another user, an older kernel, a container that denies this and that.

`python conditions.py CONDITION COMMAND...` becomes such a host and then the command.
"""

import ctypes
import errno
import os
import struct
import subprocess
import sys

import pytest

from reasoner.verification.sandbox.bpf import ALLOW, ERRNO, JUMP_EQUAL, LOAD, RETURN, Instruction, encode

NOBODY = 65534
READ_ALL_FILES = 2
"""The capability without which another user may not read a Python that lies in root's home."""
PRCTL, SECCOMP_MODE = 157, 22
LANDLOCK, OUTER = (444, 445, 446), (101, 165, 166, 272, 308, 428, 430, 442)
"""The calls of Landlock; and ptrace, mount, umount, unshare, setns, open_tree, fsopen, mount_setattr."""
CONDITIONS = ("another user", "no landlock", "within a filter", "another user, no landlock, within a filter")
LIBC = ctypes.CDLL(None, use_errno=True)


def printed_under(condition: str, command: list[str]) -> str:
    """What the command prints on such a host. Skips the test where only root could make one."""
    if "another user" in condition and os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    host = [sys.executable, __file__, condition, *command]
    done = subprocess.run(host, capture_output=True, text=True, timeout=170, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def deny(calls: tuple[int, ...], error: int) -> None:
    """From here on these calls fail with that error."""
    load, fail, allow = (LOAD, 0, 0, 0), (RETURN, 0, 0, ERRNO | error), (RETURN, 0, 0, ALLOW)
    install([load, *(step for call in calls for step in [(JUMP_EQUAL, 0, 1, call), fail]), allow])


def deny_seccomp() -> None:
    """From here on the kernel answers as one that has no seccomp would."""
    number, option = (LOAD, 0, 0, 0), (LOAD, 0, 0, 16)
    fine, unknown = (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, ERRNO | errno.ENOSYS)
    install([number, (JUMP_EQUAL, 0, 3, PRCTL), option, (JUMP_EQUAL, 0, 1, SECCOMP_MODE), unknown, fine])


def install(program: list[Instruction]) -> None:
    code = ctypes.create_string_buffer(encode(tuple(program)))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    assert LIBC.prctl(38, 1, 0, 0, 0) == 0
    assert LIBC.prctl(SECCOMP_MODE, 2, ctypes.c_void_p(ctypes.addressof(header))) == 0


def become_another_user() -> None:
    """An ordinary user, but for the right to read files."""
    assert LIBC.prctl(8, 1, 0, 0, 0) == 0  # keep the capabilities, to give up all but one
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    only = 1 << READ_ALL_FILES
    assert LIBC.capset(struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", only, only, only, 0, 0, 0)) == 0
    assert LIBC.prctl(47, 2, READ_ALL_FILES, 0, 0) == 0


if __name__ == "__main__":
    wanted, command = sys.argv[1], sys.argv[2:]
    if "another user" in wanted:
        become_another_user()
    if "no landlock" in wanted:
        deny(LANDLOCK, errno.ENOSYS)
    if "within a filter" in wanted:
        deny(OUTER, errno.EPERM)
    if "no seccomp" in wanted:
        deny_seccomp()
    os.execv(command[0], command)
