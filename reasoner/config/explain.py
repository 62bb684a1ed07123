"""What pydantic found wrong, said as a person would: where, what, and what would do."""

import json
import re
from collections.abc import Iterator, Mapping

from pydantic_core import ErrorDetails

from reasoner.config.document import Document, Location, Value
from reasoner.errors import Problem, did_you_mean, one_line


def explain(document: Document, detail: ErrorDetails, schema: Mapping[str, object]) -> Problem:
    """A pydantic error as one of our problems: where in words, what, and the legal choices."""
    location = _without_tags(document.value, detail["loc"])
    around = _where(document.value, location[:-1])
    key = str(location[-1]) if location else "the file"
    is_item = bool(location) and isinstance(location[-1], int)
    subject = _where(document.value, location).removesuffix(": ") if is_item else around + key
    value, context = detail["input"], detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            hint = did_you_mean(key, _properties(schema, detail["loc"]))
            return document.problem(location, f"{around}unknown key '{key}'{hint}")
        case "missing":
            return document.problem(location[:-1], f"{around}needs the key '{key}'.")
        case "union_tag_invalid":
            hint = did_you_mean(str(context["tag"]), _choices(context["expected_tags"]))
            tag = one_line(str(context["tag"]), 60)
            return document.problem((*location, "stage"), f"{subject}: unknown stage '{tag}'{hint}")
        case "union_tag_not_found":
            return document.problem(location, f"{subject}: needs the key 'stage', which says what it is.")
        case "literal_error":
            hint = did_you_mean(str(value), _choices(context["expected"]))
            return document.problem(location, f"{subject} is {_show(value)}{hint}")
        case "value_error":
            return document.problem(location, f"{around}{context['error']}")
    says = _SAYS.get(detail["type"], detail["msg"][0].lower() + detail["msg"][1:])
    return document.problem(location, f"{subject} is {_show(value)}; it must be {says.format(**context)}.")


def _choices(text: object) -> list[str]:
    """The quoted words in pydantic's `'a', 'b' or 'c'`."""
    return re.findall(r"'([^']*)'", str(text))


_SAYS = {
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping of keys to values",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "dataclass_type": "a mapping of keys to values",
    "too_short": "at least {min_length} long",
    "too_long": "at most {max_length} long",
    "string_too_short": "at least {min_length} characters long",
}


def _without_tags(value: Value, loc: Location) -> Location:
    """pydantic's location without the union tags that it puts in."""
    place: list[int | str] = []
    for i, step in enumerate(loc):
        if isinstance(value, list | dict) and _has(value, step):
            value = value[step]  # type: ignore[index]
            place.append(step)
        elif i == len(loc) - 1 and not (isinstance(value, dict) and value.get("stage") == step):
            place.append(step)
    return tuple(place)


def _where(value: Value, location: Location) -> str:
    """`stages[2] (think): ` for a location in the second stage; empty at the top."""
    words, tag = "", ""
    for step in location:
        words += f"[{step}]" if isinstance(step, int) else (f".{step}" if words else str(step))
        value = value[step] if isinstance(value, list | dict) and _has(value, step) else None  # type: ignore[index]
        if isinstance(value, dict) and isinstance(value.get("stage"), str):
            tag, place = str(value["stage"]), words
    return f"{place} ({one_line(tag, 40)}): " if tag else (f"{words}: " if words else "")


def _has(value: list[Value] | dict[str, Value], step: int | str) -> bool:
    return 0 <= step < len(value) if isinstance(value, list) and isinstance(step, int) else step in value


def _show(value: object) -> str:
    if isinstance(value, str):
        return f"'{one_line(value, 60)}'"
    return one_line(json.dumps(value, ensure_ascii=False, default=str), 60)


def _properties(schema: Mapping[str, object], loc: Location) -> list[str]:
    """The keys that the JSON schema allows beside the last step of `loc`."""
    definitions = schema.get("$defs", {})
    assert isinstance(definitions, dict)

    def options(node: object) -> Iterator[dict[str, object]]:
        if not isinstance(node, dict):
            return
        if "$ref" in node:
            yield from options(definitions.get(str(node["$ref"]).rsplit("/", 1)[-1]))
            return
        yield node
        for union in ("anyOf", "oneOf", "allOf"):
            for option in node.get(union, []):
                yield from options(option)

    nodes = list(options(dict(schema)))
    for step in loc[:-1]:
        deeper: list[object] = []
        for node in nodes:
            properties = node.get("properties", {})
            mapping = node.get("discriminator", {})
            assert isinstance(properties, dict)
            assert isinstance(mapping, dict)
            if isinstance(step, int):
                deeper.append(node.get("items"))
            elif step in properties:
                deeper.append(properties[step])
            elif step in mapping.get("mapping", {}):
                deeper.append({"$ref": mapping["mapping"][step]})
            else:
                deeper.append(node.get("additionalProperties"))
        nodes = [option for node in deeper for option in options(node)]
    return sorted({str(name) for node in nodes for name in node.get("properties", {})})  # type: ignore[attr-defined]
