"""The answer to a formal problem, with what proves it."""

from dataclasses import asdict, dataclass
from fractions import Fraction

from reasoner.state import Check
from reasoner.verification import arithmetic, units
from reasoner.verification.expression import parse
from reasoner.verification.problem import Problem
from reasoner.verification.sandbox import Sandbox
from reasoner.verification.term import Term, value, write


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer, how it came about in a line or two, and the check that it passed or did not."""

    answer: str
    work: str
    check: Check


def solution(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """The solution; None when none was found in time."""
    if problem.kind == "convert":
        return _converted(problem, sandbox, limit_seconds)
    if problem.kind == "evaluate":
        term = parse(problem.expressions[0])
        if arithmetic.program(term) is not None:
            return _worked_out(term, sandbox, limit_seconds)
    return _symbolic(problem, sandbox, limit_seconds)


def _worked_out(term: Term, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """Arithmetic on exact numbers: here, and again by a program in the sandbox."""
    exact = value(term)
    if exact is None or max(abs(exact.numerator), exact.denominator) >= 10**arithmetic.MAX_DIGITS:
        return None
    decimals = any(node.head == "%" or "." in node.text for node in term.walk())
    answer = arithmetic.show(exact, decimals=decimals)
    shown = arithmetic.decimal(exact)
    also = f" = {shown}" if shown is not None and shown != answer else ""
    return Solution(
        answer, f"{write(term)} = {answer}{also}", _recomputed(term, exact, sandbox, limit_seconds)
    )


def _recomputed(term: Term, exact: Fraction, sandbox: Sandbox, limit_seconds: float) -> Check:
    evidence = f"{write(term)} = {exact}"
    run = sandbox.run(arithmetic.program(term) or "", limit_seconds)
    if run.verdict != "ok":
        return Check("exact", "unknown", "proof", f"not recomputed: {run.reason or run.ending}", evidence)
    again = arithmetic.read_result(run.value)
    if again != exact:
        return Check(
            "exact", "unknown", "proof", f"two computations differ: {exact} and {run.value}", evidence
        )
    return Check(
        "exact", "pass", "proof", "worked out twice in exact fractions, with the same result", evidence
    )


def _converted(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    amount, (source, target) = problem.expressions[0], problem.bounds
    before, after, number = units.find(source), units.find(target), value(parse(amount))
    if before is None or after is None or number is None:
        return None
    exact = units.convert(number, before, after)
    if exact is None:
        return None
    answer = arithmetic.decimal(exact, 6) or arithmetic.rounded(exact)
    term = parse(f"(({amount})*({before.factor}) + ({before.offset}) - ({after.offset}))/({after.factor})")
    work = f"{amount} {source} = {answer} {target}"
    return Solution(f"{answer} {target}", work, _recomputed(term, exact, sandbox, limit_seconds))


def _symbolic(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    argument = asdict(problem)
    reply = sandbox.call(
        "solve",
        {name: list(part) if isinstance(part, tuple) else part for name, part in argument.items()},
        limit_seconds,
    )
    match reply.value if reply.verdict == "ok" else None:
        case {
            "answer": str(answer),
            "work": str(work),
            "by": str(by),
            "proved": bool(proved),
            "reason": str(reason),
        }:
            check = Check(by, "pass" if proved else "unknown", "proof", reason, f"{problem.text}: {answer}")
            return Solution(answer, work, check)
    return None
