"""Formal problems, and how an expression is read where only one reading will do."""

import re
from dataclasses import dataclass
from typing import Literal

from reasoner.patterns import pattern
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import Term, value
from reasoner.verification.notation.tokens import FUNCTIONS, JOINERS, NAMES, Unreadable
from reasoner.verification.problems.phrasing import formula

Kind = Literal[
    "evaluate", "number", "solve", "differentiate", "integrate", "limit", "simplify", "expand", "factor",
    "divide", "vertex", "matrix", "convert",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with nothing left to interpret; its expressions are plain text that `parse` reads."""

    kind: Kind
    expressions: tuple[str, ...]
    """What is worked on: one expression, the relations of a system, or the values of a function."""
    unknowns: tuple[str, ...] = ()
    """The letters to solve for, or the variable of a derivative, integral or limit."""
    bounds: tuple[str, ...] = ()
    """Bounds of an integral; target and side of a limit; order and place of a derivative; two units."""
    manner: str = ""
    """Within the kind: where solutions may lie, the form of a value, the name of a function or operation."""
    chinese: bool = False
    """The answer's words are Chinese."""

    @property
    def text(self) -> str:
        """The problem in one line, for evidence and certificates."""
        parts = [self.manner] * bool(self.manner) + [", ".join(self.expressions)]
        parts += [f"for {', '.join(self.unknowns)}"] * bool(self.unknowns)
        parts += [f"with {', '.join(filter(None, self.bounds))}"] * any(self.bounds)
        return f"{self.kind} {' '.join(parts)}"


def expression(text: str) -> Term:
    """The one expression of a formula. Raises: Unreadable."""
    term = strict(text)
    if term.head in _NOT_EXPRESSIONS:
        raise Unreadable("no single expression")
    return term


def exact(text: str) -> Term:
    """An expression that has an exact rational value. Raises: Unreadable."""
    term = expression(text)
    if value(term) is None:
        raise Unreadable("no exact number")
    return term


def single(text: str) -> Term:
    """A number as it stands: of a sum, words before or after it may mean a part. Raises: Unreadable."""
    term = exact(text)
    if not is_single(term):
        raise Unreadable("not a single number")
    return term


def is_single(term: Term) -> bool:
    """A number, its opposite, a percentage, a fraction, a power or a root of one."""
    if term.head in ("neg", "%", "/", "mixed", "^", "root"):
        return all(part.head == "number" for part in term.parts)
    return term.head == "number"


def strict(text: str) -> Term:
    """The term of a formula that everyone reads in the same way. Raises: Unreadable."""
    if _TWO_WAYS.search(text):
        raise Unreadable("how far an 'of' reaches may be read in two ways")
    if _MARKED.search(text):
        raise Unreadable("a letter with a bar is another letter, or a conjugate")
    written = formula(text)
    if word := _word_in(written):
        raise Unreadable(f"'{word}' is a word, not a product of letters")
    term = parse(written, strict=True)
    for node in term.walk():
        match node.head:
            case "number" if _LEADING_ZERO.match(node.text):
                raise Unreadable("a number that begins with 0 may be a code, or lack its point")
            case "+" if any(map(_percent, node.parts[1:])) and not all(map(_percent, node.parts)):
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


def free(term: Term) -> tuple[str, ...]:
    """Letters that stand for something unknown."""
    bound = {
        node.parts[1].text for node in term.walk() if node.head in ("sum", "product", "integral", "limit")
    }
    return tuple(name for name in term.symbols if name not in _CONSTANT_LETTERS | bound)


def replaced(term: Term, values: dict[str, Term]) -> Term:
    """The term with values put in the place of letters."""
    if term.head == "symbol":
        return values.get(term.text, term)
    return Term(term.head, tuple(replaced(part, values) for part in term.parts), term.text)


_TWO_WAYS = pattern(
    r"(?:\b(?:root|half|percent|cube|square|factorial|base \d+|power) of\b|% of\b)"
    r"[^()]{0,60}(?:[-+]|\b(?:plus|minus)\b)"
    r"|\b(?:root|cube|square|factorial|base \d+|power) of\b"
    r"[^()]{0,60}(?:[*/×÷]|\b(?:times|multiplied|divided|over)\b)"
    r"|\b(?:plus|minus|times|multiplied|divided|over|and)\b[^()]{0,60}\b(?:squared|cubed|to the power)\b"
    r"|[-+*/×÷加乘减除和与][^()]{0,60}的(?:平方|立方|算术|阶乘|[\d一二三四五六七八九十]+次[方幂]|[^()]{0,60}分之)"
    r"|(?:平方根|根号).{0,60}[-+*/加减乘除]",
    re.IGNORECASE,
)
"""Half of 10 plus 4 is 9 or 7; 三加四的平方 is 19 or 49."""
_MARKED = pattern(r"\\(?:bar|overline|hat|vec|tilde|underline|overrightarrow|widehat)\s*\{?\s*[A-Za-z\\]")
_LEADING_ZERO = pattern(r"0\d")
_RUN = pattern(r"(?<![\\A-Za-z])[A-Za-z]{2,}")


def _word_in(written: str) -> str | None:
    """Letters that are no product: space parts them from another factor, or a bracket follows at once.

    "2ab + ab" multiplies a and b, "x^2 at 3" does not multiply a and t.
    """
    integral = "∫" in written or "\\int" in written
    for run in _RUN.finditer(written):
        word, before, after = run[0], written[: run.start()], written[run.end() :]
        known = word.lower() in FUNCTIONS | NAMES.keys() | JOINERS or (integral and word[0] == "d")
        parted = (before[-1:].isspace() and _ENDS_FACTOR.search(before[-8:])) or _STARTS_FACTOR.match(after)
        if not known and (parted or after.startswith("(")) and not before.endswith("{"):
            return word
    return None


_ENDS_FACTOR = pattern(r"[\w)\]}!%]\s+$")
_STARTS_FACTOR = pattern(r"\s+[\w(\[{\\]")


def _whole(term: Term) -> bool:
    exact_value = value(term)
    return exact_value is None or exact_value.denominator == 1


def _percent(term: Term) -> bool:
    return term.head == "%" or (term.head == "neg" and _percent(term.parts[0]))


_OF_ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_NOT_EXPRESSIONS = frozenset(
    {"list", "relation", "chain", "seq", "set", "in", "ratio", "union", "intersection", "based", "matrix"}
)
_CONSTANT_LETTERS = frozenset({"e", "i"})
