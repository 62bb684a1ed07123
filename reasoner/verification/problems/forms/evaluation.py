"""Values: sums, products, powers, roots, and what is written as an integral or a limit."""

import re
from itertools import pairwise

from reasoner.patterns import pattern
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.problems.forms.form import Form
from reasoner.verification.problems.problem import Problem, expression, free, is_single, strict

_OPERATIONS = frozenset(
    ["+", "*", "/", "^", "neg", "%", "!", "abs", "root", "log", "call", "binomial", "sum", "product", "mixed"]
)
_DAY, _MONTH, _YEAR = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])", "(?:1[0-9]|20)?[0-9]{2}"
_NAMES_SOMETHING = pattern(
    rf"(?:{_DAY}(?P<a>[-/]){_MONTH}|{_MONTH}(?P<b>[-/]){_DAY})(?:(?P=a)|(?P=b)){_YEAR}"
    rf"|(?:1[0-9]|20)[0-9]{{2}}(?P<c>[-/]){_MONTH}(?P=c){_DAY}"
    r"|(?:\+?[0-9]{1,3}-)?(?:[0-9]{3}-)?[0-9]{3}-[0-9]{4}|0[0-9]*(?:-[0-9]+)+|97[89](?:-[0-9]+){4}"
)
"""A date, the number of a telephone or of a book: signs, but nothing to work out."""
_BARE_PAIR = pattern(r"(\d+)\s*([-–—xX~/:])\s*(\d+)")
_SETTLED = pattern(r"[-+]?\d[\d.,]*(?:\s*/\s*\d+)?")
"""A number; it may be the name of a day or of a service, as 9/11 and 24/7 are."""


def _evaluate(match: re.Match[str]) -> Problem | None:
    """A value without unknowns, or a derivative, integral or limit that is written as one."""
    body = match["body"]
    if _NAMES_SOMETHING.fullmatch(body) or (match.string.strip() == body and _may_be_no_sum(body)):
        return None
    term = expression(body)
    if term.head in ("integral", "derivative", "limit"):
        return of_operator(term)
    nodes = {node.head for node in term.walk()}
    if free(term) or not nodes & _OPERATIONS or nodes & {"apply", "matrix", "±"}:
        return None
    return None if _SETTLED.fullmatch(body) and _is_settled(term) else Problem("evaluate", (write(term),))


def _may_be_no_sum(body: str) -> bool:
    """Pages 10-15, a board of 2x4: two numbers and a sign, and no word that asks for a result."""
    pair = _BARE_PAIR.fullmatch(body)
    return pair is not None and (pair[2] not in "-–—/" or (pair[2] != "/" and int(pair[1]) <= int(pair[3])))


def _is_settled(term: Term) -> bool:
    """Nothing is left to work out in 3/4, nor in 50/50."""
    top, *bottom = (part.text for part in term.parts) if term.head == "/" else ("",)
    return not bottom or top == bottom[0] or str(value(term)) == f"{top}/{bottom[0]}"


def of_operator(term: Term) -> Problem | None:
    """The problem that an integral, derivative or limit in notation states."""
    body, variable, *ends = term.parts
    bounds = tuple(write(end) for end in ends)
    if set(free(body)) - {variable.text}:
        return None
    match term.head:
        case "integral":
            return Problem("integrate", (write(body),), (write(variable),), bounds)
        case "derivative":
            return Problem("differentiate", (write(body),), (write(variable),))
    return Problem("limit", (write(body),), (write(variable),), (*bounds, term.text))


_GROUPED = pattern(r"\d,\d{3}(?!\d)")


def _listed(match: re.Match[str]) -> tuple[Term, ...]:
    """The exact numbers that `body` lists, two at least. Raises: Unreadable."""
    if _GROUPED.search(match["body"]):
        raise Unreadable("a comma may part two numbers or the thousands of one")
    term = strict(match["body"])
    parts = term.parts if term.head == "list" else ()
    if len(parts) < 2 or not all(map(is_single, parts)):
        raise Unreadable("no list of numbers")
    return parts


def _combine(match: re.Match[str]) -> Problem | None:
    """The sum, product, greatest common divisor ... of what `body` lists."""
    head, parts = _COMBINED[" ".join(match["combined"].lower().split())], _listed(match)
    match head:
        case "gcd" | "lcm" | "median" | "mode":
            return Problem("number", tuple(map(write, parts)), manner=head)
        case "mean":
            return Problem("evaluate", (write(_over(Term("+", parts), len(parts))),))
        case "-" | "/" if len(parts) > 2:
            return None
        case "-" if (value(parts[0]) or 0) < (value(parts[1]) or 0):
            return None  # from 3 to 10 it is 7 for some, and -7 for others
        case "-":
            return Problem("evaluate", (write(Term("+", (parts[0], Term("neg", parts[1:])))),))
    return Problem("evaluate", (write(Term(head, parts)),))


def _over(term: Term, count: int) -> Term:
    return Term("/", (term, Term("number", text=str(count))))


_COMBINED = {
    "sum": "+", "product": "*", "difference": "-", "quotient": "/", "和": "+", "积": "*", "差": "-",
    "商": "/", "gcd": "gcd", "hcf": "gcd", "gcf": "gcd", "greatest common divisor": "gcd",
    "greatest common factor": "gcd", "highest common factor": "gcd", "最大公约数": "gcd", "最大公因数": "gcd",
    "lcm": "lcm", "least common multiple": "lcm", "lowest common multiple": "lcm", "最小公倍数": "lcm",
    "average": "mean", "mean": "mean", "arithmetic mean": "mean", "平均数": "mean", "平均值": "mean",
    "median": "median", "中位数": "median", "mode": "mode", "众数": "mode",
}  # fmt: skip
_NAMES = "|".join(sorted(_COMBINED, key=len, reverse=True)).replace(" ", r"\s+")
_NUMBERS = r"(?:the )?(?:numbers?|values|data(?: set)?|set|list|integers)? [:：]?"


def _series(match: re.Match[str]) -> Problem | None:
    """The whole numbers from one to another, added."""
    return _series_of(int(match.groupdict().get("low") or 1), int(match["high"]))


def _dots(match: re.Match[str]) -> Problem | None:
    """1 + 2 + 3 + ... + 100, where the step is 1."""
    written = [int(part) for part in match["start"].replace(" ", "").rstrip("+").split("+")]
    if any(b - a != 1 for a, b in pairwise(written)) or len(written) < 2:
        return None
    return _series_of(written[0], int(match["high"]))


def _series_of(low: int, high: int) -> Problem | None:
    """Half of the first and the last together, as often as there are numbers."""
    return Problem("evaluate", (f"({low} + {high})*{high - low + 1}/2",)) if low < high else None


def _sequence(match: re.Match[str]) -> Problem | None:
    """A term of an arithmetic or geometric sequence whose first term and step are given."""
    n, first, step = match["whole"], *(write(expression(match[name])) for name in ("first", "second"))
    if n == "0" or not (match["kind"] or match["step"]):
        return None
    geometric = match["kind"].lower() in ("geometric", "等比")
    if geometric != (match["step"].lower() in ("ratio", "公比")):
        return None
    rule = f"({first})*({step})^({n} - 1)" if geometric else f"({first}) + ({n} - 1)*({step})"
    return Problem("evaluate", (rule,))


def _choose(match: re.Match[str]) -> Problem | None:
    """Selections of k from n, without or with their order."""
    n, k = int(match["n"]), int(match["k"])
    if not 0 <= k <= n <= 500:
        return None
    ordered = match.groupdict().get("ordered")
    return Problem("evaluate", (f"{n}!/{n - k}!" if ordered else f"{n}!/({k}!*{n - k}!)",))


_N, _K = r"(?P<n>\d{1,3})", r"(?P<k>\d{1,3})"

FORMS = (
    Form(
        "of|between|mean:|average:|median:|lcm|gcd|hcf|gcf",
        rf"ASK (?P<combined>{_NAMES}) (?:of|between|:|(?=\()) {_NUMBERS} BODY",
        _combine,
    ),
    Form("的", rf"ASK (?:这组数|数据)? BODY 的(?P<combined>{_NAMES})WHAT", _combine),
    Form(
        "sum of",
        r"ASK sum of (?:all )?(?:the )?(?:(?:whole|natural)? numbers|integers)? (?:from|between)?"
        r" (?P<low>\d{1,9}) (?:to|through|\.{2,3}|…) (?P<high>\d{1,9})",
        _series,
    ),
    Form(
        "first",
        r"ASK sum of (?:the )?first (?P<high>\d{1,9}) (?:positive integers|natural numbers|counting numbers)",
        _series,
    ),
    Form("加到", r"ASK从? (?P<low>\d{1,9}) (?:一直)?加到 (?P<high>\d{1,9}) (?:的?总?和)?WHAT", _series),
    Form(
        "到",
        r"ASK从? (?P<low>\d{1,9}) 到 (?P<high>\d{1,9}) 的?(?:所有|全部)?的?(?:自然数|整数)?[的之]?(?:总和"
        r"|和)WHAT",
        _series,
    ),
    Form(
        "...|…|\\cdots|\\ldots|\\dots",
        r"ASK (?P<start>\d{1,9}(?: \+ \d{1,9})+) \+ (?:\.{3,6}|…{1,2}|\\[cl]?dots) \+ (?P<high>\d{1,9})",
        _dots,
    ),
    Form(
        "term",
        r"ASK (?:the )?WHOLE(?:st|nd|rd|th) term of (?:an?|the) (?P<kind>arithmetic|geometric)"
        r" (?:sequence|progression|series) (?:with|whose|that has|if|where) (?:the |a )?(?:first|initial)"
        r" term"
        r" (?:is|of|=)? FIRST ,? (?:and|with)? (?:the |a )?common (?P<step>difference|ratio) (?:is|of|=)?"
        r" SECOND",
        _sequence,
    ),
    Form(
        "等差|等比",
        r"(?:已知)?(?P<kind>等差|等比)数列 (?:\{?a_?n\}?)?[的中]?首项(?:是|为|=) FIRST [,，]"
        r" (?P<step>公差|公比)(?:是|为|=) SECOND [,，] (?:则|求|那么)?(?:它的)?第WHOLE项WHAT",
        _sequence,
    ),
    Form("choose", rf"ASK {_N} choose {_K}", _choose),
    Form("c(|c (", rf"ASK(?:组合数)? C \( {_N} , {_K} \)WHAT", _choose),
    Form("c_", rf"ASK(?:组合数)? C_ \{{? {_N} \}}? \^ \{{? {_K} \}}?WHAT", _choose),
    Form("p(|p (", rf"ASK(?:排列数)? (?P<ordered>P) \( {_N} , {_K} \)WHAT", _choose),
    Form("a_|p_", rf"ASK(?:排列数)? (?P<ordered>[AP])_ \{{? {_N} \}}? \^ \{{? {_K} \}}?WHAT", _choose),
    Form(
        "taken",
        rf"ASK (?:number of )?(?:(?P<ordered>permutations)|combinations) of {_N}"
        rf" (?:distinct|different)? (?:things|objects|items|elements)? taken {_K} at a time",
        _choose,
    ),
    Form(
        "",
        r"ASK (?:(?:exact )?(?:value|result) of|极限|定积分|不定积分)? BODY (?:=|equals?(?: to)?)?",
        _evaluate,
    ),
    Form(
        "的值|的结果|等于|得|是|为|多少|几|什么",
        r"ASK BODY (?:的值|的结果)?(?:等于|得|是|为)?(?:多少|几|什么)?",
        _evaluate,
    ),
)
