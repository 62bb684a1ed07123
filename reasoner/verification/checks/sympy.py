"""Does the answer solve the problem, where the question is a formal one?"""

import re
from fractions import Fraction
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.state import Candidate, Check, Strength, Verdict
from reasoner.verification.checks.case import Case
from reasoner.verification.checks.form import in_form, without_notation
from reasoner.verification.equality.canonical import is_name
from reasoner.verification.equivalence import equal
from reasoner.verification.notation import units
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.notation.tokens import MAX_LENGTH, Unreadable
from reasoner.verification.problems import arithmetic, formal
from reasoner.verification.problems.problem import Problem, free
from reasoner.verification.problems.solution import Solution, solution
from reasoner.verification.sandbox import Json, Sandbox

NAME = "sympy"

Judgement = tuple[Verdict, str]
"""A verdict and what it rests on."""
_SAYS = {
    "none": r"(?:there (?:is|are) )?no (?:real |valid )?(?:solutions?|roots?|values?)(?: exists?)?|none|no"
    r" real"
    r"|(?:the )?empty set|∅|\\emptyset|\\varnothing|\{ *\}|\\\{ *\\\}|无解|无实数?[解根]"
    r"|没有(?:实数)?[解根]|空集",
    "all": r"all (?:real )?(?:numbers|values)(?: of x)?|all reals|any real number|every real number"
    r"|infinitely many(?: solutions)?"
    r"|(?:[a-z] *(?:∈|\\in) *)?(?:ℝ|R|\\mathbb *\{? *R *\}?|\( *-(?:∞|\\infty|oo|infinity) *, *\+?(?:∞"
    r"|\\infty|oo|infinity) *\))"
    r"|全体实数|任意实数|一切实数|实数集",
    "undefined": r"(?:it is |is )?(?:undefined|not defined|indeterminate)|no value|没有意义|无意义|未定义",
    "open": r"(?:the limit )?(?:does not exist|dne)|不存在",
    "yes": r"yes\b.*|true|是的?(?:质数|素数|偶数|奇数)?|对|正确|能|可以",
    "no": r"no\b(?! (?:real|solution|valid|root|value)).*|false|不是(?:质数|素数|偶数|奇数)?|否|不对|错误"
    r"|不能|不可以",
    "even": r"(?:it is )?even(?: number)?|偶数",
    "odd": r"(?:it is )?odd(?: number)?|奇数",
    "equal": r"(?:they are )?(?:equal|the same)|一样大|相等",
}
"""Ways to say what is no expression."""
_MEANINGS = {
    meaning: pattern(rf"(?:{said})\.?。?", re.IGNORECASE | re.DOTALL) for meaning, said in _SAYS.items()
}


def check(candidate: Candidate, case: Case) -> Check | None:
    """Compares the answer with the proved solution of the question itself."""
    problem = formal.read(case.question)
    if problem is None or candidate.answer is None or candidate.proved:
        return None
    solved = _solved(problem, case.sandbox, case.limit_seconds)
    if isinstance(solved, str):
        return Check(NAME, "unknown", "proof", solved, problem.text)
    if len(candidate.answer) > MAX_LENGTH:
        return Check(
            NAME, "unknown", "proof", f"the answer is longer than {MAX_LENGTH} characters", problem.text
        )
    verdict, reason = _judged(problem, solved, candidate.answer, case)
    strength: Strength = "support" if verdict == "pass" and reason.startswith(_AT_PRECISION) else "proof"
    return Check(NAME, verdict, strength, reason, f"{problem.text}: {candidate.answer}")


_AT_PRECISION = "right at its precision"
"""A decimal that is the exact value, rounded, supports an answer and does not prove it."""


@lru_cache(maxsize=256)
def _solved(problem: Problem, sandbox: Sandbox, limit_seconds: float) -> Solution | str:
    """The proved solution, or why there is none: what takes too long is not tried for each candidate."""
    found = solution(problem, sandbox, limit_seconds)
    if found is None:
        return "no solution was found in time"
    return (
        found if found.check.verdict == "pass" else f"the solution found was not proved: {found.check.reason}"
    )


def _judged(problem: Problem, solved: Solution, answer: str, case: Case) -> Judgement:
    if problem.kind == "convert":
        return _quantity(problem, answer)
    if problem.manner == "base":
        return _digits(solved, answer)
    right = (solved.answer, *solved.also)
    said, meant = _meaning(answer), {_meaning(text) for text in right}
    if said is not None and said in meant:
        return "pass", f"it says what the solution says: {solved.check.reason}"
    if said is not None or meant - {None}:
        return _in_words(said, meant, solved, answer) or _compared(problem, right, answer, case)
    if problem.kind == "integrate" and not problem.bounds:
        return _antiderivative(problem, answer, case)
    return _compared(problem, right, answer, case)


def _digits(solved: Solution, answer: str) -> Judgement:
    """The same digits, however it is said in which base they are."""
    digits = without_notation(answer)
    if digits == solved.answer:
        return "pass", f"the digits of the solution: {solved.check.reason}"
    if digits and not set(digits) - set("0123456789ABCDEF"):
        return "fail", f"the solution is {solved.answer}"
    return "unknown", f"not read as digits such as {solved.answer}"


def _meaning(text: str) -> str | None:
    bare = text.strip().strip("$").strip()
    return next((meaning for meaning, said in _MEANINGS.items() if said.fullmatch(bare)), None)


_WORDS_ONLY = frozenset({"yes", "no", "even", "odd", "undefined", "open", "equal"})


def _in_words(said: str | None, meant: set[str | None], solved: Solution, answer: str) -> Judgement | None:
    """One of them is in words, and they do not say the same; None where expressions are to be compared."""
    if said is None and meant & _WORDS_ONLY:
        return "unknown", f"not comparable with {solved.answer}"
    if said is None and None in meant:
        return None
    if said is None and _term(answer) is None:
        return "unknown", f"not comparable with {solved.answer}"
    if said in ("undefined", "open", "equal") or (said in ("even", "odd") and meant & {"yes", "no"}):
        return "unknown", f"not comparable with {solved.answer}"
    return "fail", f"the solution is {solved.answer}"


def _term(text: str) -> Term | None:
    """The answer as an expression; None where it is something else."""
    try:
        return parse(text)
    except (Unreadable, RecursionError):
        return None


def _compared(problem: Problem, right: tuple[str, ...], answer: str, case: Case) -> Judgement:
    """Equal to one of the right answers, by more than the agreement of numbers, and in the form asked for."""
    if len(problem.unknowns) > 1:
        answer = _OR.sub("; ", answer)
    if not _joined_alike(answer, right[0]):
        return "unknown", f"its inequalities are joined otherwise than in {right[0]}"
    exact = [text for text in right if _meaning(text) is None]
    found = [equal(text, answer, case.sandbox, case.limit_seconds) for text in exact]
    solution_term = _term(exact[0]) if exact else None
    has_letters = solution_term is not None and solution_term.symbols
    term = _term(answer if has_letters else _UNIT.sub("", answer))
    if any(one.verdict == "equal" for one in found):
        formed = not (term and solution_term) or in_form(problem, term, solution_term)
        if not formed:
            return "unknown", f"of the right value, but not in the form of {right[0]}"
        if all(one.evidence == "numeric" for one in found if one.verdict == "equal"):
            return "pass", f"{_AT_PRECISION}; the exact value is {right[0]}"
        return "pass", "equal to the solution, which was proved"
    comparable = term is not None and (solution_term is None or _alike(problem, term, solution_term))
    if found and comparable and all(one.verdict == "different" for one in found):
        if _near(right[0], answer, case):
            return "pass", f"{_AT_PRECISION}; the exact value is {right[0]}"
        return "fail", f"the solution is {right[0]}"
    return "unknown", f"not comparable with {right[0]}"


_OR = pattern(r"\s*(?:\bor\b|或者?|;)\s*")
_ROWS = frozenset({"seq", "list", "set"})


def _joined_alike(answer: str, solution: str) -> bool:
    """No inequalities with "or" between them where the solution has "and", nor the other way round."""
    if len(_INEQUALITY.findall(answer)) < 2:
        return True
    union = _EITHER.search(solution) is not None
    return not (_BOTH if union else _EITHER).search(answer)


_INEQUALITY = pattern(r"[<>≤≥]|\\(?:l|g)(?:t|eq?)\b")
_EITHER = pattern(r"\bor\b|或|\\lor\b|∪|\\cup\b")
_BOTH = pattern(r"\band\b|且|\\land\b|∩|\\cap\b")


def _alike(problem: Problem, answer: Term, solution: Term) -> bool:
    """Not a list where one value or a matrix is wanted, nor values without names where several have one."""
    if len(problem.unknowns) > 1 and answer.head in ("list", "set") and not answer.symbols:
        return False
    if solution.head == "list":
        return answer.head != "seq" or len(problem.unknowns) > 1
    if solution.head == "matrix":
        return answer.head == "matrix"
    if solution.head in ("number", "*", "^", "+"):
        return answer.head not in _ROWS and (answer.head != "relation" or is_name(answer.parts[0]))
    return True


def _quantity(problem: Problem, answer: str) -> Judgement:
    """An amount in the unit that was asked for, or in another, at the precision at which it is written."""
    source, target = (units.find(name) for name in problem.bounds)
    match = _MEASURE.fullmatch(answer)
    given, stated = value(parse(problem.expressions[0])), match and value(parse(match["number"]))
    unit = (
        (units.find(match["unit"].replace("℃", "°C").replace("℉", "°F")) if match["unit"] else target)
        if match
        else None
    )
    if (
        not (match and source and unit)
        or given is None
        or stated is None
        or unit.dimension != source.dimension
    ):
        return "unknown", f"not read as an amount in {problem.bounds[1]}"
    exact = units.convert(given, source, unit)
    if exact is None:
        return "unknown", "no such amount"
    if exact == stated:
        return "pass", "the amount, converted in exact fractions"
    places = len(match["number"].partition(".")[2])
    off, step = abs(exact - stated), Fraction(1, 10**places)
    near = off <= step / 2 or (off < step and abs(stated) < abs(exact))
    if near and (places or abs(exact) >= 1):
        return "pass", f"{_AT_PRECISION}; the exact value is {arithmetic.rounded(exact, 12)}"
    return "fail", f"the amount is {arithmetic.rounded(exact)} {match['unit'] or problem.bounds[1]}"


_MEASURE = pattern(
    r"(?:≈|约|about|approximately)?\s*(?P<number>-?\d[\d,]*(?:\.\d+)?"
    r"|-?\d+/\d+)\s*(?P<unit>[^\d\s].{0,30})?\s*"
)
_UNIT = pattern(r"(?<=[\d)}])\s*(?:[^\W\d_]|[°²³/])+\.?$")
_DECIMALS = pattern(r"-?\d*\.(\d+)")


def _near(exact: str, answer: str, case: Case) -> bool:
    """Every decimal of the answer is the exact value at its places, as far as a comparison of digits tells.

    Each decimal is given half a unit of its last place; what is within that is no wrong answer.
    """
    places = [len(match[1]) for match in _DECIMALS.finditer(answer)]
    if not places:
        return False
    argument: dict[str, Json] = {"exact": exact, "stated": answer, "places": min(places)}
    reply = case.sandbox.call("near", argument, case.limit_seconds)
    return reply.verdict == "ok" and reply.value is True


def _antiderivative(problem: Problem, answer: str, case: Case) -> Judgement:
    """Any antiderivative will do, whatever its constant."""
    (letter,) = problem.unknowns
    bare = _CONSTANT.sub("", _NAMED.sub("", answer))
    term = _term(bare)
    if term is None or not set(free(term)) <= {letter, *free(parse(problem.expressions[0]))}:
        return "unknown", "not read as an antiderivative"
    derivative = Problem("differentiate", (write(_without_bars(term)),), (letter,), ("1",))
    found = solution(derivative, case.sandbox, case.limit_seconds)
    if found is None or found.check.verdict != "pass":
        return "unknown", "its derivative was not found"
    match equal(found.answer, problem.expressions[0], case.sandbox, case.limit_seconds):
        case same if same.verdict == "equal" and same.evidence != "numeric":
            return "pass", "its derivative is the integrand"
        case same if same.verdict == "different":
            return "fail", f"its derivative is {found.answer}, not the integrand"
    return "unknown", "whether its derivative is the integrand could not be told"


def _without_bars(term: Term) -> Term:
    """With ln(u) for ln|u|, which has the same derivative."""
    parts = tuple(map(_without_bars, term.parts))
    if term.head == "call" and term.text == "ln" and parts[0].head == "abs":
        parts = parts[0].parts
    return Term(term.head, parts, term.text)


_CONSTANT = pattern(r"\s*\+\s*(?:C|c|K|k|\\text *\{ *C *\}|\\mathrm *\{ *C *\}|constant|常数)\s*\.?\s*\$?$")
_NAMED = pattern(r"^\s*(?:[fFgGyI]\s*(?:\(\s*[a-z]\s*\))?|\\int[^=]*)\s*=")
