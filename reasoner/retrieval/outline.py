"""The parts of a program, by its lines and how far they are indented, whatever language it is in."""

from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.retrieval.blocks import BLANK
from reasoner.retrieval.pieces import Piece, cut, fits, heading

MAX_DEPTH = 6
"""Definitions inside each other that are told apart."""
TAB = 4
"""Columns that a tab counts for."""
_LINE = pattern(r"[^\r\n]+")
_INDENT = pattern(r"[ \t\ufeff]*")
_GOES_ON = pattern(
    r"[}\])]|(?:end|else|elif|elsif|elseif|except|finally|catch|rescue|ensure|then|fi|done|esac)\b"
)
"""How a line begins that belongs to the lines before it."""


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    indent: int
    after_gap: bool
    """A blank line is before it."""
    goes_on: bool


def pieces(text: str, max_width: int) -> Iterator[Piece]:
    """The definitions whole where they fit, else what is in them, under the line that begins them."""
    found = _lines(text)
    for piece in _inside(text, found, (), max_width):
        yield from cut(text, piece, max_width)


def _lines(text: str) -> list[_Line]:
    found: list[_Line] = []
    after = 0
    for match in _LINE.finditer(text):
        if not match.group().strip(BLANK):
            continue
        between = text[after : match.start()]
        indent = _INDENT.match(match.group()[:1000])
        columns = len(indent.group().replace("\ufeff", "").expandtabs(TAB)) if indent else 0
        gap = between.replace("\r\n", "\n").count("\n") + between.replace("\r\n", "").count("\r") > 1
        bare = match.group().lstrip(" \t\ufeff")[:20]
        found.append(_Line(match.start(), match.end(), columns, gap, _GOES_ON.match(bare) is not None))
        after = match.end()
    return found


def _inside(text: str, lines: list[_Line], above: tuple[str, ...], max_width: int) -> Iterator[Piece]:
    for unit in _units(lines):
        if fits(text, unit[0].start, unit[-1].end, max_width):
            yield Piece(unit[0].start, unit[-1].end, above)
            continue
        body = next((i for i, line in enumerate(unit) if line.indent > unit[0].indent), len(unit))
        if body == len(unit) or len(above) == MAX_DEPTH:
            yield from (Piece(line.start, line.end, above) for line in unit)
            continue
        yield from (Piece(line.start, line.end, above) for line in unit[:body])
        begins = unit[body - 1]
        deeper = (*above, heading(text[begins.start : begins.end]))
        yield from _inside(text, unit[body:], deeper, max_width)


def _units(lines: list[_Line]) -> Iterator[list[_Line]]:
    """Runs of lines that each begin as far to the left as any, after a gap or after deeper lines."""
    left = min((line.indent for line in lines), default=0)
    unit: list[_Line] = []
    for line in lines:
        begins = line.indent == left and not line.goes_on
        if unit and begins and (line.after_gap or unit[-1].indent > left or unit[-1].goes_on):
            yield unit
            unit = []
        unit.append(line)
    if unit:
        yield unit
