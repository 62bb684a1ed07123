import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from reasoner.drawing import Rule, draw, worth
from reasoner.models.model import Watch
from reasoner.stage import Budget, Context
from reasoner.state import Candidate, Effort, Intent, Savings, State, StopReason
from support import candidate, candidates, check, context

PROOF = candidate("4", check("pass", "proof"))
SUPPORTED = candidate("4", check("pass"))


def source(*found: Candidate) -> Callable[[Watch], Iterator[Candidate]]:
    """Gives these samples of five tokens each."""
    return lambda watch: iter([replace(one, tokens=5) for one in found])


def drawn(rule: Rule, *found: Candidate, most: int = 16, inside: Context | None = None) -> Savings:
    """The ledger of drawing from these samples."""
    inside = inside or context()
    got = draw(source(*found), most, rule, "auto", inside, "?")
    (ledger,) = inside.meter.savings
    assert ledger.drawn == len(got) == inside.meter.usage.samples
    assert inside.meter.usage.sample_budget == most
    return ledger


@pytest.mark.parametrize(
    ("rule", "found", "stopped", "count"),
    [
        (Rule(8), candidates(*"4" * 8), "all", 8),
        (Rule(3), candidates(*"4" * 8), "all", 3),
        (Rule(8), candidates("4", "5"), "all", 2),
        (Rule(8, stop_at=0.95), candidates(*"4" * 8), "posterior", 3),
        (Rule(8, stop_at=1.0), candidates(*"4" * 8), "leader", 5),
        (Rule(8, stop_at=0.95), candidates(*[None] * 8), "all", 8),
        (Rule(8), (candidate("5"), PROOF, PROOF), "verified", 2),
        (Rule(8), (SUPPORTED, SUPPORTED), "all", 2),
        (Rule(8, until_proved=False), (PROOF,) * 9, "all", 8),
        (Rule(8, stop_at=1.0, until_proved=False), (PROOF,) * 9, "leader", 5),
        (Rule(8, tokens=10), candidates(*"4" * 8), "budget", 2),
        (Rule(8, tokens=10, until_proved=False), (PROOF,) * 8, "budget", 2),
        (Rule(2, tokens=10), candidates(*"4" * 8), "all", 2),
        (Rule(8, tokens=10_000), candidates(*"4" * 8), "all", 8),
        (Rule(8, seconds=1e-9), (), "budget", 0),
        (Rule(8, seconds=1e9), (), "all", 0),
    ],
)  # fmt: skip
def test_it_ends_for_one_reason(
    rule: Rule, found: tuple[Candidate, ...], stopped: StopReason, count: int
) -> None:
    ledger = drawn(rule, *found)
    assert (ledger.stopped, ledger.drawn) == (stopped, count)


def test_answers_that_are_equal_vote_together_however_they_are_written() -> None:
    assert drawn(Rule(8, stop_at=0.95), *candidates("1/2", "0.5", r"\frac12", "2")).stopped == "posterior"


def test_the_ledger_tells_what_stopping_saved_and_how_sure_it_was() -> None:
    ledger = drawn(Rule(8, stop_at=0.95), *candidates(*"4" * 8))
    assert (ledger.budget, ledger.drawn, ledger.samples, ledger.tokens) == (8, 3, 5, 25)
    assert 0.95 <= ledger.agreement < 1


@pytest.mark.parametrize(("spent", "saved"), [(0, 25), (15, 25), (30, 10), (60, 0)])
def test_tokens_of_cancelled_samples_are_not_saved(spent: int, saved: int) -> None:
    def samples(watch: Watch) -> Iterator[Candidate]:
        try:
            yield from source(*candidates(*"4" * 8))(watch)
        finally:
            watch.on_spent(8, 0, spent)

    ledger = drawn_from(samples, Rule(8, stop_at=0.95), 8, context())
    assert (ledger.drawn, ledger.tokens) == (3, saved)
    assert (ledger.seconds > 0) == (saved > 0)


def test_a_budget_that_is_spent_says_how_sure_the_leader_was_without_being_asked_to_stop_by_it() -> None:
    apart = drawn(Rule(8, tokens=20), *candidates("4", "5", "6", "7"))
    alike = drawn(Rule(8, tokens=20), *candidates("4", "4", "4", "4"))
    assert apart.agreement < 0.5 < alike.agreement < 1


def test_what_was_all_saved_nothing() -> None:
    assert drawn(Rule(8), *candidates("4", "5")) == Savings("all", 2, 2, 1.0)


def test_nothing_that_was_drawn_is_a_ledger_too() -> None:
    cancelled = context()
    cancelled.budget.cancel.set()
    assert drawn(Rule(8), inside=cancelled) == Savings("budget", 8, 0, 0.0)


def test_a_budget_that_grows_with_disagreement_is_not_taken_back() -> None:
    def budget(sizes: tuple[int, ...]) -> int:
        return 12 if sizes == (1, 1) else 4

    assert drawn(Rule(budget), *candidates("4", "5", *"4" * 14)).drawn == 12
    assert drawn(Rule(budget), *candidates("4", "4", *"4" * 14)).drawn == 4


def test_a_budget_is_never_more_than_what_is_asked_of_the_model() -> None:
    assert drawn(Rule(lambda sizes: 100), *candidates(*"4" * 20), most=6).drawn == 6


def test_samples_that_are_not_needed_are_cancelled_before_it_returns() -> None:
    ended: list[int] = []

    def samples(watch: Watch) -> Iterator[Candidate]:
        given = 0
        try:
            for found in candidates(*"4" * 8):
                given += 1
                yield found
        finally:
            ended.append(given)

    draw(samples, 8, Rule(8, stop_at=0.95), "auto", context(), "?")
    assert ended == [3]


def test_a_model_is_told_when_the_time_is_over() -> None:
    def samples(watch: Watch) -> Iterator[Candidate]:
        while not watch.cancelled():
            yield candidate(None)

    inside = replace(context(), budget=Budget(deadline=time.monotonic() + 0.05))
    ledger = drawn_from(samples, Rule(1 << 30), 1 << 30, inside)
    assert ledger.stopped == "budget"
    assert drawn_from(samples, Rule(1 << 30, seconds=0.05), 1 << 30, context()).stopped == "budget"


def drawn_from(
    samples: Callable[[Watch], Iterator[Candidate]], rule: Rule, most: int, inside: Context
) -> Savings:
    draw(samples, most, rule, "auto", inside, "?")
    return inside.meter.savings[0]


@pytest.mark.parametrize(("effort", "most"), [("low", 2), ("medium", 8), ("high", 32)])
def test_a_question_is_worth_a_number_unless_the_effort_is_auto(effort: Effort, most: int) -> None:
    inside = replace(context(), budget=Budget(effort=effort))
    assert worth(8, State("?"), inside) == most


def test_with_auto_it_is_worth_what_the_votes_say() -> None:
    inside = replace(context(), budget=Budget(effort="auto"))
    budget = worth(8, State("hello", intent=Intent("chat", 1.0)), inside)
    assert not isinstance(budget, int)
    assert (budget(()), budget((2,)), budget((1, 1))) == (2, 2, 32)
