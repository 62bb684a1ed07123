"""Known answers: in the rows themselves, or in a file of their own."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from reasoner.cli import jsonl
from reasoner.cli.jsonl import Fields
from reasoner.errors import InputError

KEY = "gold"
KEYS = (KEY, "answer", "answers")
"""Where a file of known answers has them, the first that is there."""
Golds = tuple[str, ...]
"""Any of these is right; of none, no answer is."""


def known(fields: Fields, keys: Sequence[str] = (KEY,)) -> Golds | None:
    """The known answers of a row; None where it has none. Raises: ValueError, when they are no answers."""
    key = next((key for key in keys if fields.get(key) is not None), None)
    if key is None:
        return None
    value = fields[key]
    if value == [] and fields.get("answerable") is False:
        return ()
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(one, str | bool | int | float) for one in values):
        raise ValueError(f"'{key}' is neither text, a number, true or false, nor a list of these; write one")
    texts = tuple(one if isinstance(one, str) else json.dumps(one) for one in values)
    if not all(map(str.strip, texts)):
        raise ValueError(jsonl.empty(key))
    return texts


def read(name: str) -> Mapping[str, Golds]:
    """The known answers of the file, by question.

    Raises: InputError, when a row has none, or a question has two.
    """
    found: dict[str, tuple[Golds, int]] = {}
    source = jsonl.read(name, "question")
    for row in source:
        where = f"{source.name}:{row.line}"
        if row.problem:
            raise InputError(f"{where}: {row.problem}.")
        try:
            golds = known(row.fields, (KEY,) if _is_result(row.fields) else KEYS)
        except ValueError as error:
            raise InputError(f"{where}: {error}.") from None
        if golds is None and _is_result(row.fields):
            says = "its 'answer' is what a run said, not what is right"
            raise InputError(f"{where}: {says}; give the file of the questions.")
        if golds is None:
            raise InputError(f"{where}: the row has no 'gold', 'answer' or 'answers'; add one.")
        question = str(row.fields["question"]).strip()
        old, line = found.setdefault(question, (golds, row.line))
        if old != golds:
            raise InputError(f"{where}: the question of line {line} with another known answer; keep one.")
    return {question: golds for question, (golds, _) in found.items()}


def _is_result(fields: Mapping[str, Any]) -> bool:
    return "outcome" in fields and "candidates" in fields
