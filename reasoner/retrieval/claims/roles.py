"""Who does it to whom: a claim that has its two parties the other way round than its source."""

from collections.abc import Sequence
from itertools import product

from reasoner.patterns import pattern
from reasoner.retrieval.terms import STOP_WORDS, stem

_STOP = pattern(r"[.!?。！？;；](?!\d)|\b(?:[Ii]f|[Ww]hen|[Ww]hile|[Bb]ecause|[Uu]nless)\b")
_TOKEN = pattern(r"[\ue000\ue001]|[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+(?:[.,]\d+)*")
_PASSIVE = frozenset(("by", "被", "由"))
_KEPT = frozenset(("than", "from", "to", "before", "after", "above", "below", "over", "under"))
_MUTUAL = frozenset(
    map(
        stem,
        [
            "married",
            "marry",
            "met",
            "meet",
            "meets",
            "borders",
            "border",
            "equals",
            "equal",
            "joins",
            "resembles",
            "near",
            "beside",
            "and",
            "with",
            "between",
            "和",
            "与",
            "同",
            "或",
        ],
    )
)
_BINDING = frozenset("的了在是和与或及、也都但而并且又则还")
LONGEST = 40
"""Tokens of a text that are looked at; longer sentences say more than one thing."""
PARTY, DEED = 8, 14


def reversed_roles(said: str, source: str) -> tuple[str, str] | None:
    """The two parties that the source has in the other order around the same deed, as it has them."""
    ours, theirs = _words(_STOP.sub(" \ue000 ", said.rstrip(" .。!?"))), _words(_STOP.sub(" \ue001 ", source))
    if not 3 <= len(ours) <= LONGEST or not 3 <= len(theirs) <= 4 * LONGEST:
        return None
    if _turns(said) != _turns(source):
        return None
    deeds, done = tuple(map(stem, ours)), tuple(map(stem, theirs))
    places: dict[str, list[int]] = {}
    for j, token in enumerate(done):
        places.setdefault(token, []).append(j)
    for deed, length in product(range(1, len(ours) - 1), range(1, DEED + 1)):
        verb = deeds[deed : deed + length]
        if deed + length >= len(ours):
            continue
        for j in places.get(verb[0], ()):
            if (
                done[j : j + length] == verb
                and (found := _around(ours, theirs, deed, j, length))
                and not _mutual(verb)
            ):
                return found
    return None


def _around(
    ours: Sequence[str], theirs: Sequence[str], i: int, j: int, length: int
) -> tuple[str, str] | None:
    """The parties on both sides of the deed, exchanged: those of the source, before and after."""
    for before in range(1, PARTY + 1):
        left = ours[i - before : i] if before <= i else ()
        if not left or theirs[j + length : j + length + before] != left:
            continue
        for after in range(1, PARTY + 1):
            right = ours[i + length : i + length + after]
            if (
                len(right) == after
                and theirs[j - after : j] == right
                and j >= after
                and _parties(left, right)
            ):
                return _shown(right), _shown(left)
    return None


def _parties(left: Sequence[str], right: Sequence[str]) -> bool:
    """Each is more than a character of a word, and they differ."""
    enough = all(len(party) > 1 or party[0] > "\u9fff" or party[0] < "\u3400" for party in (left, right))
    return enough and tuple(left) != tuple(right)


def _mutual(verb: Sequence[str]) -> bool:
    return all(token in _MUTUAL or token in _BINDING for token in verb)


def _words(text: str) -> tuple[str, ...]:
    found = (token.lower() for token in _TOKEN.findall(text))
    return tuple(token for token in found if token not in STOP_WORDS - _KEPT and token not in _PASSIVE)


def _turns(text: str) -> int:
    """Whether a passive turns the parties round."""
    return sum(token.lower() in _PASSIVE for token in _TOKEN.findall(text)) % 2


def _shown(party: Sequence[str]) -> str:
    return ("" if party[0] > "\u3400" else " ").join(party)
