"""An answer for people, with the numbers of its quotes, and with what no source bears out marked as such."""

import json
from collections.abc import Iterator

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.retrieval.citations import place
from reasoner.retrieval.terms import is_unspaced
from reasoner.state import Answered, Attribution, Citation, Mark

_OWN = pattern(r"\s?\[\^?\d{1,4}(?:\s?[,，、;–-]\s?\d{1,4}){0,20}\](?!\()|【\d{1,4}】")
"""A marker that the model wrote: its numbers are those of passages, not of quotes."""
_KEPT = pattern(r"```$|(?:^|\n)(?: {4}|\t|\|)[^\n]*$")
"""Ends in code or in a row of a table."""
_WORDS: dict[Mark, str] = {
    "misattributed": "misattributed, see",
    "stitched": "stitched from",
    "unsupported": "unsupported",
}
QUOTED = 80
"""Characters of a sentence that is told of again."""


def text(answered: Answered) -> str:
    """The answer, each of its sentences with a marker behind it; as it is where no source was compared."""
    whole, shown, at = answered.text, "", 0
    for entry in answered.attributions:
        start = whole.find(entry.sentence, at)
        if start < 0:
            return whole
        end = start + len(entry.sentence)
        shown += whole[at:start] + _marked(entry)
        at = end
    return shown + whole[at:]


def _marked(entry: Attribution) -> str:
    said = _OWN.sub("", entry.sentence) or entry.sentence
    numbers = ", ".join(map(str, entry.citations))
    words = _WORDS.get(entry.mark)
    if words:
        marker = f"[{words}{f' {numbers}' if numbers else ''}]"
    else:
        marker = "".join(f"[{number}]" for number in entry.citations)
    return f"{said}{_gap(said)}{marker}" if marker else said


def _gap(said: str) -> str:
    """What parts a marker from what it marks; code and rows of tables stay as they are."""
    if _KEPT.search(said):
        return "\n"
    return "" if is_unspaced(said[-1]) or said[-1] in "。！？；」』）" else " "


def doubts(answered: Answered) -> Iterator[str]:
    """Why each sentence that is not borne out is not, and what speaks against what is."""
    yield from dict.fromkeys(e.reason for e in answered.attributions if e.mark == "verbatim" and e.reason)
    for entry in answered.attributions:
        if entry.mark in _WORDS:
            yield f"{entry.mark}: {_quoted(entry.sentence, QUOTED)}: {one_line(entry.reason)}"


def quotes(citations: tuple[Citation, ...]) -> Iterator[str]:
    """The quotes by their numbers, with file, line and page."""
    for number, cited in enumerate(citations, start=1):
        yield f"[{number}] {place(cited)} {_quoted(cited.quote)}"


def _quoted(text: str, limit: int = 300) -> str:
    return json.dumps(one_line(text, limit), ensure_ascii=False)
