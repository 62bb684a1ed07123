"""Functions of exact numbers, each with a program that checks its value in another way."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from reasoner.verification.problems import arithmetic

MAX_TRIED = 10**10
"""Larger numbers have no divisors looked for, one by one."""
_MAX_COUNTED = 10**6
_MAX_WHOLE = 10**arithmetic.MAX_DIGITS

Numbers = Sequence[Fraction]
Work = Callable[[Numbers], str | None]
"""Works the answer out; None where there is none, or where people differ about it."""


@dataclass(frozen=True, slots=True)
class Function:
    """How a value is worked out, and how that is checked."""

    work: Work
    check: str
    """A program that prints True if the answer is right.

    It has `values`, pairs of numerator and denominator; `numbers`, the numerators; `answer`, the text; and
    for an answer that is a number, its `top` and `bottom`.
    """
    shown: str
    """What the program shows."""


def program(name: str, values: Numbers, answer: str) -> str:
    """The program that checks the answer of the function of that name."""
    pairs = [(value.numerator, value.denominator) for value in values]
    lines = [f"values = {pairs!r}", "numbers = [p for p, q in values]", f"answer = {answer!r}"]
    try:
        exact = Fraction(answer)
        lines.append(f"top, bottom = {exact.numerator}, {exact.denominator}")
    except ValueError:
        pass
    return "\n".join([*lines, FUNCTIONS[name].check])


def _whole(values: Numbers, least: int, most: int) -> list[int]:
    """The numbers as whole ones, or nothing if one is not, or is out of range."""
    inside = all(value.denominator == 1 and least <= value <= most for value in values)
    return [int(value) for value in values] if inside else []


def _of_whole(work: Callable[[list[int]], int | str], least: int = 1, most: int = _MAX_WHOLE) -> Work:
    """A function that only whole numbers in a range have."""

    def shown(values: Numbers) -> str | None:
        numbers = _whole(values, least, most)
        return str(work(numbers)) if numbers else None

    return shown


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def _factors(n: int) -> list[int]:
    """The prime factors in order."""
    found: list[int] = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            n, found = n // divisor, [*found, divisor]
        divisor += 1 + divisor % 2
    return [*found, n] if n > 1 else found


def _factored(numbers: list[int]) -> str:
    powers = Counter(_factors(numbers[0])).items()
    return "*".join(str(prime) if power == 1 else f"{prime}^{power}" for prime, power in powers)


def _shown(number: Fraction) -> str:
    return arithmetic.decimal(number) or str(number)


def _median(values: Numbers) -> str:
    ordered = sorted(values)
    return _shown((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2)


def _mode(values: Numbers) -> str | None:
    (first, often), *others = Counter(values).most_common(2)
    return _shown(first) if often > 1 and all(times < often for _, times in others) else None


def _rounded(values: Numbers, *, halves_up: bool = False) -> str | None:
    """The nearest multiple of the step, with its places. What is half-way is open, unless halves go up."""
    number, step = values
    steps = abs(number) / step
    if steps % 1 == Fraction(1, 2) and not halves_up:
        return None
    nearest = math.floor(steps + Fraction(1, 2)) * step
    places = len(str(step.denominator)) - 1
    digits = str(int(nearest * 10**places)).zfill(places + 1)
    sign = "-" if number < 0 and nearest else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _extreme(*, largest: bool) -> Work:
    """Which one, from 1; "equal" if they are."""

    def which(values: Numbers) -> str | None:
        found = max(values) if largest else min(values)
        if len(set(values)) == 1:
            return "equal"
        return str(values.index(found) + 1) if list(values).count(found) == 1 else None

    return which


def _order(values: Numbers) -> str:
    a, b = values
    return "<" if a < b else ">" if a > b else "="


_PRIME = """\
n, d = numbers[0], 3
prime = n == 2 or (n > 2 and n % 2 == 1)
while prime and d * d <= n:
    prime, d = n % d != 0, d + 2
print(answer == ('yes' if prime else 'no'))"""
_FACTORS = """\
product, primes = 1, True
for part in answer.split('*'):
    p, sign, power = part.partition('^')
    product, d = product * int(p) ** int(power or 1), 2
    while d * d <= int(p):
        primes, d = primes and int(p) % d != 0, d + 1
print(primes and product == numbers[0])"""
_COPRIME = """
d = rest[0]
for n in rest:
    while n:
        d, n = n, d % n
print(whole and d == 1)"""
_ROUNDED = """\
(a, b), (p, q) = values
print(2 * abs(top * b - a * bottom) * q <= p * b * bottom and top * q % (bottom * p) == 0)"""
_SCALED = """\
common = 1
for p, q in values:
    common *= q
rows = sorted([p * (common // q) for p, q in values])
"""
_MEDIAN = f"{_SCALED}print((rows[(len(rows) - 1) // 2] + rows[len(rows) // 2]) * bottom == 2 * common * top)"
_MODE = """\
counts = [sum(1 for r, s in values if p * s == r * q) for p, q in values]
print(all((count == max(counts)) == (p * bottom == q * top) for count, (p, q) in zip(counts, values)))"""
_EXTREME = """\
scaled = [p * bottom_of_all // q for p, q in values]
one = scaled[0] if answer == 'equal' else scaled[int(answer) - 1]
print(all(one {sign} other for other in scaled) and (answer != 'equal' or all(one == n for n in scaled)))"""
_CROSSED = "(a, b), (c, d) = values\nleft, right = a * d, c * b\n"
_ORDER = f"{_CROSSED}print(answer == ('<' if left < right else '>' if left > right else '='))"
_CROSSWISE = "the fractions were compared by multiplying crosswise"
_LAST_DIGIT = "the last digit decides"


def _extremes(sign: str) -> str:
    return f"bottom_of_all = 1\nfor p, q in values:\n    bottom_of_all *= q\n{_EXTREME.format(sign=sign)}"


def _truth(true: Callable[[Fraction, Fraction], bool], sign: str) -> Function:
    check = f"{_CROSSED}print(answer == ('yes' if left {sign} right else 'no'))"
    return Function(lambda values: _yes(true(values[0], values[1])), check, _CROSSWISE)


def _parity(yes: str) -> str:
    return f"print(answer == ('yes' if str(numbers[0])[-1] in '{yes}' else 'no'))"


FUNCTIONS = {
    "remainder": Function(
        lambda values: _of_whole(lambda n: n[0] % n[1], 0)(values) if values[1] else None,
        "a, b = numbers\nprint(0 <= top < b and a == a // b * b + top)",
        "divisor times quotient plus remainder is the number, and the remainder is less than the divisor",
    ),
    "gcd": Function(
        _of_whole(lambda n: math.gcd(*n)),
        "whole, rest = all(n % top == 0 for n in numbers), [n // top for n in numbers]" + _COPRIME,
        "it divides each number, and the quotients have no common divisor",
    ),
    "lcm": Function(
        _of_whole(lambda n: math.lcm(*n)),
        "whole, rest = all(top % n == 0 for n in numbers), [top // n for n in numbers]" + _COPRIME,
        "each number divides it, and the quotients have no common divisor",
    ),
    "prime": Function(
        _of_whole(lambda n: _yes(_factors(n[0]) == n), 1, MAX_TRIED),
        _PRIME,
        "every divisor up to the root was tried",
    ),
    "factors": Function(
        _of_whole(_factored, 2, MAX_TRIED), _FACTORS, "the product is the number, and no factor has a divisor"
    ),
    "divisors": Function(
        _of_whole(
            lambda n: math.prod(power + 1 for power in Counter(_factors(n[0])).values()), 1, _MAX_COUNTED
        ),
        "n = numbers[0]\nprint(top == sum(1 for d in range(1, n + 1) if n % d == 0))",
        "every number up to it was tried",
    ),
    "divisible": Function(
        lambda values: _of_whole(lambda n: _yes(n[0] % n[1] == 0), 0)(values) if values[1] else None,
        "a, b = numbers\nprint(answer == ('yes' if a // b * b == a else 'no'))",
        "the divisor times the whole quotient was compared with the number",
    ),
    "even": Function(_of_whole(lambda n: _yes(n[0] % 2 == 0), 0), _parity("02468"), _LAST_DIGIT),
    "odd": Function(_of_whole(lambda n: _yes(n[0] % 2 == 1), 0), _parity("13579"), _LAST_DIGIT),
    "parity": Function(
        _of_whole(lambda n: "odd" if n[0] % 2 else "even", 0),
        "print(answer == ('even' if str(numbers[0])[-1] in '02468' else 'odd'))",
        _LAST_DIGIT,
    ),
    "median": Function(_median, _MEDIAN, "the numbers were put in order again"),
    "mode": Function(_mode, _MODE, "the numbers were counted again"),
    "rounded": Function(_rounded, _ROUNDED, "it is a multiple of the step, at most half a step away"),
    "rounded up": Function(
        lambda values: _rounded(values, halves_up=True),
        _ROUNDED,
        "it is a multiple of the step, at most half a step away",
    ),
    "largest": Function(_extreme(largest=True), _extremes(">="), "no other is larger"),
    "smallest": Function(_extreme(largest=False), _extremes("<="), "no other is smaller"),
    "order": Function(_order, _ORDER, _CROSSWISE),
    "true <": _truth(lambda a, b: a < b, "<"),
    "true >": _truth(lambda a, b: a > b, ">"),
    "true =": _truth(lambda a, b: a == b, "=="),
    "true ≤": _truth(lambda a, b: a <= b, "<="),
    "true ≥": _truth(lambda a, b: a >= b, ">="),
}
"""By the name that a problem has as its manner."""

_DIGITS = "0123456789ABCDEF"


def in_base(n: int, base: int) -> str:
    """The digits of a whole number in a base up to 16."""
    digits = ""
    while n or not digits:
        n, digit = divmod(n, base)
        digits = _DIGITS[digit] + digits
    return digits


def base_program(digits: str, source: int, answer: str, target: int) -> str:
    """A program that prints True if both rows of digits, each in its base, are one number."""
    return f"""\
def value(digits, base):
    n = 0
    for digit in digits:
        n = n * base + '{_DIGITS}'.index(digit)
    return n
print(value({digits!r}, {source}) == value({answer!r}, {target}))"""
