"""What a run of a pipeline came to, and the one JSON shape in which every way of asking gives it."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import prod
from typing import Any

from pydantic import TypeAdapter

from reasoner.stage import Trail
from reasoner.state import (
    Abstained,
    Answered,
    Candidate,
    ConfidenceKind,
    Effort,
    Savings,
    State,
    Step,
    Tally,
    Usage,
)
from reasoner.version import __version__


@dataclass(frozen=True, slots=True)
class Result:
    """What a run came to, and how."""

    state: State
    steps: tuple[Step, ...]
    usage: Usage
    seconds: float
    pipeline: str
    pipeline_hash: str
    model: str | None
    """The model that was used; None when the answer needed none."""
    model_hash: str | None
    seed: int
    collection: str | None = None
    """The collection that was searched; None when none was."""
    mode: str = "reproducible"
    model_identity: str | None = None
    """What wrote the text, wherever it was opened or recorded."""
    effort: Effort = "medium"
    trail: Trail = ()
    """Marks of the stages that led to the confidence."""
    asked: str | None = None
    """The question as it was asked, where a stage made another of it."""

    @property
    def outcome(self) -> Answered | Abstained:
        """An answer, or an abstention with its reason."""
        assert self.state.outcome is not None
        return self.state.outcome

    @property
    def answer(self) -> str | None:
        """The answer; None after an abstention."""
        return self.outcome.text if isinstance(self.outcome, Answered) else None

    @property
    def reason(self) -> str | None:
        """Why there is no answer; None when there is one."""
        return self.outcome.reason if isinstance(self.outcome, Abstained) else None

    @property
    def confidence(self) -> float | None:
        """How sure it is, in [0, 1]; None when nothing was found to be sure of."""
        return self.outcome.confidence

    @property
    def confidence_kind(self) -> ConfidenceKind:
        """Whether the confidence was compared with how often such answers are right."""
        return self.outcome.kind

    @property
    def ledgers(self) -> tuple[Savings, ...]:
        """Of every round of sampling, in order."""
        return tuple(ledger for step in _every(self.steps) for ledger in step.savings)

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-ready values: the one shape that every way of asking gives."""
        answered = self.outcome if isinstance(self.outcome, Answered) else None
        certificate = answered.certificate if answered else None
        return {
            "question": self.asked or self.state.question,
            "understood_as": self.state.question if self.asked else None,
            "outcome": "answered" if answered else "abstained",
            "answer": self.answer,
            "reason": self.reason,
            "reason_code": self.outcome.code if isinstance(self.outcome, Abstained) else None,
            "confidence": self.confidence,
            "confidence_kind": self.confidence_kind,
            "raw_confidence": self.outcome.raw,
            "intent": asdict(self.state.intent) if self.state.intent else None,
            "citations": [asdict(citation) for citation in self.outcome.citations],
            "attributions": [asdict(entry) for entry in answered.attributions] if answered else [],
            "certificate": asdict(certificate) if certificate else None,
            "candidates": _plain(self.state.candidates),
            "votes": _plain(self.state.votes),
            "savings": _savings(self.ledgers),
            "usage": asdict(self.usage) | {"seconds": self.seconds},
            "steps": _plain(self.steps),
            "pipeline": {"name": self.pipeline, "hash": self.pipeline_hash},
            "model": {"name": self.model, "hash": self.model_hash, "identity": self.model_identity}
            if self.model
            else None,
            "trail": list(self.trail),
            "effort": self.effort,
            "collection": self.collection,
            "mode": self.mode,
            "seed": self.seed,
            "version": __version__,
        }


def _plain(values: Sequence[Candidate | Tally | Step]) -> list[dict[str, Any]]:
    """What `asdict` makes of each, in a tenth of the time, which counts where samples are many."""
    written: list[dict[str, Any]] = _writer().dump_python(list(values))
    return written


@cache
def _writer() -> TypeAdapter[list[Candidate | Tally | Step]]:
    return TypeAdapter(list[Candidate | Tally | Step])


def _savings(ledgers: Sequence[Savings]) -> dict[str, Any]:
    """The ledger of all rounds of sampling together; their agreements multiplied, as if each stood alone."""
    return {
        "samples": sum(ledger.samples for ledger in ledgers),
        "tokens": sum(ledger.tokens for ledger in ledgers),
        "seconds": sum(ledger.seconds for ledger in ledgers),
        "agreement": prod(ledger.agreement for ledger in ledgers),
        "stopped": [ledger.stopped for ledger in ledgers],
    }


def _every(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _every(step.steps)
