"""Different questions need different stages."""

from collections.abc import Iterator, Sequence
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

    @property
    def intents_named(self) -> frozenset[str]:
        return super().intents_named | frozenset(self.when)

    def inner(self) -> Iterator[tuple[tuple[str, ...], Sequence[Stage]]]:
        yield from ((("when", kind), stages) for kind, stages in self.when.items())
        yield ("otherwise",), self.otherwise

    def run(self, state: State, context: Context) -> State:
        kind = state.intent.kind if state.intent else ""
        return run_stages(self.when.get(kind, self.otherwise), state, context)
