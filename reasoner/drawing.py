"""Samples become candidates, one after another, until a rule says that no more are needed."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from reasoner.models.model import Watch
from reasoner.stage import Context
from reasoner.state import Candidate, Savings, State, StopReason, Usage
from reasoner.verification import equivalence
from reasoner.verification.equivalence import Kind
from reasoner.voting import effort
from reasoner.voting.classes import Classes
from reasoner.voting.stopping import DEFAULT, Standing, Stopping, standing


@dataclass(frozen=True, slots=True)
class Rule:
    """When sampling ends."""

    budget: int | Callable[[tuple[int, ...]], int]
    """How many samples at most; or how many, given the sizes of the classes of equal answers so far."""
    stop_at: float | None = None
    """Probability, in (0.5, 1], that the leader is the one of all samples, at which it ends."""
    stopping: Stopping = DEFAULT
    until_proved: bool = True
    """End at the first proof."""
    tokens: int | None = None
    """Tokens at most; the sample that reaches them is the last."""
    seconds: float | None = None
    """Wall time at most; a sample that is not there by then is given up."""


def worth(samples: int, state: State, context: Context) -> int | Callable[[tuple[int, ...]], int]:
    """The budget for a question where a pipeline names `samples`, by the effort; see `effort.allowed`."""
    kind, spends = state.intent.kind if state.intent else None, context.budget.effort
    if spends != "auto":
        return effort.ceiling(samples, spends)
    return lambda sizes: effort.allowed(samples, spends, state.question, kind, sizes)


def draw(
    samples: Callable[[Watch], Iterator[Candidate]],
    most: int,
    rule: Rule,
    kind: Kind,
    context: Context,
    question: str,
) -> tuple[Candidate, ...]:
    """Draws at most `most` samples in the order of their index, decides after each, and keeps the ledger.

    Never by whichever sample ended first, which would favour short ones: samples come as the contiguous
    prefix by index, and what is still being generated when the decision falls is cancelled.
    """
    start, before = time.monotonic(), context.meter.usage
    end = start + rule.seconds if rule.seconds is not None else None

    def late() -> bool:
        return end is not None and time.monotonic() >= end

    watch = context.watch()
    watch = replace(watch, cancelled=lambda: late() or context.budget.spent())
    race = _Race(rule, most, Classes(*equivalence.apart(context.sandbox, kind, question)))
    stop: StopReason | None = None
    for candidate in samples(watch):
        race.add(candidate)
        stop = race.stop()
        if stop is not None:
            break
    if stop is None:
        # Fewer came than were asked for: time ran out, or a recording had no more.
        stop = "budget" if late() or context.budget.spent() else "all"
    spent = (context.meter.usage - before).completion_tokens
    context.meter.save(race.ledger(stop, spent, time.monotonic() - start))
    context.meter.add(Usage(samples=len(race.drawn), sample_budget=most))
    return tuple(race.drawn)


class _Race:
    """The samples so far. Answers are compared only when something depends on how they stand."""

    def __init__(self, rule: Rule, most: int, classes: Classes) -> None:
        self.drawn: list[Candidate] = []
        self._rule, self._most, self._classes = rule, most, classes
        self._places: list[int | None] = []
        """Those of the first of `drawn` among the classes: `_place` adds those of the rest."""
        self._tokens = 0
        self._budget = self._allowed()

    def add(self, candidate: Candidate) -> None:
        self.drawn.append(candidate)
        self._tokens += candidate.tokens

    def stop(self) -> StopReason | None:
        """Why the last sample is the last one that is needed; None when more are."""
        rule = self._rule
        if rule.until_proved and self.drawn[-1].proved:
            return "verified"
        # What was granted once stays granted, or a new sample could end what it should decide.
        self._budget = max(self._budget, self._allowed())
        if len(self.drawn) >= self._budget:
            return "all"
        if rule.stop_at is not None and (stop := self._standing().stop):
            return stop
        return "budget" if rule.tokens is not None and self._tokens >= rule.tokens else None

    def ledger(self, stop: StopReason, spent: int, seconds: float) -> Savings:
        """What stopping for this reason saved, when so many tokens and seconds were spent.

        The tokens include those of cancelled samples: samples are drawn together, so that what one took
        says little about how long the rest would have.
        """
        count = len(self.drawn)
        if stop == "all":
            # A recording that has no more samples has no more to save.
            return Savings(stop, count, count, 1.0)
        agreement = 1.0 if stop == "verified" else self._standing().agreement
        if not count:
            return Savings(stop, self._budget, 0, agreement)
        spent = max(spent, self._tokens)
        tokens = max(0, round(self._tokens / count * self._budget) - spent)
        left = tokens / spent if spent else self._budget / count - 1
        return Savings(stop, self._budget, count, agreement, tokens, seconds * left)

    def _allowed(self) -> int:
        budget = self._rule.budget
        if isinstance(budget, int):
            return min(self._most, budget)
        self._place()
        sizes = Counter(number for number in self._classes.of(self._places) if number is not None)
        return min(self._most, budget(tuple(sizes.values())))

    def _standing(self) -> Standing:
        self._place()
        rule = self._rule
        return standing(
            self.drawn,
            self._classes.of(self._places),
            self._budget,
            rule.stop_at,
            rule.stopping,
            until_proved=rule.until_proved,
        )

    def _place(self) -> None:
        for candidate in self.drawn[len(self._places) :]:
            answer = candidate.answer
            self._places.append(None if answer is None else self._classes.place(answer))
