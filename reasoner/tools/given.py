"""What the calls of tools say for and against an answer."""

import json
from collections.abc import Sequence

from reasoner.models.functions import as_object
from reasoner.patterns import pattern
from reasoner.state import Call, Called, Check
from reasoner.tools import convert, grounding
from reasoner.verification import equivalence
from reasoner.verification.equivalence import Kind
from reasoner.verification.sandbox import Sandbox

BY = "tools"
"""What these checks are called, and the candidates that they are of."""
EQUAL_SECONDS = 2.0
_FORMS = pattern(r" [=≈] |^≈ |, an? |[:;] | \(|\)")
"""What stands between the forms of a result, as in "1/8 = 0.125" and "2024-02-29, a Thursday"."""

_ALONE = pattern(r"[\s$€£¥+-]*[\d.,]+\s*")


def checks(
    calls: Sequence[Called], exact: Called | None, answer: str, question: str, sandbox: Sandbox, kind: Kind
) -> tuple[Check, ...]:
    """What bears the answer out, or speaks against it; `exact` is the last call that computed something."""
    if number := grounding.invented(calls, question):
        says = f"the {number} of a call stands neither in the question nor in what was found"
        return (Check(BY, "fail", "support", says),)
    if exact is None or not by(exact, answer, question, sandbox, kind):
        return ()
    shown = f"{exact.call.tool} {exact.call.arguments} = {exact.result}"
    return (Check(BY, "pass", "support", f"the answer is what {exact.call.tool} gave", shown),)


def by(called: Called, answer: str, question: str, sandbox: Sandbox, kind: Kind) -> bool:
    """Whether the answer is what the call gave, in one of the forms in which it gave it."""
    if _idle(called.call):
        return False
    lines = called.result.strip().splitlines()
    forms = {called.result, *lines[-1:], *_FORMS.split(called.result)}
    forms = {form.strip() for form in forms} - _written(called.call) - {""}
    return any(
        equivalence.equal(answer, form, sandbox, EQUAL_SECONDS, kind=kind, question=question).verdict
        == "equal"
        for form in sorted(forms)
    )


def _idle(call: Call) -> bool:
    """Nothing is worked out: a number alone, or a quantity in the unit that it is in."""
    given = as_object(call.arguments) or {}
    match call.tool, given:
        case "calculator", {"expression": str(expression)}:
            return _ALONE.fullmatch(expression) is not None
        case "convert", {"quantity": str(quantity), "to": str(to)}:
            try:
                return convert.read(quantity).unit == convert.find(to)
            except convert.Wrong:
                return False
    return False


def _written(call: Call) -> frozenset[str]:
    """The arguments as texts: a result that repeats one of them does not say it."""
    try:
        given = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return frozenset()
    return (
        frozenset(str(value).strip() for value in given.values()) if isinstance(given, dict) else frozenset()
    )
