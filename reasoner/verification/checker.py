"""A user's checker: a Python file that defines `check(question, answer)`, beside the pipeline or bundled.

It is read here and runs only in the sandbox.
"""

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, SerializationInfo, ValidationInfo, WithJsonSchema

from reasoner import resources
from reasoner.errors import did_you_mean

MAX_CHARACTERS = 100_000


@dataclass(frozen=True, slots=True)
class Checker:
    """A checker program, read but not run."""

    name: str
    """The name as written in the pipeline."""
    text: str


def read(name: str, base: Path | None) -> Checker:
    """The checker `name`: beside the pipeline in `base` (or its `checkers/`), else a bundled one.

    Raises: ValueError, when there is none, or when it is no Python that defines `check(question, answer)`.
    """
    path = resources.companion(name, "checkers", base)
    if path is None:
        known = [p.name for p in (resources.bundled("pipelines") / "checkers").glob("*.py")]
        raise ValueError(f"no checker '{name}'{did_you_mean(name, known)}")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"the checker '{name}' is not readable UTF-8 text.") from None
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"the checker '{name}' is longer than {MAX_CHARACTERS} characters.")
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise ValueError(f"{name}:{line}: this is not Python: {getattr(error, 'msg', error)}.") from None
    if not any(_defines(statement, "check") for statement in tree.body):
        raise ValueError(f"{name}: it defines no function check(question, answer).")
    return Checker(name, text)


def _defines(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.FunctionDef) and statement.name == name


def _validate(value: object, info: ValidationInfo) -> Checker:
    if isinstance(value, Checker):
        return value
    if not isinstance(value, str):
        raise ValueError("a checker must be the name of a file.")
    return read(value, (info.context or {}).get("base"))


def _serialize(checker: Checker, info: SerializationInfo) -> str:
    """Its name; its text where the caller asks for `prompts: text`, to compare what two pipelines do."""
    return checker.text if (info.context or {}).get("prompts") == "text" else checker.name


CheckerFile = Annotated[
    Checker,
    PlainValidator(_validate),
    PlainSerializer(_serialize, return_type=str),
    WithJsonSchema({"type": "string", "description": "A Python file, beside the pipeline or bundled."}),
]
"""A field of a stage that names a checker."""
