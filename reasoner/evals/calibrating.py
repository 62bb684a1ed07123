"""From the rows of a run with known answers to a calibration."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Literal

from reasoner import confidence
from reasoner.confidence.calibration import Fit
from reasoner.confidence.evidence import SOURCE, evidence
from reasoner.confidence.fitting import Example, fit, representatives
from reasoner.evals import racing
from reasoner.evals.runs import RunRow
from reasoner.evals.statistics import Point, Quality, quality
from reasoner.state import Effort
from reasoner.verification.answers import extract
from reasoner.verification.equivalence import Kind, equal
from reasoner.verification.sandbox import Sandbox

LEAST = 20
"""Graded questions that a fit needs, copies counted once."""
BOUNDS = (0.02, 0.05, 0.10, 0.20)
"""Shares of wrong answers that every report tells about."""
LeftOut = Literal[
    "with an error",
    "without a known answer",
    "without a trail",
    "without a model",
    "voted on by a calibration",
    "where a comparison with the known answer settled nothing",
]


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """What a calibration holds for: the stages that led to the confidence, the model, and the effort."""

    trail: tuple[str, ...]
    model: str
    effort: Effort


@dataclass(frozen=True, slots=True)
class Graded:
    """A question with its known answer: what is learned from it."""

    group: Group
    example: Example
    raw: float
    """The confidence in the winner before any calibration; 0 where there is none."""
    vote: racing.Vote | None = None
    """All of its samples, where sampling was not stopped."""

    @property
    def point(self) -> Point:
        """Its raw confidence, and whether the winner is right."""
        return self.raw, self.example.decided and any(self.example.right[:1])


def grade(
    row: RunRow, golds: Sequence[str], sandbox: Sandbox, limit_seconds: float = 2.0, *, kind: Kind = "auto"
) -> Graded | LeftOut:
    """Which answers of the row are equal to one of `golds`; or why nothing can be learned from it.

    Whatever the vote could not choose from, such as a question that has no answer, has no right answer.
    Raises: SandboxUnavailable.
    """
    if not row.trail:
        return "without a trail"
    if row.model is None:
        return "without a model"
    votes = row.votes
    if row.confidence_kind == "calibrated" and votes and votes[0].weight == row.raw_confidence:
        return "voted on by a calibration"
    verdicts = [_verdict(tally.answer, golds, row.question, sandbox, limit_seconds, kind) for tally in votes]
    if "unknown" in verdicts:
        return "where a comparison with the known answer settled nothing"
    # The vote had a winner, and no other stage than `accept` held it back.
    decided = bool(votes) and votes[0].weight > 0 and row.raw_confidence is not None
    voted = confidence.of_vote(row.candidates, votes[0]) if votes else 0.0
    raw = row.raw_confidence or 0.0
    example = Example(
        question=row.question,
        evidence=evidence(row.candidates, votes, raw),
        right=tuple(verdict == "equal" for verdict in verdicts),
        voting=evidence(row.candidates, votes, voted) if voted != raw else None,
        decided=decided,
        proved=decided and any(row.candidates[i].proved for i in votes[0].members),
    )
    return Graded(Group(row.trail, row.model.identity, row.effort), example, raw, _whole_vote(row))


def _verdict(
    answer: str, golds: Sequence[str], question: str, sandbox: Sandbox, limit_seconds: float, kind: Kind
) -> Literal["equal", "different", "unknown"]:
    verdicts = set()
    for gold in golds:
        expected = extract(gold, kind=kind) or gold.strip()
        found = equal(expected, answer, sandbox, limit_seconds, kind=kind, question=question).verdict
        if found == "equal":
            return "equal"
        verdicts.add(found)
    return "unknown" if "unknown" in verdicts else "different"


def _whole_vote(row: RunRow) -> racing.Vote | None:
    """The samples and their classes, if they are all samples of one prompt."""
    prompts = {candidate.prompt for candidate in row.candidates}
    if row.savings.stopped != ("all",) or len(prompts) != 1 or None in prompts:
        return None
    numbers = {i: k for k, tally in enumerate(row.votes) for i in tally.members}
    return racing.Vote(row.candidates, tuple(numbers.get(i) for i in range(len(row.candidates))))


@dataclass
class Run:
    """What the rows of a run come to, group by group."""

    groups: dict[Group, list[Graded]] = field(default_factory=dict)
    left_out: Counter[LeftOut] = field(default_factory=Counter)

    def take(self, found: Graded | LeftOut) -> None:
        """Counts a row in."""
        if isinstance(found, Graded):
            self.groups.setdefault(found.group, []).append(found)
        else:
            self.left_out[found] += 1

    def enough(self) -> Mapping[Group, Sequence[Graded]]:
        """The groups that are large enough for a fit."""
        sizes = self.sizes()
        return {group: found for group, found in self.groups.items() if sizes[group] >= LEAST}

    def sizes(self) -> Mapping[Group, int]:
        """How many questions each group has, copies counted once."""
        return {group: len({one.example.key for one in found}) for group, found in self.groups.items()}


@dataclass(frozen=True, slots=True)
class Bound:
    """What comes of a bound on the share of wrong answers among the accepted ones."""

    max_error: float
    threshold: float | None
    """The lowest confidence that is accepted; None where none is known to hold the bound."""
    coverage: float
    """Share of the questions that are accepted, held out."""
    error: float
    """Share of wrong ones among them; 0 where none is accepted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Confidences of one kind, and what bounds come to by them."""

    quality: Quality
    bounds: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A fit, and how good it is where it was not learned."""

    fit: Fit
    raw: Quality
    as_voted: Measured
    weighted: Measured

    @property
    def sources(self) -> Mapping[str, float]:
        """What a vote of each system is worth, in log-odds; the best first."""
        named = self.fit.weights.items()
        found = {name.removeprefix(SOURCE): worth for name, worth in named if name.startswith(SOURCE)}
        return dict(sorted(found.items(), key=lambda item: -item[1]))


def learn(group: Group, graded: Sequence[Graded]) -> Fit:
    """What a group teaches."""
    found = fit([one.example for one in graded], group.trail, group.model, group.effort)
    race = racing.race([one.vote for one in _one_a_question(graded) if one.vote is not None])
    return found.model_copy(update={"race": race})


def _one_a_question(graded: Sequence[Graded]) -> list[Graded]:
    """One row of each question, the same that the held-out points are of."""
    return [graded[i] for i in representatives([one.example for one in graded])]


def report(found: Fit, graded: Sequence[Graded], max_error: float) -> Report:
    """How good the fit is on what it was learned from, each question judged by the others."""
    bounds = sorted({*BOUNDS, max_error})
    return Report(
        fit=found,
        raw=quality([one.point for one in _one_a_question(graded)]),
        as_voted=_measured(found, bounds, weighted=False),
        weighted=_measured(found, bounds, weighted=True),
    )


def _measured(found: Fit, bounds: Sequence[float], *, weighted: bool) -> Measured:
    held = found.weighted if weighted else found.as_voted
    points = list(zip(held.confidences, held.right, strict=True))
    thresholds = ((bound, found.threshold(bound, weighted=weighted)) for bound in bounds)
    return Measured(quality(points), tuple(accepted(points, *pair) for pair in thresholds))


def accepted(points: Sequence[Point], max_error: float, threshold: float | None) -> Bound:
    """What the threshold accepts of the points."""
    right = [right for sure, right in points if threshold is not None and sure >= threshold]
    wrong = fsum(not one for one in right) / len(right) if right else 0.0
    return Bound(max_error, threshold, len(right) / len(points), wrong)
