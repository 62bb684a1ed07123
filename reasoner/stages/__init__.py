"""State in, State out: one file, one class and one YAML tag for each stage."""

from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Annotated, Union

from pydantic import Discriminator

from reasoner.errors import ReasonerError
from reasoner.stage import Stage
from reasoner.stages.accept import Accept
from reasoner.stages.cite import Cite
from reasoner.stages.condense import Condense
from reasoner.stages.decompose import Decompose
from reasoner.stages.detect_intent import DetectIntent
from reasoner.stages.repeat import Repeat
from reasoner.stages.retrieve import Retrieve
from reasoner.stages.rewrite import Rewrite
from reasoner.stages.route import Route
from reasoner.stages.self_evaluate import SelfEvaluate
from reasoner.stages.solve import Solve
from reasoner.stages.think import Think
from reasoner.stages.use_tools import UseTools
from reasoner.stages.verify import Verify
from reasoner.stages.vote import Vote

BUILT_IN: tuple[type[Stage], ...] = (
    Condense, DetectIntent, Rewrite, Retrieve, Solve, Think, Decompose, UseTools, Verify, Vote,
    SelfEvaluate, Cite, Accept, Route, Repeat,
)  # fmt: skip


@cache
def stage_classes() -> dict[str, type[Stage]]:
    """Every installed stage by its tag: ours, and those of the entry points `reasoner.stages`."""
    classes = {stage.tag(): stage for stage in BUILT_IN}
    for point in entry_points(group="reasoner.stages"):
        stage = point.load()
        if not (isinstance(stage, type) and issubclass(stage, Stage)):
            raise ReasonerError(
                f"entry point reasoner.stages: {point.value} is not a Stage; fix or uninstall its package."
            )
        if stage.tag() in classes:
            raise ReasonerError(
                f"entry point reasoner.stages: {point.value} takes the tag '{stage.tag()}' again; rename it."
            )
        classes[stage.tag()] = stage
    return classes


if TYPE_CHECKING:
    AnyStage = Stage
else:
    AnyStage = Annotated[Union[tuple(stage_classes().values())], Discriminator("stage")]  # noqa: UP007
    for _control in (Route, Repeat):
        _control.model_rebuild(_types_namespace={"AnyStage": AnyStage})
