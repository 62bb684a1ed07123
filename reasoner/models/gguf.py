"""What the header of a GGUF model file says, read without the engine; the file may be hostile."""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from reasoner.errors import ModelError, cause, one_line

Value = int | float | bool | str | tuple[int | float | bool, ...] | None

_SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
_STRING, _ARRAY = 8, 9
_KEPT = 4096
"""Longest array, and longest text in bytes, that is kept; vocabularies are only skipped."""
_MOST = 100_000
"""Most tensors, and most keys, that a header may announce; real ones have some hundreds."""
_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
    19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL",
    26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0",
    37: "TQ2_0", 38: "MXFP4_MOE",
}  # fmt: skip
"""Names of the key `general.file_type`."""
_CACHE_BYTES = {"f16": 2.0, "q8_0": 34 / 32, "q4_0": 18 / 32}
"""Bytes that a number of the key-value cache takes."""


@dataclass(frozen=True, slots=True)
class Header:
    """The facts about a model that matter before it is loaded."""

    size: int
    """Bytes of the file."""
    architecture: str
    context_length: int | None
    """Tokens of context that the model was trained for."""
    parameters: int
    """Number of weights."""
    quantisation: str
    layers: int
    kv_width: int
    """Numbers that the key-value cache keeps for a token, over all layers; 0 where unknown."""

    def cache_bytes(self, tokens: int, kv_cache: str) -> int:
        """Memory that a key-value cache of so many tokens takes."""
        return int(tokens * self.kv_width * _CACHE_BYTES[kv_cache])


def read_header(path: Path) -> Header:
    """The header of the file.

    Raises: ModelError, when it is missing, a folder, not GGUF, cut short or nonsense.
    """
    if path.is_dir():
        raise ModelError(f"{path} is a folder; give the path of a .gguf file in it.")
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            return _header(file, size)
    except OSError as error:
        raise ModelError(f"cannot read the model {path}: {cause(error)}.") from None
    except _Unreadable as error:
        raise ModelError(
            f"{path} is not a usable GGUF model: {error}; download it again or give another."
        ) from None


class _Unreadable(ValueError):
    """The bytes are not those of a GGUF file."""


def _header(file: BinaryIO, size: int) -> Header:
    if _take(file, 4) != b"GGUF":
        raise _Unreadable("it does not start with 'GGUF'")
    version = _number(file, "<I")
    if version not in (2, 3):
        raise _Unreadable(f"version {version} of the format is not supported (2 and 3 are)")
    tensors, keys = _number(file, "<Q"), _number(file, "<Q")
    if max(tensors, keys) > _MOST:
        raise _Unreadable(f"it announces {tensors} tensors and {keys} keys")
    found: dict[str, Value] = {}
    for _ in range(keys):
        key = _text(file, size)
        found[key] = _value(file, _number(file, "<I"), size)
    parameters, last = _tensors(file, tensors, size)
    alignment = _whole(found.get("general.alignment")) or 32
    start = math.ceil(file.tell() / alignment) * alignment
    if not tensors or start + last >= size:
        raise _Unreadable(f"it is cut short at {size:,} bytes")
    return _summary(found, size, parameters)


def _summary(found: Mapping[str, Value], size: int, parameters: int) -> Header:
    name = found.get("general.architecture")
    if not isinstance(name, str) or not name:
        raise _Unreadable("it names no architecture")

    def of(key: str) -> Value:
        return found.get(f"{name}.{key}")

    layers, heads = _whole(of("block_count")), _whole(of("attention.head_count"))
    width = _whole(of("embedding_length")) // heads if heads else 0
    per_head = (_whole(of("attention.key_length")) or width) + (_whole(of("attention.value_length")) or width)
    kv_heads = of("attention.head_count_kv")
    total = sum(map(int, kv_heads)) if isinstance(kv_heads, tuple) else layers * (_whole(kv_heads) or heads)
    file_type = _whole(found.get("general.file_type"), default=-1)
    return Header(
        size=size,
        architecture=one_line(name, 40),
        context_length=_whole(of("context_length")) or None,
        parameters=parameters,
        quantisation=_FILE_TYPES.get(file_type, "unknown"),
        layers=layers,
        kv_width=total * per_head,
    )


def _whole(value: Value, default: int = 0) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else default


def _tensors(file: BinaryIO, count: int, size: int) -> tuple[int, int]:
    """The number of weights, and where the data of the last tensor starts."""
    parameters, last = 0, 0
    for _ in range(count):
        _text(file, size)
        dimensions = _number(file, "<I")
        if dimensions > 8:
            raise _Unreadable(f"a tensor has {dimensions} dimensions")
        parameters += math.prod(_number(file, "<Q") for _ in range(dimensions))
        _number(file, "<I")
        last = max(last, _number(file, "<Q"))
    return parameters, last


def _value(file: BinaryIO, kind: int, size: int) -> Value:
    if kind == _STRING:
        return _text(file, size)
    if kind != _ARRAY:
        return _number(file, _format(kind))
    item, count = _number(file, "<I"), _number(file, "<Q")
    if item == _STRING:
        for _ in range(count):
            _skip(file, _number(file, "<Q"), size)
        return None
    form = _format(item)
    length = count * struct.calcsize(form)
    if count > _KEPT:
        _skip(file, length, size)
        return None
    return tuple(number for (number,) in struct.iter_unpack(form, _take(file, length)))


def _format(kind: int) -> str:
    if kind not in _SCALARS:
        raise _Unreadable(f"a value has the unknown type {kind}")
    return _SCALARS[kind]


def _number(file: BinaryIO, form: str) -> int:
    (number,) = struct.unpack(form, _take(file, struct.calcsize(form)))
    return number  # type: ignore[no-any-return]


def _text(file: BinaryIO, size: int) -> str:
    length = _number(file, "<Q")
    if length > _KEPT:
        _skip(file, length, size)
        return ""
    return _take(file, length).decode("utf-8", errors="replace")


def _skip(file: BinaryIO, length: int, size: int) -> None:
    if file.tell() + length > size:
        raise _Unreadable(f"it is cut short at {size:,} bytes")
    file.seek(length, 1)


def _take(file: BinaryIO, length: int) -> bytes:
    data = file.read(length)
    if len(data) < length:
        raise _Unreadable("it is cut short in its header")
    return data
