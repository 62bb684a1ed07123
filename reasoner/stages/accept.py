"""The last word: an answer that is not sure enough is not given."""

from dataclasses import replace
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from reasoner.confidence import calibration
from reasoner.confidence.bounds import percent
from reasoner.confidence.calibration import CalibrationFile, Fit
from reasoner.confidence.evidence import evidence
from reasoner.errors import SettingsError
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, FieldName, State


class Accept(Stage):
    """Abstain when the answer is not sure enough."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    decides: ClassVar[bool] = True
    stage: Literal["accept"] = "accept"
    min_confidence: float = Field(0.85, ge=0, le=1)
    """Lowest confidence that is still an answer."""
    max_error: float | None = Field(None, gt=0, lt=1)
    """Instead of it, with `calibration`: the share of the accepted answers that may be wrong."""
    calibration: CalibrationFile | None = None
    """A file of `reasoner calibrate`; else a bundled one, if there is one for these stages and model."""

    @model_validator(mode="after")
    def _one_bound(self) -> Self:
        if self.max_error is not None and self.calibration is None:
            raise ValueError("'max_error' needs the key 'calibration', a file of: reasoner calibrate RUN.")
        if self.max_error is not None and "min_confidence" in self.model_fields_set:
            raise ValueError("give 'min_confidence' or 'max_error', not both.")
        return self

    def run(self, state: State, context: Context) -> State:
        context.meter.trail = context.trail(self)
        if not isinstance(state.outcome, Answered):
            return state
        fit = self._fit(context)
        answered = replace(state.outcome, raw=state.outcome.confidence)
        answered = calibrated(state, answered, fit) if fit else answered
        reason = self._refusal(answered, fit, voted_by_fit=state.outcome.kind == "calibrated")
        if reason is None or _proved(state, answered):
            return replace(state, outcome=answered)
        held = Abstained(reason, answered.confidence, answered.kind, answered.raw, code="unsure")
        return replace(state, outcome=held)

    def _refusal(self, answered: Answered, fit: Fit | None, *, voted_by_fit: bool) -> str | None:
        """Why the answer is not sure enough; None when it is."""
        p, least = answered.confidence, self.min_confidence
        if self.max_error is None:
            return f"confidence {p:.2f} is below {least:.2f}" if p < least else None
        bound = f"at most {percent(self.max_error)} % of the answers"
        if fit is None:
            return f"no model took part, so that nothing is known of when {bound} are wrong"
        held = fit.threshold(self.max_error, weighted=voted_by_fit)
        if held is None:
            return f"on {fit.rows} questions no confidence was found from which on {bound} are wrong"
        return (
            f"confidence {p:.3f} is below {held:.3f}, from which on {bound} are wrong" if p < held else None
        )

    def _fit(self, context: Context) -> Fit | None:
        """What was learned for the stages that lead here; None where nothing was, or no model took part.

        Raises: SettingsError, when the calibration that was asked for is for something else; another question
        would fare no better.
        """
        model, trail, spends = context.meter.model, context.trail(self), context.budget.effort
        if model is None:
            return None
        if self.calibration is None:
            return calibration.bundled(trail, model.identity, spends)
        fit = self.calibration.fit(trail, model.identity, spends)
        if not isinstance(fit, Fit):
            raise SettingsError(f"accept: {fit}; fit another with: reasoner calibrate RUN --out FILE")
        return fit


def calibrated(state: State, answered: Answered, fit: Fit) -> Answered:
    """The answer with the probability that the fit gives it; what is proved, or chosen by it, stays."""
    if answered.kind == "calibrated" or _proved(state, answered):
        return answered
    seen = evidence(state.candidates, state.votes, answered.confidence)
    return replace(answered, confidence=fit.probabilities(seen)[0], kind="calibrated")


def _proved(state: State, answered: Answered) -> bool:
    return any(candidate.proved and candidate.answer == answered.text for candidate in state.candidates)
