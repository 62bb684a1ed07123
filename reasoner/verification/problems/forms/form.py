"""A way to ask: words that it needs, a pattern for the whole question, and what is made of the parts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from reasoner.patterns import pattern
from reasoner.verification.problems.problem import Problem

Maker = Callable[[re.Match[str]], Problem | None]
"""Makes a problem of what a pattern found; None where it is none. Raises: Unreadable."""

_VERBS = (
    r"(?:(?:please|can you|could you)\s+)?(?:what\s+(?:is|are|does)|what's|calculate|compute|evaluate"
    r"|find|determine|how much is|work out|give|请问|请?(?:计算|求出?|算一?算|问))"
)
_FOLLOWING = r"\s*(?:the\s+)?(?:following|下列|以下)?\s*[:：]?"
_LETTERS = r"[a-zA-Z](?:\s*(?:,|and|、|和)\s*[a-zA-Z])*"
_SLOTS = {
    "BODY": r"(?P<body>.+?)",
    "FIRST": r"(?P<first>.+?)",
    "SECOND": r"(?P<second>.+?)",
    # Not the first letters of a formula: "x + y = 5" does not ask for x where y = 5.
    "LETTERS": rf"(?P<unknowns>{_LETTERS})(?![A-Za-z0-9]|\s*[-+*/^_=<>≤≥≠'(])",
    "LETTER": r"(?P<unknowns>[a-z])",
    "TARGET": r"(?P<target>[^\s,，时处]+?)",
    "AMOUNT": r"(?P<amount>-?[\d.,/ ]*\d|[一二两三四五六七八九十百千万亿零点]{1,9}|\ban?\b|\bone\b)",
    "SOURCE": r"(?P<source>\S.*?)",
    "TARGET_UNIT": r"(?P<target>\S.*?)",
    "WHOLE": r"(?P<whole>\d{1,30})",
    "PERCENT": r"(?:(?P<percent>\d{1,9}(?:\.\d{1,9})?)\s*(?:%|percent|per cent)"
    r"|(?P<parts>百分之[\d.一二三四五六七八九十百点]{1,9}))",
    "ASKS": rf"(?:{_VERBS}){_FOLLOWING}",
    "ASK": rf"(?:{_VERBS})?{_FOLLOWING}",
    "BY": r"(?:\s*,?\s*(?:with respect to|w\.?r\.?t\.?|in)\s+(?P<unknowns>[a-z]))?",
    "EQUATION": (
        r"(?:(?:the|following|this|quadratic|linear|simultaneous|equations?|systems?|of equations"
        r"|inequalit(?:y|ies))\s*)*[:：]?"
    ),
    "SYSTEM": r"(?:下列|以下|关于[a-z]的)?(?:一元[一二]次|二元一次)?(?:方程组?|不等式组?)",
    "GOES": r"(?:->|→|\\to|approaches|tends to|goes to|趋近于|趋向于|趋于|趋向)",
    "WHAT": r"(?:是多少|是什么|是几|等于多少|等于几|是|为|=)?",
}
"""Pieces of the patterns of the forms, where they stand for themselves."""
_SLOT = pattern("|".join(sorted(_SLOTS, key=len, reverse=True)))


@dataclass(frozen=True)
class Form:
    """One way to ask."""

    words: str
    """Words of which the question has one, parted by `|`; a form is not tried without."""
    source: str
    """The pattern of the whole question, with slots; a space in it is any space or none."""
    make: Maker

    @cached_property
    def any_of(self) -> tuple[str, ...]:
        """The words, apart."""
        return tuple(self.words.split("|"))

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """The pattern, ready for use."""
        source = _SLOT.sub(lambda slot: _SLOTS[slot[0]], self.source.replace(" ", r"\s*"))
        return pattern(source, re.IGNORECASE | re.DOTALL)

    def read(self, text: str, lowered: str) -> Problem | None:
        """The problem that the text states in this way. Raises: Unreadable."""
        if not any(word in lowered for word in self.any_of):
            return None
        match = self.whole.fullmatch(text)
        return match and self.make(match)
