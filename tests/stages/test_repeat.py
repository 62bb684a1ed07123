from dataclasses import replace
from typing import ClassVar, Literal

from reasoner.stage import Context, Stage
from reasoner.stages.repeat import Repeat
from reasoner.state import FieldName, State
from support import candidate, check, context


class ProveOnThird(Stage):
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["prove_on_third"] = "prove_on_third"

    def run(self, state: State, context: Context) -> State:
        found = candidate("4", check("pass" if len(state.candidates) == 2 else "unknown", "proof"))
        return replace(state, candidates=(*state.candidates, found))


def tries(times: int) -> int:
    return len(
        Repeat.model_construct(stages=[ProveOnThird()], times=times).run(State("?"), context()).candidates
    )


def test_it_ends_with_the_first_proof() -> None:
    assert tries(9) == 3


def test_it_ends_after_so_many_times() -> None:
    assert tries(2) == 2


def test_no_time_left_ends_it() -> None:
    spent = context()
    spent.budget.cancel.set()
    assert Repeat.model_construct(stages=[ProveOnThird()]).run(State("?"), spent).candidates == ()
