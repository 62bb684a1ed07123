"""What a text sets in quotation marks: it claims that a source says just that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reasoner.patterns import pattern
from reasoner.retrieval.claims.wording import occurrences
from reasoner.retrieval.sentences import Span

_QUOTED = pattern(
    r"“(?P<a>[^“”]{1,4000})”|「(?P<b>[^「」]{1,4000})」|『(?P<c>[^『』]{1,4000})』|«(?P<d>[^«»]{1,4000})»"
    r"|„(?P<e>[^„“”]{1,4000})[“”]|\"(?P<f>[^\"]{1,4000})\"|＂(?P<g>[^＂]{1,4000})＂"
    r"|(?<!\w)[‘'](?P<h>[^‘’'\n]{1,100}(?:[’'](?=\w)[^‘’'\n]{1,200}){0,9})[’'](?!\w)"
)
_LEFT_OUT = pattern(r"\s*(?:[\[(（【]\s*)?(?:\.\s?\.\s?\.|…{1,2}|⋯{1,2})(?:\s*[\])）】])?\s*")
"""Three dots, alone or in brackets: words of the source were left out here."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A part of a text in quotation marks."""

    outer: Span
    """With its marks."""
    inner: Span


def quoted(text: str) -> Iterator[Quoted]:
    """The parts of the text in quotation marks, in order."""
    for match in _QUOTED.finditer(text):
        name = match.lastgroup
        if name and any(char.isalnum() for char in match[name]):
            yield Quoted(match.span(), match.span(name))


def pieces(quote: str) -> tuple[str, ...]:
    """The quote between its ellipses."""
    return tuple(piece for piece in _LEFT_OUT.split(quote) if any(char.isalnum() for char in piece))


def standing(parts: Sequence[str], text: str) -> tuple[Span, ...]:
    """Where the text has the pieces of a quote one after another; nothing where it has not all of them so.

    Of several places the first that goes on from the piece before.
    """
    found: list[Span] = []
    for part in parts:
        after = found[-1][1] if found else 0
        place = next((span for span in occurrences(part, text) if span[0] >= after), None)
        if place is None:
            return ()
        found.append(place)
    return tuple(found)


def apart(spans: Sequence[Span], text: str) -> bool:
    """More than an ellipsis may pass over stands between two of the spans: a paragraph ends there."""
    return any("\n\n" in text[left[1] : right[0]].replace("\r\n", "\n") for left, right in pairwise(spans))
