"""Writes the seccomp filter: an allow-list in BPF, the kernel's language for it."""

import errno
import struct

from reasoner.verification.sandbox.syscalls import EXECUTABLE_ARGUMENT, READ_ONLY_LIMITS, Processor

LOAD, JUMP_EQUAL, JUMP_NOT_LESS, JUMP_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
NUMBER, ARCHITECTURE = 0, 4
PROT_EXEC = 4

Instruction = tuple[int, int, int, int]
"""Operation, jump when true, jump when false (both in instructions to skip), operand."""


def instructions(processor: Processor) -> tuple[Instruction, ...]:
    """The filter for one processor.

    A call that is not listed fails with EPERM, so that Python raises PermissionError. A call in another
    mode of the processor, whose numbers mean other calls, kills the process.
    """
    written = [_load(ARCHITECTURE), _unless(processor.audit), _return(KILL), _load(NUMBER)]
    if processor.ceiling is not None:
        written += [(JUMP_NOT_LESS, 0, 1, processor.ceiling), _return(KILL)]
    for name, number in processor.calls.items():
        answer = _answer(name)
        written += [(JUMP_EQUAL, 0, len(answer), number), *answer]
    return (*written, _return(ERRNO | errno.EPERM))


def encode(program: tuple[Instruction, ...]) -> bytes:
    """The filter as the kernel takes it: an array of struct sock_filter."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _answer(name: str) -> list[Instruction]:
    if name in EXECUTABLE_ARGUMENT:
        executable = (JUMP_ANY_BIT, 0, 1, PROT_EXEC)
        return [_load(_argument(2)), executable, _return(ERRNO | errno.EACCES), _return(ALLOW)]
    if name == READ_ONLY_LIMITS:
        words = (_argument(0), _argument(2), _argument(2) + 4)
        zero = [step for word in words for step in (_load(word), _unless(0), _return(ERRNO | errno.EPERM))]
        return [*zero, _return(ALLOW)]
    return [_return(ALLOW)]


def _argument(index: int) -> int:
    """Where the low half of an argument lies in struct seccomp_data, on a little-endian processor."""
    return 16 + 8 * index


def _load(offset: int) -> Instruction:
    return (LOAD, 0, 0, offset)


def _unless(value: int) -> Instruction:
    """Skips the next instruction when the loaded word is `value`."""
    return (JUMP_EQUAL, 1, 0, value)


def _return(verdict: int) -> Instruction:
    return (RETURN, 0, 0, verdict)
