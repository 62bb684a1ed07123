"""Whether two answers say the same: by exact value, by structure, by symbolic mathematics, by numbers."""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from reasoner.patterns import pattern
from reasoner.verification import chinese, units
from reasoner.verification.canonical import canonical
from reasoner.verification.expression import parse
from reasoner.verification.notation import FUNCTIONS, JOINERS, MAX_LENGTH, NAMES, Unreadable, clean
from reasoner.verification.sandbox import Sandbox
from reasoner.verification.term import Term, value, write

Evidence = Literal["exact", "structural", "symbolic", "numeric"]
Kind = Literal["auto", "math", "text", "choice"]
"""How answers are read: as notation, as words, as the letter of a choice, or as what each looks like."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two answers are equal, and what shows it. "unknown" is not "different"."""

    verdict: Literal["equal", "different", "unknown"]
    evidence: Evidence
    reason: str


_PLAIN = pattern(r"-?[1-9]\d{0,30}|0")
_WORDS = pattern(r"[^\W\d_](?:[^\W\d_]|[\s'.,()-])+")
_TEXT = pattern(r"\\(?:text|mbox|mathrm|textbf|textit|textrm|operatorname)\s*\{([^{}]*)\}")
_TIME = pattern(r"\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?", re.IGNORECASE)
_DECIMAL_COMMA = pattern(r"(-?\d+),(\d+)")
_FLOAT = pattern(r"\d\.\d{10,}")
_FLOAT_NOISE = Fraction(1, 10**9)
_MEASURE = pattern(
    r"(?P<number>[-+]?[\d.,/ ]*\d)(?P<gap>\s*)(?P<unit>[^\W\d_°][^\d=+*()\\]*(?:\^?\{?[23]\}?)?|°[CF]?)"
)
_CURRENCY = pattern(r"\\\$|[€£¥￥]|(?<![\w$])\$(?=\d[^$]*$)|(?<=\d)\$$|\bUSD\b|\bRMB\b")


def key(answer: str, kind: Kind = "auto") -> str:
    """What all ways to write the answer have in common: equal keys mean equal answers.

    Exact numbers become a fraction in lowest terms, other notation its canonical form, words their letters.
    """
    return _key(answer)


@lru_cache(maxsize=8192)
def _key(answer: str) -> str:
    if _PLAIN.fullmatch(answer):
        return answer
    term = _read(answer)
    return words(answer) if term is None else write(term)


def words(answer: str) -> str:
    """The answer as bare text: no case, no markup, no outer punctuation, single spaces."""
    text = re.sub(r"(\d{1,2}:\d{2}):00\b", r"\1", _TEXT.sub(r"\1", answer))
    text = unicodedata.normalize("NFKC", text.replace("$", "").replace("\\(", "").replace("\\)", ""))
    text = " ".join(re.sub(r"\\[,;! ]|[\\{}]", " ", text).casefold().split())
    return text.strip(" .,;:!?\"'`*。，；：！？“”‘’()[]（）【】") or text


def _read(answer: str) -> Term | None:
    """The canonical term of the answer without its unit; None when it is text."""
    text = answer.strip()
    if len(text) > MAX_LENGTH or _is_words(text):
        numeral = chinese.read(text.strip(" 。.，")) if len(text) <= MAX_LENGTH else None
        return None if numeral is None else canonical(parse(str(numeral)))
    bare = measured(text)[0]
    numeral = chinese.read(bare)
    try:
        return canonical(parse(str(numeral) if numeral is not None else bare))
    except (Unreadable, RecursionError):
        return None


def _is_words(text: str) -> bool:
    """Letters only, at least two, and none of the names that mathematics knows; or a time of day."""
    bare = _TEXT.sub(r"\1", text).replace("$", "").strip()
    if _TIME.fullmatch(bare):
        return True
    found = re.sub(r"[()\s.]", "", bare)
    if len(found) == 1 and found.isalpha():
        return True
    return bool(_WORDS.fullmatch(bare)) and bare.casefold() not in NAMES


def measured(answer: str) -> tuple[str, str]:
    """The answer without its currency and unit, and the name of the unit ("" where there is none)."""
    text = clean(_CURRENCY.sub("", answer.strip())).strip().strip("$").strip()
    match = _MEASURE.fullmatch(_TEXT.sub(r" \1", text).strip().rstrip("."))
    if match is None:
        return text, ""
    unit = match["unit"].strip()
    letters = re.sub(r"[\s^{}23.]", "", unit)
    if letters.casefold() in FUNCTIONS | JOINERS | NAMES.keys() | {"percent", "percentage", "pct"}:
        return text, ""
    known = units.find(unit.replace("{", "").replace("}", "")) is not None
    if (known and (match["gap"] or len(letters) > 1)) or len(letters) > 3 or not letters.isascii():
        return match["number"], unit
    return text, ""


def keys(answer: str) -> frozenset[str]:
    """The keys of all readings: a comma between two groups of digits may be a decimal comma."""
    found = {key(answer)}
    match = _DECIMAL_COMMA.fullmatch(measured(answer)[0])
    if match and (len(match[2]) != 3 or match[1].lstrip("-").startswith("0")):
        found.add(key(f"{match[1]}.{match[2]}"))
    return frozenset(found)


def equal(
    left: str,
    right: str,
    sandbox: Sandbox,
    limit_seconds: float = 2.0,
    *,
    kind: Kind = "auto",
    question: str = "",
) -> Comparison:
    """Whether the two answers say the same; only what is not settled exactly goes to the sandbox."""
    if measure := _measures(left, right):
        return measure
    if common := keys(left) & keys(right):
        return _same(min(common))
    first, second = _read(left), _read(right)
    if first is None or second is None:
        return _texts(left, right, sandbox, limit_seconds)
    a, b = value(first), value(second)
    if a is not None and b is not None:
        if percent := _percent_left_off(left, right):
            return percent
        if _FLOAT.search(left + " " + right) and abs(a - b) <= abs(b) * _FLOAT_NOISE:
            return Comparison("equal", "numeric", "the same up to the error of binary fractions")
        if not _decimal(left) and not _decimal(right):
            return Comparison("different", "exact", f"{write(first)} is not {write(second)}")
    return _ask(left, right, sandbox, limit_seconds)


def _same(common: str) -> Comparison:
    term = _read(common)
    if term is None:
        return Comparison("equal", "structural", "the same text")
    if value(term) is not None:
        return Comparison("equal", "exact", f"both are {write(term)}")
    return Comparison("equal", "structural", f"both are {write(term)}"[:200])


def _texts(left: str, right: str, sandbox: Sandbox, limit_seconds: float) -> Comparison:
    """At least one of them is not notation that we read; LaTeX may still be read in the sandbox."""
    if words(left).replace(" ", "") == words(right).replace(" ", ""):
        return Comparison("equal", "structural", "the same text")
    if any(_is_words(text.strip()) or "\\" not in text for text in (left, right)):
        return Comparison("different", "structural", "not the same text")
    return _ask(left, right, sandbox, limit_seconds)


def _measures(left: str, right: str) -> Comparison | None:
    """Two numbers with different units, brought to one; None when one of them has no known unit."""
    (first, unit), (second, other) = measured(left), measured(right)
    source, target = units.find(unit), units.find(other)
    if source is None or target is None or source == target:
        return None
    try:
        a, b = value(parse(first)), value(parse(second))
    except Unreadable:
        return None
    if a is None or b is None:
        return None
    same = units.convert(a, source, target) == b
    return Comparison(
        "equal" if same else "different", "exact", f"{first} {unit} and {second} {other} in one unit"
    )


def _percent_left_off(left: str, right: str) -> Comparison | None:
    """28% and 28: the question often has the sign already."""
    bare = [re.sub(r"\\?%|percent(?:age)?|pct", "", text) for text in (left, right)]
    if (bare[0] == left) != (bare[1] == right) and key(bare[0]) == key(bare[1]):
        return Comparison("equal", "exact", "the same number of percent")
    return None


def _decimal(text: str) -> bool:
    return re.search(r"\d\.\d", text) is not None


def _ask(left: str, right: str, sandbox: Sandbox, limit_seconds: float) -> Comparison:
    if max(len(left), len(right)) > MAX_LENGTH:
        return Comparison("unknown", "structural", f"an answer is longer than {MAX_LENGTH} characters")
    argument = {"left": measured(left)[0], "right": measured(right)[0]}
    reply = sandbox.call("compare", dict(argument), limit_seconds)
    match reply.value if reply.verdict == "ok" else None:
        case {
            "verdict": "equal" | "different" | "unknown" as verdict,
            "evidence": str(shown),
            "reason": str(reason),
        }:
            evidence = next((kind for kind in _EVIDENCE if kind == shown), _EVIDENCE[0])
            return Comparison(verdict, evidence, reason)
    return Comparison("unknown", "symbolic", reply.reason or "no verdict from the sandbox")


_EVIDENCE: tuple[Evidence, ...] = ("symbolic", "structural", "exact", "numeric")
