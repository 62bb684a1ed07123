"""Equations, inequalities and systems of them; other forms of an expression; functions given by a rule."""

import re

from reasoner.patterns import pattern
from reasoner.verification.notation.term import Term, value, write
from reasoner.verification.problems.forms.form import Form
from reasoner.verification.problems.problem import Kind, Problem, exact, expression, free, replaced, strict


def _solve(match: re.Match[str]) -> Problem | None:
    """Equations or inequalities, and the letters to find."""
    body = match["body"]
    if _ALTERNATIVES.search(body):
        return None
    joined = _BETWEEN.sub(" , ", body)
    if joined.count("{") != joined.count("}"):
        joined = _BRACE.sub(" , ", joined)
    term = _as_fractions(strict(joined.strip(" ,")))
    relations = term.parts if term.head in ("list", "set") else (term,)
    if any(relation.head not in ("relation", "chain") or "≈" in relation.text for relation in relations):
        return None
    if any(map(_may_be_no_root, term.walk())):
        return None
    letters = sorted({name for relation in relations for name in free(relation)})
    if any(node.head == "apply" for node in term.walk()) or not 0 < len(letters) <= 4:
        return None
    asked = match.groupdict().get("unknowns")
    unknowns = tuple(re.findall(r"[A-Za-z]", _AND.sub("", asked))) if asked else tuple(letters)
    equations = all(relation.text == "=" for relation in relations)
    solvable = len(unknowns) <= len(relations) if equations else len(letters) == 1
    if not set(unknowns) <= set(letters) or not solvable or (not asked and all(map(_defines, relations))):
        return None
    return Problem("solve", tuple(map(write, relations)), unknowns, manner=_domain(match.string, term))


def _as_fractions(term: Term) -> Term:
    """With 3:4 as 3/4."""
    parts = tuple(map(_as_fractions, term.parts))
    return Term("/" if term.head == "ratio" and len(parts) == 2 else term.head, parts, term.text)


_BETWEEN = pattern(r"(?:^|\s)(?:and|where)\s|方程组?|不等式组?|\\left\\\{|\\right\.?")
_BRACE = pattern(r"[{}｛｝]")
_AND = pattern(r"and")
_ALTERNATIVES = pattern(r"\bor\b|或|∨|\|\||\\lor\b|\\vee\b|\\cup\b|∪", re.IGNORECASE)
"""Relations of which one is enough; a system is one of which all hold."""
_REAL = pattern(r"\breals?\b|实数|实根|实解|\\mathbb\s*\{?R", re.IGNORECASE)
_COMPLEX = pattern(r"\bcomplex\b|\bimaginary\b|复数|\\mathbb\s*\{?C", re.IGNORECASE)


def _domain(question: str, term: Term) -> str:
    """The question says where solutions may lie, or has an i of its own."""
    if _COMPLEX.search(question) or "i" in term.symbols:
        return "complex"
    return "real" if _REAL.search(question) else ""


def _may_be_no_root(node: Term) -> bool:
    """x^(1/3) has a value below 0 for those who mean the real root, and none for others."""
    exponent = value(node.parts[1]) if node.head == "^" else None
    return (
        exponent is not None
        and exponent.denominator % 2 == 1 < exponent.denominator
        and bool(free(node.parts[0]))
    )


def _defines(relation: Term) -> bool:
    """`x = 5` states a value; there is nothing to solve."""
    return (
        relation.head == "relation"
        and relation.text == "="
        and relation.parts[0].head == "symbol"
        and not free(relation.parts[1])
    )


def _rewrite(match: re.Match[str]) -> Problem | None:
    """Another form of `body`, as the `verb` says."""
    term = expression(match["body"])
    if any(node.head in ("apply", "matrix", "±", "degree") for node in term.walk()):
        return None
    kind = _VERBS[match["verb"].lower()]
    if free(term):
        return Problem(kind, (write(term),)) if term.head != "symbol" else None
    return Problem("evaluate", (write(term),)) if kind == "simplify" and term.head != "number" else None


_VERBS: dict[str, Kind] = {
    "simplify": "simplify", "化简": "simplify", "expand": "expand", "展开": "expand", "factor": "factor",
    "factorise": "factor", "factorize": "factor", "因式分解": "factor", "分解因式": "factor",
    "multiply out": "expand",
}  # fmt: skip


def _value_at(match: re.Match[str]) -> Problem | None:
    """An expression, or a function given by its rule, at values of its letters."""
    found = match.groupdict()
    places = strict(found.get("places") or f"{found['letter']} = {found['at']}")
    values: dict[str, Term] = {}
    for place in places.parts if places.head == "list" else (places,):
        if not _defines(place):
            return None
        values[place.parts[0].text] = place.parts[1]
    term = expression(match["body"])
    if set(free(term)) != set(values) or any(node.head in ("apply", "±") for node in term.walk()):
        return None
    return Problem("evaluate", (write(replaced(term, values)),))


def _slope_at(match: re.Match[str]) -> Problem | None:
    """f'(2) where f is given by its rule."""
    term, letter = expression(match["body"]), match["letter"]
    if set(free(term)) != {letter} or any(node.head == "apply" for node in term.walk()):
        return None
    order = str(len(match["primes"]))
    at = match["at"].strip()
    place = () if at == letter else (write(exact(at)),)
    return Problem("differentiate", (write(term),), (letter,), (order, *place))


def _vertex(match: re.Match[str]) -> Problem | None:
    """The vertex of a parabola y = ax^2 + bx + c."""
    term = expression(re.sub(r"^\s*(?:y|[fgh]\s*\(\s*x\s*\))\s*=", "", match["body"]))
    return Problem("vertex", (write(term),), free(term)) if len(free(term)) == 1 else None


def _discriminant(match: re.Match[str]) -> Problem | None:
    """The discriminant of a quadratic with numbers for coefficients."""
    term = strict(match["body"])
    if term.head == "relation" and term.text == "=":
        term = Term("+", (term.parts[0], Term("neg", term.parts[1:])))
    if len(free(term)) != 1 or term.head in ("relation", "chain", "list", "seq", "set"):
        return None
    return Problem("vertex", (write(term),), free(term), manner="discriminant")


_VERB = r"(?P<verb>simplify|expand|factor(?:ise|ize)?|multiply out|化简|展开|因式分解|分解因式)"
_OVER = (
    r"(?: ,? (?:over|in|for) (?:the)? (?:set of)? (?:all)?"
    r" (?:complex|real) (?:numbers?|solutions?|plane|field)?)?"
)
_RELATION = "=|<|>|≤|≥|≠|\\le|\\ge|\\ne|\\lt|\\gt|equal|等于"
_PLACES = r"(?P<places>[a-z] = [^=]+?(?:(?:,|and|，|、| ) [a-z] = [^=]+?)*)"
_RULE = r"(?P<f>[a-z]) \( (?P<letter>[a-z]) \) = BODY"
_TERM = r"(?P<f>[a-z])_\{? (?P<letter>n) \}? = BODY"

FORMS = (
    Form(
        "=",
        rf"(?:if|given(?: that)?|let|suppose(?: that)?|已知|设|若)?(?: the)? (?:function|函数)? {_RULE}"
        rf" [,，.;] (?:then)?(?:find|what is|evaluate|compute|calculate|求|则)? (?:the value of)? (?P=f)"
        rf" \( (?P<at>[^()=]+) \)(?:的值)?WHAT",
        _value_at,
    ),
    Form(
        "=",
        rf"(?:if|given(?: that)?|let|suppose(?: that)?|已知|设|若)?(?: the)? (?:function|函数)? {_RULE}"
        rf" [,，.;] (?:then)?(?:find|what is|evaluate|compute|calculate|求|则)? (?:the value of)?"
        rf" (?P=f)(?P<primes>'{{1,3}}) \( (?P<at>[^()=]+) \)(?:的值)?WHAT",
        _slope_at,
    ),
    Form(
        "=",
        rf"(?:if|given(?: that)?|let|已知)?(?: the)? (?:sequence|数列)? {_TERM} [,，.;] (?:then)?(?:find"
        rf"|what is|求|则)? (?P=f)_\{{? (?P<at>\d{{1,6}}) \}}?WHAT",
        _value_at,
    ),
    Form(
        "term",
        r"the (?P<letter>n)th term of (?:a|the) sequence is (?:given by)? BODY \. (?:find|what is) the"
        r" (?P<at>\d{1,6})(?:st|nd|rd|th) term",
        _value_at,
    ),
    Form(
        "when|for|if|where|at",
        rf"ASKS (?:value of|expression)* BODY (?:when|for|if|where|at) {_PLACES}",
        _value_at,
    ),
    Form(
        "if|when|given|let",
        rf"(?:if|when|given(?: that)?|let) {_PLACES} [,.] (?:then)?(?:what is|find|evaluate|calculate"
        rf"|compute) (?:the)? (?:value of)? BODY",
        _value_at,
    ),
    Form(
        "时|已知|若|当",
        rf"(?:当|若|已知|如果) {_PLACES} 时? [,，] (?:则|求|那么|计算)? (?:代数式|式子)? BODY (?:的值)?WHAT",
        _value_at,
    ),
    Form(
        "simplify|expand|factor|multiply out",
        rf"ASK {_VERB} (?:the )?(?:expression|following|polynomial)* [:：]? BODY",
        _rewrite,
    ),
    Form("化简|展开|分解", rf"ASK {_VERB} (?:多项式)? [:：]? BODY", _rewrite),
    Form("化简|展开|分解", rf"(?:请?[将把])? (?:多项式)? BODY (?:进行)?{_VERB}", _rewrite),
    Form(
        "vertex",
        r"ASK (?:coordinates of)?(?: the)? vertex of (?:the )?(?:parabola|graph|graph of|quadratic"
        r"|function)* BODY",
        _vertex,
    ),
    Form("顶点", r"ASK (?:抛物线|二次函数) BODY 的顶点(?:坐标)?WHAT", _vertex),
    Form(
        "discriminant",
        r"ASK discriminant of (?:the )?(?:quadratic|equation|polynomial|expression)* BODY",
        _discriminant,
    ),
    Form("判别式", r"ASK (?:一元二次)?(?:方程)? BODY 的(?:根的)?判别式(?:的值)?WHAT", _discriminant),
    Form(
        _RELATION,
        rf"solve EQUATION (?:for LETTERS (?:in|if|given|when|where)?)? [:：,]? EQUATION BODY{_OVER}",
        _solve,
    ),
    Form(_RELATION, r"solve EQUATION BODY ,?\sfor LETTERS", _solve),
    Form(
        _RELATION,
        r"ASK (?:all)? (?:the)? (?:real|complex)? (?:solutions?(?: set)?|roots?|values? of LETTERS)"
        r" (?:to|of|for|that satisf(?:y|ies)|such that|if|in|when|where)? EQUATION BODY",
        _solve,
    ),
    Form(
        _RELATION,
        r"ASKS (?:all)? LETTERS (?:if|such that|given(?: that)?|when|where|for which)? [:：,]? BODY",
        _solve,
    ),
    Form(_RELATION, r"BODY [,，.]? (?:find|solve for|what (?:is|are)) (?:the values? of)? LETTERS", _solve),
    Form(
        _RELATION,
        r"(?:if|given(?: that)?|when|suppose(?: that)?|已知|如果|若) BODY [,，.]? (?:then)?"
        r" (?:what is|find|solve for|求|则) (?:the)? (?:value of)? LETTERS(?:的值)?WHAT",
        _solve,
    ),
    Form(
        _RELATION,
        r"(?:在?[实复]数范围内[,，]?)?(?:请?求?解)?SYSTEM? [:：]? BODY [,，]? (?:求解|的解集?|的根"
        r"|求LETTERS(?:的值)?)?WHAT",
        _solve,
    ),
    Form(
        _RELATION,
        r"(?:在?[实复]数范围内[,，]?)?求?SYSTEM BODY 的(?:所有|全部)?[实复]?数?(?:解集?|根)WHAT",
        _solve,
    ),
)
