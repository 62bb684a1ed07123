"""Learns what evidence is worth: a conditional logit, cross-fitted. The one module here that needs numpy."""

import hashlib
from collections import Counter
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
Chosen = NDArray[np.bool_]


def key(question: str) -> str:
    """The question, however it is spaced: questions with the same key are copies of each other."""
    return " ".join(question.split())


@dataclass(frozen=True, slots=True)
class Example:
    """A row of a recorded run, and which of the answers in it are right."""

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
    def key(self) -> str:
        """What the copies of a question have in common."""
        return key(self.question)

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

    Copies of a question are no further evidence. Together they weigh as much as one question, they are in
    the same fold, so that no answer is judged by its own copy, and one of them makes the held-out point, see
    `representatives`; the points are in the order in which the questions first appear. Examples with the same
    evidence get the same probabilities, see `Design.evened`. Raises: ValueError, when there are none.
    """
    if not examples:
        raise ValueError("there is nothing to learn from.")
    learnable = [example for example in examples if example.learnable]
    shown = [examples[i] for i in representatives(examples)]
    places = [i for i, example in enumerate(shown) if example.learnable]
    judged = [shown[i] for i in places]
    design = Design.of(learnable)
    names = design.seen.names
    seeing = Alternatives.of([one.evidence for one in judged], names)
    voting = Alternatives.of([one.voting or one.evidence for one in judged], names)
    number = _folds([example.question for example in learnable], folds)
    learned_in = np.array([number[example.key] for example in learnable], dtype=int)
    judged_in = np.array([number[example.key] for example in judged], dtype=int)
    seen, before = np.zeros(seeing.there.shape), np.zeros(voting.there.shape)
    for fold in set(judged_in.tolist()):
        weights = learn(design.only(learned_in != fold), penalty)
        seen[judged_in == fold] = seeing.only(judged_in == fold).probabilities(weights)
        before[judged_in == fold] = voting.only(judged_in == fold).probabilities(weights)
    as_voted, weighted = (list[tuple[float, bool]](map(_undecided, shown)) for _ in range(2))
    for i, one, chosen_from in zip(places, seeing.evened(seen), voting.evened(before), strict=True):
        best = int(chosen_from[:-1].argmax())
        as_voted[i] = float(one[0]), shown[i].right[0]
        weighted[i] = float(chosen_from[best]), shown[i].right[best]
    return Fit(
        trail=tuple(trail),
        model=model,
        effort=effort,
        rows=len(shown),
        weights={
            name: round(weight, 9)
            for name, weight in zip(names, learn(design, penalty).tolist(), strict=True)
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


def representatives(examples: Sequence[Example]) -> list[int]:
    """The index of one example of each question, in the order in which the questions first appear.

    A bound is on the share of wrong answers among questions, so that each may be heard once. The copy that is
    heard is the first by a hash of its evidence, which is as good as drawn by lot: its being right has no
    part in it, except that of copies with the same evidence a wrong one is heard. So the points are a sample
    as if each question had been asked once, and the order of the rows decides nothing.
    """
    copies: dict[str, list[int]] = {}
    for i, example in enumerate(examples):
        copies.setdefault(example.key, []).append(i)
    return [
        members[0] if len(members) == 1 else min(members, key=lambda i: _lot(examples[i]))
        for members in copies.values()
    ]


def _lot(example: Example) -> tuple[bytes, tuple[bool, ...]]:
    """What the copies of a question are drawn by."""
    seen = [example.evidence, example.voting or example.evidence]
    parts = [sorted(features.items()) for one in seen for features in (*one.answers, one.none)]
    text = repr((example.key, parts, example.decided, example.proved))
    return _digest(text), example.right


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="replace")).digest()


def _folds(questions: Sequence[str], count: int) -> dict[str, int]:
    """The fold of each question by its key: drawn by its hash, all folds equally large."""
    spellings = {key(question): question for question in sorted(questions, reverse=True)}
    order = sorted(spellings, key=lambda name: _digest(spellings[name]))
    return {name: i % count for i, name in enumerate(order)}


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Evidence as arrays; the last of the `alternatives` of an example is that none of its answers is
    right."""

    names: tuple[str, ...]
    """Of the features."""
    x: Array
    """Features; shape (examples, alternatives, features)."""
    there: NDArray[np.bool_]
    """Which alternatives each example has; shape (examples, alternatives)."""

    @classmethod
    def of(cls, evidences: Sequence[Evidence], names: Sequence[str]) -> "Alternatives":
        """The arrays of the evidence, as far as it has these names."""
        place = {name: i for i, name in enumerate(names)}
        alternatives = max((len(seen.answers) for seen in evidences), default=0) + 1
        x = np.zeros((len(evidences), alternatives, len(names)))
        there = np.zeros((len(evidences), alternatives), dtype=bool)
        for i, seen in enumerate(evidences):
            for k, features in ((-1, seen.none), *enumerate(seen.answers)):
                there[i, k] = True
                for name in features.keys() & place.keys():
                    x[i, k, place[name]] = features[name]
        return cls(tuple(names), x, there)

    def only(self, chosen: Chosen) -> "Alternatives":
        """Those of the chosen examples; `chosen` has shape (examples,)."""
        return Alternatives(self.names, self.x[chosen], self.there[chosen])

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


@dataclass(frozen=True, slots=True)
class Design:
    """What is learned from: alternatives, and which of them is right."""

    seen: Alternatives
    target: NDArray[np.intp]
    """The alternative that is right, of several the first; shape (examples,)."""
    worth: Array
    """What each example counts for, in (0, 1]; shape (examples,)."""

    @classmethod
    def of(cls, examples: Sequence[Example]) -> "Design":
        """The arrays of the examples; copies of a question are worth one together."""
        evidences = [example.evidence for example in examples]
        every = [f for seen in evidences for f in (*seen.answers, seen.none)]
        names = sorted({name for features in every for name, value in features.items() if value})
        seen = Alternatives.of(evidences, names)
        none = seen.x.shape[1] - 1
        target = [next((k for k, is_right in enumerate(one.right) if is_right), none) for one in examples]
        copies = Counter(example.key for example in examples)
        worth = np.array([1 / copies[example.key] for example in examples])
        return cls(seen, np.array(target, dtype=np.intp), worth)

    def only(self, chosen: Chosen) -> "Design":
        """The chosen examples; `chosen` has shape (examples,)."""
        return Design(self.seen.only(chosen), self.target[chosen], self.worth[chosen])


def learn(design: Design, penalty: float = PENALTY) -> Array:
    """The weights of the largest penalised likelihood, by Newton's method; shape (features,).

    The objective is strictly concave, so that they are unique, and finite also where all are right.
    """
    x, worth = design.seen.x, design.worth[:, None]
    count, _, width = x.shape
    if not count:
        return np.zeros(width)
    ridge = np.array([LIGHT_PENALTY if name == NONE else penalty for name in design.seen.names])
    flat, chosen = x.reshape(-1, width), x[np.arange(count), design.target]
    weights = np.zeros(width)
    for _ in range(STEPS):
        p = design.seen.probabilities(weights)
        mean = np.einsum("nc,ncd->nd", p, x)
        gradient = ridge * weights + (worth * (mean - chosen)).sum(axis=0)
        curvature = np.diag(ridge) + (flat * (worth * p).reshape(-1, 1)).T @ flat - (worth * mean).T @ mean
        step = np.linalg.solve(curvature, gradient)
        step *= min(1.0, 4.0 / max(1e-12, float(np.abs(step).max(initial=0.0))))
        weights = weights - step
        if np.abs(step).max(initial=0.0) < CLOSE_ENOUGH:
            break
    return weights
