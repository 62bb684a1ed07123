"""The last word: an answer that is not sure enough is not given."""

from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, FieldName, State


class Accept(Stage):
    """Abstain when the answer is not sure enough."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["accept"] = "accept"
    min_confidence: float = Field(0.85, ge=0, le=1)
    """Lowest confidence that is still an answer."""

    def run(self, state: State, context: Context) -> State:
        match state.outcome:
            case Answered(confidence=p) if p < self.min_confidence:
                reason = f"confidence {p:.2f} is below {self.min_confidence:.2f}"
                return replace(state, outcome=Abstained(reason, p))
        return state
