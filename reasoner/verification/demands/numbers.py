"""Rules that a number keeps or breaks: whole, prime, at most 10."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from reasoner.verification.demands.asking import Phrase, Stated

MOST_TESTED = 10**8
"""Larger numbers count as prime and as composite: to find out would take too long."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a number must be, in words that follow "it is", and the test."""

    says: str
    holds: Callable[[Stated], bool]


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule, and the words of the question that make it one."""

    rule: Rule
    place: Phrase


def _whole(answer: Stated) -> bool:
    return answer.value.denominator == 1


def _natural(answer: Stated) -> bool:
    return _whole(answer) and answer.value >= 0


def _has_divisor(n: int) -> bool:
    return any(n % divisor == 0 for divisor in range(2, int(n**0.5) + 1))


def _prime(answer: Stated) -> bool:
    n = answer.value.numerator
    return _whole(answer) and n > 1 and (n > MOST_TESTED or not _has_divisor(n))


def _composite(answer: Stated) -> bool:
    n = answer.value.numerator
    return _whole(answer) and n > 3 and (n > MOST_TESTED or _has_divisor(n))


WHOLE = Rule("a whole number", _whole)
NATURAL = Rule("a whole number, at least 0", _natural)
PRIME = Rule("a prime number", _prime)
COMPOSITE = Rule("a composite number", _composite)
ODD = Rule("odd", lambda answer: _whole(answer) and answer.value.numerator % 2 == 1)


def compared(test: Callable[[Fraction, int], bool], bound: int, says: str) -> Rule:
    """`test(answer, bound)` holds."""
    return Rule(says, lambda answer: test(answer.value, bound))


def between(low: int, high: int) -> Rule:
    """At least `low` and at most `high`."""
    return Rule(f"between {low} and {high}", lambda answer: low <= answer.value <= high)


def multiple(of: int, says: str = "") -> Rule:
    """Divisible by `of`."""
    return Rule(
        says or f"a multiple of {of}",
        lambda answer: _whole(answer) and (not of or answer.value.numerator % of == 0),
    )


def divisor(of: int) -> Rule:
    """Divides `of`."""
    return Rule(
        f"a divisor of {of}",
        lambda answer: _whole(answer) and answer.value != 0 and of % answer.value.numerator == 0,
    )


def digits(count: int) -> Rule:
    """Positive, with so many digits."""
    return Rule(
        f"a number of {count} digits",
        lambda answer: _natural(answer) and 10 ** (count - 1) <= answer.value < 10**count,
    )


def power(degree: int, says: str) -> Rule:
    """A perfect power; a number too large to tell counts as one."""

    def holds(answer: Stated) -> bool:
        n = answer.value.numerator
        return _natural(answer) and (n > MOST_TESTED or round(n ** (1 / degree)) ** degree == n)

    return Rule(says, holds)
