"""Equal answers are one answer: classes by canonical key and pairwise equality, never by spelling."""

from collections.abc import Callable, Iterable

Equal = Callable[[str, str], bool]
Key = Callable[[str], str]


class Classes:
    """Puts answers into classes as they come. Equality is handed in: `key` is cheap, `equal` may not be.

    Equality of answers is not transitive (1/3 equals 0.3333 and 0.333333, which differ), so that a class is
    what hangs together by it: the order in which answers come makes no difference.
    """

    def __init__(self, key: Key, equal: Equal) -> None:
        self._key, self._equal = key, equal
        self._places: dict[str, int] = {}
        """By key, the place of the answer among those that are written differently."""
        self._answers: list[str] = []
        self._classes: list[int] = []
        """For each of them the class: the place of its first member."""

    def place(self, answer: str) -> int:
        """The place of the answer; `classes` tells the class of a place, which a later answer may change.

        Answers with the same key are equal at once; others are compared with one of each key.
        """
        name = self._key(answer)
        if name not in self._places:
            linked = {self._classes[i] for i, known in enumerate(self._answers) if self._equal(known, answer)}
            place = self._places[name] = len(self._answers)
            self._answers.append(answer)
            self._classes.append(place)
            first = min(linked, default=place)
            self._classes = [first if known in linked or known == place else known for known in self._classes]
        return self._places[name]

    def of(self, places: Iterable[int | None]) -> list[int | None]:
        """The class of each place by now; classes have the place of their first member."""
        return [None if place is None else self._classes[place] for place in places]


def classes(answers: Iterable[str | None], key: Key, equal: Equal) -> tuple[tuple[int, ...], ...]:
    """Indices of equal answers, in the order in which each class first appears; None is in no class."""
    sorter = Classes(key, equal)
    places = [None if answer is None else sorter.place(answer) for answer in answers]
    groups: dict[int, list[int]] = {}
    for i, number in enumerate(sorter.of(places)):
        if number is not None:
            groups.setdefault(number, []).append(i)
    return tuple(map(tuple, groups.values()))
