import json
from typing import Any

import pytest

from reasoner.models.constraint import check_schema
from reasoner.tools import schemas
from reasoner.tools.calculator import calculator
from reasoner.tools.convert import convert
from support import SANDBOX

TEXT = {"type": "string"}
NAMED = {
    "type": "object",
    "properties": {"at": {"$ref": "#/$defs/Place"}},
    "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "number", "minimum": 0}}}},
}
CYCLE = {
    "type": "object",
    "properties": {"child": {"$ref": "#/$defs/Node"}},
    "$defs": {"Node": {"type": "object", "properties": {"child": {"$ref": "#/$defs/Node"}}}},
}


@pytest.mark.parametrize("call", [True, False])
@pytest.mark.parametrize("answer", [True, False])
def test_a_turn_is_a_schema_that_the_engine_enforces(call: bool, answer: bool) -> None:
    if call or answer:
        text = schemas.turn((calculator(SANDBOX), convert()), call=call, answer=answer)
        check_schema(text)
        assert ('"tool"' in text, '"answer"' in text) == (call, answer)


@pytest.mark.parametrize(
    ("field", "loose"),
    [
        (TEXT, TEXT),
        ({"type": "string", "pattern": "(?=x)", "minLength": 2}, {"type": "string", "minLength": 2}),
        ({"type": "string", "pattern": "^[a-z]+$"}, {"type": "string", "pattern": "^[a-z]+$"}),
        ({"type": "string", "format": "email"}, TEXT),
        ({"type": "number", "minimum": 0, "title": "N"}, {"type": "number"}),
        ({"type": "integer", "minimum": 1, "multipleOf": 2}, {"type": "integer", "minimum": 1}),
        ({"enum": ["a", 1], "type": "string"}, {"enum": ["a", 1]}),
        ({"anyOf": [TEXT, {"type": "null"}], "default": None}, {"anyOf": [TEXT, {"type": "null"}]}),
        ({"allOf": [TEXT]}, TEXT),
        ({"allOf": [TEXT, {"maxLength": 3}]}, schemas.ANYTHING),
        ({"type": "array", "items": TEXT, "uniqueItems": True}, {"type": "array", "items": TEXT}),
        ({"not": TEXT}, schemas.ANYTHING),
        (True, schemas.ANYTHING),
    ],
)
def test_what_is_not_enforced_is_left_out(field: Any, loose: Any) -> None:
    found = schemas.loosened({"type": "object", "properties": {"x": field}, "required": ["x", "y"]})
    check_schema(json.dumps(found))
    assert (found["properties"]["x"], found["required"]) == (loose, ["x"])


@pytest.mark.parametrize("foreign", [NAMED, CYCLE, {}, {"type": "object", "patternProperties": {"a": {}}}])
def test_any_schema_of_arguments_becomes_one_that_is_enforced(foreign: dict[str, Any]) -> None:
    check_schema(json.dumps(schemas.loosened(foreign)))


def test_a_definition_stands_where_it_is_named() -> None:
    at = schemas.loosened(NAMED)["properties"]["at"]
    assert at["properties"] == {"x": {"type": "number"}}
