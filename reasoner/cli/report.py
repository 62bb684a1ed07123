"""A result in words, for people."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from reasoner.errors import one_line
from reasoner.pipeline import Result
from reasoner.state import Answered, Candidate, Citation, Step, Usage


def summary(result: Result) -> Iterator[str]:
    """How sure it is and why: confidence, what the checks found, citations, certificate."""
    if result.reason is not None:
        yield f"abstained: {one_line(result.reason)}"
    if result.confidence is not None:
        yield f"confidence: {result.confidence:.2f} ({result.confidence_kind})"
    yield from _checks(result.state.candidates)
    if isinstance(result.outcome, Answered):
        for number, citation in enumerate(result.outcome.citations, start=1):
            yield f"[{number}] {_place(citation)} {json.dumps(one_line(citation.quote), ensure_ascii=False)}"
        if certificate := result.outcome.certificate:
            yield f"certificate: {certificate.kind}: {one_line(certificate.shows)}"


def steps(result: Result) -> Iterator[str]:
    """What each stage took, changed and spent."""
    for depth, step in _walk(result.steps):
        changed = f"changed {', '.join(step.changed)}" if step.changed else "changed nothing"
        spent = f"; {_spent(step.usage)}" if step.usage.samples_started else ""
        yield f"{'  ' * depth}{step.stage}: {step.seconds:.2f} s; {changed}{spent}"
    model = f" with {result.model}" if result.model else "; no model was needed"
    yield f"in all: {result.seconds:.2f} s{model}"


def _checks(candidates: Sequence[Candidate]) -> Iterator[str]:
    """Each verdict of each check once, with how often it came and what it said first."""
    found = [check for candidate in candidates for check in candidate.checks]
    counts = Counter((check.by, check.verdict) for check in found)
    for (by, verdict), count in counts.items():
        first = next(check for check in found if (check.by, check.verdict) == (by, verdict))
        times = f" (in {count} of {len(candidates)} samples)" if len(candidates) > 1 else ""
        yield f"check {by}: {verdict}: {one_line(first.reason)}{times}"


def _place(citation: Citation) -> str:
    page = f" (page {citation.page})" if citation.page is not None else ""
    return f"{citation.source}:{citation.line}{page}"


def _walk(found: Sequence[Step], depth: int = 0) -> Iterator[tuple[int, Step]]:
    for step in found:
        yield depth, step
        yield from _walk(step.steps, depth + 1)


def _spent(usage: Usage) -> str:
    samples = f"{usage.samples} of at most {usage.sample_budget} samples ({usage.samples_started} started)"
    return f"{samples}, {usage.prompt_tokens} + {usage.completion_tokens} tokens"
