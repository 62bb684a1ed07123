"""Derivatives, integrals and limits."""

import re

from reasoner.patterns import pattern
from reasoner.verification.notation.term import Term, write
from reasoner.verification.problems.forms.evaluation import of_operator
from reasoner.verification.problems.forms.form import Form
from reasoner.verification.problems.problem import Kind, Problem, expression, free

_ORDERS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "一": 1,
    "二": 2, "三": 3, "四": 4,
}  # fmt: skip


def _differentiate(match: re.Match[str]) -> Problem | None:
    """The derivative of `body` in `unknowns`, of some order, perhaps at a place."""
    found = match.groupdict()
    order = str(_ORDERS[(found.get("order") or "first").lower()])
    at = found.get("at")
    problem = _with_variable("differentiate", match, (order, write(expression(at))) if at else (order,))
    if problem is None or not at:
        return problem
    letter = found.get("letter")
    one_letter = set(free(expression(problem.expressions[0]))) <= set(problem.unknowns)
    constant = not free(expression(at))
    return problem if constant and one_letter and letter in (None, *problem.unknowns) else None


def _integrate(match: re.Match[str]) -> Problem | None:
    """The integral of `body`, from `low` to `high` where they are given."""
    low, high = match.groupdict().get("low"), match.groupdict().get("high")
    bounds = (write(expression(low)), write(expression(high))) if low and high else ()
    return _with_variable("integrate", match, bounds)


def _limit(match: re.Match[str]) -> Problem | None:
    """The limit of `body` where `unknowns` goes to `target`."""
    target = re.sub(r"^\+?(?:∞|infinity|无穷大?|正无穷大?)$", "infinity", match["target"].strip())
    side = {"+": "+", "-": "-"}.get(target[-1:], "")
    bounds = (write(expression(target.rstrip("+-") if target not in "+-" else target)), side)
    return _with_variable("limit", match, bounds)


def _with_variable(kind: Kind, match: re.Match[str], bounds: tuple[str, ...] = ()) -> Problem | None:
    body = _NAMED.sub("", match["body"])
    term = expression(body)
    if term.head == "integral" and kind == "integrate" and not bounds:
        return of_operator(term)
    variable = match.groupdict().get("unknowns") or _variable(term)
    if variable is None or any(node.head in ("apply", "matrix", "±", "integral") for node in term.walk()):
        return None
    return Problem(kind, (write(term),), (variable,), bounds)


_NAMED = pattern(r"^\s*(?:y|[fgh]\s*\(\s*[a-z]\s*\))\s*=")


def _variable(term: Term) -> str | None:
    """The only letter, or x among letters that mathematicians take for constants; None if in doubt."""
    letters = free(term)
    if len(letters) <= 1:
        return letters[0] if letters else "x"
    return "x" if "x" in letters and not {"y", "z", "t"} & set(letters) else None


_ORDER = r"(?:(?P<order>first|second|third|fourth|1st|2nd|3rd|4th)(?:[- ]order)?\s+)?"
_AT = r"(?: ,? (?:at|when|where|for|evaluated at) (?:the point)? (?:(?P<letter>[a-z]) =)? (?P<at>[^\s,]+))?"
_AT_ZH = r"在 (?:点)? (?:(?P<letter>[a-z]) =)? (?P<at>[^\s,，处]+?) 处"

FORMS = (
    Form("derivative", rf"ASK {_ORDER}derivative of BODY BY {_AT}", _differentiate),
    Form(
        "derivative",
        r"ASK partial derivative of BODY (?:with respect to|wrt) (?P<unknowns>[a-z])",
        _differentiate,
    ),
    Form("differentiate|d/d", r"(?:differentiate|d/dx) [:：]? BODY BY", _differentiate),
    Form(
        "dy/dx|y'",
        r"(?:if|given|let|for)? (?=y =) BODY ,? (?:then|what is|find|,) (?:dy/dx|y')",
        _differentiate,
    ),
    Form("导", r"请?求?(?:函数|下列函数)?(?:的?导数|求导) [:：]? BODY", _differentiate),
    Form(
        "导",
        r"(?:请?求|计算|对)? (?:函数)? BODY 的?(?:进行)?(?:(?P<order>[一二三四])阶)?(?:导数|导函数|求导)WHAT",
        _differentiate,
    ),
    Form("导数", rf"(?:请?求|计算)? (?:函数)? BODY {_AT_ZH}的?导数值?WHAT", _differentiate),
    Form(
        "integra|antiderivative|anti-derivative",
        r"(?:ASK (?:indefinite |definite )?(?:integral|anti-?derivative) of|integrate) BODY (?:d LETTER)?"
        r" (?:(?:from|between) (?:[a-z] = )?(?P<low>\S+) (?:to|and) (?:[a-z] = )?(?P<high>\S+))?",
        _integrate,
    ),
    Form("integrate", r"integrate BODY BY", _integrate),
    Form("积分", r"(?:求|计算)? (?:函数)? BODY 的(?:不定)?积分WHAT", _integrate),
    Form("积分", r"(?:求|计算)? (?:不定|定)?积分 [:：]? BODY (?:d LETTER)?", _integrate),
    Form("limit", r"ASK limit of BODY as LETTER GOES TARGET", _limit),
    Form(
        "lim|极限",
        r"ASK (?:lim|limit|极限) _?\{?\(? LETTER GOES TARGET \)?\}? (?:\s+|,|(?<=[)}]))BODY",
        _limit,
    ),
    Form("极限", r"(?:求|计算)? 当? LETTER GOES TARGET (?:时 [,，]?|[,，]) BODY 的?极限值?WHAT", _limit),
)
