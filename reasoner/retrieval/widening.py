"""Passages together with their neighbours, each piece of a document once."""

from collections.abc import Iterable
from dataclasses import replace

from reasoner.retrieval.retriever import Retriever
from reasoner.state import Passage


def widened(
    passages: Iterable[Passage], retriever: Retriever, neighbours: int, there: Iterable[Passage] = ()
) -> tuple[Passage, ...]:
    """Each passage with up to so many of its document before and after it, behind those that are there.

    Those that overlap become one, which stands at the place, and has the score, of the better one.
    """
    found = list(there)
    for passage in passages:
        wide = replace(retriever.around(passage, neighbours), score=passage.score)
        touching = [other for other in found if _overlap(other, wide)]
        for other in touching:
            wide = _merged(other, wide)
        if touching:
            found[found.index(touching[0])] = wide
            found = [other for other in found if other not in touching[1:]]
        else:
            found.append(wide)
    return tuple(found)


def covers(passage: Passage, other: Passage) -> bool:
    """The other lies in the passage."""
    same = passage.source == other.source
    return same and passage.start <= other.start and other.end <= passage.end


def _overlap(left: Passage, right: Passage) -> bool:
    return left.source == right.source and left.start < right.end and right.start < left.end


def _merged(one: Passage, other: Passage) -> Passage:
    """Both as one; its score is the better one."""
    score = max(one.score, other.score)
    first, last = sorted((one, other), key=lambda passage: (passage.start, -passage.end))
    if covers(first, last):
        return replace(first, score=score)
    return replace(first, text=_joined(first, last), end=last.end, score=score)


def _joined(first: Passage, last: Passage) -> str:
    """The text of two passages that overlap, what they share once.

    Where the texts are not the documents' own, character by character, the longest shared text counts.
    """
    shared = first.end - last.start
    if not first.text.endswith(last.text[:shared]):
        sizes = range(min(len(first.text), len(last.text)), 0, -1)
        shared = next((size for size in sizes if first.text.endswith(last.text[:size])), 0)
    return first.text + last.text[shared:]
