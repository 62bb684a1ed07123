"""Documents on their way into an index: those that were just read, and those that an older index has."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from reasoner.retrieval import bm25, passages
from reasoner.retrieval.chunking import indexed
from reasoner.retrieval.columns import Array, Arrays, Ids, New, Starts, Strings, encode
from reasoner.retrieval.document import Document
from reasoner.retrieval.passages import DOCUMENT, NO_PAGE, PASSAGE, note
from reasoner.retrieval.terms import terms
from reasoner.state import Passage

NAMES = (*passages.NAMES, *Strings.names("terms"), "forward", "forward_starts")
"""The arrays of documents, of their passages and of the terms that each passage has, in order."""
BLOCK = 2**22


class Gathering:
    """Takes documents in; their texts go into a file, the rest stays in memory."""

    def __init__(self, texts: BinaryIO) -> None:
        self._texts = texts
        self._sources: list[str] = []
        self._documents: list[tuple[int, int, int, int, int, NDArray[np.uint8]]] = []
        self._passages: list[Array] = []
        self._notes: dict[str, int] = {}
        self._terms: dict[str, int] = {}
        self._forward = array("I")
        self._starts = array("q", [0])

    def __len__(self) -> int:
        """How many documents there are."""
        return len(self._documents)

    @property
    def size(self) -> int:
        """How many passages there are."""
        return len(self._starts) - 1

    def add(self, document: Document, digest: bytes, found: Sequence[Passage]) -> None:
        """Takes in the document, whose file has that SHA-256, with its passages."""
        text = encode(document.text)
        rows = np.array(list(self._rows(document.text, found)), dtype=PASSAGE)
        first, size = self._texts.tell(), self.size
        self._texts.write(text)
        for passage in found:
            known = self._terms
            self._forward.extend([known.setdefault(term, len(known)) for term in terms(indexed(passage))])
            self._starts.append(len(self._forward))
        self._sources.append(document.source)
        skipped = self._note([[part.path, part.reason] for part in document.skipped])
        self._documents.append(
            (first, first + len(text), size, len(found), skipped, np.frombuffer(digest, dtype=np.uint8))
        )
        self._passages.append(rows)

    def arrays(self, text: NDArray[np.uint8], new: New) -> dict[str, Array]:
        """What was taken in, by NAMES, in the order in which it came; `text` is what went into the file."""
        return {
            "text": text,
            "documents": np.array(self._documents, dtype=DOCUMENT),
            "passages": np.concatenate([np.empty(0, PASSAGE), *self._passages]),
            "forward": np.frombuffer(self._forward, dtype=np.uint32),
            "forward_starts": np.frombuffer(self._starts, dtype=np.int64),
            **Strings.make("sources", self._sources, new),
            **Strings.make("notes", list(self._notes), new),
            **Strings.make("terms", list(self._terms), new),
        }

    def _rows(self, text: str, found: Iterable[Passage]) -> Iterator[tuple[int, ...]]:
        counted, at, ascii_only = 0, 0, text.isascii()
        for passage in found:
            if passage.start < counted:
                counted = at = 0
            at += passage.start - counted if ascii_only else len(encode(text[counted : passage.start]))
            length = len(passage.text) if ascii_only else len(encode(passage.text))
            yield (
                len(self._documents),
                passage.start,
                passage.end,
                at,
                at + length,
                passage.line,
                NO_PAGE if passage.page is None else passage.page,
                self._note(passage.headings),
                self._note(dict(passage.metadata)),
            )
            counted, at = passage.end, at + length

    def _note(self, value: object) -> int:
        return self._notes.setdefault(note(value), len(self._notes))


@dataclass(frozen=True, slots=True)
class Kept:
    """Documents of some arrays, by number, that go into an index."""

    arrays: Arrays
    documents: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring documents [first, last) of the arrays of that number, and their passages [low, high)."""

    which: int
    first: int
    last: int
    low: int
    high: int


def merged(parts: Sequence[Kept], new: New) -> tuple[dict[str, Array], list[Run]]:
    """All the documents in the order of their sources, as the arrays of an index; and where they came from.

    The same documents give the same arrays, whichever parts they come from.
    """
    named = [
        (Strings.of(part.arrays, "sources")[int(number)], which, int(number))
        for which, part in enumerate(parts)
        for number in part.documents
    ]
    named.sort()
    runs = list(_runs(parts, named))
    rows = new("passages", PASSAGE, sum(run.high - run.low for run in runs))
    sources = Strings.make("sources", [source for source, _, _ in named], new)
    used = [
        _used(part.arrays, [run for run in runs if run.which == which]) for which, part in enumerate(parts)
    ]
    notes, note_maps = _joined(
        [(part.arrays, notes) for part, (notes, _) in zip(parts, used, strict=True)], "notes", new
    )
    tokens, token_maps = _joined(
        [(part.arrays, terms) for part, (_, terms) in zip(parts, used, strict=True)], "terms", new
    )
    _fill_passages(rows, parts, runs, note_maps)
    arrays = {
        **_documents(parts, runs, note_maps, new),
        "passages": rows,
        **sources,
        **notes,
        **tokens,
        **_forward(parts, runs, token_maps, new),
    }
    weights = bm25.postings(arrays["forward"], arrays["forward_starts"], len(tokens["terms_starts"]) - 1, new)
    return {**arrays, **weights}, runs


def _runs(parts: Sequence[Kept], named: Sequence[tuple[str, int, int]]) -> Iterator[Run]:
    """Documents that follow each other both in the index and in their part."""
    followed = enumerate(named)
    for _, group in groupby(followed, key=lambda entry: (entry[1][1], entry[1][2] - entry[0])):
        entries = [entry for _, entry in group]
        which, first, last = entries[0][1], entries[0][2], entries[-1][2] + 1
        documents = parts[which].arrays["documents"]
        high = int(documents[last - 1]["passage"]) + int(documents[last - 1]["passages"])
        yield Run(which, first, last, int(documents[first]["passage"]), high)


def _used(arrays: Arrays, runs: Sequence[Run]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which notes and which terms the documents have."""
    notes = np.zeros(len(arrays["notes_starts"]) - 1, dtype=np.bool_)
    tokens = np.zeros(len(arrays["terms_starts"]) - 1, dtype=np.bool_)
    starts: Starts = arrays["forward_starts"]
    for run in runs:
        rows = arrays["passages"][run.low : run.high]
        notes[rows["headings"]] = True
        notes[rows["metadata"]] = True
        notes[arrays["documents"][run.first : run.last]["skipped"]] = True
        for first, last in _blocks(int(starts[run.low]), int(starts[run.high])):
            tokens[arrays["forward"][first:last]] = True
    return notes, tokens


def _joined(
    tables: Sequence[tuple[Arrays, NDArray[np.bool_]]], name: str, new: New
) -> tuple[dict[str, Array], list[Ids]]:
    """One ascending table of the strings used, and for each table the new numbers of its strings."""
    strings = [
        [string for string, wanted in zip(Strings.of(arrays, name), used.tolist(), strict=True) if wanted]
        for arrays, used in tables
    ]
    together = sorted(set().union(*strings))
    numbers = {string: number for number, string in enumerate(together)}
    maps = []
    for (_, used), mine in zip(tables, strings, strict=True):
        numbered = np.zeros(len(used), dtype=np.uint32)
        numbered[used] = np.fromiter((numbers[string] for string in mine), np.uint32, len(mine))
        maps.append(numbered)
    return Strings.make(name, together, new), maps


def _fill_passages(rows: Array, parts: Sequence[Kept], runs: Sequence[Run], maps: Sequence[Ids]) -> None:
    at = documents = 0
    for run in runs:
        target = rows[at : at + run.high - run.low]
        target[:] = parts[run.which].arrays["passages"][run.low : run.high]
        target["document"] = target["document"] - run.first + documents
        for column in ("headings", "metadata"):
            target[column] = maps[run.which][target[column]]
        at, documents = at + len(target), documents + run.last - run.first


def _documents(parts: Sequence[Kept], runs: Sequence[Run], maps: Sequence[Ids], new: New) -> dict[str, Array]:
    count = sum(run.last - run.first for run in runs)
    documents = new("documents", DOCUMENT, count)
    at = 0
    for run in runs:
        target = documents[at : at + run.last - run.first]
        target[:] = parts[run.which].arrays["documents"][run.first : run.last]
        target["skipped"] = maps[run.which][target["skipped"]]
        at += run.last - run.first
    begun = documents["first"].copy()
    lengths = documents["last"] - begun
    documents["last"] = np.cumsum(lengths)
    documents["first"] = documents["last"] - lengths
    documents["passage"] = np.cumsum(documents["passages"]) - documents["passages"]
    text = new("text", np.uint8, int(documents["last"][-1]) if count else 0)
    at = 0
    for run in runs:
        origin = parts[run.which].arrays["text"]
        for number in range(at, at + run.last - run.first):
            first, last = int(documents["first"][number]), int(documents["last"][number])
            text[first:last] = origin[begun[number] : begun[number] + last - first]
        at += run.last - run.first
    return {"documents": documents, "text": text}


def _forward(parts: Sequence[Kept], runs: Sequence[Run], maps: Sequence[Ids], new: New) -> dict[str, Array]:
    spans = [(parts[run.which].arrays["forward_starts"], run) for run in runs]
    starts = new("forward_starts", np.int64, sum(run.high - run.low for run in runs) + 1)
    starts[0] = at = 0
    for origin, run in spans:
        there = slice(at + 1, at + 1 + run.high - run.low)
        starts[there] = origin[run.low + 1 : run.high + 1] - origin[run.low] + starts[at]
        at += run.high - run.low
    forward = new("forward", np.uint32, int(starts[-1]))
    done = 0
    for origin, run in spans:
        tokens: Ids = parts[run.which].arrays["forward"]
        for first, last in _blocks(int(origin[run.low]), int(origin[run.high])):
            forward[done : done + last - first] = maps[run.which][tokens[first:last]]
            done += last - first
    return {"forward": forward, "forward_starts": starts}


def _blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    return ((start, min(start + BLOCK, last)) for start in range(first, last, BLOCK))
