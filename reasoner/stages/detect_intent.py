"""What kind of question it is decides which stages it needs."""

from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner import intents
from reasoner.intents import IntentsFile
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, Intent, State


class DetectIntent(Stage):
    """Says what kind of question it is, by the examples in a file of intents."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"intent"})
    stage: Literal["detect_intent"] = "detect_intent"
    intents: IntentsFile = Field(default_factory=lambda: intents.read("default.yaml", None))
    """A file of intents, beside the pipeline or bundled; default.yaml unless set, with the intents
    expression, word_problem, factual, open and chat."""
    min_score: float = Field(0.0, ge=0, le=1)
    """Lowest score at which the likeliest intent is believed."""
    otherwise: str = Field("other", min_length=1)
    """The intent of a question that is like none of the examples: no score reaches `min_score`."""

    @property
    def kinds(self) -> frozenset[str]:
        """Every intent that it may find."""
        return self.intents.kinds | ({self.otherwise} if self.min_score else set())

    def run(self, state: State, context: Context) -> State:
        found = self.intents.classifier.classify(state.question)
        if found.score < self.min_score:
            found = Intent(self.otherwise, found.score)
        return replace(state, intent=found)
