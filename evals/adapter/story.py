"""Stories without words: what happens in them, and what may be asked about it."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from evals.adapter.term import Number, Term, known
from evals.adapter.words import nouns, people
from evals.adapter.words.nouns import Named, Noun
from evals.adapter.words.people import Person

Slot = Person | Noun | Named | Term | str
Wording = Mapping[str, tuple[str, ...]]
"""The ways to say something, by its name."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Said:
    """Something to be said: its name among the wordings, and what fills its slots."""

    key: str
    slots: Mapping[str, Slot]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about the story, and what is right."""

    said: Said
    term: Term


@dataclass(frozen=True, slots=True)
class Story:
    """What is told, and all that may be asked about it."""

    kind: str
    told: tuple[Said, ...]
    asked: tuple[Asked, ...]


def say(key: str, **slots: Slot | Number) -> Said:
    """Numbers may be given as they are."""
    return Said(
        key, {name: known(slot) if isinstance(slot, int | Fraction) else slot for name, slot in slots.items()}
    )


def ask(term: Term, key: str, **slots: Slot | Number) -> Asked:
    return Asked(say(key, **slots), term)


class Draw:
    """Chance, with people and things that are not drawn twice in one story."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self._taken: set[str] = set()

    def number(self, low: int, high: int) -> int:
        """Small ones more often than large ones."""
        return low + min(self.r.randrange(high - low + 1), self.r.randrange(high - low + 1))

    def even(self, low: int, high: int) -> int:
        return self.r.randint(low, high)

    def one(self, among: Sequence[T]) -> T:
        return self.r.choice(among)

    def chance(self, share: float) -> bool:
        return self.r.random() < share

    def person(self) -> Person:
        """A new one; in one story all names differ."""
        while True:
            female = self.chance(0.5)
            found = Person(
                self.one(people.SHE if female else people.HE),
                self.one(people.SHE_ZH if female else people.HE_ZH),
                female,
            )
            if not {found.en, found.zh} & self._taken:
                self._taken |= {found.en, found.zh}
                return found

    def child(self) -> Person:
        """One without a title, which in Chinese is that of a grown-up."""
        while len((found := self.person()).zh) > 2:
            pass
        return found

    def thing(self, among: Sequence[Noun] = nouns.SMALL) -> Noun:
        """A new one, at times with a colour."""
        while (found := self.one(among)).one in self._taken:
            pass
        self._taken.add(found.one)
        return found

    def dyed(self) -> Noun:
        """A thing that comes in all colours."""
        return self.thing(nouns.DYED)

    def tinted(self, thing: Noun, count: int) -> list[Noun]:
        """The thing in several colours."""
        return [
            Noun(
                f"{c.en} {thing.one}",
                f"{c.en} {thing.many}",
                f"{c.zh}的{thing.zh}",
                thing.measure,
                thing.group,
            )
            for c in self.r.sample(nouns.COLOURS, count)
        ]

    def place(self) -> Named:
        return self.one(nouns.PLACES)

    def holder(self) -> Noun:
        return self.one(nouns.HOLDERS)


Make = Callable[[Draw], Story]
