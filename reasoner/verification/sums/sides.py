"""The two sides of an equality: how far the sums reach, and what beside them may belong to them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from reasoner.verification.sums.grammar import read
from reasoner.verification.sums.tokens import Token
from reasoner.verification.sums.tree import Node

_LABELS = frozenset(("step", "day", "week", "month", "year", "part", "case", "question", "line", "item"))
_SPEECH = frozenset(("a", "A", "I"))
"""Letters that stand for no number."""
_LONGEST = 500
"""Tokens of a left side, at most: where a longer one begins is not looked for."""


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

    @property
    def stands_alone(self) -> bool:
        """Whether no word before it says what it counts: "Day 2 = ..."."""
        at = self.sums[0].start
        return at == 0 or self.tokens[at - 1].kind == "stop"


def is_fraction(node: Node, found: Sequence[Token]) -> bool:
    """Whether it is written as 3/4."""
    if node.head != "product" or node.signs != ("*", "/") or {part.head for part in node.parts} != {"number"}:
        return False
    line, below = found[node.parts[0].end : node.end]
    return line.text == "/" and not line.gap and not below.gap


def left_side(found: Sequence[Token], *, clean: bool) -> Side | None:
    """The sum that ends the tokens before an equals sign; `clean` says that a line starts with them."""
    cut = len(found) > _LONGEST
    clean, found = clean and not cut, found[-_LONGEST:]
    while found and found[-1].text in ("\\\\", ",", ".", ";") and (found[-1].text == "\\\\" or not clean):
        found = found[:-1]
    stops = [at for at, token in enumerate(found) if token.kind == "stop"]
    at, node = stops[-1] + 1 if stops else 0, None
    while at < len(found):
        node = read(found, at)
        at = node.end if node else at + 1
    if node is None or (cut and node.start == 0):
        return None
    doubtful = _before(found, node.start, clean=clean)
    if doubtful is None:
        return None
    shorter = [read(found, start) for start in _later_starts(found, node)]
    item, _, rest = found[node.start].text.partition(".")
    if clean and node.start == 0 and item.strip("0") and len(item) < 3 and rest.isdigit():
        shorter.append(read([found[0]._replace(value=Fraction(int(rest))), *found[1:]], 0))
    sums = [n for n in shorter if n and n.end == len(found)]
    labelled = node.start > 0 and found[node.start - 1].text.lower() in _LABELS
    bullet = clean and found[node.start].text == "-"
    if labelled and sums:
        return Side(found, tuple(sums), doubtful)
    return Side(found, (*sums, node) if bullet else (node, *sums), doubtful)


def _before(found: Sequence[Token], start: int, *, clean: bool) -> bool | None:
    """Whether what stands before a sum may belong to it; None where it surely does."""
    if start == 0:
        return False
    token, following = found[start - 1], found[start]
    if following.kind == "operation" and token.kind == "word":
        token, following = following, found[start + 1]
        if token.text == "-" and token.gap and not following.gap:
            return False
    glued = token.kind in ("word", "number") and not following.gap
    if glued and (token.text.isascii() or following.text == "("):
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


def _later_starts(found: Sequence[Token], node: Node) -> Iterator[int]:
    """Where else the sum may start: after a label, a bullet, or a number in brackets."""
    start = node.start
    for at in range(start, min(start + 4, node.end - 1)):
        token, following = found[at], found[at + 1]
        named = at == 0 or (start > 0 and found[start - 1].kind == "word")
        dash = token.text == "-" and following.gap and token.gap and named
        label = token.text in (")", "]") and following.gap and found[start].kind == "bracket"
        if (token.kind == "operation" and (dash or token.text == "ratio")) or label:
            yield at + 1


def right_side(found: Sequence[Token], *, chained: bool) -> Side | None:
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
    if first is not node and (chained or found[first.end].text != "/"):
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
