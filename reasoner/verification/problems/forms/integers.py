"""Questions about whole numbers: remainders, divisors, primes, and the digits in another base."""

import re

from reasoner.patterns import pattern
from reasoner.verification.notation.term import value, write
from reasoner.verification.problems.forms.form import Form, Maker
from reasoner.verification.problems.problem import Problem, expression, free, is_single


def _remainder(match: re.Match[str]) -> Problem | None:
    """The remainder of whole numbers, or of polynomials in one letter."""
    first, second = expression(match["first"]), expression(match["second"])
    letters = {*free(first), *free(second)}
    if len(letters) == 1 and set(free(second)) == letters:
        return Problem("divide", (write(first), write(second)), tuple(letters), manner="remainder")
    a, b = value(first), value(second)
    apart = is_single(first) and is_single(second)
    if not apart and not _WHEN.search(match.string):
        return None
    if a is None or b is None or a.denominator != 1 or b.denominator != 1 or a < 0 or b <= 0:
        return None
    return Problem("number", (write(first), write(second)), manner="remainder")


_WHEN = pattern(r"\bwhen\b|\(\s*mod", re.IGNORECASE)
"""Words that keep a sum together: 5 + 7 mod 3 may take the remainder of 7 alone."""


def _quotient(match: re.Match[str]) -> Problem | None:
    """One polynomial divided by another."""
    first, second = expression(match["first"]), expression(match["second"])
    letters = free(second)
    if len(letters) != 1 or not set(free(first)) <= set(letters):
        return None
    return Problem("divide", (write(first), write(second)), letters)


def _named(name: str) -> Maker:
    """A question about the whole numbers that the pattern found as `whole` and `other`."""

    def make(match: re.Match[str]) -> Problem | None:
        other = match.groupdict().get("other")
        return Problem("number", (match["whole"], other) if other else (match["whole"],), manner=name)

    return make


_BASES = {
    "binary": "2", "octal": "8", "decimal": "10", "hexadecimal": "16", "hex": "16", "二": "2", "八": "8",
    "十": "10", "十六": "16",
}  # fmt: skip
_BASE = "hexadecimal|hex|binary|octal|decimal"
_BASE_ZH = "十六|十|二|八"


def _base(match: re.Match[str]) -> Problem | None:
    """A whole number written in another base; the source is decimal where it is not named."""
    found = match.groupdict()
    source = _BASES[(found.get("source") or "decimal").lower()]
    target = _BASES[match["target"].lower()]
    digits = match["digits"].upper().removeprefix("0X" if source == "16" else " ")
    if source == target or (not found.get("source") and target == "10") or not digits:
        return None
    if any(int(char, 16) >= int(source) for char in digits):
        return None
    return Problem("number", (digits, source, target), manner="base")


_OTHER = r"(?P<other>\d{1,30})"
_DIGITS = r"(?P<digits>(?:0x)?[0-9a-f]{1,60})"

FORMS = (
    Form("mod", r"ASK FIRST \(? mod(?:ulo)? SECOND \)?", _remainder),
    Form(
        "remainder",
        r"ASK remainder (?:when|if|of) FIRST (?:is)? divided by SECOND",
        _remainder,
    ),
    Form("remainder", r"ASK remainder (?:when|of) dividing FIRST by SECOND", _remainder),
    Form(
        "remainder",
        r"(?:ASK|when) FIRST (?:is)? divided by SECOND ,? (?:what is|find)? (?:the)? remainder",
        _remainder,
    ),
    Form("余", r"ASK FIRST除以SECOND [,，]? (?:所?得)?的?(?:余数|余)WHAT(?:几|多少)?", _remainder),
    Form("divide", r"(?:divide|ASK quotient (?:when|of)) FIRST (?:(?:is )?divided)? by SECOND", _quotient),
    Form("prime", r"is WHOLE (?:an?)? prime(?: number)?", _named("prime")),
    Form(
        "质数|素数", r"(?:请问|判断)? WHOLE 是(?:不是|否是|否为)? (?:一个)?[质素]数[吗么]?", _named("prime")
    ),
    Form("prime", r"ASK prime factori[sz]ation of WHOLE", _named("factors")),
    Form("prime", r"(?:factori[sz]e|factor) WHOLE (?:into primes|into prime factors)", _named("factors")),
    Form(
        "prime",
        r"(?:write|express) WHOLE as (?:a|the) product of (?:its)? prime (?:factors|numbers)",
        _named("factors"),
    ),
    Form("分解", r"(?:请?[把将对])? WHOLE (?:进行)?分解[质素]因数", _named("factors")),
    Form(
        "divisors|factors",
        r"how many (?:positive)? (?:integer)? (?:divisors|factors) does WHOLE have",
        _named("divisors"),
    ),
    Form(
        "divisors|factors",
        r"ASK number of (?:positive)? (?:integer)? (?:divisors|factors) of WHOLE",
        _named("divisors"),
    ),
    Form("因数|约数", r"ASK WHOLE (?:一?共)?有(?:多少|几)个正?[因约]数", _named("divisors")),
    Form("divisible", rf"is WHOLE (?:evenly)? divisible by {_OTHER}", _named("divisible")),
    Form("整除", rf"WHOLE (?:能不能|能否|能|可以)被 {_OTHER} 整除[吗么]?", _named("divisible")),
    Form(
        "even or odd|odd or even",
        r"is WHOLE (?:an?)? (?:even or odd|odd or even)(?: number)?",
        _named("parity"),
    ),
    Form("even", r"is WHOLE (?:an?)? even(?: number)?", _named("even")),
    Form("odd", r"is WHOLE (?:an?)? odd(?: number)?", _named("odd")),
    Form("偶数", r"WHOLE 是(?:不是)?偶数[吗么]?", _named("even")),
    Form("奇数", r"WHOLE 是(?:不是)?奇数[吗么]?", _named("odd")),
    Form(
        _BASE,
        rf"(?:convert|change|write|express|ASK) (?:the)? (?P<source>{_BASE})? (?:number)? {_DIGITS}"
        rf" (?:to|in|into|as) (?:an?)? (?P<target>{_BASE})(?: (?:number|form|notation))?",
        _base,
    ),
    Form(
        _BASE,
        rf"(?:convert|change|ASK) {_DIGITS} (?:from|in) (?P<source>{_BASE}) (?:to|into) (?P<target>{_BASE})",
        _base,
    ),
    Form(
        "进制",
        rf"(?:请?[把将])? (?:(?P<source>{_BASE_ZH})进制数?)? {_DIGITS} (?:转换?|转化|化|换算?|的|等于)[成为]?"
        rf"(?P<target>{_BASE_ZH})进制数?(?:的?多少)?WHAT",
        _base,
    ),
)
