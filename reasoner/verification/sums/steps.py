"""Finding the sums in a text: what is said to equal what, and where."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from reasoner.patterns import pattern
from reasoner.verification.sums.grammar import Node, read
from reasoner.verification.sums.tokens import Token, half_width, tokens

_ANNOTATION = pattern(r"<<([^<>\n]{1,200})>>")
_RELATED = pattern(
    r"[=≈≅≃]|\\approx|\\simeq|equal|\b(?:plus|minus|times|divided|multiplied)\b"
    r"|\b(?:is|makes|gives)\s(?:[a-z]{1,13}\s)?\s?[-$£€\\({]{0,3}[\d.]|[是得为]|等于"
)
"""What a line has that may hold a step."""
_CONTEXT = 80
"""Characters around a sum that may say how it is meant."""
_LABELS = frozenset(("step", "day", "week", "month", "year", "part", "case", "question", "line", "item"))
_SPEECH = frozenset(("a", "A", "I"))


class Side(NamedTuple):
    """One side of an equality: its tokens, and what the sum in them may be."""

    tokens: Sequence[Token]
    sums: tuple[Node, ...]
    """Different extents of the sum, the likeliest first."""
    doubtful: bool = False
    """Something beside it may belong to it."""

    @property
    def start(self) -> int:
        """Where the sum starts in the text."""
        return self.tokens[self.sums[0].start].start

    @property
    def end(self) -> int:
        """Where the sum ends in the text, without the words of a last unit."""
        node = self.sums[0]
        while node.head in ("quantity", "sum", "product"):
            node = node.parts[-1]
        return self.tokens[node.end - 1].end


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
        right = _right(found[at + 1 : end], chained=end < len(found))
        if right and at == 0:
            left = _last_side(_tokens(plain, *above))
        else:
            left = _left(found[start + 1 : at], clean=start < 0) if right else None
        judged = bool(left and right and _is_sum(left, right, found[at].text, chained=judged))
        if left and right and judged:
            before = plain[max(left.start - _CONTEXT, min(span[0], left.start)) : left.start]
            after = plain[right.end : min(right.end + _CONTEXT, span[1])]
            carried = at == 0 and left.start < span[0]
            shown = (left.start, left.end, right.start, right.end) if carried else (left.start, right.end)
            yield Step(_quoted(text, *shown), left.start, line, left, right, found[at].text, before, after)


def _last_side(found: Sequence[Token]) -> Side | None:
    places = [at for at, token in enumerate(found) if token.kind == "relation"]
    return _left(found[places[-1] + 1 if places else 0 :], clean=False)


def _quoted(text: str, *places: int) -> str:
    """The text from the first to the second place, and so on, as one equality."""
    parts = [text[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]
    return " ".join(_ANNOTATION.sub("", " = ".join(parts)).split())


def _is_sum(left: Side, right: Side, sign: str, *, chained: bool) -> bool:
    """Whether there is something to work out; "x = 5" and "Day 2 = 3 + 4" are names, not sums."""
    first, whole = left.sums[0], right.sums[0]
    if sign == "is":
        part = is_fraction(first, left.tokens) and first.parts[0].value % (first.parts[1].value or 1)
        return first.head in ("sum", "product", "power") and not part and not whole.operations
    if first.operations:
        return True
    if whole.operations:
        return chained or (first.head == "number" and not left.doubtful and _stands_alone(left))
    return chained and {first.head, whole.head} <= {"number", "percent", "neg"}


def is_fraction(node: Node, found: Sequence[Token]) -> bool:
    """Whether it is written as 3/4."""
    if node.head != "product" or node.signs != ("*", "/") or {part.head for part in node.parts} != {"number"}:
        return False
    line, below = found[node.parts[0].end : node.end]
    return line.text == "/" and line.end - line.start == 1 and not line.gap and not below.gap


def _stands_alone(side: Side) -> bool:
    at = side.sums[0].start
    return at == 0 or side.tokens[at - 1].kind == "stop"


def _left(found: Sequence[Token], *, clean: bool) -> Side | None:
    """The sum that ends the tokens before an equals sign; `clean` says that a line starts with them."""
    while found and found[-1].text in ("\\\\", ",", ".", ";") and (found[-1].text == "\\\\" or not clean):
        found = found[:-1]
    stops = [at for at, token in enumerate(found) if token.kind == "stop"]
    at, node = stops[-1] + 1 if stops else 0, None
    while at < len(found):
        node = read(found, at)
        at = node.end if node else at + 1
    if node is None:
        return None
    doubtful = _before(found, node.start, clean=clean)
    if doubtful is None:
        return None
    shorter = [read(found, start) for start in _later_starts(found, node, clean=clean)]
    item, _, rest = found[node.start].text.partition(".")
    if clean and node.start == 0 and item.strip("0") and len(item) < 3 and rest.isdigit():
        shorter.append(read([found[0]._replace(value=Fraction(int(rest))), *found[1:]], 0))
    sums = [n for n in shorter if n and n.end == len(found)]
    bullet = found[node.start].text == "-" and clean
    labelled = bullet or (node.start > 0 and found[node.start - 1].text.lower() in _LABELS)
    return Side(found, (*sums, node) if labelled else (node, *sums), doubtful)


def _before(found: Sequence[Token], start: int, *, clean: bool) -> bool | None:
    """Whether what stands before a sum may belong to it; None where it surely does."""
    if start == 0:
        return False
    token, following = found[start - 1], found[start]
    if following.kind == "operation" and token.kind == "word":
        token, following = following, found[start + 1]
        if token.text == "-" and token.gap and not following.gap:
            return False
    if (
        token.kind in ("word", "number")
        and not following.gap
        and (token.text.isascii() or following.text == "(")
    ):
        return None
    bullet = clean and start == 1
    match token.kind:
        case "operation" if token.text in ("ratio", "of"):
            return False
        case "operation":
            dash = token.text == "-" and token.gap and following.gap
            return False if bullet else True if dash else None
        case "letter":
            return False if token.text in _SPEECH and following.gap else None
        case "bracket" if token.text in ")]}":
            return False if following.gap else None
        case "strange" if token.text == "|" and following.gap:
            return False
        case "strange" | "power" | "fraction" | "root" | "binomial" | "factorial" | "percent":
            return None
    return False


def _later_starts(found: Sequence[Token], node: Node, *, clean: bool) -> Iterator[int]:
    """Where else the sum may start: after a label, a bullet, or a number in brackets."""
    start = node.start
    for at in range(start, min(start + 4, node.end - 1)):
        token, following = found[at], found[at + 1]
        named = at == 0 or (start > 0 and found[start - 1].kind == "word")
        dash = token.text == "-" and following.gap and token.gap and named
        label = token.text in (")", "]") and following.gap and found[start].kind == "bracket"
        if (token.kind == "operation" and (dash or token.text == "ratio")) or label:
            yield at + 1


def _right(found: Sequence[Token], *, chained: bool) -> Side | None:
    """The sum that begins the tokens after an equals sign; `chained` says that another one follows them."""
    start = 0
    while start < len(found) and (found[start].kind == "about" or found[start].text == "*"):
        start += 1
    node = read(found, start)
    if node is None:
        return None
    doubtful = _after(found, node.end)
    if doubtful is None:
        return None
    sums = [node]
    first = node.first
    if first is not node and (
        chained or not (found[first.end].text == "/" or found[first.end].kind == "power")
    ):
        sums.append(first)
    if first.head == "factorial":
        sums.append(first.parts[0])
    if node.head == "neg" and node.parts[0].head == "neg":
        sums.append(node.parts[0])
    return Side(found, tuple(sums), doubtful or (start > 0 and found[0].text == "*"))


def _after(found: Sequence[Token], end: int) -> bool | None:
    """Whether what stands after a sum may belong to it; None where it surely does."""
    if end >= len(found):
        return False
    token = found[end]
    following = found[end + 1] if end + 1 < len(found) else None
    match token.kind:
        case "letter" if token.gap:
            name = len(token.text) == 1 and token.text not in _SPEECH
            return name and not (following and following.kind == "word")
        case "letter":
            return None
        case "power" | "fraction" | "binomial" | "root":
            return None
        case "strange" if token.text == "|" and token.gap:
            return False
        case "strange":
            return True if token.gap or token.text[0] in ".…?" else None
        case "bracket" if token.text in "([{":
            return False if token.gap else None
        case "stop" if following is not None and following.kind == "strange" and not following.gap:
            return None
        case "operation" if token.text != "of" and following is not None and following.kind != "stop":
            spelt = token.end - token.start > 1 and token.text != "//"
            return following.kind != "word" or not (spelt or token.text == "-")
    return False
