"""A parsed YAML file that still knows where each key and item stood.

The YAML is the 1.2 core schema (only `true` and `false` are booleans, `12:30` is text) without anchors,
merge keys or duplicate keys: what those would mean is not what the reader of the file sees.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import yaml

from reasoner.errors import ConfigError, Problem, one_line

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Location = tuple[int | str, ...]


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


def parse(text: str, file: str) -> Document:
    """The YAML `text`; `file` is the name that problems carry.

    Raises: ConfigError, when it is not YAML. Duplicate keys and the like are kept in `problems`.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise ConfigError(file, [Problem(1, 1, "the file is empty.")])
        reader = _Reader(loader)
        value = reader.value(node, ())
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise ConfigError(
            file, [Problem(*place, f"not YAML: {one_line(error.problem or str(error))}.")]
        ) from None
    except yaml.reader.ReaderError as error:
        message = f"character U+{ord(text[error.position]):04X} is not allowed in YAML; remove it."
        raise ConfigError(file, [Problem(*end_of(text[: error.position]), message)]) from None
    except RecursionError:
        raise ConfigError(file, [Problem(1, 1, "nested too deeply to be a configuration.")]) from None
    return Document(file, value, reader.marks, tuple(reader.problems))


def end_of(text: str) -> tuple[int, int]:
    """Line and column of what follows the text, with the line ends of YAML."""
    *before, last = re.split(r"\r\n|[\n\r\x85\u2028\u2029]", text)
    return len(before) + 1, len(last) + 1


class _Loader(yaml.SafeLoader):
    """YAML 1.2 core schema; refuses anchors and aliases."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, object]]]] = {}  # type: ignore[misc]

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.MarkedYAMLError(
                problem="anchors (&) and aliases (*) are not used here; write the value out",
                problem_mark=event.start_mark,  # type: ignore[arg-type]
            )
        return super().compose_node(parent, index)


def _add_core_resolvers() -> None:
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
                self.problems.append(
                    Problem(line, column, "merge keys (<<) are not used here; write them out.")
                )
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
        message = f"tag '{one_line(node.tag, 60)}' is not used here"
        raise yaml.MarkedYAMLError(problem=message, problem_mark=node.start_mark)


def _place(node: yaml.Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1
