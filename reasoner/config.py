"""A YAML file becomes a pydantic type; whatever is wrong with it is reported as file:line:column, all at once.

The YAML is the 1.2 core schema (only `true` and `false` are booleans, `12:30` is text) without anchors,
merge keys or duplicate keys: what those would mean is not what the reader of the file sees.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from reasoner.errors import ConfigError, Problem, did_you_mean, one_line

T = TypeVar("T")
Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Location = tuple[int | str, ...]

MAX_BYTES = 1_000_000
"""A configuration file larger than this is a mistake."""


@dataclass(frozen=True)
class Document:
    """A parsed YAML file that still knows where each key and item stood."""

    file: str
    value: Value
    marks: dict[Location, tuple[int, int]] = field(repr=False)
    problems: tuple[Problem, ...] = ()

    def problem(self, location: Sequence[int | str], message: str) -> Problem:
        """A problem at the key or item that `location` leads to, or the nearest one around it."""
        place = tuple(location)
        while place not in self.marks:
            place = place[:-1]
        return Problem(*self.marks[place], message)


def read(path: Path) -> Document:
    """The YAML file at `path`.

    Raises: ConfigError, when it cannot be read or is not YAML.
    """
    name = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ConfigError(name, [Problem(1, 1, f"cannot read this file: {_cause(error)}.")]) from None
    if len(data) > MAX_BYTES:
        raise ConfigError(name, [Problem(1, 1, f"{len(data)} bytes is too large; at most {MAX_BYTES}.")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8 text; save the file as UTF-8."
        raise ConfigError(name, [Problem(line, column, message)]) from None
    return parse(text, name)


def parse(text: str, file: str) -> Document:
    """The YAML `text`; `file` is the name that problems carry.

    Raises: ConfigError, when it is not YAML. Duplicate keys and the like are kept in `problems`.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise ConfigError(file, [Problem(1, 1, "the file is empty; it needs 'about' and 'stages'.")])
        reader = _Reader(loader)
        value = reader.value(node, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ConfigError(file, [Problem(*place, f"not YAML: {one_line(error.problem or str(error))}.")]) from None
    except yaml.reader.ReaderError as error:
        line, column = text.count("\n", 0, error.position) + 1, error.position - text.rfind("\n", 0, error.position)
        message = f"character U+{ord(text[error.position]):04X} is not allowed in YAML; remove it."
        raise ConfigError(file, [Problem(line, column, message)]) from None
    except RecursionError:
        raise ConfigError(file, [Problem(1, 1, "nested too deeply to be a configuration.")]) from None
    return Document(file, value, reader.marks, tuple(reader.problems))


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
        schema = adapter.json_schema()
        return None, document.problems + tuple(
            # A default that depends on a field that is itself at fault is no second fault.
            _explain(document, detail, schema) for detail in details if detail["type"] != "default_factory_not_called"
        )
    return found, document.problems


class _Loader(yaml.SafeLoader):
    """YAML 1.2 core schema; refuses anchors and aliases."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, object]]] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.MarkedYAMLError(
                problem="anchors (&) and aliases (*) are not used here; write the value out",
                problem_mark=event.start_mark,
            )
        return super().compose_node(parent, index)


def _add_core_resolvers() -> None:
    import re

    number = "-+0123456789."
    for tag, pattern, first in (
        ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
        ("null", r"null|Null|NULL|~|", "nN~\0"),
        ("int", r"[-+]?[0-9]+", number),
        ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", number),
    ):
        chars: list[str] = ["" if c == "\0" else c for c in first]
        _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), chars)


_add_core_resolvers()


class _Reader:
    """Walks the nodes once: values, where they stood, and keys that come twice."""

    def __init__(self, loader: _Loader) -> None:
        self._loader = loader
        self.marks: dict[Location, tuple[int, int]] = {}
        self.problems: list[Problem] = []

    def value(self, node: yaml.Node, location: Location) -> Value:
        self.marks.setdefault(location, _place(node))
        if isinstance(node, yaml.MappingNode):
            return dict(self._entries(node, location))
        if isinstance(node, yaml.SequenceNode):
            return [self.value(child, (*location, i)) for i, child in enumerate(node.value)]
        return self._scalar(node)

    def _entries(self, node: yaml.MappingNode, location: Location) -> Iterator[tuple[str, Value]]:
        seen: dict[str, int] = {}
        for key_node, value_node in node.value:
            line, column = _place(key_node)
            key = key_node.value
            if not isinstance(key, str):
                self.problems.append(Problem(line, column, "a key must be plain text."))
                continue
            if key == "<<":
                self.problems.append(Problem(line, column, "merge keys (<<) are not used here; write them out."))
                continue
            if key in seen:
                message = f"key '{key}' comes twice; it already stands on line {seen[key]}."
                self.problems.append(Problem(line, column, message))
                continue
            seen[key] = line
            self.marks[(*location, key)] = (line, column)
            yield key, self.value(value_node, (*location, key))

    def _scalar(self, node: yaml.Node) -> Value:
        text = str(node.value)
        match node.tag.removeprefix("tag:yaml.org,2002:"):
            case "bool":
                return text.lower() == "true"
            case "null":
                return None
            case "int" if len(text) <= 18:
                return int(text)
            case "float":
                number = float(text)
                return number if abs(number) < 1e300 else text
            case "int" | "str":
                return text
        line, column = _place(node)
        self.problems.append(Problem(line, column, f"tag '{one_line(node.tag, 60)}' is not used here."))
        return None


def _place(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _cause(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _explain(document: Document, detail: ErrorDetails, schema: Mapping[str, object]) -> Problem:
    """A pydantic error as one of our problems: where in words, what, and the legal choices."""
    location, keys = _resolve(document.value, detail["loc"])
    where = _where(document.value, location)
    key = str(location[-1]) if location else "the file"
    value, context = detail["input"], detail.get("ctx", {})
    match detail["type"]:
        case "extra_forbidden":
            return document.problem(location, f"{_inside(where, location)}unknown key '{key}'{did_you_mean(key, _properties(schema, keys))}")
        case "missing":
            return document.problem(location[:-1], f"{_inside(where, location)}needs the key '{key}'.")
        case "union_tag_invalid":
            tag = str(context["tag"])
            known = str(context["expected_tags"]).replace("'", "").split(", ")
            return document.problem((*location, "stage"), f"{where}unknown stage '{one_line(tag, 60)}'{did_you_mean(tag, known)}")
        case "union_tag_not_found":
            return document.problem(location, f"{where}needs the key 'stage', which says what it is.")
        case "literal_error":
            known = str(context["expected"]).replace(" or ", ", ").replace("'", "").split(", ")
            return document.problem(location, f"{_inside(where, location)}{key} is {_show(value)}{did_you_mean(str(value), known)}")
        case "value_error":
            return document.problem(location, f"{_inside(where, location)}{context['error']}")
    says = _SAYS.get(detail["type"], detail["msg"][0].lower() + detail["msg"][1:])
    return document.problem(location, f"{_inside(where, location)}{key} is {_show(value)}; it must be {says.format(**context)}.")


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
    "dict_type": "a mapping",
    "model_type": "a mapping of keys to values",
    "model_attributes_type": "a mapping of keys to values",
    "too_short": "at least {min_length} long",
    "too_long": "at most {max_length} long",
    "string_too_short": "at least {min_length} characters long",
}


def _resolve(value: Value, loc: tuple[int | str, ...]) -> tuple[Location, Location]:
    """pydantic's location without the union tags that it puts in, and with them."""
    place: list[int | str] = []
    for i, step in enumerate(loc):
        inside = isinstance(value, list) and isinstance(step, int) or isinstance(value, dict) and step in value
        if inside:
            value = value[step]  # type: ignore[index, call-overload]
            place.append(step)
        elif i == len(loc) - 1 and not (isinstance(value, dict) and value.get("stage") == step):
            place.append(step)
    return tuple(place), loc


def _where(value: Value, location: Location) -> str:
    """`stages[2] (think): ` for a location in the second stage; empty at the top."""
    words, tag = "", ""
    for step in location:
        words += f"[{step}]" if isinstance(step, int) else (f".{step}" if words else str(step))
        value = value[step] if isinstance(value, (list, dict)) and _has(value, step) else None  # type: ignore[index, call-overload]
        if isinstance(value, dict) and isinstance(value.get("stage"), str):
            tag, place = str(value["stage"]), words
    return f"{place} ({one_line(tag, 40)}): " if tag else (f"{words}: " if words else "")


def _inside(where: str, location: Location) -> str:
    """The place around the key: empty for a key at the top of the file."""
    return where if len(location) > 1 else ""


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
            assert isinstance(properties, dict) and isinstance(mapping, dict)
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
