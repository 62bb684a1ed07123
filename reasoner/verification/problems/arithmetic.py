"""Exact arithmetic: the little program that works an expression out, and how a number is shown."""

from fractions import Fraction

from reasoner.verification.notation.term import Term, value

MAX_DIGITS = 2_000
"""Digits of a result that is still shown."""

_PRELUDE = """\
def ratio(p, q):
    if q < 0:
        p, q = -p, -q
    a, b = abs(p), q
    while b:
        a, b = b, a % b
    return (p // a, q // a)
def add(x, y):
    return ratio(x[0] * y[1] + y[0] * x[1], x[1] * y[1])
def multiply(x, y):
    return ratio(x[0] * y[0], x[1] * y[1])
def divide(x, y):
    return ratio(x[0] * y[1], x[1] * y[0])
def power(x, y):
    if y[0] < 0:
        return ratio(x[1] ** -y[0], x[0] ** -y[0])
    return ratio(x[0] ** y[0], x[1] ** y[0])
def factorial(x):
    result = 1
    for n in range(2, x[0] + 1):
        result *= n
    return (result, 1)
"""

_CALLS = {"+": "add", "*": "multiply", "/": "divide", "^": "power", "mixed": "add"}


def program(term: Term) -> str | None:
    """A program that prints the value as `numerator denominator`; None when it takes more than arithmetic."""
    lines: list[str] = []
    result = _code(term, lines)
    return None if result is None else "\n".join([_PRELUDE, *lines, f"print({result}[0], {result}[1])\n"])


def _code(term: Term, lines: list[str]) -> str | None:
    """The name of the value, after lines that work it out: nested calls would soon be nested too deeply."""
    if term.head == "number":
        exact = value(term)  # not Fraction(text), which would never be done with 1e999999999
        if exact is None:
            return None
        return _named(f"({exact.numerator}, {exact.denominator})", lines)
    found = [_code(part, lines) for part in term.parts]
    parts = [part for part in found if part is not None]
    if not parts or len(parts) < len(found):
        return None
    match term.head:
        case "^" if (exponent := value(term.parts[1])) is None or exponent.denominator != 1:
            return None
        case "neg":
            return _named(f"multiply((-1, 1), {parts[0]})", lines)
        case "%":
            return _named(f"divide({parts[0]}, (100, 1))", lines)
        case "!":
            return _named(f"factorial({parts[0]})", lines)
        case head if head in _CALLS:
            name = parts[0]
            for part in parts[1:]:
                name = _named(f"{_CALLS[head]}({name}, {part})", lines)
            return name
    return None


def _named(code: str, lines: list[str]) -> str:
    name = f"n{len(lines)}"
    lines.append(f"{name} = {code}")
    return name


def zero_divisor(term: Term) -> Term | None:
    """What the term divides by although it is 0."""
    zero = (node.parts[1] for node in term.walk() if node.head == "/" and value(node.parts[1]) == 0)
    return next(zero, None)


def read_result(printed: str | None) -> Fraction | None:
    """The number that the program printed; None when it printed something else."""
    top, _, bottom = (printed or "").partition(" ")
    whole = (
        top.lstrip("-").isascii() and top.lstrip("-").isdecimal() and bottom.isascii() and bottom.isdecimal()
    )
    return Fraction(int(top), int(bottom)) if whole and int(bottom) else None


def decimal(number: Fraction, digits: int = 12) -> str | None:
    """The finite decimal of at most `digits` places; None when there is none."""
    for places in range(digits + 1):
        scale: int = 10**places
        scaled = number * scale
        if scaled.denominator == 1:
            sign, text = "-" * (scaled < 0), str(abs(scaled.numerator)).zfill(places + 1)
            return sign + (f"{text[:-places]}.{text[-places:]}" if places else text)
    return None


def rounded(number: Fraction, significant: int = 6) -> str:
    """The number with so many significant digits, in plain decimals."""
    if number == 0:
        return "0"
    size = len(str(int(abs(number)))) if abs(number) >= 1 else 0
    while abs(number) * 10**-size < Fraction(1, 10):
        size -= 1
    scale = 10 ** max(significant - size, 0)
    return decimal(Fraction(round(number * scale), scale), significant - size) or str(round(number))


def show(number: Fraction, *, decimals: bool) -> str:
    """A whole number, a finite decimal if decimals are wanted, or a fraction in lowest terms."""
    return (decimals and decimal(number)) or str(number)
