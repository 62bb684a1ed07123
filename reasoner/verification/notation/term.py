"""A mathematical expression as a tree, how it is written out, and its exact value where it has one."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from reasoner.verification.notation.tokens import GREEK

MAX_BITS = 13_000
"""Size of a number that is still worked out exactly."""
MAX_FACTORIAL = 1_000


@dataclass(frozen=True, slots=True)
class Term:
    """A node: `head` says what it is, `text` carries a number, a name or the signs of a relation.

    Heads: number, symbol, constant (pi, infinity), +, *, /, ^, neg, ±, %, degree, !, abs, root (of,
    index), log (of, base), call (text: the function), apply (text: the function's letter), seq (text: its
    two brackets), set, list (text: the word between its items), relation (text: its sign), chain (text:
    its signs), union, intersection, without, in, ratio, mixed, matrix, row, based (a numeral in a base),
    binomial, integral (body, variable, and bounds), derivative (body, variable), limit (body, variable,
    target; text: side), sum and product (body, variable, from, to), empty.
    """

    head: str
    parts: tuple["Term", ...] = ()
    text: str = ""
    size: int = field(init=False, repr=False, compare=False)
    """How many nodes it has."""
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 1 + sum(part.size for part in self.parts))
        object.__setattr__(self, "_hash", hash((self.head, self.parts, self.text)))

    def __hash__(self) -> int:
        """Worked out once, for a term is looked up often."""
        return self._hash

    def walk(self) -> Iterator["Term"]:
        """The node and all below it."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.parts))

    @property
    def symbols(self) -> tuple[str, ...]:
        """Its letters, in alphabetical order."""
        return tuple(sorted({node.text for node in self.walk() if node.head == "symbol"}))


def number(value: Fraction | int) -> Term:
    """The term of an exact number."""
    value = Fraction(value)
    if value < 0:
        return Term("neg", (number(-value),))
    if value.denominator == 1:
        return Term("number", text=str(value.numerator))
    return Term("/", (number(value.numerator), number(value.denominator)))


def value(term: Term) -> Fraction | None:
    """The exact rational value; None when it has none, or when it would be too large to write out."""
    try:
        return _value(term)
    except (ZeroDivisionError, OverflowError):
        return None


@lru_cache(maxsize=8192)
def _value(term: Term) -> Fraction | None:
    if term.head == "number":
        return _decimal(term.text)
    if term.head not in _EXACT:
        return None
    found = [_value(part) for part in term.parts]
    parts = [part for part in found if part is not None]
    if len(parts) < len(found):
        return None
    result = _EXACT[term.head](parts)
    if result is not None and max(result.numerator.bit_length(), result.denominator.bit_length()) > MAX_BITS:
        return None
    return result


def _decimal(text: str) -> Fraction | None:
    mantissa, _, exponent = text.lower().partition("e")
    if len(text) > MAX_BITS // 4 or (exponent and abs(int(exponent)) > 1_000):
        return None
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


def _power(parts: list[Fraction]) -> Fraction | None:
    base, exponent = parts
    if exponent.denominator != 1:
        inner = _root([base, Fraction(exponent.denominator)])
        return None if inner is None else _power([inner, Fraction(exponent.numerator)])
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(exponent) * size > MAX_BITS or (base == 0 and exponent == 0):
        return None
    power: Fraction = base ** int(exponent)
    return power


def _root(parts: list[Fraction]) -> Fraction | None:
    base, index = parts
    if index.denominator != 1 or not 0 < index <= 64 or (base < 0 and index % 2 == 0):
        return None
    top, bottom = _integer_root(abs(base.numerator), int(index)), _integer_root(base.denominator, int(index))
    if top is None or bottom is None:
        return None
    return Fraction(top if base >= 0 else -top, bottom)


def _integer_root(n: int, index: int) -> int | None:
    """The whole number whose power is n; by Newton's method, on integers only."""
    if n < 2 or index == 1:
        return n
    guess = 1 << -(-n.bit_length() // index)
    while True:
        better = ((index - 1) * guess + n // guess ** (index - 1)) // index
        if better >= guess:
            return guess if guess**index == n else None
        guess = better


def _factorial(parts: list[Fraction]) -> Fraction | None:
    n = parts[0]
    return Fraction(math.factorial(int(n))) if n.denominator == 1 and 0 <= n <= MAX_FACTORIAL else None


def _binomial(parts: list[Fraction]) -> Fraction | None:
    if any(part.denominator != 1 or not 0 <= part <= MAX_FACTORIAL for part in parts):
        return None
    return Fraction(math.comb(int(parts[0]), int(parts[1])))


def _mixed(parts: list[Fraction]) -> Fraction:
    return parts[0] + parts[1]


_EXACT: dict[str, Callable[[list[Fraction]], Fraction | None]] = {
    "+": lambda parts: sum(parts, Fraction(0)),
    "*": lambda parts: math.prod(parts, start=Fraction(1)),
    "/": lambda parts: parts[0] / parts[1],
    "^": _power,
    "neg": lambda parts: -parts[0],
    "%": lambda parts: parts[0] / 100,
    "degree": lambda parts: parts[0],
    "abs": lambda parts: abs(parts[0]),
    "root": _root,
    "!": _factorial,
    "binomial": _binomial,
    "mixed": _mixed,
}

_LEVEL = {
    "list": 0,
    "relation": 1,
    "chain": 1,
    "in": 1,
    "union": 2,
    "intersection": 2,
    "without": 2,
    "ratio": 3,
}
_LEVEL |= {"+": 4, "±": 4, "neg": 5, "*": 6, "/": 6, "^": 8, "%": 9, "!": 9, "degree": 9}
_LEVEL |= dict.fromkeys(("integral", "derivative", "limit", "sum", "product"), 5)
_INFIX = {"+": " + ", "*": "*", "/": "/", "^": "^", "list": ", ", "union": " ∪ ", "intersection": " ∩ "}
_INFIX |= {"without": " ∖ ", "in": " ∈ ", "ratio": ":"}


def write(term: Term) -> str:
    """The term as plain text, which reads back as the same term."""
    inner, level = [write(part) for part in term.parts], _LEVEL.get(term.head, 10)
    loose = [_LEVEL.get(part.head, 10) < level for part in term.parts]
    if term.head in ("/", "^", "without", "±") and len(term.parts) == 2:
        loose[1] = _LEVEL.get(term.parts[1].head, 10) <= level
    if term.head in ("^", "!", "%"):
        loose = [_LEVEL.get(part.head, 10) < 10 for part in term.parts]
    if term.head == "*":
        loose[1:] = [wrap or part.head == "/" for wrap, part in zip(loose[1:], term.parts[1:], strict=True)]
    wrapped = [f"({text})" if wrap else text for text, wrap in zip(inner, loose, strict=True)]
    match term.head:
        case "number" | "constant":
            return term.text
        case "symbol" | "based":
            name, _, subscript = term.text.partition("_")
            name = f"\\{name}" if name.rstrip("'") in GREEK else name
            return f"{name}_{{{subscript}}}" if subscript else name
        case "neg":
            return f"-{wrapped[0]}"
        case "±":
            return f"{wrapped[0]} ± {wrapped[1]}" if len(wrapped) == 2 else f"±{wrapped[0]}"
        case "%" | "!":
            return f"{wrapped[0]}{term.head}"
        case "degree":
            return f"{wrapped[0]}°"
        case "mixed":
            return f"({inner[0]} + {inner[1]})"
        case "abs":
            return f"abs({inner[0]})"
        case "root":
            return f"sqrt({inner[0]})" if inner[1] == "2" else f"\\sqrt[{inner[1]}]{{{inner[0]}}}"
        case "log":
            return f"\\log_{{{inner[1]}}}({inner[0]})"
        case "call" | "apply":
            return f"{term.text}({', '.join(inner)})"
        case "seq":
            return term.text[0] + ", ".join(inner) + term.text[1]
        case "set":
            return "\\{" + ", ".join(inner) + "\\}"
        case "relation":
            return f"{wrapped[0]} {term.text} {wrapped[1]}"
        case "chain":
            signs = [*term.text.split(), ""]
            return " ".join(f"{part} {sign}" for part, sign in zip(wrapped, signs, strict=True)).strip()
        case "+":
            return " + ".join(wrapped).replace("+ -", "- ")
        case head if head in _INFIX:
            return _INFIX[head].join(wrapped)
        case "binomial":
            return f"\\binom{{{inner[0]}}}{{{inner[1]}}}"
        case "derivative":
            return f"\\frac{{d}}{{d{inner[1]}}}({inner[0]})"
        case "integral":
            bounds = f"_{{{inner[2]}}}^{{{inner[3]}}}" if len(inner) == 4 else ""
            return f"\\int{bounds} ({inner[0]}) d{inner[1]}"
        case "limit":
            side = f"^{term.text}" if term.text else ""
            return f"\\lim_{{{inner[1]} \\to {inner[2]}{side}}} ({inner[0]})"
        case "sum" | "product":
            sign = "\\sum" if term.head == "sum" else "\\prod"
            return f"{sign}_{{{inner[1]}={inner[2]}}}^{{{inner[3]}}} ({inner[0]})"
        case "row":
            return " & ".join(inner)
        case "matrix":
            rows = " \\\\ ".join(inner)
            return f"\\begin{{pmatrix}} {rows} \\end{{pmatrix}}"
        case _:
            return "\\emptyset"
