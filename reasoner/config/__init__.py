"""A YAML file becomes a pydantic type; whatever is wrong is reported as file:line:column, all at once."""

import json
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from reasoner.config.document import Document, Location, Value, end_of, parse
from reasoner.config.explain import explain
from reasoner.errors import ConfigError, Problem, cause

__all__ = ["Document", "Location", "Value", "attempt", "parse", "read", "validate"]

T = TypeVar("T", bound=BaseModel)

MAX_BYTES = 1_000_000
"""A configuration file larger than this is a mistake."""


def read(path: Path) -> Document:
    """The YAML file at `path`.

    Raises: ConfigError, when it cannot be read or is not YAML.
    """
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        message = f"cannot read this file: {cause(error)}; give the path of a YAML file."
        raise ConfigError(name, [Problem(1, 1, message)]) from None
    if len(data) > MAX_BYTES:
        raise ConfigError(name, [Problem(1, 1, f"too large for a configuration; at most {MAX_BYTES} bytes.")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before, byte = error.object[: error.start].decode(), error.object[error.start]
        message = f"byte 0x{byte:02x} is not UTF-8 text; save the file as UTF-8."
        raise ConfigError(name, [Problem(*end_of(before), message)]) from None
    return parse(text, name)


def validate(document: Document, adapter: TypeAdapter[T], *, base: Path | None = None) -> T:
    """The document as the adapter's type. Types are strict: text is not a number, `true` is not 1.

    `base` is the folder that relative paths in the file start from.
    Raises: ConfigError with every problem of the file.
    """
    found, problems = attempt(document, adapter, base=base)
    if problems or found is None:
        raise ConfigError(document.file, problems)
    return found


def attempt(
    document: Document, adapter: TypeAdapter[T], *, base: Path | None = None
) -> tuple[T | None, tuple[Problem, ...]]:
    """Like `validate`, but hands back the problems, for a caller who has more to add."""
    try:
        text = json.dumps(document.value)
        found = adapter.validate_json(text, strict=True, context={"base": base})
    except ValidationError as error:
        details = error.errors(include_url=False)
        schema = _schema(adapter)
        return None, document.problems + tuple(
            # A default that depends on a field that is itself at fault is no second fault.
            explain(document, detail, schema)
            for detail in details
            if detail["type"] != "default_factory_not_called"
        )
    return found, document.problems


@lru_cache(maxsize=16)
def _schema(adapter: TypeAdapter[BaseModel]) -> dict[str, object]:
    return adapter.json_schema()
