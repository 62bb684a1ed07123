"""What the stages say about themselves: the texts stand under their fields and nowhere else."""

import ast
import inspect
import itertools
import textwrap
from collections.abc import Mapping
from typing import Any

from reasoner.stage import Stage
from reasoner.stages import stage_classes

Schema = Mapping[str, Any]


def about(stage: type[Stage]) -> str:
    """What the stage is for, in a sentence."""
    return (inspect.getdoc(stage) or "").partition("\n")[0]


def details(stage: type[Stage]) -> dict[str, Any]:
    """Everything one has to know to use the stage, ready for JSON."""
    schema = stage.model_json_schema()
    properties = schema.get("properties") or schema["$defs"][stage.__name__]["properties"]
    required = {name for name, field in stage.model_fields.items() if field.is_required()}
    defaults = stage.model_construct().model_dump(mode="json", exclude=required)
    says = field_docs(stage)

    def describe_key(name: str) -> dict[str, Any]:
        key = _written(stage, name)
        default = {"required": True} if name in required else {"default": defaults[key]}
        return {"key": key, "type": _type(properties[key]), **default, "about": says.get(key, "")}

    return {
        "stage": stage.tag(),
        "about": about(stage),
        "reads": sorted(stage.reads),
        "writes": sorted(stage.writes),
        "keys": [describe_key(name) for name in _names(stage)],
    }


def describe(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a pipeline file with the texts that stand under the fields."""
    for stage in stage_classes().values():
        says = field_docs(stage)
        for key, node in schema["$defs"].get(stage.__name__, {}).get("properties", {}).items():
            node.setdefault("description", says.get(key, ""))
    return schema


def field_docs(stage: type[Stage]) -> dict[str, str]:
    """The text under each field, on one line, by key; a class's own wins over those of its bases."""
    found: dict[str, str] = {}
    for cls in reversed(stage.__mro__):
        if issubclass(cls, Stage):
            found |= _docs(cls)
    return {_written(stage, name): says for name, says in found.items()}


def _docs(cls: type) -> dict[str, str]:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError):
        return {}  # a class without source has no texts to show
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef))
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }


def _names(stage: type[Stage]) -> list[str]:
    """The fields but for the tag; those that every stage has come last."""
    names = [name for name in stage.model_fields if name != "stage"]
    return sorted(names, key=lambda name: name in Stage.model_fields)


def _written(stage: type[Stage], name: str) -> str:
    """The key of a field in YAML, which may be a word that Python keeps for itself."""
    field = stage.model_fields.get(name)
    return field.alias if field and field.alias else name


def _type(node: Schema) -> str:
    """A node of a JSON schema in words."""
    if "discriminator" in node:
        return "stage"
    if "anyOf" in node:
        return " or ".join(_type(option) for option in node["anyOf"])
    if "enum" in node:
        return " | ".join(map(str, node["enum"]))
    match node.get("type"):
        case "array":
            return f"list of {_type(node['items'])}"
        case "object":
            return f"mapping to {_type(node['additionalProperties'])}"
        case "null":
            return "null"
    words = {"integer": "whole number", "number": "number", "boolean": "true or false", "string": "text"}
    limits = [f"{sign} {node[bound]}" for bound, sign in BOUNDS.items() if bound in node]
    return " ".join([words.get(str(node.get("type")), "any"), " and ".join(limits)]).rstrip()


BOUNDS = {"minimum": ">=", "exclusiveMinimum": ">", "maximum": "<=", "exclusiveMaximum": "<"}
