"""Percentages, one form of a number for another, and which of two is larger."""

import re
from fractions import Fraction

from reasoner.verification.notation import chinese
from reasoner.verification.notation.term import Term, number, value, write
from reasoner.verification.problems.forms.form import Form, Maker
from reasoner.verification.problems.problem import Problem, exact, single, strict

_UP = frozenset({"increased", "more", "higher", "增加", "增长", "提高", "上涨", "上升", "多"})


def _rate(match: re.Match[str]) -> Term:
    """The percentage that the pattern found, as a term."""
    if match["percent"]:
        return Term("%", (Term("number", text=match["percent"]),))
    found = chinese.read(match["parts"])
    return number(found if found is not None else Fraction(0))


def _changed(match: re.Match[str]) -> Problem | None:
    """A value that grows or shrinks by a percentage of itself."""
    rate = _rate(match)
    if not match["way"].strip() or value(rate) == 0:
        return None
    change = rate if match["way"].lower() in _UP else Term("neg", (rate,))
    factor = Term("+", (number(1), change))
    return Problem("evaluate", (write(Term("*", (single(match["body"]), factor))),))


def _share(match: re.Match[str]) -> Problem | None:
    """What percentage one number is of another."""
    part, whole = single(match["first"]), single(match["second"])
    return Problem("evaluate", (write(Term("/", (part, whole))),), manner="percent") if value(whole) else None


def _difference(match: re.Match[str]) -> Problem | None:
    """By what percentage one number is larger or smaller than another."""
    first, second = single(match["first"]), single(match["second"])
    a, b = value(first), value(second)
    if not a or not b or a < 0 or b < 0 or (a > b) != (match["way"] in _UP):
        return None
    larger, smaller = (first, second) if a > b else (second, first)
    change = Term("+", (larger, Term("neg", (smaller,))))
    return Problem("evaluate", (write(Term("/", (change, second))),), manner="percent")


def _base_of(match: re.Match[str]) -> Problem | None:
    """The number of which a given percentage is known."""
    rate = _rate(match)
    return Problem("evaluate", (write(Term("/", (single(match["body"]), rate))),)) if value(rate) else None


def _discounted(match: re.Match[str]) -> Problem | None:
    """打八折 leaves 80 %, 打七五折 leaves 75 %."""
    tenths = match["tenths"]
    digits = "".join(str(_DIGITS.index(char)) if char in _DIGITS else char for char in tenths).replace(
        ".", ""
    )
    if not 0 < int(digits) < 100 or len(digits) > 2:
        return None
    factor = f"0.{digits}"
    return (
        Problem("evaluate", (f"{write(single(match['body']))}*{factor}",))
        if "+" not in match["body"]
        else None
    )


_DIGITS = "零一二三四五六七八九"


def _shown(manner: str) -> Maker:
    """The number in another form."""

    def make(match: re.Match[str]) -> Problem | None:
        return Problem("evaluate", (write(exact(match["body"])),), manner=manner)

    return make


def _compare(match: re.Match[str]) -> Problem | None:
    """The larger or the smaller of two or more numbers, as it was written."""
    term = strict(f"{match['first']} , {match['second']}")
    parts = term.parts if term.head == "list" else ()
    if len(parts) < 2 or any(value(part) is None for part in parts):
        return None
    smaller = match["which"].lower() in ("smaller", "smallest", "less", "least", "lower", "小", "最小")
    return Problem("number", tuple(map(write, parts)), manner="smallest" if smaller else "largest")


def _order(match: re.Match[str]) -> Problem | None:
    """The sign between two numbers."""
    first, second = exact(match["first"]), exact(match["second"])
    return Problem("number", (write(first), write(second)), manner="order")


_SIGNS = {
    "greater": ">", "larger": ">", "bigger": ">", "more": ">", "less": "<", "smaller": "<", "lower": "<",
    "equal": "=", "大": ">", "小": "<", "等": "=",
}  # fmt: skip


def _true(match: re.Match[str]) -> Problem | None:
    """Whether a relation between two numbers holds."""
    sign = match["sign"].lower() or "="
    first, second = exact(match["first"]), exact(match["second"])
    return Problem("number", (write(first), write(second)), manner=f"true {_SIGNS.get(sign, sign)}")


_MORE = "larger|largest|greater|greatest|bigger|biggest|smaller|smallest|less|least|higher|lower"
_INTO = r"(?:as|to|into|in) (?:an?)?"
_CHANGE = r"(?:convert|change|write|express|turn|ASK)"

FORMS = (
    Form(
        "increased|decreased|reduced", r"ASK BODY (?P<way>increased|decreased|reduced) by PERCENT", _changed
    ),
    Form("more|less|higher|lower", r"ASK PERCENT (?P<way>more|less|higher|lower) than BODY", _changed),
    Form(
        "增|提高|上涨|上升|减少|降低|下降",
        r"ASK BODY (?P<way>增加|增长|提高|上涨|上升|减少|降低|下降)了? PERCENT (?:后|之后)?(?:等于|是|得"
        r"|为)(?:多少|几)",
        _changed,
    ),
    Form("比", r"ASK比 BODY (?P<way>多|少) PERCENT 的数WHAT", _changed),
    Form("percent", r"what (?:percent|percentage) of SECOND is FIRST", _share),
    Form("percent", r"(?:ASK)? FIRST is what (?:percent|percentage) of SECOND", _share),
    Form("%|percent", r"(?:what|which) (?:%|percent|percentage) is FIRST of SECOND", _share),
    Form("百分之", r"ASK FIRST [是占] SECOND 的百分之(?:几|多少)", _share),
    Form("百分之", r"ASK FIRST 比 SECOND (?P<way>多|少)百分之(?:几|多少)", _difference),
    Form("%|percent", r"ASK BODY is PERCENT of what(?: number)?", _base_of),
    Form(
        "折",
        r"ASK BODY [元块]? (?:打|按) (?P<tenths>[一二三四五六七八九]{1,2}|[1-9]\.?[1-9]?)折(?:后"
        r"|之后)?(?:等于|是|得|为|要|卖)?(?:多少|几)?[元块钱]*",
        _discounted,
    ),
    Form("decimal", rf"{_CHANGE} BODY {_INTO} decimal(?: number| form)?", _shown("decimal")),
    Form("percent", rf"{_CHANGE} BODY {_INTO} percent(?:age)?", _shown("percent")),
    Form(
        "fraction",
        rf"{_CHANGE} BODY {_INTO} (?:simplest|simplified|reduced|common)? fraction(?: (?:in|of)"
        rf" (?:simplest|lowest) (?:form|terms))?",
        _shown("fraction"),
    ),
    Form("小数", r"(?:请?[把将])? BODY [化写]成?为?小数WHAT", _shown("decimal")),
    Form("百分数", r"(?:请?[把将])? BODY [化写]成?为?百分数WHAT", _shown("percent")),
    Form("分数", r"(?:请?[把将])? BODY [化写]成?为?(?:最简)?分数WHAT", _shown("fraction")),
    Form(
        "which",
        rf"which (?:one|number)? (?:of these|of the two)? is (?:the)? (?P<which>{_MORE}) [:,]? FIRST (?:,"
        rf"|or|,? or) SECOND",
        _compare,
    ),
    Form("大|小", r"FIRST [和与] SECOND (?:哪个|谁)(?:数)?(?:更|比较)?(?P<which>大|小)", _compare),
    Form("比较", r"(?:请)?比较 FIRST [和与] SECOND (?:的)?大小", _order),
    Form(
        "than|equal", r"is FIRST (?P<sign>greater|larger|bigger|less|smaller|equal) (?:than|to) SECOND", _true
    ),
    Form("is ", r"is FIRST (?P<sign>[=<>≤≥]) SECOND (?:true|correct)?", _true),
    Form("吗|么", r"FIRST (?:等于|=) SECOND [吗么](?P<sign>)", _true),
    Form("大于|小于|等于", r"FIRST (?P<sign>大|小|等)于 SECOND [吗么]", _true),
)
