"""What of a claim differs from what its source says: a number, a name, a direction, a negation, a role."""

from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.retrieval.claims import proper
from reasoner.retrieval.claims.additions import added
from reasoner.retrieval.claims.numbers import Number, numbers
from reasoner.retrieval.claims.opposites import FORBIDDEN, negated, turned
from reasoner.retrieval.claims.roles import reversed_roles
from reasoner.retrieval.claims.substitutions import substituted
from reasoner.retrieval.terms import content_terms, stem, terms

_NUMERAL = pattern(r"[零〇一二两三四五六七八九十百千万亿]+")
_WORD = pattern(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Change:
    """Why the source does not bear the claim out."""

    reason: str
    rival: bool
    """The source says another thing in its place; else it is only silent, and more of it may help."""


def change(said: str, source: str, around: str = "") -> Change | None:
    """The first thing that the claim changes or adds; None where the source may bear it out.

    `around` is what else the source says: a name may stand there instead of a pronoun.
    """
    return next(_changes(said, source, around), None)


def _changes(said: str, source: str, around: str) -> Iterator[Change]:
    yield from _numbers(said, source)
    if found := turned(said, source):
        yield Change(f"the source says {found[0]}, not {found[1]}", rival=True)
    yield from _negation(said, source)
    if found := reversed_roles(said, source):
        yield Change(f"the source has {found[0]} and {found[1]} the other way round", rival=True)
    yield from _names(said, source, around)
    if found := substituted(said, source):
        yield Change(f"the source says {found[0]}, not {found[1]}", rival=True)
    if more := added(said, source):
        yield Change(f"the source does not say '{more}'", rival=False)


def _numbers(said: str, source: str) -> Iterator[Change]:
    theirs = numbers(source)
    own = numbers(said)
    for number in own:
        if any(same(number, other) for other in theirs) or _stands(number, source):
            continue
        rivals = [
            other for other in theirs if _rival(number, other) and not any(same(other, mine) for mine in own)
        ]
        if rivals:
            yield Change(f"the source says {rivals[0].written}, not {number.written}", rival=True)
        else:
            yield Change(f"the source does not say {number.written}", rival=False)


def _stands(number: Number, source: str) -> bool:
    """A Chinese numeral counts in the source what is none of the words known to be counted."""
    numeral = _NUMERAL.match(number.written)
    return numeral is not None and not number.unit and numeral[0] in _NUMERAL.findall(source)


def same(left: Number, right: Number) -> bool:
    """The same value, of the same unit where both have one."""
    return left.value == right.value and (left.unit == right.unit or not left.unit or not right.unit)


def _rival(left: Number, right: Number) -> bool:
    """They may not both be right of one thing: of one kind, or the same value of other units."""
    if left.kind == right.kind and left.kind in ("year", "month", "place"):
        return True
    if left.value == right.value:
        return bool(left.unit and right.unit)
    if left.unit or right.unit:
        return left.unit == right.unit
    return left.kind == right.kind


def _negation(said: str, source: str) -> Iterator[Change]:
    """One of them denies what the other does not."""
    ours, theirs = negated(said), negated(source)
    for own in ours:
        about = _terms(own.clause)
        if not FORBIDDEN.search(source) and not any(_shares(about, _terms(other.clause)) for other in theirs):
            yield Change(f"the source does not say '{own.word}'", rival=True)
    claimed = set(terms(said))
    words = [own.word.lower() for own in ours]
    if FORBIDDEN.search(said) or any(
        own.word.lower() not in {other.word.lower() for other in theirs} for own in ours
    ):
        return
    for other in theirs:
        if other.word.lower() in words:
            continue
        scope = _terms(other.after)
        if scope and 2 * len(scope & claimed) >= len(scope):
            yield Change(f"the source says '{other.word}' of it", rival=True)


def _terms(text: str) -> set[str]:
    return {term for term in content_terms(text) if not term[0].isdigit()} if text.strip() else set()


def _shares(left: set[str], right: set[str]) -> bool:
    """Of the shorter nearly half stands in the other."""
    return not left or not right or len(left & right) >= 0.4 * min(len(left), len(right))


def _names(said: str, source: str, around: str) -> Iterator[Change]:
    """A name that the source has not; with another in its place, or one that nothing around it has either."""
    theirs, ours = proper.names(source), proper.names(said)
    words, wider = set(terms(source)), set(terms(around)) | proper.known(around)
    missing = [name for name in ours if name not in words and name not in proper.known(source)]
    own = set(terms(said))
    for name in missing:
        spare = [
            theirs[other] for other in theirs if other not in own and _in_its_place(name, other, said, source)
        ]
        if not spare and name not in wider:
            spare = [theirs[other] for other in theirs if other not in own]
        if spare:
            yield Change(f"the source says {spare[0]}, not {ours[name]}", rival=True)
        elif name not in wider:
            yield Change(f"the source does not name {ours[name]}", rival=False)


def misnamed(said: str, source: str) -> Change | None:
    """A name of the claim in whose place the source has another; whatever else they differ in."""
    theirs, ours = proper.names(source), proper.names(said)
    words, own = set(terms(source)), set(terms(said))
    for name in ours:
        rivals = (other for other in theirs if other not in own and _in_its_place(name, other, said, source))
        if name not in words and (rival := next(rivals, None)):
            return Change(f"the source says {theirs[rival]}, not {ours[name]}", rival=True)
    return None


def _in_its_place(name: str, other: str, said: str, source: str) -> bool:
    """A word beside the one name is beside the other as well, or both come first."""
    return any(left == right for left, right in zip(_beside(name, said), _beside(other, source), strict=True))


def _beside(name: str, text: str) -> tuple[str, str]:
    words = ["^", *(stem(word.lower()) for word in _WORD.findall(text)), "$"]
    at = words.index(name) if name in words else 0
    return (words[at - 1], words[at + 1]) if at else ("", " ")
