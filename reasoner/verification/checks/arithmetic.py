"""Is every sum that a chain of thought writes out right?"""

from itertools import islice

from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.problems.arithmetic import decimal, rounded
from reasoner.verification.sums.judging import has_other_numbers, judged, right_value
from reasoner.verification.sums.steps import Step, steps

NAME = "arithmetic"
_MAX_TEXT = 50_000
_MAX_STEPS = 1_000


def check(candidate: Candidate, case: Case) -> Check | None:
    """Recomputes every `a op b = c` exactly, to the places that are written; names the first wrong one."""
    text = candidate.text[:_MAX_TEXT]
    right: list[str] = []
    for step in islice(steps(text), _MAX_STEPS):
        verdict = judged(step)
        if verdict == "wrong" and not has_other_numbers(f"{case.question}\n{text}"):
            return Check(NAME, "fail", "support", _reason(step), step.text)
        if verdict == "right":
            right.append(step.text)
    if not right:
        return None
    count = f"{len(right)} step is" if len(right) == 1 else f"all {len(right)} steps are"
    return Check(NAME, "pass", "support", f"{count} right", "; ".join(right)[:1000])


def _reason(step: Step) -> str:
    value = right_value(step)
    comes_to = "" if value is None else f"; it comes to {decimal(value, 6) or rounded(value)}"
    return f"line {step.line}: '{step.text}' is wrong{comes_to}"
