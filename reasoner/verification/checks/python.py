"""Does the program that a model wrote run, and does it give the answer that the model states?"""

from collections.abc import Sequence

from reasoner.patterns import pattern
from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import equal, key
from reasoner.verification.extraction.programs import code_block

NAME = "python"
_WHERE = pattern(r"^line (\d+): (.*)$")


def check(candidate: Candidate, case: Case) -> Check | None:
    """Runs the candidate's program; supports a chain that has none where the program of another agrees.

    It supports the answer; the program may still be about something else.
    """
    code = _program(candidate)
    if code is None:
        return _agreement(candidate, case)
    run = case.sandbox.run(code, case.limit_seconds)
    if run.verdict != "ok":
        why = _WHERE.sub(r"\2 (line \1)", run.reason or run.ending)
        return Check(NAME, "unknown", "support", f"the program gave no result: {why}", code)
    if not run.value:
        return Check(NAME, "unknown", "support", "the program printed nothing", code)
    gave = f"the program gave {run.value[:80]}"
    if candidate.answer is None:
        return Check(NAME, "unknown", "support", f"{gave}, but no answer was stated", code)
    found = equal(run.value, candidate.answer, case.sandbox, case.limit_seconds)
    match found.verdict:
        case "equal":
            reason = f"the program ran and gave {run.value[:80]}{_chains(candidate, case)}"
            return Check(NAME, "pass", "support", reason, code)
        case "different":
            return Check(NAME, "fail", "support", f"{gave}, not {candidate.answer[:80]}", code)
    return Check(NAME, "unknown", "support", f"{run.value[:80]} was not comparable: {found.reason}", code)


def _program(candidate: Candidate) -> str | None:
    written = candidate.origin == "program" or "```" in candidate.text
    return code_block(candidate.text) if written else None


def _agreement(candidate: Candidate, case: Case) -> Check | None:
    """A pass for a chain with the answer of a program; None where no program has it."""
    programs = [other for other in case.candidates if other.origin == "program" and other.answer is not None]
    agreeing = _equal_to(candidate, programs)
    if not agreeing:
        return None
    reason = f"{len(agreeing)} of {_counted(programs, 'program')} gave {str(candidate.answer)[:80]} as well"
    return Check(NAME, "pass", "support", reason, agreeing[0].text)


def _chains(candidate: Candidate, case: Case) -> str:
    """How many chains came to the answer of this program, where there are any of either; else ""."""
    if candidate.origin != "program":
        return ""
    chains = [other for other in case.candidates if other.origin != "program" and other.answer is not None]
    agreeing = len(_equal_to(candidate, chains))
    return f"; {agreeing} of {_counted(chains, 'chain')} agreed" if chains else ""


def _equal_to(candidate: Candidate, others: Sequence[Candidate]) -> list[Candidate]:
    """Those with an answer that is equal at sight; the vote looks closer."""
    if candidate.answer is None:
        return []
    own = key(candidate.answer)
    return [other for other in others if other.answer is not None and key(other.answer) == own]


def _counted(things: Sequence[Candidate], noun: str) -> str:
    return f"{len(things)} {noun}{'' if len(things) == 1 else 's'}"
