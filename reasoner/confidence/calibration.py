"""A calibration: what was learned on a recorded run about how often answers like these are right.

It is a conditional logit (McFadden 1974) over the answers to a question and "none of them is right": the
probability of an answer is proportional to exp(weights . features). The weights of the features that name a
system are what its vote is worth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp, fsum
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    ValidationError,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)

from reasoner import resources
from reasoner.confidence.bounds import threshold
from reasoner.confidence.evidence import Evidence, Features
from reasoner.errors import cause, did_you_mean, one_line
from reasoner.state import Effort

MAX_BYTES = 50_000_000
BOM = b"\xef\xbb\xbf"
HEAVIEST = 100.0
"""No weight is sensibly larger: features are of about unit size, and these are log-odds."""
FARTHEST = 1e6
"""A term of a utility counts as no larger, so that no sum overflows."""
Weight = Annotated[float, Field(ge=-HEAVIEST, le=HEAVIEST)]
Probability = Annotated[float, Field(ge=0, le=1)]
_FROZEN = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class HeldOut(BaseModel):
    """How sure a fit was of answers to questions that it had not seen, and whether they were right; a point
    a question."""

    model_config = _FROZEN

    confidences: tuple[Probability, ...] = ()
    right: tuple[bool, ...] = ()

    @model_validator(mode="after")
    def _pairs(self) -> "HeldOut":
        if len(self.confidences) != len(self.right):
            raise ValueError("confidences and right differ in length.")
        return self


class Race(BaseModel):
    """What the votes of other questions teach about when to stop; see `voting.stopping.Stopping`."""

    model_config = _FROZEN

    prior: float = Field(ge=1e-3, le=100)
    passed: float = Field(gt=0, le=100)
    failed: float = Field(ge=0, le=100)


class Fit(BaseModel):
    """What was learned about the answers that one path through a pipeline comes to, with one model."""

    model_config = _FROZEN

    trail: tuple[str, ...] = Field(min_length=1)
    """Marks of the stages that lead to the answer; see `Context.trail`."""
    model: str
    """The identity of the model; see `Model.identity`."""
    effort: Effort = "medium"
    rows: int = Field(ge=1)
    """Questions that it was learned on, each counted once."""
    weights: dict[str, Weight]
    """By the name of the feature."""
    as_voted: HeldOut = HeldOut()
    """For the winner of the vote as it was."""
    weighted: HeldOut = HeldOut()
    """For the answer that is the most probable by the weights."""
    race: Race | None = None

    def probabilities(self, evidence: Evidence) -> tuple[float, ...]:
        """Probability of each answer to be right; they add up to at most 1."""
        return probabilities(self.weights, evidence)

    def threshold(self, max_error: float, *, weighted: bool) -> float | None:
        """The lowest confidence at which at most `max_error` of the accepted answers are wrong, or None."""
        held = self.weighted if weighted else self.as_voted
        return threshold(held.confidences, held.right, max_error)


class CalibrationData(BaseModel):
    """The JSON of a calibration file."""

    model_config = _FROZEN

    format: Literal[1] = 1
    version: str
    """Of reasoner, when it was made."""
    fits: tuple[Fit, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Calibration:
    """A calibration file, read and checked."""

    name: str
    """The name as written in the pipeline."""
    data: CalibrationData

    @cached_property
    def models(self) -> frozenset[str]:
        """The models that it knows."""
        return frozenset(fit.model for fit in self.data.fits)

    def fit(self, trail: Sequence[str], model: str, effort: Effort, *, whole: bool = True) -> Fit | str:
        """What was learned for these stages, model and effort; or, in words, why there is nothing.

        A trail that is not `whole` is the beginning of one.
        """
        cut = None if whole else len(trail)
        found = [fit for fit in self.data.fits if fit.trail[:cut] == tuple(trail)]
        if not found:
            return f"{self.name} was fitted behind other stages ({self._other(trail)})"
        found = [fit for fit in found if fit.model == model]
        if not found:
            known = ", ".join(sorted(one_line(name, 40) for name in self.models))
            return f"{self.name} was fitted with another model ({known}), not {one_line(model, 40)}"
        found = [fit for fit in found if fit.effort == effort]
        if not found:
            return f"{self.name} was fitted with another effort, not '{effort}'"
        return found[0]

    def _other(self, trail: Sequence[str]) -> str:
        theirs = self.data.fits[0].trail
        for mine, other in zip(trail, theirs, strict=False):
            if mine != other:
                return f"{other} where this pipeline has {mine}"
        return f"{len(theirs)} where this pipeline has {len(trail)}"


def probabilities(weights: Mapping[str, float], evidence: Evidence) -> tuple[float, ...]:
    """Probability of each answer to be right by the conditional logit with these finite weights."""
    utilities = [_utility(weights, features) for features in (*evidence.answers, evidence.none)]
    top = max(utilities)
    odds = [exp(utility - top) for utility in utilities]
    total = fsum(odds)
    return tuple(odd / total for odd in odds[:-1])


def _utility(weights: Mapping[str, float], features: Features) -> float:
    terms = (weights.get(name, 0.0) * value for name, value in features.items())
    return fsum(max(-FARTHEST, min(FARTHEST, term)) for term in terms)


def parse(data: bytes, name: str) -> Calibration:
    """The calibration in the JSON text, which may begin with a byte order mark.

    Raises: ValueError, when it is none.
    """
    try:
        return Calibration(name, CalibrationData.model_validate_json(data.removeprefix(BOM), strict=True))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        key = ".".join(str(step) for step in detail["loc"])
        where = f"at '{one_line(key, 60)}': " if key else ""
        raise ValueError(
            f"'{name}' is no calibration: {where}{one_line(detail['msg'].lower(), 120)}; "
            "make one with: reasoner calibrate RUN --out FILE"
        ) from None


def read(name: str, base: Path | None) -> Calibration:
    """The calibration `name`: beside the pipeline in `base` (or its `calibrations/`), else a bundled one.

    Raises: ValueError, when there is none, or when it is none.
    """
    path = resources.companion(name, "calibrations", base)
    if path is None:
        known = [p.name for p in (resources.bundled("pipelines") / "calibrations").glob("*.json")]
        raise ValueError(f"no calibration '{name}'{did_you_mean(name, known)}")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"the calibration '{name}' is larger than {MAX_BYTES} bytes.")
        return parse(path.read_bytes(), name)
    except OSError as error:
        raise ValueError(f"the calibration '{name}' cannot be read: {cause(error)}.") from None


@cache
def _bundled() -> tuple[Calibration, ...]:
    folder = resources.bundled("pipelines") / "calibrations"
    return tuple(parse(path.read_bytes(), path.name) for path in sorted(folder.glob("*.json")))


def bundled(trail: Sequence[str], model: str, effort: Effort) -> Fit | None:
    """What ships for these stages, model and effort; None where nothing does."""
    found = (calibration.fit(trail, model, effort) for calibration in _bundled())
    return next((fit for fit in found if isinstance(fit, Fit)), None)


def _validate(value: object, info: ValidationInfo) -> Calibration:
    if isinstance(value, Calibration):
        return value
    if not isinstance(value, str):
        raise ValueError("a calibration must be the name of a file.")
    return read(value, (info.context or {}).get("base"))


def _serialize(calibration: Calibration, info: SerializationInfo) -> str:
    """Its name; its text where the caller asks for `prompts: text`, to compare what two pipelines do."""
    texts = (info.context or {}).get("prompts") == "text"
    return calibration.data.model_dump_json() if texts else calibration.name


CalibrationFile = Annotated[
    Calibration,
    PlainValidator(_validate),
    PlainSerializer(_serialize, return_type=str),
    WithJsonSchema({"type": "string", "description": "A calibration file, beside the pipeline or bundled."}),
]
"""A field of a stage that names a calibration."""
