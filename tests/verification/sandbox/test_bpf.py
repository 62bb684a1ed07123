"""The filter, run in a small model of the kernel's machine, on every number that a system call may have."""

import errno
import struct

import pytest

from reasoner.verification.sandbox.bpf import ALLOW, ERRNO, KILL, encode, instructions
from reasoner.verification.sandbox.syscalls import AARCH64, PROCESSORS, X86_64, Processor

DENIED = ERRNO | errno.EPERM
NO_CODE = ERRNO | errno.EACCES
CONDITIONAL = {"mmap", "mprotect", "prlimit64"}


def verdict(processor: Processor, number: int, *arguments: int, audit: int | None = None) -> int:
    """What the kernel does with a call."""
    words = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<IIQ6Q", number, audit or processor.audit, 0, *words)
    program = list(struct.iter_unpack("=HBBI", encode(instructions(processor))))
    position, loaded = 0, 0
    while True:
        operation, when_true, when_false, operand = program[position]
        position += 1
        match operation:
            case 0x20:
                (loaded,) = struct.unpack_from("<I", data, operand)
            case 0x06:
                return int(operand)
            case _:
                test = {0x15: loaded == operand, 0x35: loaded >= operand, 0x45: bool(loaded & operand)}
                position += when_true if test[operation] else when_false


@pytest.mark.parametrize("name", PROCESSORS)
def test_only_listed_calls_pass(name: str) -> None:
    processor = PROCESSORS[name]
    passing = {number for number in range(600) if verdict(processor, number) == ALLOW}
    assert passing == set(processor.calls.values())
    assert all(verdict(processor, number) == DENIED for number in set(range(600)) - passing)


@pytest.mark.parametrize(
    ("processor", "dangerous"),
    [
        (X86_64, (2, 41, 56, 57, 59, 62, 101, 257, 262, 322, 435)),
        (AARCH64, (56, 79, 117, 129, 198, 220, 221, 281, 435)),
    ],
)
def test_no_call_opens_connects_forks_executes_kills_or_traces(
    processor: Processor, dangerous: tuple[int, ...]
) -> None:
    assert {verdict(processor, number) for number in dangerous} == {DENIED}


@pytest.mark.parametrize("processor", PROCESSORS.values())
def test_memory_never_becomes_executable(processor: Processor) -> None:
    for name in ("mmap", "mprotect"):
        number = processor.calls[name]
        assert [verdict(processor, number, 0, 0, protection) for protection in (0, 3, 4, 7)] == [
            ALLOW, ALLOW, NO_CODE, NO_CODE
        ]  # fmt: skip


@pytest.mark.parametrize("processor", PROCESSORS.values())
def test_limits_can_be_read_and_not_set(processor: Processor) -> None:
    number = processor.calls["prlimit64"]
    assert verdict(processor, number, 0, 7, 0) == ALLOW
    assert {verdict(processor, number, *words) for words in [(0, 7, 1), (0, 7, 1 << 32), (99, 7, 0)]} == {
        DENIED
    }


@pytest.mark.parametrize("processor", PROCESSORS.values())
def test_a_call_of_another_architecture_kills(processor: Processor) -> None:
    assert verdict(processor, 0, audit=0x40000003) == KILL


def test_an_x32_call_kills() -> None:
    assert verdict(X86_64, 0x40000000 + 1) == KILL
