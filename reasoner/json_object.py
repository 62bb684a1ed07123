"""One JSON object in bytes, as a line of a file of rows has it."""

import json
import math
from typing import Any

from reasoner.errors import one_line


def parse(line: bytes, *, finite: bool = True) -> dict[str, Any]:
    """The JSON object that the line is; NaN and infinities are none, unless the caller looks at its numbers.

    Raises: ValueError, saying what it is instead.
    """
    numbers: dict[str, Any] = {"parse_constant": _no_number, "parse_float": _finite} if finite else {}
    try:
        value = json.loads(line.decode(), **numbers)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 text (byte {error.start + 1})") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg.lower()} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {one_line(str(error), 100)}") from None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object, but another value")
    return value


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{one_line(text, 30)} is too large a number")
    return number
