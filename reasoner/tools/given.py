"""Whether an answer is what a tool gave."""

import json

from reasoner.patterns import pattern
from reasoner.state import Call, Called
from reasoner.verification import equivalence
from reasoner.verification.equivalence import Kind
from reasoner.verification.sandbox import Sandbox

EQUAL_SECONDS = 2.0
_FORMS = pattern(r" [=≈] |^≈ |, an? |[:;] | \(|\)")
"""What stands between the forms of a result, as in "1/8 = 0.125" and "2024-02-29, a Thursday"."""


def by(called: Called, answer: str, question: str, sandbox: Sandbox, kind: Kind) -> bool:
    """Whether the answer is what the call gave, in one of the forms in which it gave it."""
    lines = called.result.strip().splitlines()
    forms = {called.result, *lines[-1:], *_FORMS.split(called.result)}
    forms = {form.strip() for form in forms} - _written(called.call) - {""}
    return any(
        equivalence.equal(answer, form, sandbox, EQUAL_SECONDS, kind=kind, question=question).verdict
        == "equal"
        for form in sorted(forms)
    )


def _written(call: Call) -> frozenset[str]:
    """The arguments as texts: a result that repeats one of them does not say it."""
    try:
        given = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return frozenset()
    return (
        frozenset(str(value).strip() for value in given.values()) if isinstance(given, dict) else frozenset()
    )
