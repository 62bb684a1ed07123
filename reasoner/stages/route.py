"""Different questions need different stages."""

from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage, run_stages
from reasoner.state import FieldName, State


class Route(Stage):
    """Runs the list of stages that belongs to the question's intent."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"intent"})
    stage: Literal["route"] = "route"
    when: dict[str, list["AnyStage"]] = Field(min_length=1)  # type: ignore[name-defined]  # noqa: F821
    """A list of stages for each intent that needs its own."""
    otherwise: list["AnyStage"] = Field(default_factory=list)  # type: ignore[name-defined]  # noqa: F821
    """The stages for every other intent."""

    def run(self, state: State, context: Context) -> State:
        kind = state.intent.kind if state.intent else ""
        return run_stages(self.when.get(kind, self.otherwise), state, context)
