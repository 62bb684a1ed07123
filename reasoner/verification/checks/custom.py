"""Does the user's own checker program accept the answer?"""

from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case

NAME = "custom"


def check(candidate: Candidate, case: Case) -> Check | None:
    """Runs the checker's `check(question, answer)`, sealed; what it accepts is proved."""
    if case.checker is None or candidate.answer is None:
        return None
    argument = {"program": case.checker, "question": case.question, "answer": candidate.answer}
    reply = case.sandbox.call("checker", dict(argument), case.limit_seconds)
    match reply.value if reply.verdict == "ok" else None:
        case {"verdict": "pass" | "fail" | "unknown" as verdict, "reason": str(reason)}:
            reason = reason or f"the checker says {'yes' if verdict == 'pass' else 'no'}"
            return Check(NAME, verdict, "proof", reason, case.checker)
    reason = f"the checker gave no verdict: {reply.reason or 'its result was not readable'}"
    return Check(NAME, "unknown", "proof", reason, case.checker)
