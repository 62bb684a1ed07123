"""Equal answers are one answer: classes by canonical key and pairwise equality, never by spelling."""

from collections.abc import Callable, Iterable

Equal = Callable[[str, str], bool]
Key = Callable[[str], str]


class Classes:
    """Puts answers into classes as they come. Equality is handed in: `key` is cheap, `equal` may not be."""

    def __init__(self, key: Key, equal: Equal) -> None:
        self._key, self._equal = key, equal
        self._numbers: dict[str, int] = {}
        """The number of the class by each key that was met."""
        self._answers: list[str] = []
        """The first answer of each class."""

    def number(self, answer: str) -> int:
        """The number of the class of the answer, in the order in which the classes first appear.

        Answers with the same key are equal at once; `equal` decides between one member of each class.
        """
        name = self._key(answer)
        if name not in self._numbers:
            same = (i for i, first in enumerate(self._answers) if self._equal(first, answer))
            number = next(same, len(self._answers))
            if number == len(self._answers):
                self._answers.append(answer)
            self._numbers[name] = number
        return self._numbers[name]


def classes(answers: Iterable[str | None], key: Key, equal: Equal) -> tuple[tuple[int, ...], ...]:
    """Indices of equal answers, in the order in which each class first appears; None is in no class."""
    sorter = Classes(key, equal)
    groups: list[list[int]] = []
    for i, answer in enumerate(answers):
        if answer is None:
            continue
        number = sorter.number(answer)
        if number == len(groups):
            groups.append([])
        groups[number].append(i)
    return tuple(map(tuple, groups))
