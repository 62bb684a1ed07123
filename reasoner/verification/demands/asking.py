"""Where a question asks, in English or Chinese, and what number an answer states."""

import re
from dataclasses import dataclass
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.verification.equivalence import key
from reasoner.verification.notation.quantity import measured

MAX_CHARACTERS = 20_000
"""Of a longer question only the end is read."""

_END = pattern(r"[.!?]+[\"'”’)$]*(?=\s|$)|[。！？；]|\n+|[,，](?=\s*[问求])")
_ASKS = pattern(
    r"[?？]|\b(?:how|what|which|in what|find|calculate|compute|determine|evaluate|name|give)\b"
    r"|多少|几[^乎]|求|[是为=]\s*(?:$|_|[(（]\s*(?:\\quad)?\s*[)）])|_{2,}",
    re.IGNORECASE,
)
_FORMAT = pattern(
    r"\s*(?:please\s+)?(?:express|enter|give|write|leave|round|provide|state|assume|note|here)\b",
    re.IGNORECASE,
)
_EXACT = pattern(r"(-?\d{1,400})(?:/(\d{1,400}))?")
_PERCENT = pattern(r"%|\bper ?cent|\bpct\b|百分之", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece of a question and where it starts."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class Stated:
    """An answer that is one exact number; a percentage has the value of its fraction."""

    written: str
    value: Fraction
    percent: bool


def asking(question: str) -> Phrase | None:
    """The last sentence that asks; one that only says how to write the answer does not. None without one."""
    first = max(0, len(question) - MAX_CHARACTERS)
    found = None
    at = first
    for end in (*(match.end() for match in _END.finditer(question, first)), len(question)):
        text = question[at:end]
        if _ASKS.search(text.strip()) and not (found and _FORMAT.match(text)):
            found = Phrase(text, at)
        at = end
    return found


def stated(answer: str) -> Stated | None:
    """The one number that the answer is, whatever its unit; None when it is anything else."""
    match = _EXACT.fullmatch(key(measured(answer)[0]))
    if match is None or (match[2] and not int(match[2])):
        return None
    value = Fraction(int(match[1]), int(match[2] or 1))
    return Stated(answer.strip(), value, _PERCENT.search(answer) is not None)
