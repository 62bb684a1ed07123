"""A result in words, for people."""

from collections import Counter
from collections.abc import Iterator, Sequence

from reasoner import cited
from reasoner.errors import one_line
from reasoner.result import Result
from reasoner.state import Answered, Candidate, Savings, State, Step, Usage

OTHERS = 3
"""Answers that are told of beside the one that won the vote."""
ANSWER_LENGTH = 40
CALL_LENGTH = 100


def summary(result: Result) -> Iterator[str]:
    """How sure it is and why: confidence, votes, what the checks found, citations, certificate."""
    if result.reason is not None:
        yield f"abstained: {one_line(result.reason)}"
    if result.confidence is not None:
        yield f"confidence: {result.confidence:.2f} ({result.confidence_kind})"
    yield from _votes(result.state)
    yield from _checks(result.state.candidates)
    yield from cited.quotes(result.outcome.citations)
    if isinstance(result.outcome, Answered):
        yield from cited.doubts(result.outcome)
        if certificate := result.outcome.certificate:
            yield f"certificate: {certificate.kind}: {one_line(certificate.shows)}"


def steps(result: Result) -> Iterator[str]:
    """What each stage took, changed and spent, and what it saved by drawing no more samples."""
    for depth, step in _walk(result.steps):
        changed = f"changed {', '.join(step.changed)}" if step.changed else "changed nothing"
        spent = f"; {_spent(step.usage)}" if step.usage.samples_started else ""
        yield f"{'  ' * depth}{step.stage}: {step.seconds:.2f} s; {changed}{spent}"
        yield from (f"{'  ' * depth}  {_saved(ledger)}" for ledger in step.savings if ledger.budget > 1)
    yield from _calls(result.state.candidates)
    model = f" with {result.model}" if result.model else "; no model was needed"
    yield f"in all: {result.seconds:.2f} s{model}"


def _calls(candidates: Sequence[Candidate]) -> Iterator[str]:
    """Each call of a tool, by the number of its sample, and what came of it."""
    for number, candidate in enumerate(candidates, 1):
        for called in candidate.calls:
            call = one_line(f"{called.call.tool} {called.call.arguments}", CALL_LENGTH)
            came = "=" if called.ok else "failed:"
            yield f"call of sample {number}: {call} {came} {one_line(called.result, CALL_LENGTH)}"


def _votes(state: State) -> Iterator[str]:
    """How many samples gave each answer, the winner first, in a line."""
    samples = len(state.candidates)
    if samples < 2 or not state.votes:
        return
    counts = [(one_line(tally.answer, ANSWER_LENGTH), len(tally.members)) for tally in state.votes]
    (first, votes), others, rest = counts[0], counts[1 : OTHERS + 1], counts[OTHERS + 1 :]
    parts = [f"{first} ({votes} of {samples})", *(f"{answer} ({count})" for answer, count in others)]
    parts += [f"{len(rest)} more ({sum(count for _, count in rest)})"] if rest else []
    silent = samples - sum(count for _, count in counts)
    yield f"votes: {', '.join(parts)}{f'; {silent} without an answer' if silent else ''}"


def _checks(candidates: Sequence[Candidate]) -> Iterator[str]:
    """Each verdict of each check once, with how often it came and what it said first."""
    found = [check for candidate in candidates for check in candidate.checks]
    counts = Counter((check.by, check.verdict) for check in found)
    for (by, verdict), count in counts.items():
        first = next(check for check in found if (check.by, check.verdict) == (by, verdict))
        times = f" (in {count} of {len(candidates)} samples)" if len(candidates) > 1 else ""
        yield f"check {by}: {verdict}: {one_line(first.reason)}{times}"


def _walk(found: Sequence[Step], depth: int = 0) -> Iterator[tuple[int, Step]]:
    for step in found:
        yield depth, step
        yield from _walk(step.steps, depth + 1)


def _spent(usage: Usage) -> str:
    samples = f"{usage.samples} of at most {usage.sample_budget} samples ({usage.samples_started} started)"
    return f"{samples}, {usage.prompt_tokens} + {usage.completion_tokens} tokens"


def _saved(ledger: Savings) -> str:
    """The ledger of a round of sampling."""
    if ledger.stopped == "all":
        return f"drew all {ledger.budget} samples"
    text = f"stopped: {ledger.stopped} after {ledger.drawn} of {ledger.budget} samples"
    if not ledger.drawn or ledger.stopped == "verified":
        return text
    sure = f"{int(100 * ledger.agreement)} % that all {ledger.budget} come to the same"
    return f"{text}; {sure}; about {ledger.tokens} tokens saved"
