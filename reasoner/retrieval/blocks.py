"""The parts of a Markdown or plain text, by exact offsets: headings, paragraphs, items, code, tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from reasoner.patterns import pattern

Kind = Literal["heading", "paragraph", "item", "code", "table"]

_LINE = pattern(r"[\r\n]++|[^\r\n]++(?:\r\n?|\n|$)")
"""With its end; empty lines in a row count as one, lest a file of nothing else fill the memory."""
_HEADING = pattern(r"\ufeff? {0,3}(#{1,6})[ \t]")
_UNDERLINE = pattern(r" {0,3}(=+|-{2,})[ \t]*$")
_FENCE = pattern(r"[ \t]*(`{3,}|~{3,})")
_ITEM = pattern(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S|[ \t]*[一二三四五六七八九十]+、")
_TABLE = pattern(r" {0,3}\|")
_RULE = pattern(r" {0,3}:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+$")
"""What stands below the header of a table; with it, the rows need no bar in front."""
_ENDS_SENTENCE = pattern(r"[.!?:;,。！？：；，…][\"'”’」』）)\]]*$")
_VALUE_END = pattern(r"(?<!\d),|,(?!\d{3}(?!\d))")
"""A comma that does not part the thousands of a number."""
_QUOTED = pattern(r'"[^"]*"')
MAX_TITLE = 120
"""Characters that the title line of a plain text may have."""
BLANK = (
    " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""White space, and the byte order mark."""


@dataclass(frozen=True, slots=True)
class Block:
    """Characters [start, end) of the text; `level` is 1 to 6 for a heading, else 0."""

    kind: Kind
    start: int
    end: int
    level: int = 0
    title: str = ""
    """The words of a heading, without its marks."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int
    end: int

    @property
    def blank(self) -> bool:
        return not self.text.strip(BLANK)


def blocks(text: str, *, titled: bool = False) -> list[Block]:
    """The blocks of the text, in order; blank lines belong to none.

    `titled`: a first line that stands alone and is no sentence counts as the title, as in plain texts.
    """
    lines = [
        _Line(match.group().rstrip("\r\n"), match.start(), match.start() + len(match.group().rstrip("\r\n")))
        for match in _LINE.finditer(text)
    ]
    found = list(_scan(lines))
    if titled and found and _is_title(text, found):
        first = found[0]
        found[0] = Block("heading", first.start, first.end, 1, text[first.start : first.end].strip(BLANK))
    return found


def _is_title(text: str, found: list[Block]) -> bool:
    line = text[found[0].start : found[0].end]
    alone = len(found) > 1 and found[0].kind == "paragraph" and not re.search(r"[\r\n]", line)
    return alone and len(line) <= MAX_TITLE and not _ENDS_SENTENCE.search(line)


def _scan(lines: list[_Line]) -> Iterator[Block]:
    i = 0
    while i < len(lines):
        line = lines[i]
        if line.blank:
            i += 1
            continue
        heading, fence = _HEADING.match(line.text), _FENCE.match(line.text)
        following = lines[i + 1].text if i + 1 < len(lines) else ""
        last = i
        if heading:
            yield Block("heading", line.start, line.end, len(heading[1]), _title(line.text[heading.end() :]))
        elif fence:
            last = _end_of_code(lines, i, fence[1])
            yield Block("code", line.start, lines[last].end)
        elif _UNDERLINE.match(following) and not _ITEM.match(line.text) and not _TABLE.match(line.text):
            last = i + 1
            level = 1 if "=" in following else 2
            yield Block("heading", line.start, lines[last].end, level, line.text.strip(BLANK))
        elif "|" in line.text and _RULE.match(following):
            last = i + 1
            while last + 1 < len(lines) and "|" in lines[last + 1].text:
                last += 1
            yield Block("table", line.start, lines[last].end)
        else:
            kind: Kind = (
                "item" if _ITEM.match(line.text) else "table" if _TABLE.match(line.text) else "paragraph"
            )
            while last + 1 < len(lines) and _goes_on(lines[last + 1], kind):
                last += 1
            if kind == "paragraph" and _are_records([line.text for line in lines[i : last + 1]]):
                kind = "table"
            yield Block(kind, line.start, lines[last].end)
        i = last + 1


def _are_records(lines: Sequence[str]) -> bool:
    """The lines have the same number of values each, apart by tabs, or by commas with no space behind."""
    bare = [_QUOTED.sub("", line) for line in lines]
    values = {(line.count("\t"), len(_VALUE_END.findall(line))) for line in bare}
    prose = any(", " in line or line.endswith(",") for line in bare)
    return len(lines) > 1 and len(values) == 1 and values != {(0, 0)} and not prose


def _title(words: str) -> str:
    """Without the marks that may close it."""
    bare = words.strip(BLANK)
    opened = bare.rstrip("#")
    return opened.rstrip(BLANK) if opened != bare and (not opened or opened[-1] in BLANK) else bare


def _end_of_code(lines: list[_Line], first: int, fence: str) -> int:
    for i in range(first + 1, len(lines)):
        if lines[i].text.strip().startswith(fence) and not lines[i].text.strip().strip(fence[0]):
            return i
    return len(lines) - 1


def _goes_on(line: _Line, kind: Kind) -> bool:
    if line.blank or _HEADING.match(line.text) or _FENCE.match(line.text) or _ITEM.match(line.text):
        return False
    return bool(_TABLE.match(line.text)) == (kind == "table")
