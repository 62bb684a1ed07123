"""Finding the sums in a text: what is said to equal what, and where."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reasoner.patterns import pattern
from reasoner.verification.sums.sides import Side, left_side, right_side
from reasoner.verification.sums.tokens import Token, half_width, tokens

_ANNOTATION = pattern(r"<<([^<>\n]{1,200})>>")
_RELATED = pattern(
    r"[=≈≅≃]|\\approx|\\simeq|equal|\b(?:plus|minus|times|divided|multiplied)\b"
    r"|\b(?:is|makes|gives)\s(?:[a-z]{1,13}\s)?\s?[-$£€\\({]{0,3}[\d.]|[是得为]|等于"
)
"""What a line has that may hold a step."""
_CONTEXT = 80
"""Characters around a sum that may say how it is meant."""


class Step(NamedTuple):
    """An equality as it is written; `start` counts characters from the start of the text, `line` from 1."""

    text: str
    start: int
    line: int
    left: Side
    right: Side
    sign: str
    before: str
    after: str


Span = tuple[int, int]
"""From where to where a line or an annotation goes in the text."""


def steps(text: str) -> Iterator[Step]:
    """Every equality between sums, in the order of the text."""
    plain = half_width(text)
    annotations = [match.span(1) for match in _ANNOTATION.finditer(plain)]
    prose = _ANNOTATION.sub(lambda match: " " * len(match[0]), plain)
    above, start = (0, 0), 0
    for number, line in enumerate(prose.split("\n"), 1):
        end = start + len(line)
        found: list[Step] = []
        while annotations and annotations[0][0] < end:
            found += _in_span(text, plain, annotations.pop(0), number, (0, 0))
        if _RELATED.search(line):
            found += _in_span(text, prose, (start, end), number, above)
        yield from sorted(found, key=lambda step: step.start)
        above = (start, end) if line.strip() else above
        start = end + 1


def _tokens(text: str, start: int, end: int) -> list[Token]:
    """The tokens without the asterisks of bold text."""
    found = list(tokens(text, start, end))
    return [token for at, token in enumerate(found) if not (token.text == "**" and _is_bold(found, at))]


def _is_bold(found: Sequence[Token], at: int) -> bool:
    if at == 0 or at + 1 == len(found):
        return True
    before, star, after = found[at - 1 : at + 2]
    base = before.kind in ("number", "letter") or before.text in (")", "]")
    exponent = after.kind in ("number", "letter") or after.text in ("(", "-")
    return not (base and exponent and star.gap == after.gap)


def _in_span(text: str, plain: str, span: Span, line: int, above: Span) -> Iterator[Step]:
    """The steps of a line; one that begins with an equals sign carries on from the line above."""
    found = _tokens(plain, *span)
    places = [at for at, token in enumerate(found) if token.kind == "relation"]
    judged = False
    for start, at, end in zip([-1, *places], places, [*places[1:], len(found)], strict=False):
        right = right_side(found[at + 1 : end], chained=end < len(found))
        if right and at == 0:
            left = _last_side(_tokens(plain, *above))
        else:
            left = left_side(found[start + 1 : at], clean=start < 0) if right else None
        judged = bool(left and right and _is_sum(plain, left, right, found[at].text, chained=judged))
        if left and right and judged:
            before = plain[max(left.start - _CONTEXT, min(span[0], left.start)) : left.start]
            after = plain[right.end : min(right.end + _CONTEXT, span[1])]
            carried = at == 0 and left.start < span[0]
            shown = (left.start, left.end, right.start, right.end) if carried else (left.start, right.end)
            yield Step(_quoted(text, *shown), left.start, line, left, right, found[at].text, before, after)


def _last_side(found: Sequence[Token]) -> Side | None:
    places = [at for at, token in enumerate(found) if token.kind == "relation"]
    return left_side(found[places[-1] + 1 if places else 0 :], clean=False)


def _quoted(text: str, *places: int) -> str:
    """The text from the first to the second place, and so on, as one equality."""
    parts = [text[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]
    return " ".join(_ANNOTATION.sub("", " = ".join(parts)).split())


def _is_sum(plain: str, left: Side, right: Side, sign: str, *, chained: bool) -> bool:
    """Whether there is something to work out; names, dates and scores are no sums."""
    first, whole = left.sums[0], right.sums[0]
    if sign == "is":
        within = left.tokens[first.start : first.end]
        glued = any(plain[token.start] in "-/" and not token.gap for token in within)
        return first.head in ("sum", "product", "power") and not glued and not whole.operations
    if first.operations:
        return True
    if whole.operations:
        return chained or (first.head == "number" and not left.doubtful and left.stands_alone)
    return chained and {first.head, whole.head} <= {"number", "percent", "neg"}
