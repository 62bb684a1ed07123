"""Many attempts become one answer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from reasoner import confidence
from reasoner.confidence.calibration import CalibrationFile, Fit
from reasoner.confidence.evidence import evidence
from reasoner.errors import SettingsError
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, Candidate, ConfidenceKind, FieldName, State, Tally
from reasoner.verification import certificate, equivalence
from reasoner.verification.equivalence import Kind
from reasoner.voting.classes import classes
from reasoner.voting.tallies import TALLIES


class Vote(Stage):
    """Answers with what most candidates agree on; equal answers count as one, however they are written."""

    model_config = ConfigDict(serialize_by_alias=True)
    reads: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"votes", "outcome"})
    stage: Literal["vote"] = "vote"
    by: Literal["majority", "weighted", "verified_first", "best_of_n", "agreement", "borda"] = (
        "verified_first"
    )
    """"majority": everyone has a vote; "weighted": a vote weighs as much as its sample is likely;
    "verified_first": what is proved wins, and what failed a check cannot; "best_of_n": the single best
    candidate wins; "agreement": only what two modes came to can win; "borda": rankings by votes, likelihood,
    reward and checks are added up."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like."""
    calibration: CalibrationFile | None = None
    """With `by: weighted`: a file of `reasoner calibrate`, for what the vote of each system is worth."""

    @field_validator("calibration")
    @classmethod
    def _weighs(cls, calibration: object, info: ValidationInfo) -> object:
        if calibration is not None and info.data.get("by", "weighted") != "weighted":
            raise ValueError("'calibration' here is for 'by: weighted'; or give it to the stage accept.")
        return calibration

    def run(self, state: State, context: Context) -> State:
        found = state.candidates
        apart = equivalence.apart(context.sandbox, self.as_, state.question)
        tallies = TALLIES[self.by](found, classes([candidate.answer for candidate in found], *apart))
        if not tallies or not tallies[0].weight:
            return replace(state, votes=tallies, outcome=Abstained(self._nothing(found), 0.0))
        tallies, sure, kind = self._weighed(found, tallies, context)
        winner = tallies[0]
        members = [found[i] for i in winner.members]
        best = next((candidate for candidate in members if candidate.proved), members[0])
        text = best.answer or winner.answer
        proof = certificate.certificate(state.question, text, members, context.sandbox)
        return replace(state, votes=tallies, outcome=Answered(text, sure, certificate=proof, kind=kind))

    def _weighed(
        self, found: Sequence[Candidate], tallies: tuple[Tally, ...], context: Context
    ) -> tuple[tuple[Tally, ...], float, ConfidenceKind]:
        """The tallies by what was learned, if anything was, and the confidence in the first."""
        fit, raw = self._fit(context), confidence.of_vote(found, tallies[0])
        if fit is None or any(candidate.proved for candidate in found):
            return tallies, raw, "raw"
        likely = fit.probabilities(evidence(found, tallies, raw))
        pairs = zip(likely, tallies, strict=True)
        # A sort keeps the order of what is equally probable.
        ranked = sorted((replace(tally, weight=p) for p, tally in pairs), key=lambda tally: -tally.weight)
        return tuple(ranked), ranked[0].weight, "calibrated"

    def _fit(self, context: Context) -> Fit | None:
        model = context.meter.model
        if self.calibration is None or model is None:
            return None
        fit = self.calibration.fit(context.trail(self), model.identity, context.budget.effort, whole=False)
        if not isinstance(fit, Fit):
            raise SettingsError(f"vote: {fit}; fit another, or leave the key 'calibration' out.")
        return fit

    def _nothing(self, candidates: Sequence[Candidate]) -> str:
        """Why no answer can win."""
        failed = [check for candidate in candidates for check in candidate.checks if check.verdict == "fail"]
        if not candidates:
            return "nothing was found to answer with"
        if all(candidate.answer is None for candidate in candidates) and not failed:
            return f"none of {len(candidates)} samples stated an answer"
        if self.by == "agreement" or not failed:
            return "no answer was come to in two ways"
        return f"every answer failed a check; the first: {failed[0].by}: {failed[0].reason}"
