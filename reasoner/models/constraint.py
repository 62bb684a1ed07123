"""What a generated text must follow. Whatever the engine would not enforce to the letter is refused here."""

import json
import re
from collections.abc import Iterator

from reasoner.errors import InputError, one_line

_REMARKS = frozenset(
    ["title", "description", "default", "examples", "$schema", "$id", "$comment", "$defs", "definitions"]
)
_OBJECT = frozenset(["properties", "required", "additionalProperties"])
_ARRAY = frozenset(["items", "prefixItems", "minItems", "maxItems"])
_BOUNDS = frozenset(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])
_LENGTHS = frozenset(["minLength", "maxLength"])
_ALONE: dict[str, frozenset[str]] = {
    "anyOf": frozenset(),
    "oneOf": frozenset(),
    "$ref": frozenset(),
    "enum": frozenset({"type"}),
    "const": frozenset({"type"}),
    "pattern": frozenset({"type"}),
    "format": frozenset({"type"}),
}
"""Keys beside which the engine looks at no other ones, except these."""
_ENFORCED = _OBJECT | _ARRAY | _BOUNDS | _LENGTHS | _ALONE.keys() | {"type"}
_DECIDING = frozenset(["type", "enum", "const", "properties", "anyOf", "oneOf", "$ref"])
_TYPES = frozenset(["object", "array", "string", "integer", "number", "boolean", "null"])
_FORMATS = frozenset(["date", "time", "date-time", "uuid"])
_PATTERN = re.compile(
    r"""\^(?:
        [\w\x20,:;=@\#%&!<>~'`/-] | \\[.|{}()\[\]+*?$^-] | \[[^\\\[\]"^]+\] | [()|?*+]
        | \{\d+(?:,\d*)?\} )*\$""",
    re.VERBOSE | re.ASCII,
)
"""The patterns that the engine follows to the letter: characters, classes, groups, choices and counts."""


def check_grammar(grammar: str) -> None:
    """Raises: InputError for a text that the engine would take for something else than GBNF, or ignore."""
    if not re.search(r"^\s*root\s*::=", grammar, re.MULTILINE):
        raise InputError("the grammar has no rule 'root ::= ...'; write it in GBNF with root as its start.")
    if grammar.lstrip().startswith("%"):
        raise InputError("the grammar starts with '%'; write it in GBNF, other notations are not taken.")


def check_schema(text: str) -> None:
    """Raises: InputError, naming the first place of the JSON schema that the engine would not enforce."""
    try:
        schema = json.loads(text)
        problem = next(_problems(schema, "the JSON schema"), None)
    except ValueError as error:
        raise InputError(f"the JSON schema is not JSON: {one_line(str(error))}.") from None
    except RecursionError:
        raise InputError("the JSON schema is nested too deeply; flatten it.") from None
    if problem is None and not _DECIDING & schema.keys():
        problem = "the JSON schema allows everything; give it a 'type'"
    if problem:
        raise InputError(f"{problem}.")


def _problems(schema: object, where: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        yield f"{where} is {one_line(json.dumps(schema), 40)}; it must be an object"
        return
    for key in sorted(schema.keys() - _ENFORCED - _REMARKS):
        yield f"{where} uses '{one_line(key, 40)}', which the engine does not enforce; check it later"
    yield from _own_problems(schema, where)
    for key in ("properties", "$defs", "definitions"):
        inner = schema.get(key, {})
        if not isinstance(inner, dict):
            yield f"{where}: {key} must be an object"
            continue
        for name, part in inner.items():
            yield from _problems(part, f"{where}: {key}.{one_line(name, 40)}")
    for key in ("anyOf", "oneOf", "prefixItems"):
        parts = schema.get(key, [])
        if not isinstance(parts, list):
            yield f"{where}: {key} must be a list"
            continue
        for i, part in enumerate(parts):
            yield from _problems(part, f"{where}: {key}[{i}]")
    for key in ("items", "additionalProperties"):
        if not isinstance(schema.get(key, True), bool):
            yield from _problems(schema[key], f"{where}: {key}")


def _own_problems(schema: dict[str, object], where: str) -> Iterator[str]:
    """What is wrong with the values of one level."""
    kind = schema.get("type", "string")
    for name in kind if isinstance(kind, list) else [kind]:
        if not isinstance(name, str) or name not in _TYPES:
            yield f"{where}: type {one_line(json.dumps(name), 40)} is not one of {', '.join(sorted(_TYPES))}"
    if _BOUNDS & schema.keys() and kind != "integer":
        yield f"{where}: bounds are enforced for the type integer alone; check others afterwards"
    if "format" in schema and schema["format"] not in _FORMATS:
        shown = one_line(json.dumps(schema["format"]), 40)
        yield f"{where}: format {shown} is not one of {', '.join(sorted(_FORMATS))}"
    if "pattern" in schema and not _followed(schema["pattern"]):
        shown = one_line(json.dumps(schema["pattern"]), 60)
        yield f"{where}: pattern {shown} is not enforced; write ^...$ of characters, classes, groups, counts"
    for key, beside in _ALONE.items():
        ignored = sorted(schema.keys() & _ENFORCED - beside - {key}) if key in schema else []
        if ignored:
            yield f"{where}: '{ignored[0]}' beside '{key}' is not enforced; remove one of them"
    if isinstance(needed := schema.get("required", []), list) and isinstance(
        known := schema.get("properties", {}), dict
    ):
        for name in needed:
            if name not in known:
                yield f"{where}: required {one_line(json.dumps(name), 40)} is not among its properties"


def _followed(pattern: object) -> bool:
    if not isinstance(pattern, str) or not _PATTERN.fullmatch(pattern):
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True
