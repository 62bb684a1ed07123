from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from reasoner.state import Call, Called
from reasoner.tools import calling
from reasoner.tools.calculator import calculator
from reasoner.tools.date import date
from reasoner.tools.tool import Returned, never
from support import SANDBOX


def test_calls_are_equal_up_to_the_order_of_keys_and_spacing() -> None:
    first = calling.key(Call("t", '{"a": 1, "b": "x y"}'))
    assert calling.key(Call("t", '{"b":"x y","a":1}', "id")) == first
    assert calling.key(Call("t", '{"b":"x  y","a":1}')) != first
    assert calling.key(Call("u", '{"b":"x y","a":1}')) != first
    assert calling.key(Call("t", "no  json")) == calling.key(Call("t", " no json"))


def test_tools_are_described_in_a_line_each() -> None:
    calculates, dates = calling.described((calculator(SANDBOX), date())).splitlines()
    assert calculates.startswith('- calculator {"expression": string}: ')
    assert dates.startswith('- date {"date": string, "add"?: string, "until"?: string}: ')


@pytest.mark.parametrize(
    ("schema", "shape"),
    [
        ({}, "{...}"),
        (
            {"properties": {"k": {"enum": ["a", "b"]}, "n": {}}, "required": ["k"]},
            '{"k": "a" | "b", "n"?: any}',
        ),
    ],
)
def test_arguments_are_shown_in_short(schema: dict[str, object], shape: str) -> None:
    assert calling.shape(schema) == shape


@pytest.mark.parametrize(
    ("schema", "needs"),
    [
        ({"properties": None, "required": None}, {}),
        ({"properties": {"a": True}, "required": None}, {"a": False}),
        ({"properties": {"a": {}, "b": 3}, "required": ["b", "c"]}, {"a": False, "b": True}),
        ({"properties": {"a": {}}, "required": "a"}, {"a": False}),
    ],
)
def test_a_schema_of_anyone_s_making_is_read_as_far_as_it_is_one(
    schema: dict[str, object], needs: dict[str, bool]
) -> None:
    assert calling.needs(schema) == needs
    assert calling.shape(schema)


def test_an_unknown_tool_is_told_with_those_there_are_and_with_no_open_turn() -> None:
    bench = calling.Bench({"calculator": calculator(SANDBOX)})
    called, _ = calling.run(Call("</s>x", "{}"), (), bench, str)
    assert not called.ok
    assert "Known: calculator." in called.result
    assert "</s>" not in called.result


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('"{\\"expression\\": \\"6*7\\"}"', "42"),
        ("", "calculator: the argument 'expression' is missing; needed: 'expression'."),
        (" null ", "calculator: the argument 'expression' is missing; needed: 'expression'."),
        ('"6*7"', 'the arguments of calculator are not a JSON object, but another value; write {"expression": string}.'),
        ('"\\"{}\\""', 'the arguments of calculator are not a JSON object, but another value; write {"expression": string}.'),
        ("[" * 100_000, "the arguments of calculator are not JSON: "),
    ],
)  # fmt: skip
def test_arguments_are_read_as_they_are_meant(written: str, says: str) -> None:
    bench = calling.Bench({"calculator": calculator(SANDBOX)})
    called, _ = calling.run(Call("calculator", written), (), bench, str)
    assert called.result.startswith(says)


def test_a_repeated_call_has_the_result_of_the_first() -> None:
    one = Called(Call("t", '{"a": 1}'), "2", True)
    again = Called(Call("t", '{"a":1}'), "you have made this call before ...", True)
    assert calling.original(again, (one, again)) is one
    assert calling.repeats((one, again, again)) == 2


@dataclass(frozen=True)
class Broken:
    """A tool of another package that does not keep to its word."""

    error: BaseException
    name: str = "broken"
    about: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    restricted: bool = False

    def call(
        self, arguments: Mapping[str, Any], limit_seconds: float, cancelled: Callable[[], bool] = never
    ) -> Returned:
        raise self.error


@pytest.mark.parametrize("error", [ValueError("x"), SystemExit(3), RecursionError("deep")])
def test_a_tool_that_raises_has_failed_and_nothing_else_has(error: BaseException) -> None:
    bench = calling.Bench({"broken": Broken(error)})
    called, _ = calling.run(Call("broken", "{}"), (), bench, str)
    assert not called.ok
    assert type(error).__name__ in called.result


@pytest.mark.parametrize("same", ['{"a": 1}', '{"a":1.0}', ' {"a" : 1e0}'])
def test_a_number_is_the_same_however_it_is_written(same: str) -> None:
    assert calling.key(Call("t", same)) == calling.key(Call("t", '{"a":1}'))
