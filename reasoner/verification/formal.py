"""Reading a formal problem out of a question in English or Chinese: text only, nothing is worked out here."""

import re
from collections.abc import Callable
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.verification.notation import Unreadable
from reasoner.verification.phrasing import tidy
from reasoner.verification.problem import (
    COMBINED,
    Problem,
    combine,
    convert,
    differentiate,
    evaluate,
    integrate,
    limit,
    simplify,
    solve,
)  # fmt: skip

Maker = Callable[[re.Match[str]], Problem | None]

MAX_QUESTION = 600
"""Characters of a question that may still be formal: a longer one tells a story."""


@lru_cache(maxsize=256)
def read(question: str) -> Problem | None:
    """The problem that the question states; None when it takes more than notation and a few verbs."""
    if len(question) > MAX_QUESTION:
        return None
    text = tidy(question)
    for form, make in _FORMS:
        match = form.fullmatch(text)
        if match is None:
            continue
        try:
            problem = make(match)
        except (Unreadable, RecursionError):
            continue
        if problem is not None:
            return problem
    return None


_VERBS = (
    r"(?:(?:please|can you|could you)\s+)?(?:what\s+(?:is|are|does)|what's|calculate|compute|evaluate"
    r"|find|determine|how much is|work out|give|请问|请?(?:计算|求出?|算一?算|问))"
)
_FOLLOWING = r"\s*(?:the\s+)?(?:following|下列|以下)?\s*[:：]?"
_LETTERS = r"[a-zA-Z](?:\s*(?:,|and|、|和)\s*[a-zA-Z])*"
_SLOTS = {
    "BODY": r"(?P<body>.+?)",
    # Not the first letters of a formula: "x + y = 5" does not ask for x where y = 5.
    "LETTERS": rf"(?P<unknowns>{_LETTERS})(?![A-Za-z0-9]|\s*[-+*/^_=<>≤≥≠'(])",
    "LETTER": r"(?P<unknowns>[a-z])",
    "TARGET": r"(?P<target>[^\s,，时]+?)",
    "VERB": r"(?P<verb>simplify|expand|factor(?:ise|ize)?|multiply out|化简|展开|因式分解|分解因式)",
    "AMOUNT": r"(?P<amount>-?[\d.,/ ]*\d|\ban?\b|\bone\b)",
    "SOURCE": r"(?P<source>\S.*?)",
    "UNIT": r"(?P<target>\S.*?)",
    "ASKS": rf"(?:{_VERBS}){_FOLLOWING}",
    "ASK": rf"(?:{_VERBS})?{_FOLLOWING}",
    "BY": r"(?:\s*,?\s*(?:with respect to|w\.?r\.?t\.?|in)\s+(?P<unknowns>[a-z]))?",
    "EQUATION": (
        r"(?:(?:the|following|this|quadratic|linear|simultaneous|equations?|systems?|of equations"
        r"|inequalit(?:y|ies))\s*)*[:：]?"
    ),
    "SYSTEM": r"(?:下列|以下|关于[a-z]的)?(?:一元[一二]次|二元一次)?(?:方程组?|不等式组?)",
    "GOES": r"(?:->|→|\\to|approaches|tends to|goes to|趋近于|趋向于|趋于|趋向)",
    "BECOMES": r"(?:等于|是|=|合|换算[成为]|转换?[成为]|化[成为]|换[成为])",
    "WHAT": r"(?:是多少|是什么|是|为|=)?",
    "COMBINED": COMBINED.replace(" ", r"\s+"),
}
"""Pieces of the patterns below, where they stand for themselves; a space there is any space or none."""


def _form(form: str, make: Maker) -> tuple[re.Pattern[str], Maker]:
    source = re.sub("|".join(_SLOTS), lambda slot: _SLOTS[slot[0]], form.replace(" ", r"\s*"))
    return pattern(source, re.IGNORECASE | re.DOTALL), make


_FORMS = (
    _form(r"ASK (?:first )?derivative of BODY BY", differentiate),
    _form(r"(?:differentiate|d/dx) [:：]? BODY BY", differentiate),
    _form(r"请?求?(?:函数|下列函数)?(?:的?导数|求导) [:：]? BODY", differentiate),
    _form(r"(?:请?求|计算|对)? (?:函数)? BODY 的?(?:进行)?(?:导数|导函数|求导)WHAT", differentiate),
    _form(
        r"(?:ASK (?:indefinite |definite )?(?:integral|anti-?derivative) of|integrate) BODY (?:d LETTER)?"
        r" (?:(?:from|between) (?:[a-z] = )?(?P<low>\S+) (?:to|and) (?:[a-z] = )?(?P<high>\S+))?",
        integrate,
    ),
    _form(r"integrate BODY BY", integrate),
    _form(r"(?:求|计算)? (?:函数)? BODY 的(?:不定)?积分WHAT", integrate),
    _form(r"(?:求|计算)? (?:不定|定)?积分 [:：]? BODY (?:d LETTER)?", integrate),
    _form(r"ASK limit of BODY as LETTER GOES TARGET", limit),
    _form(r"ASK (?:lim|limit|极限) \(?LETTER GOES TARGET\)?(?:\s+|,)BODY", limit),
    _form(r"(?:求|计算)? 当? LETTER GOES TARGET 时? [,，]? BODY 的?极限值?WHAT", limit),
    _form(r"ASK VERB (?:the )?(?:expression|following|多项式)* [:：]? BODY", simplify),
    _form(r"(?:请?[将把])? BODY (?:进行)?VERB", simplify),
    _form(r"(?:convert|change|ASK) AMOUNT SOURCE\s(?:to|into|in|=) (?:how many )?UNIT", convert),
    _form(r"how many UNIT (?:are|is)? (?:there)? (?:in|equal) AMOUNT SOURCE", convert),
    _form(r"(?:请?[把将])? AMOUNT SOURCE BECOMES (?:多少|几)?个? UNIT(?:是多少)?", convert),
    _form(r"solve EQUATION (?:for LETTERS (?:in|if|given|when|where)?)? [:：,]? EQUATION BODY", solve),
    _form(r"solve EQUATION BODY ,?\sfor LETTERS", solve),
    _form(
        r"ASK (?:all)? (?:the)? (?:real)? (?:solutions?(?: set)?|roots?|values? of LETTERS)"
        r" (?:to|of|for|that satisf(?:y|ies)|such that|if|in|when|where)? EQUATION BODY",
        solve,
    ),
    _form(
        r"ASKS (?:all)? LETTERS (?:if|such that|given(?: that)?|when|where|for which)? [:：,]? BODY", solve
    ),
    _form(
        r"(?:if|given(?: that)?|when|suppose(?: that)?|已知|如果|若) BODY [,，.]? (?:then)?"
        r" (?:what is|find|solve for|求|则) (?:the)? (?:value of)? LETTERS(?:的值)?WHAT",
        solve,
    ),
    _form(r"(?:请?求?解)?SYSTEM? [:：]? BODY [,，]? (?:求解|的解集?|的根|求LETTERS(?:的值)?)?WHAT", solve),
    _form(r"求?SYSTEM BODY 的(?:所有|全部)?(?:实数)?(?:解集?|根)WHAT", solve),
    _form(r"ASK (?P<combined>COMBINED) (?:of|between) BODY", combine),
    _form(r"ASK BODY 的(?P<combined>COMBINED)WHAT", combine),
    _form(
        r"ASK (?:(?:exact )?(?:value|result) of|极限|定积分|不定积分)? BODY (?:=|equals?(?: to)?)?",
        evaluate,
    ),
    _form(r"ASK BODY (?:的值|的结果)?(?:等于|得|是|为)?(?:多少|几|什么)?", evaluate),
)
"""Ways to ask, most particular first."""
