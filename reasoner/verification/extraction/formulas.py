"""Formulas in prose: where they stand, whether they can be read, and the one a text comes to last."""

import re
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.verification.extraction.amounts import amounts
from reasoner.verification.notation.expression import parse
from reasoner.verification.notation.term import value
from reasoner.verification.notation.tokens import Unreadable

MATH = pattern(
    r"\$\$(.{1,1000}?)\$\$|(?<!\\)\$((?:[^$\\]|\\.){1,1000})\$|\\\((.{1,1000}?)\\\)|\\\[(.{1,1000}?)\\\]",
    re.DOTALL,
)
EQUATION = pattern(
    r"(?<![A-Za-z0-9_\\$=])[A-Za-z](?:_\{?\w\}?|'|\([a-z]\))?\s?=\s?"
    r"[-+−]?\s?[\d./√π^]*[\dπ](?:[a-z]\b)?(?:/\d+)?(?![\w(]|\s?[-+−*/^=]\s?[\w(\\])"
)
LONG_WORD = pattern(r"(?<!\\)\b(?<!\\)[A-Za-z]{2,}|[\u4e00-\u9fff]")
_LINK = pattern(
    r"\s*(?:,?\s(?:and|or)\s|[,，;；]?\s*(?:和|或者?|与|及)\s*|,?\s*\\text\{\s*(?:and|or)\s*\}\s*)\s*"
)
_COMMA = pattern(r"\s*[,，、;]\s*")
_TIMES = pattern(r"(?<=\d) ?x ?(?=\d)")
_WORKED_OUT = frozenset({"integral", "sum", "product", "limit"})


@dataclass(frozen=True, slots=True)
class _Item:
    start: int
    end: int
    text: str
    shape: str


def inside(formula: re.Match[str]) -> str:
    text = str(next(filter(None, formula.groups()))).strip()
    return text if text.endswith("...") else text.rstrip(" .")


def reads(text: str) -> bool:
    """Whether the whole text is notation."""
    try:
        parse(text)
    except (Unreadable, RecursionError):
        return False
    return True


def result(formula: str) -> str:
    """The right side of what is worked out, `100 + 20 = 120` or an integral; else the formula as it is."""
    plain = _TIMES.sub("*", formula)
    if "=" not in formula or not reads(plain):
        return formula
    term = parse(plain)
    if set(term.text.split()) != {"="} or value(term.parts[-1]) is None:
        return formula
    left = term.parts[0]
    return formula.rpartition("=")[2].strip(" $") if left.head in _WORKED_OUT or not left.symbols else formula


def last(text: str) -> str | None:
    """The last formula, equation or quantity, and those that are joined to it by "and" or "or"."""
    items = _items(text)
    items = [item for item in items if len(item.text) > 1 or not item.text.isalpha()]
    if not items:
        return None
    first = len(items) - 1
    link = _LINK
    while first and items[first - 1].shape == items[first].shape != "":
        between = text[items[first - 1].end : items[first].start]
        if not (_LINK.fullmatch(between) or (link is _COMMA and _COMMA.fullmatch(between))):
            break
        link, first = _COMMA, first - 1
    if first == len(items) - 1:
        return items[-1].text
    return ", ".join(item.text for item in items[first:])


def _items(text: str) -> list[_Item]:
    """Formulas, equations and quantities in order; none inside another."""
    formulas = [
        _Item(m.start(), m.end(), result(inside(m)), "formula") for m in MATH.finditer(text) if _is_one(m)
    ]
    equations = [_Item(m.start(), m.end(), m[0], "equation") for m in EQUATION.finditer(text)]
    numbers = [_Item(found.start, found.end, found.text, found.shape) for found in amounts(text)]
    found = sorted([*formulas, *equations, *numbers], key=lambda item: (item.start, -item.end))
    kept: list[_Item] = []
    for item in found:
        if not kept or item.start >= kept[-1].end:
            kept.append(item)
    return kept


def _is_one(formula: re.Match[str]) -> bool:
    """Whether it is one, and not the prose between two prices."""
    text = inside(formula)
    if reads(text):
        return True
    return re.search(r"[A-Za-z\\]", text) is not None and formula[0][-2] != " " and not LONG_WORD.search(text)
