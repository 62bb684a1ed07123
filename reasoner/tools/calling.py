"""A call as a model wrote it is run, and what it came to is put so that the model can go on from it."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reasoner import json_object
from reasoner.errors import did_you_mean, one_line
from reasoner.prompts import inert
from reasoner.state import Call, Called, Passage
from reasoner.tools.shortening import shortened
from reasoner.tools.tool import Returned, Tool

AGAIN_LENGTH = 300
"""Characters of a result that is told again; the whole of it stands above."""
ABOUT_LENGTH = 240
"""Characters of what a tool says about itself, in a prompt."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The tools that are at hand, and what a call may take."""

    tools: Mapping[str, Tool]
    """By the name that the model calls them by."""
    looking_up: frozenset[str] = frozenset()
    """Names of those that search documents."""
    limit_seconds: float = 10.0
    cancelled: Callable[[], bool] = lambda: False


def run(
    call: Call, earlier: Sequence[Called], bench: Bench, shorten: Callable[[str], str]
) -> tuple[Called, tuple[Passage, ...]]:
    """What the call came to, and the passages that it found. A call that was made before is not run again.

    Results are hostile text: they are made inert, and as short as `shorten` says.
    """
    start = time.monotonic()
    if same := next((each for each in earlier if key(each.call) == key(call)), None):
        says = f"you have made this call before, and it came to: {shortened(same.result, AGAIN_LENGTH)}"
        return Called(call, says, same.ok), ()
    tool = bench.tools.get(call.tool)
    if tool is None:
        hint = did_you_mean(call.tool, bench.tools)
        return Called(call, inert(f"there is no tool '{one_line(call.tool, 40)}'{hint}"), False), ()
    try:
        given = _given(call.arguments)
    except ValueError as error:
        says = f"the arguments of {tool.name} are {error}; write {shape(tool.parameters)}."
        return Called(call, inert(says), False), ()
    try:
        returned = tool.call(given, bench.limit_seconds, bench.cancelled)
    except (Exception, SystemExit) as error:  # a tool of another package that does not keep to its word
        says = f"{tool.name} failed: {type(error).__name__}: {one_line(str(error), 200)}".rstrip(": ")
        returned = Returned(f"{says}; try it another way, or go on without it.", ok=False)
    seconds, looked_up = time.monotonic() - start, tool.name in bench.looking_up or bool(returned.passages)
    text = shorten(inert(returned.text))
    return Called(call, text, returned.ok, seconds, looked_up), returned.passages


def _given(written: str) -> dict[str, Any]:
    """The arguments; some models write nothing or null for none, some the object as a text.

    Raises: ValueError, saying what they are instead.
    """
    if written.strip() in {"", "null"}:
        return {}
    inner = _loaded(written)
    plain = inner if isinstance(inner, str) and isinstance(_loaded(inner), dict) else written
    return json_object.parse(plain.encode(errors="replace"))


def _loaded(written: str) -> object:
    """What JSON it is; None where it is none."""
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        return None


def key(call: Call) -> tuple[str, str]:
    """What equal calls have in common: the tool and the arguments, up to order, spacing, and 1.0 for 1."""
    try:
        return call.tool, json.dumps(json.loads(call.arguments, parse_float=_number), sort_keys=True)
    except (ValueError, RecursionError):
        return call.tool, " ".join(call.arguments.split())


def _number(written: str) -> float:
    """1.0 is 1."""
    number = float(written)
    return int(number) if number.is_integer() else number


def repeats(calls: Sequence[Called]) -> int:
    """How many of the calls had been made before."""
    return len(calls) - len({key(called.call) for called in calls})


def original(called: Called, all_: Sequence[Called]) -> Called:
    """The call itself, or the first of those equal to it, which has the result."""
    return next(each for each in all_ if key(each.call) == key(called.call))


def described(tools: Sequence[Tool]) -> str:
    """The tools for a prompt, one to a line: name, arguments, and what each is for."""
    return "\n".join(
        f"- {tool.name} {shape(tool.parameters)}: {one_line(tool.about, ABOUT_LENGTH)}" for tool in tools
    )


def shape(parameters: Mapping[str, Any]) -> str:
    """The arguments in short: `{"expression": string}`; those that may be left out have a question mark."""
    if not isinstance(parameters.get("properties"), dict):
        return "{...}"
    known = needs(parameters)
    parts = [
        f"{json.dumps(name, ensure_ascii=False)}{'' if needed else '?'}: {_kind(fields(parameters)[name])}"
        for name, needed in known.items()
    ]
    return "{" + ", ".join(parts) + "}"


def fields(parameters: Mapping[str, Any]) -> Mapping[str, object]:
    """The schema of each argument; none where those of another's making are no such thing."""
    found = parameters.get("properties")
    return found if isinstance(found, dict) else {}


def needs(parameters: Mapping[str, Any]) -> Mapping[str, bool]:
    """Of each argument whether it has to be given."""
    needed = parameters.get("required")
    return {name: isinstance(needed, list) and name in needed for name in fields(parameters)}


def _kind(field: object) -> str:
    if not isinstance(field, dict):
        return "any"
    if isinstance(options := field.get("enum"), list):
        return one_line(" | ".join(json.dumps(option, ensure_ascii=False) for option in options), 80)
    return field["type"] if isinstance(field.get("type"), str) else "any"
