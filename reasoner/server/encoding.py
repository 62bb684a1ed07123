"""Values as JSON in bytes."""

import json
from typing import Any


def encoded(value: Any) -> bytes:
    """The value as one line of JSON in UTF-8; what UTF-8 cannot write is escaped."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
