"""The sentences that an answer says, each with the markers that belong to it."""

from collections.abc import Sequence

from reasoner.patterns import pattern
from reasoner.retrieval.claims import quotes
from reasoner.retrieval.sentences import Span, sentences

_MARKED_END = pattern(r"[.!?。！？][”\"'’」』]?(?:\s?\[\d[\d\s,，、–-]*\])+")
_FILE = pattern(r"[(（](?:see\s+|见\s?)?[^\s()（）]{1,200}\.\w{2,5}[)）][.。]?")
"""Where the sentence before it is from."""
_LINK = pattern(r"(?:\[[^\[\]]{0,80}\])?\(?https?://\S+\)?[.。]?|(?:\[[^\[\]]{0,80}\])\(\S+\)[.。]?")
"""It says nothing itself."""
_LEADING = pattern(r"\s*(?:(?:\[\^?\d[\d\s,，、–-]*\]|【\d[\d,，、]*】)\s?)+")


def said(answer: str) -> list[Span]:
    """The sentences of an answer; a marker [1] behind a full stop belongs to the sentence before it."""
    spans: list[Span] = []
    for start, end in sentences(answer):
        first = start
        for match in _MARKED_END.finditer(answer, start, end):
            if match.end() < end:
                spans.append((first, match.end()))
                first = match.end() + len(answer[match.end() : end]) - len(answer[match.end() : end].lstrip())
        spans.append((first, end))
    spans = [span for span in _whole(answer, spans) if not _LINK.fullmatch(answer, *span)]
    if not spans or _LEADING.match(answer, *spans[0]):
        return spans
    moved: list[Span] = []
    for start, end in spans:
        marker = _LEADING.match(answer, start, end) if moved else None
        if marker:
            moved[-1] = (moved[-1][0], len(answer[: marker.end()].rstrip()))
            start = marker.end()
        if start < end:
            moved.append((start, end))
    return moved


def _whole(answer: str, spans: Sequence[Span]) -> list[Span]:
    """Three dots inside quotation marks end no sentence, and punctuation alone is none."""
    inside = [quote.inner for quote in quotes.quoted(answer)]
    joined: list[Span] = []
    for start, end in spans:
        cut = (
            joined
            and _dotted(answer[: joined[-1][1]])
            and any(a < joined[-1][1] and start < b for a, b in inside)
        )
        about = _FILE.fullmatch(answer, start, end) and not _LINK.fullmatch(answer, start, end)
        if joined and (cut or about or not any(char.isalnum() for char in answer[start:end])):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _dotted(text: str) -> bool:
    return text.rstrip(" ]）)】").endswith(("...", "…", "⋯"))
