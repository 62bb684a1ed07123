"""The evidence: passages that bear on the question, from a collection."""

from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage
from reasoner.state import FieldName, State


class Retrieve(Stage):
    """Look the question up in a collection."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"passages"})
    stage: Literal["retrieve"] = "retrieve"
    collection: str | None = None
    """The collection; the one of the settings or of `--collection` unless set."""
    top_k: int = Field(5, ge=1, le=100)
    """How many passages at most."""
    min_score: float = Field(0, ge=0, le=1)
    """Passages that cover less of the question are left out."""

    def run(self, state: State, context: Context) -> State:
        found = context.retriever(self.collection or "default").search(state.question, self.top_k)
        return replace(state, passages=tuple(p for p in found if p.score >= self.min_score))
