"""Is a written sum right? Wrong is only what is wrong in every way that it may be meant."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Literal

from reasoner.patterns import pattern
from reasoner.verification.sums.doubts import DOUBTS, Sides
from reasoner.verification.sums.steps import Step
from reasoner.verification.sums.worth import READINGS, Reading, agrees, computed, worth

Judgement = Literal["right", "wrong", "unclear"]

_REMAINDER = pattern(
    r"\s*[,(]?\s*(?:with |and |\()?(?:an? )?"
    r"(?:remainder|rem\b|r(?=\s?\d)|余数?|\.{3,6}|…{1,2}|\\[lcd]?dots)"
    r"\s*(?:of|is|:|是|为)?\s*(\d{1,9})?",
    re.IGNORECASE,
)
_UNIT = pattern(r"\s*(?:\([^()\d]{1,20}\)|[\u4e00-\u9fff]{1,3}(?=余|…|\.))")
_LEFT_OVER = pattern(r"[^.\d]{0,20}\b(?:with|and)\s(\d{1,9})\s(?:\w{1,20}\s)?(?:left|remain|over)")
_BRACES = pattern(r"\\text|[{}]")
_OTHER_NUMBERS = pattern(
    r"\\p?mod\b|\(mod|≡|\\equiv|modulo|\bbase[- ](?:\d|two|eight|sixteen)|\bbinary|hexadecimal|octal"
    r"|进制|\bo'?clock|时钟",
    re.IGNORECASE,
)


def has_other_numbers(text: str) -> bool:
    """Whether plain sums in a text may be those of another arithmetic: modulo 7, in base 2, on a clock."""
    return bool(_OTHER_NUMBERS.search(text))


def judged(step: Step) -> Judgement:
    """Right in some way that it may be meant, wrong in all, or not to be told."""
    if (found := _with_remainder(step)) is not None:
        return found
    if any(_agrees(step)):
        return "right"
    left, right = step.left.sums[0], step.right.sums[0]
    exact, stated = worth(left), worth(right)
    if exact is None or stated is None:
        return "unclear"
    sides = Sides(step, left, right, exact, stated)
    return "unclear" if any(doubt(sides) for doubt in DOUBTS) else "wrong"


def right_value(step: Step) -> Fraction | None:
    """What the left side comes to; amounts in several units of one kind in the unit of the right side."""
    left, stated = step.left.sums[0], step.right.sums[0].measure
    measures = {node.measure for node in left.walk() if node.measure}
    if left.head == "sum" and stated and {measure.dimension for measure in measures} == {stated.dimension}:
        converted = worth(left, Reading(convert=True))
        return converted and converted / stated.factor
    return worth(left)


def _agrees(step: Step) -> Iterator[bool]:
    """For each way that the step may be meant, whether it is right."""
    about = _is_about(step)
    for reading, left, right in product(READINGS, step.left.sums, step.right.sums):
        exact, stated = worth(left, reading), worth(right, reading._replace(repeating=False))
        if exact is not None and stated is not None:
            yield agrees(exact, right, stated, reading, about=about)
            yield right.head == "percent" and exact == stated * 100  # 60% of 100 is 60%
    binary, right = computed(step.left.sums[0]), step.right.sums[-1]
    stated = worth(right)
    if binary is not None and stated is not None:
        yield agrees(binary, right, stated, READINGS[0], about=False)


def _is_about(step: Step) -> bool:
    before = step.left.sums[0].start - 1
    vague = before >= 0 and step.left.tokens[before].kind == "about"
    return vague or step.sign == "≈" or step.right.tokens[0].kind == "about"


def _with_remainder(step: Step) -> Judgement | None:
    """The verdict on `17 / 5 = 3 remainder 2`; None for any other sum."""
    after = _BRACES.sub(" ", step.after)
    if unit := _UNIT.match(after):
        after = after[unit.end() :]
    match = _REMAINDER.match(after) or _LEFT_OVER.match(after)
    if match is None:
        return None
    node, stated = step.left.sums[0], worth(step.right.sums[-1])
    if (
        match[1] is None
        or stated is None
        or stated.denominator != 1
        or node.head != "product"
        or node.signs not in (("*", "/"), ("*", "÷"))
    ):
        return "unclear"
    whole, divisor = (worth(part) for part in node.parts)
    if whole is None or divisor is None:
        return "unclear"
    return "right" if whole == divisor * stated + int(match[1]) else "wrong"
