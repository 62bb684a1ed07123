"""Is what a chain of thought says about the letters of words right?"""

from reasoner.errors import one_line
from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.extraction.reply import before_next_turn
from reasoner.verification.spelling.reading import Finding, shown
from reasoner.verification.spelling.statements import Statements, statements

NAME = "letters"
_MAX_TEXT = 50_000


def check(candidate: Candidate, case: Case) -> Check | None:
    """Recomputes every statement about letters that is understood for certain; names the first wrong one."""
    found = statements(before_next_turn(candidate.text[:_MAX_TEXT]), case.question[:_MAX_TEXT])
    wrong = next((one for one in found.judged if not one.right), None)
    if wrong:
        return Check(
            NAME, "fail", "support", _reason(found, wrong), shown(found.text, wrong.start, wrong.end)
        )
    fault = found.fault_of(candidate.answer)
    if fault:
        return Check(NAME, "fail", "support", fault, candidate.answer or "")
    if not found.judged:
        return None
    count = len(found.judged)
    said = "1 statement is" if count == 1 else f"all {count} statements are"
    evidence = "; ".join(shown(found.text, one.start, one.end) for one in found.judged)
    return Check(NAME, "pass", "support", f"{said} right", evidence[:1000])


def _reason(found: Statements, wrong: Finding) -> str:
    line = found.text.count("\n", 0, wrong.start) + 1
    said = one_line(shown(found.text, wrong.start, wrong.end), 120)
    return f"line {line}: '{said}' is wrong; {one_line(wrong.should, 120)}"
