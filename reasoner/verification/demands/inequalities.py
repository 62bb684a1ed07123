"""What a formula such as `0 < x < 4` in a question says of the letter that is asked for."""

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from reasoner.patterns import pattern
from reasoner.verification.demands.asking import Phrase
from reasoner.verification.demands.numbers import Requirement, Rule

Test = Callable[[Fraction, Fraction], bool]

_TESTS: dict[str, Test] = {
    "<": operator.lt, "lt": operator.lt, ">": operator.gt, "gt": operator.gt,
    "≤": operator.le, "le": operator.le, "leq": operator.le, "leqslant": operator.le,
    "≥": operator.ge, "ge": operator.ge, "geq": operator.ge, "geqslant": operator.ge,
}  # fmt: skip
_TURNED: dict[Test, Test] = {
    operator.lt: operator.gt, operator.gt: operator.lt, operator.le: operator.ge, operator.ge: operator.le,
}  # fmt: skip
_SIGN = r"\s*(<|>|≤|≥|\\leq?(?:slant)?|\\geq?(?:slant)?|\\[lg]t)\s*"
_BOUND = r"(-?\d{1,12}(?:\.\d{1,12})?)"
_FIRST = r"(?:^|(?<=[\s$,，(（:：且])|(?<=\\\())"
_LAST = r"(?=\s*(?:$|[$,，。.;；)）?？]|\\\)|(?:and|find|what|is)\b|且))(?![.,]\d)"
_NOT_ALWAYS = pattern(r"\\begin\{(?:cases|array)\}|\b(?:or|for|when|whenever|all)\b|或|当", re.IGNORECASE)


def bounded(question: str, letter: str) -> Iterator[Requirement]:
    """The bounds of the letter where they stand alone; none where they may hold for a case only."""
    if _NOT_ALWAYS.search(question):
        return
    chain = rf"{_FIRST}{_BOUND}{_SIGN}{letter}(?:{_SIGN}{_BOUND})?{_LAST}"
    for match in re.finditer(rf"{chain}|{_FIRST}{letter}{_SIGN}{_BOUND}{_LAST}", question):
        low, first, second, high, sign, bound = match.groups()
        place = Phrase(match[0], match.start())
        if low:
            yield Requirement(_rule(_TURNED[_test(first)], first, low), place)
        for relation, limit in ((second, high), (sign, bound)):
            if relation:
                yield Requirement(_rule(_test(relation), relation, limit), place)


def _test(sign: str) -> Test:
    return _TESTS[sign.lstrip("\\")]


def _rule(test: Test, sign: str, bound: str) -> Rule:
    return Rule(f"as '{sign} {bound}' says", lambda answer: test(answer.value, Fraction(bound)))
