"""Whether an answer of the right value has the form that was asked for: factored, expanded, worked out."""

import re
from math import isqrt

from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.problems.problem import Problem

_OPEN = frozenset({"+", "*", "^", "/", "!", "binomial", "sum", "product", "call", "log", "%"})
_TRIED = 1000
"""Square factors are looked for up to the square of this."""


def in_form(problem: Problem, answer: Term, solution: Term) -> bool:
    """Whether the answer is more than the question again, in another form of the same value."""
    if answer.head != "number" and answer != solution and answer == parse(problem.expressions[0]):
        return False
    if _has_percent(answer) and not _has_percent(solution) and value(answer) != value(solution):
        return False
    match problem.kind:
        case "solve":
            return _isolates(answer, problem.unknowns) or not _isolates(solution, problem.unknowns)
        case "factor":
            return _factors(answer) == _factors(solution)
        case "expand":
            return not any(_multiplies_sum(node) for node in answer.walk())
        case "simplify" | "evaluate" if any(map(_is_unfinished, answer.walk())) and value(solution) is None:
            return False
        case "simplify" | "divide":
            return _size(answer) <= max(_size(solution) + 2, _size(solution) * 3 // 2)
        case "number" if problem.manner == "factors":
            return sorted(_prime_powers(answer)) == sorted(_prime_powers(solution))
        case "evaluate" if problem.manner == "decimal":
            return answer.head in ("number", "neg") and not _open_parts(answer)
        case "evaluate" if problem.manner == "percent":
            bare = not _has_percent(answer) and value(answer) == value(solution)
            return not bare and not _open_parts(answer) - {"%"}
        case "evaluate" if problem.manner == "fraction":
            return write(answer) == write(solution)
        case "evaluate" | "number" if value(solution) is not None:
            return _is_number(answer)
        case "evaluate":
            return _size(answer) <= _size(solution) + 4
    return True


def _has_percent(term: Term) -> bool:
    return any(node.head == "%" for node in term.walk())


def _isolates(term: Term, unknowns: tuple[str, ...]) -> bool:
    """Whether what is unknown stands alone wherever something is said of it: `x = 2`, not `2x = 4`."""
    said = [part for node in term.walk() if node.head in ("relation", "chain") for part in node.parts]
    return all(part.head == "symbol" or not set(unknowns) & set(part.symbols) for part in said)


def _is_unfinished(term: Term) -> bool:
    """A sum of plain numbers, or the root of a number with a square factor: 2 + 3, sqrt(18)."""
    if term.head == "+":
        return all(part.head == "number" for part in term.parts)
    if term.head != "root" or term.parts[1].text != "2":
        return False
    under = value(term.parts[0])
    whole = int(under) if under is not None and under.denominator == 1 else 0
    return whole > 1 and any(whole % n**2 == 0 for n in range(2, min(isqrt(whole), _TRIED) + 1))


def _is_number(term: Term) -> bool:
    """A whole number, a decimal, a fraction or a mixed number, perhaps with % or a power of ten."""
    match term.head:
        case "number":
            return True
        case "neg" | "%" | "mixed" | "/" | "degree" | "relation" | "chain":
            return all(map(_is_number, term.parts[-1:] if term.head in ("relation", "chain") else term.parts))
        case "*":
            return (
                len(term.parts) == 2 and term.parts[1].head == "^" and write(term.parts[1]).startswith("10^")
            )
    return False


def _open_parts(term: Term) -> set[str]:
    return {node.head for node in term.walk()} & _OPEN


def _factors(term: Term) -> int:
    """How many factors with letters a product has, each as often as its power says."""
    match term.head:
        case "*":
            return sum(map(_factors, term.parts))
        case "neg":
            return _factors(term.parts[0])
        case "/" if not term.parts[1].symbols:
            return _factors(term.parts[0])
        case "^" if (
            (power := value(term.parts[1])) is not None and power.denominator == 1 and 0 < power < 100
        ):
            return int(power) * _factors(term.parts[0])
    return 1 if term.symbols else 0


def _multiplies_sum(term: Term) -> bool:
    """A product or power with a sum in it."""
    return term.head in ("*", "^") and any(part.head == "+" for part in term.parts)


def _prime_powers(term: Term) -> list[str]:
    """The factors of a product of numbers, each as often as its power says."""
    if term.head == "*":
        return [factor for part in term.parts for factor in _prime_powers(part)]
    if term.head == "^" and (power := value(term.parts[1])) is not None and 0 < power < 100:
        return _prime_powers(term.parts[0]) * int(power)
    return [write(term)]


def _size(term: Term) -> int:
    return sum(1 for _ in term.walk())


def without_notation(digits: str) -> str:
    """Digits in another base without what says so: 0b101, 101_2 and (101)_2 are 101."""
    bare = re.sub(r"^0[xXbBoO]|_\{?\d+\}?$|[₀-₉]+$|[\s()$]", "", digits.strip())
    return re.sub(r"^0[xXbBoO]|_\{?\d+\}?$", "", bare).upper()
