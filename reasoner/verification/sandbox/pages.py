"""Gathers this process's memory in huge pages, because a fork copies an entry for every page there is."""

import ctypes
import mmap
from pathlib import Path
from typing import BinaryIO

HUGE = 2 << 20
COLLAPSE = 25
"""MADV_COLLAPSE, since Linux 6.1; an older kernel refuses it, and forks take longer."""


def layout() -> BinaryIO:
    """The kernel's list of this process's memory, which can be read again when no file may be opened."""
    return Path("/proc/self/maps").open("rb", buffering=0)


def gather(memory: BinaryIO) -> None:
    """Moves the private memory, as far as there is enough of it in a row."""
    libc = ctypes.CDLL(None)
    memory.seek(0)
    for line in memory.read().decode().splitlines():
        addresses, rights, _, _, file, *_ = line.split()
        first, last = (int(address, 16) for address in addresses.split("-"))
        first, last = -(-first // HUGE) * HUGE, last // HUGE * HUGE
        if rights == "rw-p" and file == "0" and first < last:
            area = ctypes.c_void_p(first), ctypes.c_size_t(last - first)
            libc.madvise(*area, mmap.MADV_HUGEPAGE)
            libc.madvise(*area, COLLAPSE)
