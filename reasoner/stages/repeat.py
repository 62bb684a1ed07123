"""Trying again until something is proved."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage, run_stages
from reasoner.state import FieldName, State


class Repeat(Stage):
    """Runs its stages until a candidate is proved, at most `times` times."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    stage: Literal["repeat"] = "repeat"
    stages: list["AnyStage"] = Field(min_length=1)  # type: ignore[name-defined]  # noqa: F821
    """What is repeated."""
    times: int = Field(3, ge=1, le=100)
    """How often at most."""

    def inner(self) -> Iterator[tuple[tuple[str, ...], Sequence[Stage]]]:
        yield ("stages",), self.stages

    def run(self, state: State, context: Context) -> State:
        for _ in range(self.times):
            if state.proved or context.budget.spent():
                break
            state = run_stages(self.stages, state, context)
        return state
