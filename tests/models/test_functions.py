import json
from typing import Any

import pytest

from reasoner.errors import ModelError
from reasoner.models.functions import CallPieces, named_turns, refuse_functions, turns, written
from reasoner.models.model import Function, Request
from reasoner.models.sampling import Sampling
from reasoner.models.scripted import Scripted
from reasoner.state import Call, Message

CALC = Function("calc", "Works out.", {"type": "object"})
ASKED = Request((Message("user", "12*7?"),), Sampling(seed=4), functions=(CALC,))


def piece(name: str = "", arguments: object = "", **more: object) -> dict[str, Any]:
    return {"function": {"name": name, "arguments": arguments}, **more}


@pytest.mark.parametrize(
    ("pieces", "calls"),
    [
        (
            [
                piece("a", "", id="1", index=0),
                piece(arguments='{"x"', index=0),
                piece(arguments=": 2}", index=0),
            ],
            [("a", '{"x": 2}', "1")],
        ),
        (
            [
                piece("a", "{", id="1", index=0),
                piece("b", "{", id="2", index=1),
                piece(arguments="}", index=0),
                piece(arguments="}", index=1),
            ],
            [("a", "{}", "1"), ("b", "{}", "2")],
        ),
        (
            [piece("a", "{", id="1", index=0), piece("a", "}", id="1", index=0)],
            [("a", "{}", "1")],
        ),
        (
            [piece("a", {"x": "é"}, id="1", index=0), piece("b", {}, id="2", index=0)],
            [("a", '{"x": "é"}', "1"), ("b", "{}", "2")],
        ),
        (
            [piece("a", '{"x": 1}', id="1"), piece("a", '{"x": 2}', id="2")],
            [("a", '{"x": 1}', "1"), ("a", '{"x": 2}', "2")],
        ),
        ([piece("a", None, id="1", index=0)], [("a", "{}", "1")]),
        ([piece("a", "12*", id="1", index=0)], [("a", "12*", "1")]),
    ],
    ids=["in pieces", "interleaved", "name again", "objects", "no index", "no arguments", "no JSON"],
)
def test_calls_are_put_together(pieces: list[dict[str, Any]], calls: list[tuple[str, str, str]]) -> None:
    came = CallPieces()
    for each in pieces:
        came.add([each])
    assert [(call.tool, call.arguments, call.id) for call in came.calls(ASKED, 0)] == calls


def test_missing_ids_are_made_up_the_same_in_every_run() -> None:
    came = CallPieces()
    came.add([piece("a", "{}"), piece("b", "{}")])
    drawn = [came.calls(ASKED, index) for index in (0, 0, 1)]
    ids = [call.id for calls in drawn for call in calls]
    assert drawn[0] == drawn[1]
    assert len(set(ids)) == 4
    assert all(len(each) == 9 and each.isalnum() for each in ids)


def test_calls_and_results_are_messages_of_the_api() -> None:
    messages = (
        Message("user", "12*7?"),
        Message("assistant", "", (Call("calc", '{"x": "12*7"}', "1"), Call("calc", "12*", "2"))),
        Message("tool", "84", call_id="1"),
    )
    asked, called, result = turns(messages)
    assert asked == {"role": "user", "content": "12*7?"}
    assert "content" not in called
    given = [call["function"]["arguments"] for call in called["tool_calls"]]
    assert given == ['{"x": "12*7"}', '{"malformed": "12*"}']  # which some servers would not read
    assert result == {"role": "tool", "tool_call_id": "1", "content": "84"}
    assert named_turns(messages)[2]["name"] == "calc"


def test_a_result_has_the_name_of_the_last_call_with_its_id() -> None:
    pairs = [
        (Message("assistant", "", (Call(n, "{}", "0"),)), Message("tool", "1", call_id="0")) for n in "ab"
    ]
    named = named_turns([message for pair in pairs for message in pair])
    assert [turn["name"] for turn in named if turn["role"] == "tool"] == ["a", "b"]


@pytest.mark.parametrize(
    "request_",
    [
        ASKED,
        Request((Message("tool", "84", call_id="1"),)),
        Request((Message("assistant", "", (Call("calc", "{}"),)),)),
    ],
)
def test_a_model_that_calls_no_functions_is_asked_for_none(request_: Request) -> None:
    with pytest.raises(ModelError, match="scripted: it calls no functions natively; use tools in the mode"):
        refuse_functions(Scripted.saying("4"), request_)


def test_functions_and_calls_are_written_in_the_prompt() -> None:
    called = Message("assistant", "", (Call("calc", '{"x": 1}'),))
    text = written(Request((*ASKED.messages, called), functions=(CALC,)))
    assert all(part in text for part in ("12*7?", 'calc {"x": 1}', json.dumps("Works out.")))
