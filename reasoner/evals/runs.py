"""The rows that `reasoner run --input` writes, read back."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from reasoner.errors import one_line
from reasoner.state import Candidate, ConfidenceKind, Effort, StopReason, Tally

_KEYS = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Ledger(BaseModel):
    """Of a row's `savings`: why each round of sampling ended."""

    model_config = _KEYS

    stopped: tuple[StopReason, ...] = ()


class Author(BaseModel):
    """Of a row's `model`: what wrote the text."""

    model_config = _KEYS

    identity: str


class RunRow(BaseModel):
    """A question, and what a pipeline made of it; see `Result.as_dict`."""

    model_config = _KEYS

    question: str
    outcome: Literal["answered", "abstained"]
    confidence: float | None = Field(None, ge=0, le=1)
    confidence_kind: ConfidenceKind = "raw"
    raw_confidence: float | None = Field(None, ge=0, le=1)
    candidates: tuple[Candidate, ...]
    votes: tuple[Tally, ...]
    savings: Ledger = Ledger()
    model: Author | None
    trail: tuple[str, ...]
    effort: Effort = "medium"

    @model_validator(mode="after")
    def _members(self) -> "RunRow":
        for tally in self.votes:
            if not tally.members or not all(0 <= i < len(self.candidates) for i in tally.members):
                raise ValueError("votes name candidates that are not there.")
        return self


@cache
def _adapter() -> TypeAdapter[RunRow]:
    return TypeAdapter(RunRow)


def parse(fields: Mapping[str, Any]) -> RunRow:
    """The row with these fields. Raises: ValueError, saying why they are of no run."""
    try:
        return _adapter().validate_python(fields)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        key = ".".join(str(step) for step in detail["loc"])
        says = "it has none" if detail["type"] == "missing" else one_line(detail["msg"], 120)
        at = f"at '{one_line(key, 60)}': " if key else ""
        raise ValueError(f"no row of `reasoner run --input`: {at}{says[:1].lower()}{says[1:]}") from None
