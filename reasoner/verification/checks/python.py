"""Does the program that a model wrote run, and does it give the answer that the model states?"""

from reasoner.state import Candidate, Check
from reasoner.verification.answers import code_block
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import equal

NAME = "python"


def check(candidate: Candidate, case: Case) -> Check | None:
    """Runs the candidate's program. It supports the answer; the program may still be about something else."""
    code = code_block(candidate.text) if candidate.origin == "program" or "```" in candidate.text else None
    if code is None or candidate.answer is None:
        return None
    run = case.sandbox.run(code, case.limit_seconds)
    if run.verdict != "ok":
        return Check(
            NAME, "unknown", "support", f"the program gave no result: {run.reason or run.ending}", code
        )
    if not run.value:
        return Check(NAME, "unknown", "support", "the program printed nothing", code)
    found = equal(run.value, candidate.answer, case.sandbox, case.limit_seconds)
    match found.verdict:
        case "equal":
            return Check(NAME, "pass", "support", f"the program ran and gave {run.value[:80]}", code)
        case "different":
            reason = f"the program gave {run.value[:80]}, not {candidate.answer[:80]}"
            return Check(NAME, "fail", "support", reason, code)
    return Check(NAME, "unknown", "support", f"{run.value[:80]} was not comparable: {found.reason}", code)
