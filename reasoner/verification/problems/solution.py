"""The answer to a formal problem, with what proves it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from reasoner.state import Check, Verdict
from reasoner.verification.notation import units
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, number, value, write
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.problems import arithmetic, counting
from reasoner.verification.problems.problem import Problem, replaced
from reasoner.verification.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer, how it came about in a line or two, and the check that it passed or did not."""

    answer: str
    work: str
    check: Check
    also: tuple[str, ...] = ()
    """Other answers that are as right, such as the complex solutions where none is real."""


UNDEFINED = "undefined"
_CHINESE = {
    "yes": "是", "no": "不是", "undefined": "没有意义", "no real solution": "没有实数解",
    "no solution": "无解", "all real numbers": "全体实数", "does not exist": "不存在", "even": "偶数",
    "odd": "奇数", "they are equal": "一样大",
}  # fmt: skip
"""Answers in words."""


def solution(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """The solution; None when none was found in time, or the problem is too deep to be written out."""
    try:
        found = _found(problem, sandbox, limit_seconds)
    except (Unreadable, RecursionError):
        return None
    return _in_chinese(found) if found and problem.chinese else found


def _found(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    match problem.kind:
        case "convert":
            return _converted(problem, sandbox, limit_seconds)
        case "number":
            return _counted(problem, sandbox, limit_seconds)
        case "evaluate":
            return _evaluated(problem, sandbox, limit_seconds)
    return _symbolic(problem, sandbox, limit_seconds)


def _in_chinese(found: Solution) -> Solution:
    """With the words of its answer in Chinese; what it said counts as right as well."""
    first, sign, rest = found.answer.partition("; over the complex numbers: ")
    if first not in _CHINESE:
        return found
    answer = _CHINESE[first] + (f"; 在复数范围内: {rest}" if sign else "")
    return replace(found, answer=answer, also=(*found.also, found.answer))


def _evaluated(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """Arithmetic on exact numbers here, and again by a program in the sandbox; all else by sympy."""
    written = problem.expressions[0]
    term = _plain(parse(written))
    if arithmetic.program(term) is None:
        return None if problem.manner else _symbolic(problem, sandbox, limit_seconds)
    if divisor := arithmetic.zero_divisor(term):
        return _undefined(term, divisor, sandbox, limit_seconds)
    exact = value(term)
    if exact is None or max(abs(exact.numerator), exact.denominator) >= 10**arithmetic.MAX_DIGITS:
        return None
    answer = _shown(exact, problem.manner, term)
    if answer is None:
        return None
    shown = arithmetic.decimal(exact)
    also = f" = {shown}" if shown is not None and shown != answer and not problem.manner else ""
    check = _recomputed(term, exact, written, sandbox, limit_seconds)
    return Solution(answer, f"{written} = {answer}{also}", check)


def _plain(term: Term) -> Term:
    """Finite sums and products written out, and selections as factorials."""
    parts = tuple(map(_plain, term.parts))
    match term.head:
        case "sum" | "product" if (low := value(parts[2])) is not None and (
            high := value(parts[3])
        ) is not None:
            whole = low.denominator == high.denominator == 1
            if whole and 0 < (high - low) * sum(1 for _ in parts[0].walk()) < _MAX_WRITTEN:
                name = parts[1].text
                each = (replaced(parts[0], {name: number(n)}) for n in range(int(low), int(high) + 1))
                return Term("+" if term.head == "sum" else "*", tuple(each))
        case "binomial":
            (n, k) = parts
            rest = Term("+", (n, Term("neg", (k,))))
            return Term("/", (_factorial(n), Term("*", (_factorial(k), _factorial(rest)))))
        case "call" if term.text == "factorial":
            return _factorial(parts[0])
    return Term(term.head, parts, term.text)


_MAX_WRITTEN = 8_000
"""Nodes of a sum that is written out."""


def _factorial(term: Term) -> Term:
    return Term("!", (term,))


def _shown(exact: Fraction, manner: str, term: Term) -> str | None:
    """The number in the form that is asked for; None where it has none."""
    match manner:
        case "decimal":
            return arithmetic.decimal(exact)
        case "percent":
            percent = arithmetic.decimal(exact * 100)
            return None if percent is None else f"{percent}%"
        case "fraction":
            return str(exact)
    decimals = any(node.head == "%" or "." in node.text for node in term.walk())
    return arithmetic.show(exact, decimals=decimals)


def _undefined(term: Term, divisor: Term, sandbox: Sandbox, limit_seconds: float) -> Solution:
    check = _recomputed(divisor, Fraction(0), write(divisor), sandbox, limit_seconds)
    reason = (
        f"the divisor {write(divisor)} is 0, worked out twice" if check.verdict == "pass" else check.reason
    )
    return Solution(
        UNDEFINED, f"{write(term)} divides by {write(divisor)}, which is 0.", replace(check, reason=reason)
    )


def _recomputed(term: Term, exact: Fraction, written: str, sandbox: Sandbox, limit_seconds: float) -> Check:
    """Whether a program in the sandbox finds the same; `written` is the term as the evidence shows it."""
    evidence = f"{written} = {exact}"
    run = sandbox.run(arithmetic.program(term) or "", limit_seconds)
    if run.verdict != "ok":
        return Check("exact", "unknown", "proof", f"not recomputed: {run.reason or run.ending}", evidence)
    again = arithmetic.read_result(run.value)
    if again != exact:
        reason = f"two computations differ: {exact} and {run.value}"
        return Check("exact", "unknown", "proof", reason, evidence)
    reason = "worked out twice in exact fractions, with the same result"
    return Check("exact", "pass", "proof", reason, evidence)


def _counted(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """A function of numbers, whose value a program in the sandbox checks in another way."""
    if problem.manner == "base":
        return _in_base(problem, sandbox, limit_seconds)
    if problem.manner == "point":
        return _point(problem, sandbox, limit_seconds)
    values = [exact for text in problem.expressions if (exact := value(parse(text))) is not None]
    function = counting.FUNCTIONS[problem.manner]
    found = function.work(values) if len(values) == len(problem.expressions) else None
    if found is None:
        return None
    answer = _AS_ASKED[problem.manner](found, problem) if problem.manner in _AS_ASKED else found
    code = counting.program(problem.manner, values, found)
    check = _confirmed(code, function.shown, f"{problem.text}: {answer}", sandbox, limit_seconds)
    return Solution(answer, f"{problem.manner} of {', '.join(problem.expressions)}: {answer}", check)


def _chosen(found: str, problem: Problem) -> str:
    return "they are equal" if found == "equal" else problem.expressions[int(found) - 1]


def _between(found: str, problem: Problem) -> str:
    return f"{problem.expressions[0]} {found} {problem.expressions[1]}"


_AS_ASKED: dict[str, Callable[[str, Problem], str]] = {
    "largest": _chosen,
    "smallest": _chosen,
    "order": _between,
}


def _in_base(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution:
    digits, source, target = problem.expressions
    answer = counting.in_base(int(digits, int(source)), int(target))
    code = counting.base_program(digits, int(source), answer, int(target))
    work = f"{digits} in base {source} = {answer} in base {target}"
    shown = "both rows of digits are one number, worked out digit by digit"
    return Solution(answer, work, _confirmed(code, shown, work, sandbox, limit_seconds))


def _confirmed(code: str, shown: str, evidence: str, sandbox: Sandbox, limit_seconds: float) -> Check:
    run = sandbox.run(code, limit_seconds)
    if run.verdict == "ok" and run.value == "True":
        return Check("exact", "pass", "proof", f"checked by a program: {shown}", evidence)
    reason = f"not confirmed by a program: {run.reason or run.value or run.ending}"
    return Check("exact", "unknown", "proof", reason, evidence)


def _point(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    """A point, each of whose coordinates is arithmetic."""
    parts = [_evaluated(Problem("evaluate", (text,)), sandbox, limit_seconds) for text in problem.expressions]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    answer = f"({', '.join(part.answer for part in found)})"
    weakest = next((part.check for part in found if part.check.verdict != "pass"), found[0].check)
    check = replace(weakest, evidence="; ".join(part.check.evidence for part in found))
    return Solution(answer, "; ".join(part.work for part in found), check)


def _converted(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    amount, (source, target) = problem.expressions[0], problem.bounds
    before, after, given = units.find(source), units.find(target), value(parse(amount))
    if before is None or after is None or given is None:
        return None
    exact = units.convert(given, before, after)
    if exact is None:
        return None
    answer = arithmetic.decimal(exact, _SHOWN) or arithmetic.rounded(exact, _SHOWN)
    term = parse(f"(({amount})*({before.factor}) + ({before.offset}) - ({after.offset}))/({after.factor})")
    work = f"{amount} {source} = {answer} {target}"
    check = _recomputed(term, exact, write(term), sandbox, limit_seconds)
    if check.verdict == "pass" and Fraction(answer) != exact:
        check = replace(check, reason=f"{check.reason}; the answer shows its first {_SHOWN} digits")
    return Solution(f"{answer} {target}", work, check)


_SHOWN = 6
"""Digits of a converted amount that has no short decimal."""


def _symbolic(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | None:
    reply = sandbox.call(
        "solve",
        {name: list(part) if isinstance(part, tuple) else part for name, part in asdict(problem).items()},
        limit_seconds,
    )
    match reply.value if reply.verdict == "ok" else None:
        case {
            "answer": str(answer),
            "work": str(work),
            "by": str(by),
            "proved": bool(proved),
            "reason": str(reason),
            "also": list(also),
        }:
            verdict: Verdict = "pass" if proved else "unknown"
            check = Check(by, verdict, "proof", reason, f"{problem.text}: {answer}")
            return Solution(answer, work, check, tuple(map(str, also)))
    return None
