"""From the rows of a suite to its items; a row that cannot be used is named and left out."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reasoner.errors import InputError, one_line
from reasoner.evals import scorers
from reasoner.evals.item import Item, RightCall
from reasoner.evals.judges import LETTERS
from reasoner.evals.rows import Row, rows
from reasoner.evals.suite import Suite

_SLOT = re.compile(r"\{([^{}]+)\}")
_NO_TEXT = re.compile(r"[\0\ud800-\udfff]")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a suite asks, and what of its data cannot be asked."""

    items: tuple[Item, ...]
    problems: tuple[str, ...]
    """The rows that could not be used, each by its place, and why."""


def load(suite: Suite, limit: int | None, *, offline: bool = False) -> Loaded:
    """The items of the suite, at most `limit`, else at most as many as the suite says.

    Rows are looked at until there are enough. Raises: InputError, when there is no item at all or the data
    cannot be had.
    """
    most = limit or suite.limit
    found: dict[str, Item] = {}
    problems: list[str] = []
    for row in _ordered(rows(suite, offline=offline), suite.file.shuffle):
        if most is not None and len(found) >= most:
            break
        try:
            item = _item(row, suite)
            if item.id in found:
                raise InputError(f"the id '{one_line(item.id, 60)}' comes twice")
            found[item.id] = item
        except InputError as error:
            problems.append(f"{row.place}: {error}")
    if not found:
        where = suite.data or suite.file.data.name
        why = f"none of its {len(problems)} rows can be used; {problems[0]}" if problems else "it has no rows"
        raise InputError(f"suite '{suite.name}': nothing to ask: {where}: {why}.")
    return Loaded(tuple(found.values()), tuple(problems))


def _ordered(found: Iterable[Row], seed: int | None) -> Iterable[Row]:
    if seed is None:
        return found
    return sorted(found, key=lambda row: hashlib.sha256(f"{seed}:{row.number}".encode()).digest())


def _item(row: Row, suite: Suite) -> Item:
    """Raises: InputError, saying what the row lacks."""
    if row.fault:
        raise InputError(row.fault)
    fields = suite.file.fields
    answerable = _truth(_column(row, fields.answerable, "answerable"))
    options = _options(_column(row, fields.options, "options"))
    golds = _golds(row, suite, options) if answerable else ()
    item = Item(
        id=_text(_column(row, fields.id, "id")) or str(row.number),
        question=_question(row, suite, options),
        golds=golds,
        answerable=answerable,
        options=options,
        intent=_text(_column(row, fields.intent, "intent")),
        language=_text(_column(row, fields.language, "language")) or suite.file.language,
        difficulty=_text(_column(row, fields.difficulty, "difficulty")),
        cluster=_text(_column(row, fields.cluster, "cluster")),
        calls=_calls(_column(row, fields.calls, "calls")),
    )
    if fault := scorers.fault(item, suite.scorer):
        raise InputError(fault)
    return item


def _column(row: Row, named: str | None, *usual: str) -> Any:
    """The value of the column that the suite names, else of one of the usual names, else None.

    Raises: InputError, when the row lacks a column that is named.
    """
    if named is not None:
        return _at(row.fields, named)
    return next((row.fields[name] for name in usual if name in row.fields), None)


def _at(fields: Mapping[str, Any], path: str) -> Any:
    if path in fields:
        return fields[path]
    value: Any = fields
    for step in path.split("."):
        if not isinstance(value, Mapping) or step not in value:
            raise InputError(
                f"no column '{one_line(path, 60)}'; it has {', '.join(map(str, fields)) or 'none'}"
            )
        value = value[step]
    return value


def _question(row: Row, suite: Suite, options: Sequence[str]) -> str:
    """The question as it is asked: by the template, else the context, the question and the options.

    Raises: InputError, when a column is missing or there is no question.
    """
    fields, template = suite.file.fields, suite.file.template
    parts = {"options": "\n".join(f"{LETTERS[i]}) {option}" for i, option in enumerate(options))}
    if fields.context is not None:
        parts["context"] = _joined(_at(row.fields, fields.context))
    if template is None or "{question}" in template:
        parts["question"] = _joined(_at(row.fields, fields.question))
    if template is None:
        shown = [parts.get("context", ""), parts["question"]]
        asked = "\n\n".join(part for part in shown if part) + (f"\n{parts['options']}" if options else "")
    else:
        asked = _SLOT.sub(
            lambda slot: parts[slot[1]] if slot[1] in parts else _joined(_at(row.fields, slot[1])), template
        )
    empty = "question" in parts and not parts["question"].strip()
    if empty or not asked.strip():
        raise InputError("the question is empty")
    return asked.strip()


def _golds(row: Row, suite: Suite, options: Sequence[str]) -> tuple[str, ...]:
    value = _column(row, suite.file.fields.gold, "gold", "answer")
    after = suite.file.gold_after
    found: list[str] = []
    for gold in _flat(value):
        if suite.scorer == "choice" and options and type(gold) is int:
            found.append(_letter(gold, options))
            continue
        text = _written(gold)
        if after is not None:
            _, mark, text = text.rpartition(after)
            if not mark:
                raise InputError(f"no '{one_line(after, 40)}' before the known answer")
        found.append(text.strip())
    return tuple(dict.fromkeys(gold for gold in found if gold))


def _calls(value: Any) -> tuple[RightCall, ...]:
    """Raises: InputError, when they are no list of objects with `tool` and `result`."""
    calls = [] if value is None else value
    try:
        return tuple(RightCall(_written(call["tool"]), _written(call["result"])) for call in calls)
    except (TypeError, KeyError):
        shown = one_line(repr(value), 40)
        raise InputError(f"the calls are {shown}; they must be a list of {{tool, result}}") from None


def _letter(index: int, options: Sequence[str]) -> str:
    if not 0 <= index < len(options):
        raise InputError(f"the known answer is option {index} of {len(options)}, counted from 0")
    return LETTERS[index]


def _options(value: Any) -> tuple[str, ...]:
    """The options without letters of their own, such as `A)`.

    Raises: InputError, when they are no list, or more than there are letters.
    """
    if isinstance(value, Mapping):
        value = value.get("text")
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise InputError(f"the options are {one_line(repr(value), 40)}; they must be a list")
    if len(value) > len(LETTERS):
        raise InputError(f"{len(value)} options; at most {len(LETTERS)} have letters")
    texts = [_written(one).strip() for one in value]
    bare = [re.sub(rf"^\(?{LETTERS[i]}\s*[).:：．、]\s*", "", text) for i, text in enumerate(texts)]
    lettered = all(short != text for short, text in zip(bare, texts, strict=True))
    return tuple(bare if lettered else texts)


def _flat(value: Any) -> list[Any]:
    """The values in a list, and in the `text` of a mapping, as answers are kept in SQuAD."""
    if isinstance(value, Mapping):
        if "text" not in value:
            raise InputError(
                f"a column has the keys {', '.join(map(str, value))} inside; name one with a dot"
            )
        value = value["text"]
    if isinstance(value, list | tuple):
        return [one for part in value for one in _flat(part)]
    return [] if value is None else [value]


def _written(value: Any) -> str:
    """A value as a person would write it: whole numbers without a point, truth as yes or no.

    Raises: InputError, when it is neither text, a number nor a truth value.
    """
    match value:
        case str():
            if _NO_TEXT.search(value):
                raise InputError("it has characters that are not text (NUL or half a surrogate pair)")
            return value
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case float() if value == value and abs(value) != float("inf"):
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    raise InputError(f"{one_line(repr(value), 40)} is neither text, a number nor true or false")


def _text(value: Any) -> str | None:
    """A value that names something; None where there is none."""
    parts = [_written(part) for part in _flat(value)]
    return ", ".join(parts).strip() or None


def _joined(value: Any) -> str:
    """A text, or the pieces of one."""
    return "\n".join(_written(part).strip() for part in _flat(value))


def _truth(value: Any) -> bool:
    if value is None:
        return True
    found = _TRUTH.get(_written(value).strip().lower())
    if found is None:
        raise InputError(f"answerable is {one_line(repr(value), 40)}; it must be true or false")
    return found
