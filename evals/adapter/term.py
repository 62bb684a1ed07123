"""What a question asks for, as a sum over the numbers of its story, and the program that works it out."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Operation = Literal["+", "-", "*", "/", "//", "%", "ceil"]
STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "ceil": 3, "known": 9}
_LINKS = {"+": "+-", "-": "+-", "*": "*/"}
INLINE = 2
"""Steps that stand in one line; what takes more is written step by step."""
Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Term:
    """A number of the story, or two terms and what is done with them."""

    head: Operation | Literal["known"]
    known: Fraction = Fraction(0)
    sides: tuple["Term", ...] = ()

    def __add__(self, other: "Term | Number") -> "Term":
        return self._with("+", other)

    def __sub__(self, other: "Term | Number") -> "Term":
        return self._with("-", other)

    def __mul__(self, other: "Term | Number") -> "Term":
        return self._with("*", other)

    def __truediv__(self, other: "Term | Number") -> "Term":
        return self._with("/", other)

    def __floordiv__(self, other: "Term | Number") -> "Term":
        return self._with("//", other)

    def __mod__(self, other: "Term | Number") -> "Term":
        return self._with("%", other)

    def ceil(self, other: "Term | Number") -> "Term":
        """How many of `other` hold all of this."""
        return self._with("ceil", other)

    def _with(self, head: Operation, other: "Term | Number") -> "Term":
        return Term(head, sides=(self, other if isinstance(other, Term) else known(other)))

    @property
    def value(self) -> Fraction:
        if self.head == "known":
            return self.known
        left, right = (side.value for side in self.sides)
        match self.head:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
            case "//":
                return Fraction(left // right)
            case "%":
                return left % right
            case "ceil":
                return Fraction(math.ceil(left / right))

    @property
    def steps(self) -> int:
        """Operations, those of a term that stands in it twice counted once."""
        return len({id(node) for node in self.walk() if node.sides})

    @property
    def shape(self) -> str:
        """What is done, whatever the numbers are."""
        if not self.sides:
            return "n"
        return f"({self.head} {' '.join(side.shape for side in self.sides)})"

    def walk(self) -> Iterator["Term"]:
        for side in self.sides:
            yield from side.walk()
        yield self


def known(number: Number) -> Term:
    return Term("known", Fraction(number))


def total(terms: list[Term]) -> Term:
    """The sum, from the left."""
    first, *rest = terms
    for term in rest:
        first = first + term
    return first


def plain(number: Fraction) -> str:
    """A whole number or a decimal; a fraction where it has none that ends."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{float(number):.8f}".rstrip("0").rstrip(".")
    return text if Fraction(text) == number else str(number)


def ends(number: Fraction, places: int = 2) -> bool:
    """Whether it is written with so few decimals."""
    return Fraction(number * 10**places).denominator == 1


def program(term: Term) -> str:
    """Short steps in the order of the story; the last is the answer."""
    names: dict[int, str] = {}
    lines: list[str] = []
    times = _times(term)
    twice = any(node.sides and times.get(id(node), 0) > 1 for node in term.walk())
    if twice or _cost(term) > INLINE:
        for node in term.walk():
            if not node.sides or node is term or id(node) in names or _chained(node, term, times):
                continue
            name = chr(ord("a") + len(names))
            lines.append(f"{name}={_written(node, names)}")
            names[id(node)] = name
    return "\n".join([*lines, f"ans={_written(term, names)}"])


def _times(term: Term) -> dict[int, int]:
    counts: dict[int, int] = {}
    for node in term.walk():
        for side in node.sides:
            counts[id(side)] = counts.get(id(side), 0) + 1
    return counts


def _cost(term: Term) -> int:
    """Steps, a chain of one strength over the story's numbers counting as one."""
    times = _times(term)
    return len({id(node) for node in term.walk() if node.sides and not _chained(node, term, times)})


def _chained(node: Term, whole: Term, times: dict[int, int]) -> bool:
    """Whether it is the beginning of a chain such as a+b-c, and needs no line of its own."""
    if node is whole or not node.sides or times[id(node)] > 1:
        return False
    above = next(above for above in whole.walk() if any(side is node for side in above.sides))
    plain_ends = not above.sides[1].sides and not node.sides[1].sides
    return above.sides[0] is node and plain_ends and above.head in _LINKS.get(node.head, "")


def _written(
    term: Term, names: dict[int, str], outer: int = 0, right: bool = False, after_plus: bool = False
) -> str:
    if id(term) in names:
        return names[id(term)]
    if not term.sides:
        return plain(term.known) if "/" not in plain(term.known) else f"({term.known})"
    strength = STRENGTH[term.head]
    left, other = term.sides
    if term.head == "ceil":
        body = f"-(-{_written(left, names, 3)}//{_written(other, names, 2, right=True)})"
    else:
        last = _written(other, names, strength, True, term.head == "+")
        body = f"{_written(left, names, strength)}{term.head}{last}"
    return f"({body})" if strength < outer or (right and strength == outer and not after_plus) else body
