import time
from dataclasses import replace
from typing import ClassVar, Literal

import pytest

from reasoner.errors import KnowledgeError
from reasoner.stage import Budget, Context, Event, Stage, StageFinished, StageStarted, run_stages
from reasoner.stages import stage_classes
from reasoner.stages.accept import Accept
from reasoner.stages.route import Route
from reasoner.stages.vote import Vote
from reasoner.state import FIELDS, Abstained, Answered, FieldName, Intent, Passage, State, Usage
from reasoner.tools.calculator import calculator
from support import Shelf, candidates, context

FULL = State(
    "What is 2 + 2?",
    intent=Intent("factual", 1.0),
    passages=(Passage("2 + 2 is 4.", "sums.md", 0, 11),),
    candidates=candidates("4"),
    outcome=Answered("4", 0.5),
)
ARGUMENTS: dict[str, dict[str, object]] = {
    "route": {"when": {"factual": [Accept()]}},
    "repeat": {"stages": [Accept()]},
    "use_tools": {"tools": ["calculator"]},
}


class Spend(Stage):
    writes: ClassVar[frozenset[FieldName]] = frozenset()
    stage: Literal["spend"] = "spend"
    tokens: int = 1

    def run(self, state: State, context: Context) -> State:
        context.meter.add(Usage(completion_tokens=self.tokens))
        return state


@pytest.mark.parametrize("tag", stage_classes())
def test_a_stage_changes_only_what_it_says_it_writes(tag: str) -> None:
    stage = stage_classes()[tag](**ARGUMENTS.get(tag, {}))
    inner = {name for list_ in ARGUMENTS.get(tag, {}).values() for name in Accept.writes if list_}
    inside = context(retrievers={"default": Shelf((Passage("2 + 2 is 4.", "other.md", 0, 11),))})
    after = stage.run(FULL, replace(inside, tools=lambda name: (calculator(inside.sandbox),)))
    changed = {name for name in FIELDS if getattr(after, name) != getattr(FULL, name)}
    assert changed <= stage.writes | inner


def test_a_stage_for_other_intents_is_skipped() -> None:
    state = State("?", intent=Intent("chat", 1.0), outcome=Answered("x", 0.1))
    assert run_stages([Accept(only_for=frozenset({"maths"}))], state, context()) is state
    assert run_stages([Accept(only_for=frozenset({"chat"}))], state, context()).outcome == Abstained(
        "confidence 0.10 is below 0.85", 0.1, raw=0.1, code="unsure"
    )


def test_steps_nest_as_stages_do_and_carry_what_was_spent() -> None:
    inside = context()
    stages = [Spend(), Route(name="by kind", when={"factual": [Accept()]}), Vote()]
    run_stages(stages, FULL, inside)
    assert [(step.stage, [inner.stage for inner in step.steps]) for step in inside.meter.steps] == [
        ("spend", []), ("by kind", ["accept"]), ("vote", []),
    ]  # fmt: skip
    assert inside.meter.steps[0].usage == Usage(completion_tokens=1)
    assert inside.meter.steps[1].usage == Usage()


def test_whoever_follows_hears_each_stage_begin_and_end() -> None:
    events: list[Event] = []
    run_stages([Spend()], FULL, context(events=events))
    assert events[0] == StageStarted("spend")
    assert isinstance(events[1], StageFinished)


def test_a_collection_that_does_not_exist_is_named() -> None:
    with pytest.raises(
        KnowledgeError,
        match=r"no collection 'notes'. Known: none\. Make one with: reasoner index PATH --collection notes",
    ):
        context().retriever("notes")


def test_a_budget_ends_with_its_deadline_or_when_cancelled() -> None:
    assert not Budget().spent()
    assert Budget(deadline=time.monotonic()).spent()
    cancelled = Budget()
    cancelled.cancel.set()
    assert cancelled.spent()


def test_stage_itself_is_no_stage() -> None:
    with pytest.raises(TypeError, match="subclassed"):
        Stage()
