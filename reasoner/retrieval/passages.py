"""The documents of an index and their passages: columns, of which a passage is made when it is asked for."""

import json
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from reasoner.patterns import LINE_END
from reasoner.retrieval.columns import Array, Arrays, Strings, decode
from reasoner.retrieval.document import Skipped
from reasoner.retrieval.retriever import Where, matcher
from reasoner.state import Passage

DOCUMENT = np.dtype(
    [
        ("first", "<i8"),
        ("last", "<i8"),
        ("passage", "<u4"),
        ("passages", "<u4"),
        ("skipped", "<u4"),
        ("digest", "u1", (32,)),
    ]
)
"""Bytes [first, last) of the texts; its first passage and how many it has; the note of its parts that could
not be read; SHA-256 of its file."""
PASSAGE = np.dtype(
    [
        ("document", "<u4"),
        ("start", "<u4"),
        ("end", "<u4"),
        ("first", "<u4"),
        ("last", "<u4"),
        ("line", "<u4"),
        ("page", "<i4"),
        ("headings", "<u4"),
        ("metadata", "<u4"),
    ]
)
"""Characters [start, end) and bytes [first, last) of its document; the page is -1 where there is none;
headings and metadata are numbers of notes."""
NAMES = ("text", "documents", "passages", *Strings.names("sources"), *Strings.names("notes"))
"""The arrays that `Passages` is made of."""

NO_PAGE = -1


class Passages(Sequence[Passage]):
    """All passages of an index, in the order of their sources."""

    def __init__(self, arrays: Arrays) -> None:
        self._text = arrays["text"]
        self.documents = arrays["documents"]
        self.rows = arrays["passages"]
        self.sources = Strings.of(arrays, "sources")
        self._notes = Strings.of(arrays, "notes")
        self._values = lru_cache(maxsize=16)(self._read_values)
        self._matching = lru_cache(maxsize=16)(self._match)
        self._headings = lru_cache(maxsize=2**14)(self._read_headings)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, place: int) -> Passage:  # type: ignore[override]
        row = self.rows[place]
        return self._made(row, row)

    def document(self, source: str) -> str | None:
        """The text of the document as it was read; None when there is none of that source."""
        number = self.sources.find(source)
        if number is None:
            return None
        about = self.documents[number]
        return decode(self._text[about["first"] : about["last"]].tobytes())

    def around(self, passage: Passage, count: int) -> Passage:
        """The passage with up to `count` neighbours on either side, exactly as the document has them.

        It does not leave its page, nor what has other lines than the file, so that a line counted from its
        first one is right.
        """
        number = self.sources.find(passage.source)
        if number is None:
            return passage
        about = self.documents[number]
        low = int(about["passage"])
        rows = self.rows[low : low + int(about["passages"])]
        here = int(np.searchsorted(rows["start"], passage.start))
        if here == len(rows) or rows[here]["start"] != passage.start:
            return passage
        first = self._reach(rows, here, range(here - 1, max(-1, here - count - 1), -1))
        last = self._reach(rows, here, range(here + 1, min(len(rows), here + count + 1)))
        return self._made(rows[first], rows[last], passage.score)

    def skipped(self, number: int) -> tuple[Skipped, ...]:
        """The parts of the document of that number that could not be read."""
        return tuple(
            Skipped(*part) for part in json.loads(self._notes[int(self.documents[number]["skipped"])])
        )

    def among(self, where: Where) -> NDArray[np.bool_]:
        """Which passages match all the patterns: shape (passages,)."""
        found = np.ones(len(self), dtype=np.bool_)
        for key, shape in where.items():
            found &= self._matching(key, shape)
        return found

    def _reach(self, rows: Array, here: int, way: range) -> int:
        for other in way:
            one, two = (rows[min(here, other)], rows[max(here, other)])
            lines = len(LINE_END.findall(self._between(one, int(one["first"]), int(two["first"]))))
            if one["page"] != two["page"] or one["line"] + lines != two["line"]:
                break
            here = other
        return here

    def _made(self, first: Array, last: Array, score: float = 0.0) -> Passage:
        page = int(first["page"])
        return Passage(
            text=self._between(first, int(first["first"]), int(last["last"])),
            source=self.sources[int(first["document"])],
            start=int(first["start"]),
            end=int(last["end"]),
            line=int(first["line"]),
            page=None if page == NO_PAGE else page,
            score=score,
            headings=self._headings(int(first["headings"])),
            metadata=json.loads(self._notes[int(first["metadata"])]),
        )

    def _between(self, row: Array, first: int, last: int) -> str:
        base = int(self.documents[int(row["document"])]["first"])
        return decode(self._text[base + first : base + last].tobytes())

    def _read_headings(self, note: int) -> tuple[str, ...]:
        return tuple(json.loads(self._notes[note]))

    def _match(self, key: str, shape: str) -> NDArray[np.bool_]:
        matches = matcher(shape)
        if key == "source":
            places: Array = self.rows["document"]
            fits = np.fromiter(map(matches, self.sources), np.bool_, len(self.sources))
        else:
            values, numbers = self._values(key)
            places = numbers[self.rows["metadata"]]
            fits = np.fromiter(map(matches, values), np.bool_, len(values))
        found: NDArray[np.bool_] = fits[places]
        return found

    def _read_values(self, key: str) -> tuple[tuple[str, ...], NDArray[np.int64]]:
        """What the metadata have under the key, each once, and for each note the number of its value."""
        known: dict[str, int] = {}
        numbers = np.zeros(len(self._notes), dtype=np.int64)
        for number, note in enumerate(self._notes):
            value = str(json.loads(note).get(key, "")) if note.startswith("{") else ""
            numbers[number] = known.setdefault(value, len(known))
        return tuple(known), numbers


def note(value: object) -> str:
    """Headings or metadata as one string, the same for the same ones."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
