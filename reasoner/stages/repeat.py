"""Trying again, and mending, until something is proved."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage, run_stages
from reasoner.state import FieldName, State
from reasoner.verification import mending


class Repeat(Stage):
    """Runs its stages until a candidate is proved, at most `times` times, and keeps what was mended."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    stage: Literal["repeat"] = "repeat"
    stages: list["AnyStage"] = Field(min_length=1)  # type: ignore[name-defined]  # noqa: F821
    """What is repeated; a round that changes nothing is the last."""
    times: int = Field(3, ge=1, le=100)
    """How often at most."""
    until: Literal["proved", "clean"] = "proved"
    """A candidate is proved; or one is, or passed a check and failed none."""

    def inner(self) -> Iterator[tuple[tuple[str, ...], Sequence[Stage]]]:
        yield ("stages",), self.stages

    def run(self, state: State, context: Context) -> State:
        dropped = 0
        for _ in range(self.times):
            if self._done(state) or context.budget.spent():
                break
            # The samples that were not kept must not be drawn again.
            after = run_stages(self.stages, state, replace(context, seed=context.seed + dropped))
            if after == state:
                break
            best = mending.kept(after.candidates)
            dropped += len(after.candidates) - len(best)
            state = replace(after, candidates=best)
        return state

    def _done(self, state: State) -> bool:
        return state.proved or (self.until == "clean" and any(map(mending.clean, state.candidates)))
