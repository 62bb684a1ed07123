"""Does the answer solve the problem, where the question is a formal one?"""

from functools import lru_cache

from reasoner.state import Candidate, Check
from reasoner.verification import formal
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import equal
from reasoner.verification.problem import Problem
from reasoner.verification.sandbox import Sandbox
from reasoner.verification.solution import Solution, solution

NAME = "sympy"


def check(candidate: Candidate, case: Case) -> Check | None:
    """Compares the answer with the proved solution of the question itself."""
    problem = formal.read(case.question)
    if problem is None or candidate.answer is None or candidate.proved:
        return None
    solved = _solved(problem, case.sandbox, case.limit_seconds)  # type: ignore[arg-type]  # by identity
    if isinstance(solved, str):
        return Check(NAME, "unknown", "proof", solved, problem.text)
    if problem.kind == "integrate" and not problem.bounds:
        found = _antiderivative(problem, candidate.answer, case.sandbox, case.limit_seconds)
    else:
        found = equal(solved.answer, candidate.answer, case.sandbox, case.limit_seconds).verdict
    evidence = f"{problem.text}: {candidate.answer}"
    match found:
        case "equal":
            return Check(NAME, "pass", "proof", f"equal to the solution: {solved.check.reason}", evidence)
        case "different":
            return Check(NAME, "fail", "proof", f"the solution is {solved.answer}", evidence)
    return Check(NAME, "unknown", "proof", f"not comparable with {solved.answer}", evidence)


@lru_cache(maxsize=256)
def _solved(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | str:
    """The proved solution, or why there is none: what takes too long is not tried for each candidate."""
    found = solution(problem, sandbox, limit_seconds)
    if found is None:
        return "no solution was found in time"
    return (
        found if found.check.verdict == "pass" else f"the solution found was not proved: {found.check.reason}"
    )


def _antiderivative(problem: Problem, answer: str, sandbox: Sandbox, limit_seconds: float) -> str:
    """Any antiderivative will do, whatever its constant."""
    letters = problem.unknowns[0]
    derivative = formal.read(f"differentiate {answer} with respect to {letters}")
    found = derivative and solution(derivative, sandbox, limit_seconds)
    if not found or found.check.verdict != "pass":
        return "unknown"
    return equal(found.answer, problem.expressions[0], sandbox, limit_seconds).verdict
