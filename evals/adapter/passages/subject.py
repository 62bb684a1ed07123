"""What a passage is about, and what may be told of it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Maker = Callable[[random.Random], str]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to tell: in {N} the name, in {V} the words that a question asks for."""

    value: Maker
    sentences: tuple[str, ...]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of subject: how it is called, and its facts."""

    name: Maker
    facts: Mapping[str, Fact]
    again: tuple[str, ...]
    """How it is called after its first mention."""


def one(*among: str) -> Maker:
    return lambda r: r.choice(among)


def between(low: int, high: int, step: int = 1, form: str = "{}") -> Maker:
    return lambda r: form.format(r.randrange(low, high + 1, step))


def thousands(low: int, high: int) -> Maker:
    return lambda r: f"{r.randint(low, high):,}"


def two(first: str, second: str, between: str = "") -> Maker:
    """A word of the first list and one of the second."""
    heads, tails = first.split(), second.split()
    return lambda r: r.choice(heads) + between + r.choice(tails)
