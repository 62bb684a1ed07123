"""Has the answer a unit of what the question asks for: a time, a length, money?"""

import re
from collections.abc import Iterator, Sequence

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.state import Candidate, Check
from reasoner.verification.checks.case import Case
from reasoner.verification.demands.asking import asking
from reasoner.verification.demands.counts import things
from reasoner.verification.demands.measures import Measure, asked, longest, measure
from reasoner.verification.extraction.reply import after_thinking

NAME = "units"
_TAIL = 300
"""Characters at the end of a text in which the unit of its answer is looked for."""

_NUMBER = pattern(r"(?<![\d.,])(?:\d{1,3}(?:,\d{3})+|\d{1,30})(?:\.\d{1,30})?(?:/\d{1,30})?")
_DATE = pattern(r"\d{4}-\d{2}-\d{2}")
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
    """Compares what the answer's unit measures with what is asked for; None where either is missing.

    A number of things, such as pages, is measured in no unit, and nothing is measured in dates.
    """
    wanted = asked(case.question)
    thing = None if wanted else _counted(case.question)
    if (wanted or thing) and _DATE.fullmatch(_answer(candidate)):
        return Check(
            NAME, "fail", "support", "the question asks how many or how much, and the answer is a date"
        )
    if wanted is None:
        return _of_things(thing, candidate) if thing else None
    found = _stated(candidate)
    if not found:
        return None
    names = _named(found)
    dimensions = " or ".join(sorted(wanted.dimensions))
    if any(one.dimensions & wanted.dimensions for one in found):
        return Check(NAME, "pass", "support", f"'{names}' measures {dimensions}", names)
    place = one_line(wanted.name, 80)
    reason = f"the question asks for {dimensions} ('{place}'), and the answer is in '{names}'"
    return Check(NAME, "fail", "support", reason, names)


def _of_things(thing: str, candidate: Candidate) -> Check | None:
    """For a question that asks for a number of things: fails where the answer itself has a unit."""
    found = _in_answer(candidate)
    if not found:
        return None
    names = _named(found)
    reason = f"the question asks for a number of '{thing}', and the answer is in '{names}'"
    return Check(NAME, "fail", "support", reason, names)


def _named(found: Sequence[Measure]) -> str:
    return one_line(", ".join(dict.fromkeys(one.name for one in found)), 80)


def _counted(question: str) -> str | None:
    """What the question asks the number of, where that is no unit."""
    ask = asking(question)
    thing = things(ask) if ask else None
    if thing is None or longest(thing) or any(measure(word) for word in thing.split()):
        return None
    return one_line(thing, 80)


def _stated(candidate: Candidate) -> tuple[Measure, ...]:
    """The units in the answer, else those right beside its number at the end of the text."""
    found, answer = _in_answer(candidate), _answer(candidate)
    numbers = _numbers(answer)
    if found or len(numbers) != 1 or not _BARE.fullmatch(answer):
        return found
    return tuple(_beside(numbers[0], after_thinking(candidate.text)[-_TAIL:]))


def _in_answer(candidate: Candidate) -> tuple[Measure, ...]:
    answer = _answer(candidate)
    return tuple(one for number in _numbers(answer) for one in _beside(number, answer))


def _answer(candidate: Candidate) -> str:
    return (candidate.answer or "")[:_TAIL].strip()


def _numbers(answer: str) -> list[str]:
    return list(dict.fromkeys(match[0] for match in _NUMBER.finditer(answer)))


def _beside(number: str, text: str) -> Iterator[Measure]:
    """What is measured in the signs before and the names after the number."""
    text = _MARKUP.sub("", _FORMULA.sub(r"\1", text))
    written = rf"(?P<sign>[$£€¥￥]?)\s?(?<![\d.,/]){re.escape(number)}(?:\.0+)?(?![\d/]|[.,]\d)"
    for match in re.finditer(written, text):
        name = _UNIT.match(text, match.end())
        found = measure(match["sign"]) if match["sign"] else longest(name["unit"]) if name else None
        if found:
            yield found
