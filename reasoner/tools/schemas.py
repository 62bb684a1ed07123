"""What a turn may be, as a JSON schema that an engine enforces to the letter."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from reasoner.errors import InputError
from reasoner.models.constraint import check_schema
from reasoner.tools.tool import Tool

Schema = Mapping[str, Any]

ANYTHING: Schema = {"type": ["object", "array", "string", "number", "boolean", "null"]}
ANY_OBJECT: Schema = {"type": "object"}
DEEPEST = 8
"""Levels of a schema; what is deeper may be anything."""
_BOUNDS: Mapping[str, tuple[str, ...]] = {
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    "string": ("minLength", "maxLength"),
}


def turn(tools: Sequence[Tool], *, call: bool = True, answer: bool = True) -> str:
    """The schema of a turn that calls one of the tools, or that gives the answer."""
    options: list[Schema] = [_called(tool) for tool in tools] if call else []
    if answer:
        options.append(_object({"answer": {"type": "string"}}))
    return json.dumps(options[0] if len(options) == 1 else {"anyOf": options})


def _called(tool: Tool) -> Schema:
    arguments = loosened(tool.parameters)
    return _object({"tool": {"const": tool.name}, "arguments": arguments})


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def loosened(parameters: Schema) -> Schema:
    """The schema of arguments with only what an engine enforces; it allows all that the whole one does.

    What is left out is checked by the tool itself.
    """
    found = _loose(parameters, _definitions(parameters), DEEPEST)
    return found if found.get("type") == "object" and _enforced(found) else ANY_OBJECT


def _loose(part: object, named: Schema, depth: int) -> Schema:
    if not isinstance(part, dict) or depth == 0:
        return ANYTHING
    if isinstance(name := part.get("$ref"), str):
        return _loose(named.get(name), named, depth - 1)
    for key in ("anyOf", "oneOf"):
        if isinstance(options := part.get(key), list) and options:
            return {"anyOf": [_loose(option, named, depth - 1) for option in options]}
    match part.get("allOf"):
        case [only]:
            return _loose(only, named, depth - 1)
        case [_, *_]:
            return ANYTHING
    for key in ("enum", "const"):
        if key in part:
            return {key: part[key]}
    return _typed(part, named, depth)


def _typed(part: Schema, named: Schema, depth: int) -> Schema:
    """Of a schema that goes by the type of its values."""
    match part.get("type", "object" if "properties" in part else None):
        case "object":
            return _of_object(part, named, depth)
        case "array":
            items = _loose(part.get("items", {}), named, depth - 1)
            counts = {key: part[key] for key in ("minItems", "maxItems") if isinstance(part.get(key), int)}
            return {"type": "array", "items": items} | counts
        case "integer" | "string" as kind:
            bounds = {key: part[key] for key in _BOUNDS[kind] if isinstance(part.get(key), int)}
            for key in ("pattern", "format"):
                if key in part and _enforced(exact := {"type": kind, key: part[key]}):
                    return exact
            return {"type": kind} | bounds
        case "number" | "boolean" | "null" as kind:
            return {"type": kind}
        case [*kinds] if kinds and set(kinds) <= set(ANYTHING["type"]) | {"integer"}:
            return {"type": kinds}
    return ANYTHING


def _of_object(part: Schema, named: Schema, depth: int) -> Schema:
    fields = part.get("properties")
    if not isinstance(fields, dict) or not fields:
        return ANY_OBJECT
    needed = part.get("required", [])
    return {
        "type": "object",
        "properties": {name: _loose(inner, named, depth - 1) for name, inner in fields.items()},
        "required": [name for name in fields if isinstance(needed, list) and name in needed],
        "additionalProperties": bool(part.get("additionalProperties", True)),
    }


def _definitions(schema: Schema) -> Schema:
    """What `$ref` may name."""
    return {
        f"#/{home}/{name}": part
        for home in ("$defs", "definitions")
        if isinstance(parts := schema.get(home), dict)
        for name, part in parts.items()
    }


def _enforced(schema: Schema) -> bool:
    try:
        check_schema(json.dumps(schema))
    except InputError:
        return False
    return True
