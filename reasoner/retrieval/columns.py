"""Named arrays, in memory or in files that are mapped, and tables of strings made of them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array = NDArray[Any]
Arrays = Mapping[str, Array]
Ids = NDArray[np.uint32]
Starts = NDArray[np.int64]
"""Where each of a row of things begins, and at last where the last one ends."""
New = Callable[[str, DTypeLike, int], Array]
"""Makes room for an array: its name, the type of its elements and how many they are."""

SUFFIX = ".npy"


def in_memory(name: str, dtype: DTypeLike, length: int) -> Array:
    """Room for an array that is in no file."""
    return np.empty(length, dtype=dtype)


def in_folder(folder: Path) -> New:
    """Room for arrays in files of the folder, which `mapped` opens.

    The space is taken at once: a full disk is an OSError here, and not a crash of whoever fills the array.
    """

    def new(name: str, dtype: DTypeLike, length: int) -> Array:
        path, kind = folder / f"{name}{SUFFIX}", np.dtype(dtype)
        with path.open("wb") as file:
            about = {"descr": np.lib.format.dtype_to_descr(kind), "fortran_order": False, "shape": (length,)}
            np.lib.format.write_array_header_2_0(file, about)
            file.flush()
            size = file.tell() + length * kind.itemsize
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                file.truncate(size)
        return np.load(path, mmap_mode="r+", allow_pickle=False)  # type: ignore[no-any-return]

    return new


def mapped(folder: Path, names: Sequence[str]) -> dict[str, Array]:
    """The arrays of those names that `in_folder` made room for, to be read only."""
    return {
        name: np.load(folder / f"{name}{SUFFIX}", mmap_mode="r", allow_pickle=False).view(np.ndarray)
        for name in names
    }


def save(arrays: Arrays, folder: Path) -> None:
    """Writes the arrays for `mapped`."""
    for name, array in arrays.items():
        np.save(folder / f"{name}{SUFFIX}", array, allow_pickle=False)


class Strings(Sequence[str]):
    """A table of strings, one after the other in one array; in ascending order where it is searched."""

    def __init__(self, data: NDArray[np.uint8], starts: Starts) -> None:
        self._data = data
        self._starts = starts

    @classmethod
    def of(cls, arrays: Arrays, name: str) -> "Strings":
        """The table of that name."""
        return cls(arrays[name], arrays[f"{name}_starts"])

    @staticmethod
    def names(name: str) -> tuple[str, str]:
        """The arrays that make up a table."""
        return name, f"{name}_starts"

    @staticmethod
    def make(name: str, strings: Sequence[str], new: New) -> dict[str, Array]:
        """The arrays of a table."""
        encoded = [encode(string) for string in strings]
        lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
        starts = new(f"{name}_starts", np.int64, len(encoded) + 1)
        starts[0] = 0
        np.cumsum(lengths, out=starts[1:])
        data = new(name, np.uint8, int(starts[-1]))
        data[:] = np.frombuffer(b"".join(encoded), np.uint8)
        return {name: data, f"{name}_starts": starts}

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, place: Any) -> Any:
        return decode(self._bytes(place))

    def __iter__(self) -> Iterator[str]:
        data, starts = self._data.tobytes(), self._starts.tolist()
        for first, last in pairwise(starts):
            yield decode(data[first:last])

    def find(self, string: str) -> int | None:
        """The number of the string in an ascending table; None when it is not there."""
        wanted, low, high = encode(string), 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._bytes(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self._bytes(low) == wanted else None

    def _bytes(self, place: int) -> bytes:
        return self._data[self._starts[place] : self._starts[place + 1]].tobytes()


def encode(text: str) -> bytes:
    """UTF-8, also of half a surrogate pair, which some readers of documents let through."""
    return text.encode("utf-8", "surrogatepass")


def decode(data: bytes) -> str:
    """The text that `encode` was given."""
    return data.decode("utf-8", "surrogatepass")
