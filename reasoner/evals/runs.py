"""The rows that `reasoner run --input` writes, read back."""

from collections.abc import Iterator, Mapping, Sequence
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
    def _sane(self) -> "RunRow":
        for problem in (*_of_candidates(self.candidates), *_of_votes(self.votes, len(self.candidates))):
            raise ValueError(problem)
        return self


def _of_candidates(candidates: Sequence[Candidate]) -> Iterator[str]:
    """What is wrong with their numbers."""
    for i, candidate in enumerate(candidates):
        if candidate.p_true is not None and not 0 <= candidate.p_true <= 1:
            yield f"candidates.{i}.p_true is {candidate.p_true:g}; it must be from 0 to 1"
        if candidate.tokens < 0:
            yield f"candidates.{i}.tokens is {candidate.tokens}; it must be 0 or more"


def _of_votes(votes: Sequence[Tally], candidates: int) -> Iterator[str]:
    """What is wrong with their numbers and members; there are so many candidates."""
    seen: set[int] = set()
    for i, tally in enumerate(votes):
        if not 0 <= tally.share <= 1:
            yield f"votes.{i}.share is {tally.share:g}; it must be from 0 to 1"
        if not tally.members:
            yield f"votes.{i} has no members"
        for member in tally.members:
            if not 0 <= member < candidates:
                yield f"votes.{i} names candidates that are not there"
            if member in seen:
                yield f"votes.{i} names candidate {member}, which has voted already; no candidate votes twice"
            seen.add(member)


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
        says = one_line(detail["msg"].removeprefix("Value error, "), 120)
        says = "it has none" if detail["type"] == "missing" else says
        at = f"at '{one_line(key, 60)}': " if key else ""
        raise ValueError(f"no row of `reasoner run --input`: {at}{says[:1].lower()}{says[1:]}") from None
