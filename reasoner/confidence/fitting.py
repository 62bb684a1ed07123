"""Learns what evidence is worth: a conditional logit, cross-fitted. The one module here that needs numpy."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reasoner.confidence.calibration import Fit, HeldOut
from reasoner.confidence.evidence import NONE, Evidence
from reasoner.state import Effort

FOLDS = 10
PENALTY = 3.0
"""Of the squares of the weights, halved: a prior with a standard deviation of 0.6."""
LIGHT_PENALTY = 0.1
"""Of the weight that says how often no answer is right at all."""
STEPS, CLOSE_ENOUGH = 50, 1e-7
ALIKE = 10
"""Examples with the same evidence from which on they are treated alike."""
ABSENT = -1e9
"""The utility of an answer that is not there."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A question of a recorded run, and which of the answers to it are right."""

    question: str
    evidence: Evidence
    """For each class of the vote, the winner first."""
    right: tuple[bool, ...]
    """Of each class."""
    voting: Evidence | None = None
    """The evidence as it was when the vote was held, where later stages changed the confidence."""
    decided: bool = True
    """The vote had a winner; nothing is learned where it had none."""
    proved: bool = False
    """The winner is proved, and so is accepted whatever was learned."""

    @property
    def learnable(self) -> bool:
        """What it teaches would be used for questions like it."""
        return self.decided and not self.proved and bool(self.right)


def fit(
    examples: Sequence[Example],
    trail: Sequence[str],
    model: str,
    effort: Effort = "medium",
    *,
    folds: int = FOLDS,
    penalty: float = PENALTY,
) -> Fit:
    """What the examples teach, and how sure of each of them one is who learned from the others alone.

    Copies of a question are in the same fold, so that no answer is judged by its own copy. Examples with the
    same evidence get the same probabilities, see `Design.evened`. The held-out points are in the order of the
    examples. Raises: ValueError, when there are none.
    """
    if not examples:
        raise ValueError("there is nothing to learn from.")
    places = [i for i, example in enumerate(examples) if example.learnable]
    learnable = [examples[i] for i in places]
    design = Design.of([example.evidence for example in learnable], [e.right for e in learnable])
    voting = design.seeing([example.voting or example.evidence for example in learnable])
    numbers = np.array(_folds([example.question for example in learnable], folds), dtype=int)
    seen, before = np.zeros(design.there.shape), np.zeros(voting.there.shape)
    for fold in set(numbers.tolist()):
        weights = learn(design.only(numbers != fold), penalty)
        seen[numbers == fold] = design.only(numbers == fold).probabilities(weights)
        before[numbers == fold] = voting.only(numbers == fold).probabilities(weights)
    as_voted, weighted = (list[tuple[float, bool]](map(_undecided, examples)) for _ in range(2))
    for i, one, chosen_from in zip(places, design.evened(seen), voting.evened(before), strict=True):
        best = int(chosen_from[:-1].argmax())
        as_voted[i] = float(one[0]), examples[i].right[0]
        weighted[i] = float(chosen_from[best]), examples[i].right[best]
    return Fit(
        trail=tuple(trail),
        model=model,
        effort=effort,
        rows=len(examples),
        weights={
            name: round(weight, 9)
            for name, weight in zip(design.names, learn(design, penalty).tolist(), strict=True)
        },
        as_voted=_held_out(as_voted),
        weighted=_held_out(weighted),
    )


def _undecided(example: Example) -> tuple[float, bool]:
    """What is said of an example that nothing is learned from: certain, if it is proved."""
    sure = example.decided and example.proved
    return (1.0, example.right[0]) if sure else (0.0, False)


def _held_out(points: Sequence[tuple[float, bool]]) -> HeldOut:
    """The points, with probabilities as many digits long as they mean anything."""
    return HeldOut(
        confidences=tuple(round(min(1.0, p), 6) for p, _ in points), right=tuple(right for _, right in points)
    )


def _folds(questions: Sequence[str], count: int) -> list[int]:
    """The fold of each question: drawn by its hash, all folds equally large, copies together."""
    order = sorted(set(questions), key=lambda text: hashlib.sha256(text.encode(errors="replace")).digest())
    number = {question: i % count for i, question in enumerate(order)}
    return [number[question] for question in questions]


@dataclass(frozen=True, slots=True)
class Design:
    """Examples as arrays; the last of the `alternatives` of each is that none of its answers is right."""

    names: tuple[str, ...]
    """Of the features."""
    x: Array
    """Features; shape (examples, alternatives, features)."""
    there: NDArray[np.bool_]
    """Which alternatives each example has; shape (examples, alternatives)."""
    target: NDArray[np.intp]
    """The alternative that is right, of several the first; shape (examples,)."""

    @classmethod
    def of(cls, evidences: Sequence[Evidence], right: Sequence[Sequence[bool]]) -> "Design":
        """The arrays of the evidence for answers, and of which of these are right."""
        every = [f for seen in evidences for f in (*seen.answers, seen.none)]
        names = tuple(sorted({name for features in every for name, value in features.items() if value}))
        x, there = _arrays(evidences, names)
        none = x.shape[1] - 1
        target = [next((k for k, is_right in enumerate(row) if is_right), none) for row in right]
        return cls(names, x, there, np.array(target, dtype=np.intp))

    def seeing(self, evidences: Sequence[Evidence]) -> "Design":
        """The same examples with this evidence."""
        return Design(self.names, *_arrays(evidences, self.names), self.target)

    def only(self, chosen: NDArray[np.bool_]) -> "Design":
        """The chosen examples; `chosen` has shape (examples,)."""
        return Design(self.names, self.x[chosen], self.there[chosen], self.target[chosen])

    def probabilities(self, weights: Array) -> Array:
        """Of each alternative to be the right one; shape (examples, alternatives), rows add up to 1."""
        utilities = np.where(self.there, self.x @ weights, ABSENT)
        odds = np.exp(utilities - utilities.max(axis=1, keepdims=True))
        shares: Array = odds / odds.sum(axis=1, keepdims=True)
        return shares

    def evened(self, probabilities: Array) -> Array:
        """Held-out probabilities, with the mean for examples of the same evidence where they are ALIKE many.

        What is learned without an example is a little surer where that is wrong: by such differences the
        wrong ones of equal evidence would come first. With fewer, examples would judge themselves in a mean.
        """
        alike: dict[bytes, list[int]] = {}
        for i in range(len(probabilities)):
            alike.setdefault(self.x[i].tobytes() + self.there[i].tobytes(), []).append(i)
        even = probabilities.copy()
        for members in alike.values():
            if len(members) >= ALIKE:
                even[members] = probabilities[members].mean(axis=0)
        return even


def _arrays(evidences: Sequence[Evidence], names: Sequence[str]) -> tuple[Array, NDArray[np.bool_]]:
    place = {name: i for i, name in enumerate(names)}
    alternatives = max((len(seen.answers) for seen in evidences), default=0) + 1
    x = np.zeros((len(evidences), alternatives, len(names)))
    there = np.zeros((len(evidences), alternatives), dtype=bool)
    for i, seen in enumerate(evidences):
        for k, features in ((-1, seen.none), *enumerate(seen.answers)):
            there[i, k] = True
            for name in features.keys() & place.keys():
                x[i, k, place[name]] = features[name]
    return x, there


def learn(design: Design, penalty: float = PENALTY) -> Array:
    """The weights of the largest penalised likelihood, by Newton's method; shape (features,).

    The objective is strictly concave, so that they are unique, and finite also where all are right.
    """
    count, _, width = design.x.shape
    if not count:
        return np.zeros(width)
    ridge = np.array([LIGHT_PENALTY if name == NONE else penalty for name in design.names])
    flat, chosen = design.x.reshape(-1, width), design.x[np.arange(count), design.target]
    weights = np.zeros(width)
    for _ in range(STEPS):
        p = design.probabilities(weights)
        mean = np.einsum("nc,ncd->nd", p, design.x)
        gradient = ridge * weights + (mean - chosen).sum(axis=0)
        curvature = np.diag(ridge) + (flat * p.reshape(-1, 1)).T @ flat - mean.T @ mean
        step = np.linalg.solve(curvature, gradient)
        step *= min(1.0, 4.0 / max(1e-12, float(np.abs(step).max(initial=0.0))))
        weights = weights - step
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    return weights
