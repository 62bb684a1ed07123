"""Is every sum that a chain of thought writes out right?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from reasoner.patterns import pattern
from reasoner.state import Candidate, Check
from reasoner.verification import units
from reasoner.verification.arithmetic import decimal, rounded
from reasoner.verification.checks.case import Case
from reasoner.verification.expression import parse
from reasoner.verification.notation import Unreadable, clean
from reasoner.verification.term import value

NAME = "arithmetic"
_MAX_TEXT = 50_000
_MAX_STEP = 200

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+"
_UNIT = r"(?:\s?(?:[A-Za-z&]{2,15}|[\u4e00-\u9fff]{1,4})(?:\s?/\s?[A-Za-z]{1,12})?(?:\s[a-z]{3,12})?)?"
_PLACE = rf"[-(\s]*[$€£¥￥]?\s?(?:{_NUMBER})\s?%?(?:{_UNIT}|/[A-Za-z]{{1,12}})[)\s]*"
_SIGN = r"(?:\*\*|[-+*/^]|(?<=[\d\s)])[xX](?=\s*[\d($])|%\s?of\b|%\s?的)"
_LEFT = pattern(rf"(?:{_PLACE}{_SIGN}){{1,12}}{_PLACE}$")
_RIGHT = pattern(rf"\s*(?:{_PLACE}{_SIGN}){{0,12}}{_PLACE}")
_BARE_RIGHT = pattern(rf"\s*-?[$€£¥￥]?\s?-?(?:{_NUMBER})\s?%?")
_BEFORE = pattern(r"[-+*/^(\d%xX|√_]$|\d[.,]$|[^\W\d_][-+*/^]\s*$|[a-zA-Z)}]$")
_REMAINDER = pattern(r"\s*(?:remainder|rem\b|r\d|余|mod|\.\.\.|…)", re.IGNORECASE)
_LATER = pattern(r"[a-z](?![a-z])|\s*(?:[_^/(]|[-+*]\s*[\d(a-z])", re.IGNORECASE)
_CONGRUENCE = pattern(r"\\p?mod|≡|\\equiv|\bmod\b")
_EQUALS = pattern(r"(?<![<>!=:])[=≈](?![=>])")
_LATEX: tuple[tuple[str, str], ...] = (
    (r"\\[dtc]?frac\{([^{}]{1,40})\}\{([^{}]{1,40})\}", r"(\1)/(\2)"),
    (r"\\(?:times|cdot)", "*"),
    (r"÷|\\div", "/"),
    (r"\\approx", "≈"),
    (r"\\(?:text|mbox|mathrm)\{([^{}]{0,40})\}", r"\1"),
    (r"\\[\\()\[\],;! ]|\\\$|\\quad", " "),
)
_RELATION = pattern(r"[=≈＝]|\\approx")
_CONVERSIONS = frozenset(Fraction(n) for n in (7, 10, 12, 16, 24, 30, 52, 60, 100, 365, 1000, 3600))


_FLOAT_PLACES = 12
"""Places that only a computer writes: binary fractions are a little off the decimal ones."""
_FLOAT_NOISE = Fraction(1, 10**12)
_APPROXIMATE = Fraction(1, 10**4)
"""Relative error that rounded numbers such as 3.1416 bring in."""
_AMBIGUOUS = pattern(r"[A-Za-z]/\d|[-+]\s*[\d.]+\s?%(?!\s?(?:of\b|\*|的))")
"""A rate ("2 cups/3 days"), or a percentage that is taken off an amount."""

Judgement = Literal["right", "wrong", "unclear"]


@dataclass(frozen=True, slots=True)
class _Step:
    """A sum as it is written, on which line, and what it comes to."""

    text: str
    line: int
    exact: Fraction
    stated: Fraction
    verdict: Judgement


def check(candidate: Candidate, case: Case) -> Check | None:
    """Recomputes every `a op b = c` exactly, to the places that are written; names the first wrong one."""
    steps = [step for step in _steps(candidate.text[:_MAX_TEXT]) if step.verdict != "unclear"]
    if not steps:
        return None
    wrong = next((step for step in steps if step.verdict == "wrong"), None)
    if wrong is not None:
        right = decimal(wrong.exact, 6) or rounded(wrong.exact)
        reason = f"line {wrong.line}: '{wrong.text}' is wrong; it comes to {right}"
        return Check(NAME, "fail", "support", reason, wrong.text)
    count = f"{len(steps)} step is" if len(steps) == 1 else f"all {len(steps)} steps are"
    return Check(NAME, "pass", "support", f"{count} right", "; ".join(step.text for step in steps)[:1000])


def _steps(text: str) -> Iterator[_Step]:
    for line, written in enumerate(text.splitlines(), 1):
        if _RELATION.search(written) and not _CONGRUENCE.search(written):
            for part in _annotations(written):
                yield from _in_line(_plain(part), line)


def _annotations(line: str) -> list[str]:
    """Each `<<3+4=7>>` by itself, then the line without them."""
    inside = re.findall(r"<<([^<>]{1,200})>>", line)
    return [*inside, re.sub(r"<<[^<>]{0,200}>>", "", line)]


def _plain(line: str) -> str:
    for source, plain in _LATEX:
        line = re.sub(source, plain, line)
    return clean(line.replace("$$", " "))


def _in_line(line: str, number: int) -> Iterator[_Step]:
    for match in _EQUALS.finditer(line):
        start = max(match.start() - _MAX_STEP, 0)
        left = _LEFT.search(line[start : match.start()])
        right = _RIGHT.match(line, match.end())
        bare = _BARE_RIGHT.match(line, match.end())
        if left is None or right is None or bare is None:
            continue
        before = line[start : start + left.start()].rstrip()
        if _BEFORE.search(before) and not re.fullmatch(r"\s*(?:[-*•]|\d+[.)])", before):
            continue
        whole = right.end() > bare.end() and re.search(_SIGN, right[0].strip(" -"))
        if _REMAINDER.match(line, bare.end()) or _LATER.match(line, right.end() if whole else bare.end()):
            continue
        step = _judged(left[0], right[0], bare[0], number)
        if step is not None:
            yield step


def _judged(left: str, right: str, bare: str, line: int) -> _Step | None:
    exact, expression = _worth(left), _worth(right)
    stated = _worth(bare) if expression is None or not re.search(_SIGN, right.strip(" -")) else expression
    if exact is None or stated is None:
        return None
    written = bare if stated != expression or right.strip() == bare.strip() else ""
    text = " ".join(f"{left.strip()} = {(written or right).strip()}".split())
    return _Step(text, line, exact, stated, _verdict(left, written or right, exact, stated))


def _verdict(
    left: str, right: str, exact: Fraction, stated: Fraction
) -> Literal["right", "wrong", "unclear"]:
    readings = {exact}
    if "%" in right:
        readings |= {exact / 100}
    elif "%" in left and not re.search(r"[*×]|of|的", left):
        readings |= {exact * 100}
    if any(_matches(reading, right, stated) for reading in readings):
        return "right"
    if left.lstrip().startswith("-") and _matches(_worth(left.lstrip(" -")) or exact, right, stated):
        return "right"
    if _AMBIGUOUS.search(left):
        return "unclear"
    if exact and re.search(r"\.\d{4}", left) and abs(exact - stated) < abs(exact) * _APPROXIMATE:
        return "unclear"
    if exact and stated and {abs(exact / stated), abs(stated / exact)} & _CONVERSIONS:
        return "unclear"
    names = {
        unit
        for word in re.findall(r"[A-Za-z]{2,}|[\u4e00-\u9fff]+", left + " " + right)
        if (unit := units.find(word))
    }
    return "unclear" if len(names) > 1 else "wrong"


def _matches(exact: Fraction, written: str, stated: Fraction) -> bool:
    """The stated number is the exact one, rounded or cut at its last written place."""
    places = max((len(m) for m in re.findall(r"\.(\d+)", written)), default=0)
    if places >= _FLOAT_PLACES:
        return abs(exact - stated) <= abs(exact) * _FLOAT_NOISE
    if exact == stated or (not places and re.search(_SIGN, written.strip(" -"))):
        return exact == stated
    unit = Fraction(1, 10**places) * (Fraction(1, 100) if "%" in written else 1)
    cut = places and abs(stated) <= abs(exact) and abs(exact - stated) < unit
    return bool(cut) or abs(exact - stated) <= unit / 2


def _worth(text: str) -> Fraction | None:
    """The exact value of a sum without its currency and units."""
    text = re.sub(r"%\s?(?:of\b|的)", "%*", text)
    text = re.sub(r"(?<=[\d\s)])[xX](?=\s*[\d($])", "*", re.sub(r"[$€£¥￥]", "", text))
    text = re.sub(r"(?:\s?/\s?)?[A-Za-z&\u4e00-\u9fff]+(?:\^[23]\b)?", " ", text)
    try:
        return value(parse(" ".join(text.split()).strip()))
    except (Unreadable, RecursionError):
        return None
