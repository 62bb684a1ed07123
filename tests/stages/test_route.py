from reasoner.stages.accept import Accept
from reasoner.stages.route import Route
from reasoner.state import Abstained, Answered, Intent, State
from support import context

STRICT = Route(when={"maths": [Accept(min_confidence=0.9)]}, otherwise=[Accept(min_confidence=0.1)])


def run(kind: str) -> str:
    state = State("?", intent=Intent(kind, 1.0), outcome=Answered("4", 0.5))
    outcome = STRICT.run(state, context()).outcome
    return "held back" if isinstance(outcome, Abstained) else "given"


def test_the_stages_of_the_intent_are_run() -> None:
    assert run("maths") == "held back"


def test_every_other_intent_takes_the_other_way() -> None:
    assert run("poetry") == "given"


def test_the_stages_inside_are_steps_of_the_context() -> None:
    inside = context()
    STRICT.run(State("?", intent=Intent("maths", 1.0)), inside)
    assert [step.stage for step in inside.meter.steps] == ["accept"]
