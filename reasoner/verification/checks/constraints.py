"""Is the answer a number of the kind that the question says, or plainly implies?"""

from reasoner.errors import one_line
from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.demands.asking import stated
from reasoner.verification.demands.requirements import requirements

NAME = "constraints"


def check(candidate: Candidate, case: Case) -> Check | None:
    """Tests the answer by what the question requires of it; names the first requirement that it breaks."""
    answer = stated(candidate.answer or "")
    required = list(requirements(case.question)) if answer else []
    if answer is None or not required:
        return None
    written = one_line(answer.written, 80)
    broken = next((one for one in required if not one.rule.holds(answer)), None)
    if broken is not None:
        says, quote = broken.rule.says, one_line(broken.place.text, 120)
        reason = f"{written} is not {says}; the question says '{quote}' (character {broken.place.start + 1})"
        return Check(NAME, "fail", "support", reason, f"{written}: {says}")
    says = ", ".join(dict.fromkeys(one.rule.says for one in required))
    return Check(NAME, "pass", "support", f"{written} is {says}", f"{written}: {says}")
