"""Samples become candidates, one after another, until a rule says that no more are needed."""

import time
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

    budget: Callable[[tuple[int, ...]], int]
    """How many samples at most, given the sizes of the classes of equal answers so far."""
    stop_at: float | None = None
    """Probability, in (0.5, 1], that the leader is the one of all samples, at which it ends."""
    stopping: Stopping = DEFAULT
    until_proved: bool = True
    """End at the first proof."""
    tokens: int | None = None
    """Tokens at most; the sample that reaches them is the last."""
    seconds: float | None = None
    """Wall time at most; a sample that is not there by then is given up."""


def worth(samples: int, state: State, context: Context) -> Callable[[tuple[int, ...]], int]:
    """The budget for a question where a pipeline names `samples`, by the effort; see `effort.allowed`."""
    kind, spends = state.intent.kind if state.intent else None, context.budget.effort
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
    start = time.monotonic()
    end = start + rule.seconds if rule.seconds is not None else None

    def late() -> bool:
        return end is not None and time.monotonic() >= end

    def equal(left: str, right: str) -> bool:
        found = equivalence.equal(left, right, context.sandbox, kind=kind, question=question)
        return found.verdict == "equal"

    watch = context.watch()
    watch = replace(watch, cancelled=lambda: late() or context.budget.spent())
    classes = Classes(lambda answer: equivalence.key(answer, kind), equal)
    drawn: list[Candidate] = []
    numbers: list[int | None] = []
    sizes: list[int] = []
    tokens, budget, stop = 0, most, None
    state = Standing(None, 0.0, None)
    for candidate in samples(watch):
        drawn.append(candidate)
        tokens += candidate.tokens
        number = classes.number(candidate.answer) if candidate.answer is not None else None
        numbers.append(number)
        if number is not None:
            sizes[number:] = [sizes[number] + 1, *sizes[number + 1 :]] if number < len(sizes) else [1]
        budget = min(most, rule.budget(tuple(sizes)))
        state = standing(drawn, numbers, budget, rule.stop_at, rule.stopping)
        stop = _stop(state, rule, tokens)
        if stop is not None:
            break
    if stop is None:
        # Fewer came than were asked for: time ran out, or a recording had no more.
        stop = "budget" if late() or context.budget.spent() else "all"
    context.meter.save(_ledger(stop, budget, drawn, state, tokens, time.monotonic() - start))
    context.meter.add(Usage(samples=len(drawn), sample_budget=most))
    return tuple(drawn)


def _stop(state: Standing, rule: Rule, tokens: int) -> StopReason | None:
    if state.stop == "verified" and not rule.until_proved:
        return None
    if state.stop is None and rule.tokens is not None and tokens >= rule.tokens:
        return "budget"
    return state.stop


def _ledger(
    stop: StopReason, budget: int, drawn: list[Candidate], state: Standing, tokens: int, seconds: float
) -> Savings:
    count = len(drawn)
    if stop == "all":
        # A recording that has no more samples has no more to save.
        return Savings(stop, count, count, 1.0)
    left = (budget - count) / count if count else 0.0
    return Savings(stop, budget, count, state.agreement, round(tokens * left), seconds * left)
