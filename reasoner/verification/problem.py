"""Formal problems, and how one is made of the parts of a question that a pattern found."""

import re
from dataclasses import dataclass
from typing import Literal

from reasoner.patterns import pattern
from reasoner.verification import units
from reasoner.verification.expression import parse
from reasoner.verification.notation import FUNCTIONS, JOINERS, NAMES, Unreadable
from reasoner.verification.phrasing import formula
from reasoner.verification.term import Term, value, write

Kind = Literal[
    "evaluate", "solve", "differentiate", "integrate", "limit", "simplify", "expand", "factor", "convert"
]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with nothing left to interpret; its expressions are plain text that `parse` reads."""

    kind: Kind
    expressions: tuple[str, ...]
    """What is worked on: one expression, the relations of a system, or the value to convert."""
    unknowns: tuple[str, ...] = ()
    """The letters to solve for, or the variable of a derivative, integral or limit."""
    bounds: tuple[str, ...] = ()
    """Bounds of an integral; target and side of a limit; the two units of a conversion."""
    real: bool = False
    """Only real solutions are asked for."""

    @property
    def text(self) -> str:
        """The problem in one line, for evidence and certificates."""
        parts = [", ".join(self.expressions)]
        parts += [f"for {', '.join(self.unknowns)}"] * bool(self.unknowns)
        parts += [f"from {' to '.join(self.bounds)}"] * bool(self.bounds)
        return f"{self.kind} {' '.join(parts)}"


def _term(text: str) -> Term:
    """The one expression of a formula. Raises: Unreadable."""
    term = _strict(text)
    if term.head in _NOT_EXPRESSIONS:
        raise Unreadable("no single expression")
    return term


def _strict(text: str) -> Term:
    """The term of a formula that everyone reads in the same way. Raises: Unreadable."""
    if _TWO_WAYS.search(text):
        raise Unreadable("how far an 'of' reaches may be read in two ways")
    written = formula(text)
    if word := _word_in(written):
        raise Unreadable(f"'{word}' is a word, not a product of letters")
    term = parse(written, strict=True)
    for node in term.walk():
        match node.head:
            case "+" if _percent(node.parts[-1]) and not all(map(_percent, node.parts)):
                raise Unreadable("a percentage that is added may be one of what stands before it")
            case "^" if (base := value(node.parts[0])) and base < 0 and not _whole(node.parts[1]):
                raise Unreadable("a root of a negative number may be the real or the principal one")
            case "call" if node.text == "log" and len(node.parts) == 1 and value(node.parts[0]) != 1:
                raise Unreadable("a logarithm without its base may have base 10 or e")
            case "call" if (
                node.text in _OF_ANGLES and node.parts[0].head != "degree" and value(node.parts[0])
            ):
                raise Unreadable("an angle that is a plain number may be in degrees or in radians")
    return term


_TWO_WAYS = pattern(
    r"\b(?:root|half|percent) of\b[^()]*(?:[-+]|\b(?:plus|minus)\b)|% of\b[^()]*(?:[-+]|\b(?:plus|minus)\b)"
    r"|\broot of\b[^()]*(?:[*/×÷]|\b(?:times|multiplied|divided|over)\b)",
    re.IGNORECASE,
)
"""Half of 10 plus 4 is 9 or 7."""
_RUN = pattern(r"(?<![\\A-Za-z])[A-Za-z]{2,}")


def _word_in(written: str) -> str | None:
    """Letters that are no product: space parts them from another factor, or a bracket follows at once.

    "2ab + ab" multiplies a and b, "x^2 at 3" does not multiply a and t.
    """
    integral = "∫" in written or "\\int" in written
    for run in _RUN.finditer(written):
        word, before, after = run[0], written[: run.start()], written[run.end() :]
        known = word.lower() in FUNCTIONS | NAMES.keys() | JOINERS or (integral and word[0] == "d")
        parted = re.search(r"[\w)\]}!%]\s+$", before) or re.match(r"\s+[\w(\[{\\]", after)
        if not known and (parted or after.startswith("(")) and not before.endswith("{"):
            return word
    return None


def _whole(term: Term) -> bool:
    exact = value(term)
    return exact is None or exact.denominator == 1


def _percent(term: Term) -> bool:
    return term.head == "%" or (term.head == "neg" and _percent(term.parts[0]))


_OF_ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})


_NOT_EXPRESSIONS = frozenset(
    {"list", "relation", "chain", "seq", "set", "in", "ratio", "union", "intersection", "based"}
)
_OPERATIONS = frozenset(
    ["+", "*", "/", "^", "neg", "%", "!", "abs", "root", "log", "call", "binomial", "sum", "product", "mixed"]
)
_CONSTANT_LETTERS = frozenset({"e", "i"})


def evaluate(match: re.Match[str]) -> Problem | None:
    """A value without unknowns, or a derivative, integral or limit that is written as one."""
    if _NAMES_SOMETHING.fullmatch(match["body"]):
        return None
    term = _term(match["body"])
    if term.head in ("integral", "derivative", "limit"):
        return _of_operator(term)
    nodes = {node.head for node in term.walk()}
    if set(_free(term)) or not nodes & _OPERATIONS or nodes & {"apply", "matrix", "±"}:
        return None
    if term.head == "neg" and term.parts[0].head == "number":
        return None
    return Problem("evaluate", (write(term),))


_DAY, _MONTH, _YEAR = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])", "(?:1[0-9]|20)?[0-9]{2}"
_NAMES_SOMETHING = pattern(
    rf"(?:{_DAY}(?P<a>[-/]){_MONTH}|{_MONTH}(?P<b>[-/]){_DAY})(?:(?P=a)|(?P=b)){_YEAR}"
    rf"|(?:1[0-9]|20)[0-9]{{2}}(?P<c>[-/]){_MONTH}(?P=c){_DAY}"
    r"|(?:\+?[0-9]{1,3}-)?(?:[0-9]{3}-)?[0-9]{3}-[0-9]{4}|0[0-9]*(?:-[0-9]+)+|97[89](?:-[0-9]+){4}"
)
"""A date, the number of a telephone or of a book: signs, but nothing to work out."""


def combine(match: re.Match[str]) -> Problem | None:
    """The sum, product, greatest common divisor ... of what `body` lists."""
    term = _strict(match["body"])
    head = _COMBINED[match["combined"].lower()]
    parts = term.parts if term.head == "list" else ()
    if len(parts) < 2 or _free(term) or any(value(part) is None for part in parts):
        return None
    if head in ("gcd", "lcm"):
        return Problem("evaluate", (write(Term("call", parts, head)),))
    if head in ("-", "/") and len(parts) > 2:
        return None
    return Problem(
        "evaluate",
        (write(Term("+", (parts[0], Term("neg", parts[1:]))) if head == "-" else Term(head, parts)),),
    )


_COMBINED = {
    "sum": "+", "product": "*", "difference": "-", "quotient": "/", "和": "+", "积": "*", "差": "-",
    "商": "/", "gcd": "gcd", "hcf": "gcd", "greatest common divisor": "gcd", "greatest common factor": "gcd",
    "highest common factor": "gcd", "最大公约数": "gcd", "最大公因数": "gcd", "lcm": "lcm",
    "least common multiple": "lcm", "lowest common multiple": "lcm", "最小公倍数": "lcm",
}  # fmt: skip
COMBINED = "|".join(_COMBINED)
"""Names of what `combine` works out, for a pattern."""


def _free(term: Term) -> tuple[str, ...]:
    """Letters that stand for something unknown."""
    bound = {
        node.parts[1].text for node in term.walk() if node.head in ("sum", "product", "integral", "limit")
    }
    return tuple(name for name in term.symbols if name not in _CONSTANT_LETTERS | bound)


def _of_operator(term: Term) -> Problem | None:
    body, variable, *ends = term.parts
    bounds = tuple(write(end) for end in ends)
    if set(_free(body)) - {variable.text}:
        return None
    match term.head:
        case "integral":
            return Problem("integrate", (write(body),), (write(variable),), bounds)
        case "derivative":
            return Problem("differentiate", (write(body),), (write(variable),))
    return Problem("limit", (write(body),), (write(variable),), (*bounds, term.text))


def solve(match: re.Match[str]) -> Problem | None:
    """Equations or inequalities, and the letters to find."""
    if _ALTERNATIVES.search(match["body"]):
        return None
    joined = re.sub(
        r"(?:^|\s)(?:and|where)\s|方程组?|不等式组?|(?<![\w^_}\\])[{｛]|\\left\\\{", " , ", match["body"]
    )
    term = _strict(joined.strip(" ,"))
    relations = term.parts if term.head == "list" else (term,)
    if any(relation.head not in ("relation", "chain") or "≈" in relation.text for relation in relations):
        return None
    letters = sorted({name for relation in relations for name in _free(relation)})
    if any(node.head == "apply" for node in term.walk()) or not 0 < len(letters) <= 4:
        return None
    asked = match.groupdict().get("unknowns")
    unknowns = tuple(re.findall(r"[A-Za-z]", asked.replace("and", ""))) if asked else tuple(letters)
    equations = all(relation.text == "=" for relation in relations)
    solvable = len(unknowns) <= len(relations) if equations else len(letters) == 1
    if not set(unknowns) <= set(letters) or not solvable or (not asked and all(map(_defines, relations))):
        return None
    real = bool(_REAL.search(match.string))
    return Problem("solve", tuple(write(relation) for relation in relations), unknowns, real=real)


_ALTERNATIVES = pattern(r"\bor\b|或|∨|\|\||\\lor\b|\\vee\b|\\cup\b|∪", re.IGNORECASE)
"""Relations of which one is enough; a system is one of which all hold."""
_REAL = pattern(r"\breals?\b|实数|实根|实解|\\mathbb\s*\{?R", re.IGNORECASE)


def _defines(relation: Term) -> bool:
    """`x = 5` states a value; there is nothing to solve."""
    return (
        relation.head == "relation"
        and relation.text == "="
        and relation.parts[0].head == "symbol"
        and not _free(relation.parts[1])
    )


def differentiate(match: re.Match[str]) -> Problem | None:
    """The derivative of `body` in `unknowns`."""
    return _with_variable("differentiate", match)


def integrate(match: re.Match[str]) -> Problem | None:
    """The integral of `body`, from `low` to `high` where they are given."""
    low, high = match.groupdict().get("low"), match.groupdict().get("high")
    bounds = (write(_term(low)), write(_term(high))) if low and high else ()
    return _with_variable("integrate", match, bounds)


def limit(match: re.Match[str]) -> Problem | None:
    """The limit of `body` where `unknowns` goes to `target`."""
    target = re.sub(r"^\+?(?:∞|infinity|无穷大?|正无穷大?)$", "infinity", match["target"].strip())
    side = {"+": "+", "-": "-"}.get(target[-1:], "")
    bounds = (write(_term(target.rstrip("+-") if target not in "+-" else target)), side)
    return _with_variable("limit", match, bounds)


def simplify(match: re.Match[str]) -> Problem | None:
    """Another form of `body`, as the `verb` says."""
    term = _term(match["body"])
    if any(node.head in ("apply", "matrix", "±", "degree") for node in term.walk()) or term.head in (
        "number",
        "symbol",
    ):
        return None
    return Problem(_VERBS[match["verb"].lower()], (write(term),)) if _free(term) else evaluate(match)


def _with_variable(kind: Kind, match: re.Match[str], bounds: tuple[str, ...] = ()) -> Problem | None:
    body = re.sub(r"^\s*(?:y|[fgh]\s*\(\s*[a-z]\s*\))\s*=", "", match["body"])
    term = _term(body)
    letters = _free(term)
    given = match.groupdict().get("unknowns")
    variable = given or (letters[0] if len(letters) == 1 else "x" if "x" in letters or not letters else None)
    if variable is None or any(node.head in ("apply", "matrix", "±") for node in term.walk()):
        return None
    if term.head == "integral" and kind == "integrate":
        return _of_operator(term)
    return Problem(kind, (write(term),), (variable,), bounds)


def convert(match: re.Match[str]) -> Problem | None:
    """An amount in another unit."""
    source, target = units.find(match["source"]), units.find(match["target"])
    written = "1" if match["amount"].lower() in ("a", "an", "one") else match["amount"].strip()
    amount = value(parse(formula(written)))
    if source is None or target is None or amount is None or source.dimension != target.dimension:
        return None
    return Problem("convert", (written,), (), (match["source"].strip(), match["target"].strip()))


_VERBS: dict[str, Kind] = {
    "simplify": "simplify", "化简": "simplify", "expand": "expand", "展开": "expand", "factor": "factor",
    "factorise": "factor", "factorize": "factor", "因式分解": "factor", "分解因式": "factor",
    "multiply out": "expand",
}  # fmt: skip
