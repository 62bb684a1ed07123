"""Has the answer a unit of what the question asks for: a time, a length, money?"""

import re
from collections.abc import Iterator

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.demands.measures import Measure, asked, longest, measure
from reasoner.verification.extraction.reply import after_thinking

NAME = "units"
_TAIL = 300
"""Characters at the end of a text in which the unit of its answer is looked for."""

_NUMBER = pattern(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,30})?(?:/\d{1,30})?")
_BARE = pattern(r"[-−]?[\d.,/]+")
_UNIT = pattern(
    r"\s?(?P<unit>°\s?[CF]?|[\u4e00-\u9fff]{1,4}|(?:(?:square|cubic|sq|cu|degrees) )?"
    r"(?!in\b)[A-Za-z]{1,30}(?:[²³]|\^[23])?(?:(?: per |/)[A-Za-z]{1,30})?)"
)
_FORMULA = pattern(r"(?<![\d\\])\$([^$\n]{1,60})\$(?!\d)")
_MARKUP = pattern(
    r"\\(?:boxed|text|mathrm|mbox|textbf|operatorname)\s*\{|\\[()\[\],;! ]|\*\*|[{}]|\\(?=[$%])"
)


def check(candidate: Candidate, case: Case) -> Check | None:
    """Compares what the answer's unit measures with what is asked for; None where either is missing."""
    wanted = asked(case.question)
    found = _stated(candidate) if wanted else ()
    if wanted is None or not found:
        return None
    names = one_line(", ".join(dict.fromkeys(one.name for one in found)), 80)
    dimensions = " or ".join(sorted(wanted.dimensions))
    if any(one.dimensions & wanted.dimensions for one in found):
        return Check(NAME, "pass", "support", f"'{names}' measures {dimensions}", names)
    place = one_line(wanted.name, 80)
    reason = f"the question asks for {dimensions} ('{place}'), and the answer is in '{names}'"
    return Check(NAME, "fail", "support", reason, names)


def _stated(candidate: Candidate) -> tuple[Measure, ...]:
    """The units in the answer, else those right beside its number at the end of the text."""
    answer = (candidate.answer or "")[:_TAIL].strip()
    numbers = list(dict.fromkeys(match[0] for match in _NUMBER.finditer(answer)))
    found = tuple(one for number in numbers for one in _beside(number, answer))
    if found or len(numbers) != 1 or not _BARE.fullmatch(answer):
        return found
    return tuple(_beside(numbers[0], after_thinking(candidate.text)[-_TAIL:]))


def _beside(number: str, text: str) -> Iterator[Measure]:
    """What is measured in the signs before and the names after the number."""
    text = _MARKUP.sub("", _FORMULA.sub(r"\1", text))
    written = rf"(?P<sign>[$£€¥￥]?)\s?(?<![\d.,/]){re.escape(number)}(?:\.0+)?(?![\d/]|[.,]\d)"
    for match in re.finditer(written, text):
        name = _UNIT.match(text, match.end())
        found = measure(match["sign"]) if match["sign"] else longest(name["unit"]) if name else None
        if found:
            yield found
