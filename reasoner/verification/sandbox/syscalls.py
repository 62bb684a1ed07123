"""The few system calls that a sealed process keeps, with their numbers on each processor it runs on."""

from dataclasses import dataclass

EXECUTABLE_ARGUMENT = ("mmap", "mprotect")
"""Allowed as long as their third argument does not ask for executable memory."""
READ_ONLY_LIMITS = "prlimit64"
"""Allowed for the caller itself, and only to read."""


@dataclass(frozen=True, slots=True)
class Processor:
    """What the kernel calls a processor, and the numbers of its system calls."""

    audit: int
    """The value of AUDIT_ARCH, which tells calls of this processor from those of its other modes."""
    ceiling: int | None
    """Numbers from here on belong to another mode (x32); None where there is none."""
    calls: dict[str, int]


# No call here takes a path, makes a descriptor, or reaches another process.
X86_64 = Processor(
    audit=0xC000003E,
    ceiling=0x40000000,
    calls={
        "read": 0,
        "write": 1,
        "close": 3,
        "poll": 7,
        "lseek": 8,
        "mmap": 9,
        "mprotect": 10,
        "munmap": 11,
        "brk": 12,
        "rt_sigaction": 13,
        "rt_sigprocmask": 14,
        "rt_sigreturn": 15,
        "writev": 20,
        "select": 23,
        "sched_yield": 24,
        "mremap": 25,
        "madvise": 28,
        "nanosleep": 35,
        "getitimer": 36,
        "alarm": 37,
        "setitimer": 38,
        "getpid": 39,
        "exit": 60,
        "gettimeofday": 96,
        "getrlimit": 97,
        "getrusage": 98,
        "times": 100,
        "getuid": 102,
        "getgid": 104,
        "geteuid": 107,
        "getegid": 108,
        "getppid": 110,
        "sigaltstack": 131,
        "gettid": 186,
        "time": 201,
        "futex": 202,
        "sched_getaffinity": 204,
        "restart_syscall": 219,
        "clock_gettime": 228,
        "clock_getres": 229,
        "clock_nanosleep": 230,
        "exit_group": 231,
        "pselect6": 270,
        "ppoll": 271,
        "prlimit64": 302,
        "getrandom": 318,
    },
)
AARCH64 = Processor(
    audit=0xC00000B7,
    ceiling=None,
    calls={
        "close": 57,
        "lseek": 62,
        "read": 63,
        "write": 64,
        "writev": 66,
        "pselect6": 72,
        "ppoll": 73,
        "exit": 93,
        "exit_group": 94,
        "futex": 98,
        "nanosleep": 101,
        "getitimer": 102,
        "setitimer": 103,
        "clock_gettime": 113,
        "clock_getres": 114,
        "clock_nanosleep": 115,
        "sched_getaffinity": 123,
        "sched_yield": 124,
        "restart_syscall": 128,
        "sigaltstack": 132,
        "rt_sigaction": 134,
        "rt_sigprocmask": 135,
        "rt_sigreturn": 139,
        "times": 153,
        "getrlimit": 163,
        "getrusage": 165,
        "gettimeofday": 169,
        "getpid": 172,
        "getppid": 173,
        "getuid": 174,
        "geteuid": 175,
        "getgid": 176,
        "getegid": 177,
        "gettid": 178,
        "brk": 214,
        "munmap": 215,
        "mremap": 216,
        "mmap": 222,
        "mprotect": 226,
        "madvise": 233,
        "prlimit64": 261,
        "getrandom": 278,
    },
)
PROCESSORS = {"x86_64": X86_64, "aarch64": AARCH64}
"""By the name that `platform.machine()` gives."""
