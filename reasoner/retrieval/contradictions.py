"""Two sources that answer a question differently are shown as such."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from reasoner.patterns import pattern
from reasoner.retrieval.bearing import bearing
from reasoner.retrieval.claims import proper
from reasoner.retrieval.claims.changes import same
from reasoner.retrieval.claims.numbers import Number, numbers
from reasoner.retrieval.claims.opposites import NEGATION, turned, without_sides
from reasoner.retrieval.cues import NUMBER, PERSON, PLACE, TIME
from reasoner.retrieval.support import likeness
from reasoner.retrieval.terms import terms
from reasoner.state import Citation, Passage

BEARS = 0.7
"""Share of the question's terms that both sentences have."""
ALIKE = 0.6
"""How nearly both have the same terms (Dice), what they differ in left out."""
_YES_OR_NO = pattern(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had)\b"
    r"|[吗嗎][？?]?\s*$|是否|能否|可否|是不是|会不会|能不能|可不可以|有没有",
    re.IGNORECASE,
)
_WHICH = pattern(r"\b(?:which|what|who|whom|whose|where)\b|谁|哪|什么", re.IGNORECASE)
_ABOUT = pattern(
    r"\b(?:about|around|roughly|approximately|nearly|almost|some)\b|大约|约|近|左右|上下", re.IGNORECASE
)
ROUNDED = 0.05
"""Share by which numbers may differ where one of them is said to be rough."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two sentences of different places that give different answers."""

    left: Passage
    right: Passage
    values: tuple[str, str]
    """What each of them says."""


def contradictions(
    question: str, passages: Sequence[Passage], bears: float = BEARS, alike: float = ALIKE
) -> tuple[Contradiction, ...]:
    """The sentences of the passages that answer the question in different ways, the likeliest first.

    Two examples in code may well differ.
    """
    strong = [
        sentence
        for sentence in bearing(without_sides(question), passages)
        if sentence.score >= bears and "```" not in sentence.text
    ]
    found = (_between(question, left, right, alike) for left, right in combinations(strong, 2))
    return tuple(entry for entry in found if entry)


def citations(found: Sequence[Contradiction]) -> tuple[Citation, ...]:
    """Both sides of each, each sentence once."""
    sides = (side for entry in found for side in (entry.left, entry.right))
    return tuple(dict.fromkeys(Citation(s.text, s.source, s.start, s.end, s.line, s.page) for s in sides))


def disagreement(found: Sequence[Contradiction]) -> str:
    """The first of them in words."""
    sides = (found[0].left, found[0].right)
    shown = "; ".join(f'{side.source}:{side.line} says "{" ".join(side.text.split())}"' for side in sides)
    return f"the sources disagree: {shown}"


def _between(question: str, left: Passage, right: Passage, alike: float) -> Contradiction | None:
    if left.source == right.source and left.start < right.end and right.start < left.end:
        return None
    values = next(_differences(question, left.text, right.text, alike), None)
    return Contradiction(left, right, values) if values else None


def _differences(question: str, left: str, right: str, alike: float) -> Iterator[tuple[str, str]]:
    if _YES_OR_NO.search(question):
        yield from _sides(question, left, right, alike)
    elif NUMBER.asks.search(question) or TIME.asks.search(question):
        yield from _numbers(question, left, right, alike)
    elif PERSON.asks.search(question) or PLACE.asks.search(question) or _WHICH.search(question):
        yield from _named(question, left, right, alike)


def _like(left: str, right: str, without: Sequence[str] = ()) -> float:
    dropped = {term for text in without for term in terms(text)}
    return likeness(set(terms(left)) - dropped, set(terms(right)) - dropped, lambda term: 1.0)


def _numbers(question: str, left: str, right: str, alike: float) -> Iterator[tuple[str, str]]:
    """Each gives one value of the kind that is asked for, and they are the same in all other numbers."""
    given = numbers(question)
    ours, theirs = (
        [n for n in numbers(text) if not any(same(n, other) for other in given)] for text in (left, right)
    )
    own = [n for n in ours if not any(same(n, other) for other in theirs)]
    there = [n for n in theirs if not any(same(n, other) for other in ours)]
    if len(own) != 1 or len(there) != 1 or not _comparable(question, own[0], there[0]):
        return
    if (_ABOUT.search(left) or _ABOUT.search(right)) and _close(own[0], there[0]):
        return
    if _other_subjects(left, right) or _like(left, right, (own[0].written, there[0].written)) < alike:
        return
    yield own[0].written, there[0].written


def _comparable(question: str, left: Number, right: Number) -> bool:
    if TIME.asks.search(question) and not NUMBER.asks.search(question):
        return left.kind == right.kind and left.kind in ("year", "month", "count", "place", "unit")
    return left.kind == right.kind and left.unit == right.unit and left.kind != "year"


def _close(left: Number, right: Number) -> bool:
    return abs(left.value - right.value) <= ROUNDED * max(abs(left.value), abs(right.value))


def _other_subjects(left: str, right: str) -> bool:
    """Each names someone or something that the other does not."""
    ours, theirs = proper.names(left).keys(), proper.names(right).keys()
    return (
        bool(ours - set(terms(right)) and theirs - set(terms(left)))
        or proper.exchanged(left, right) is not None
    )


def _sides(question: str, left: str, right: str, alike: float) -> Iterator[tuple[str, str]]:
    """One denies what the other says, or says the opposite, of the same things."""
    denials = [NEGATION.search(text) for text in (left, right)]
    counts = [len(NEGATION.findall(text)) for text in (left, right)]
    if _other_subjects(left, right) or _mine(left) != _mine(right):
        return
    turn = turned(left, right)
    if abs(counts[0] - counts[1]) == 1:
        words = [match[0] for match in denials if match]
        if _like(left, right, words) >= (max(alike, NAMED) if min(counts) else alike):
            yield ("no", "yes") if counts[0] > counts[1] else ("yes", "no")
    elif turn and counts == [0, 0] and _like(left, right, turn) >= alike:
        yield turn[1], turn[0]


def _mine(text: str) -> frozenset[tuple[object, str]]:
    return frozenset((number.value, number.unit) for number in numbers(text))


def _named(question: str, left: str, right: str, alike: float) -> Iterator[tuple[str, str]]:
    """Nearly the same sentence, with another name where the question asks for one."""
    if _mine(left) != _mine(right):
        return
    exchanged = proper.exchanged(left, right)
    if (
        exchanged
        and not any(part in question for part in exchanged)
        and _like(left, right, exchanged) >= alike
    ):
        yield exchanged[1], exchanged[0]
        return
    ours, theirs, asked = proper.names(left), proper.names(right), set(terms(question))
    own = [word for name, word in ours.items() if name not in set(terms(right)) and name not in asked]
    there = [word for name, word in theirs.items() if name not in set(terms(left)) and name not in asked]
    if own and there and _like(left, right, (*own, *there)) >= max(alike, NAMED):
        yield " ".join(own), " ".join(there)


NAMED = 0.85
"""The same for two sentences that differ in a name: others of the kind share much of their wording."""
