"""Reading a formal problem out of a question in English or Chinese: text only, nothing is worked out here."""

import re
from collections.abc import Callable

from reasoner.verification.notation import Unreadable
from reasoner.verification.phrasing import tidy
from reasoner.verification.problem import (
    Problem,
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


def read(question: str) -> Problem | None:
    """The problem that the question states; None when it needs any reading beyond notation and a few verbs."""
    if len(question) > MAX_QUESTION:
        return None
    text = tidy(question)
    for pattern, make in _FORMS:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        try:
            problem = make(match)
        except (Unreadable, RecursionError):
            continue
        if problem is not None:
            return problem
    return None


_ASK = (
    r"(?:(?:please|can you|could you)\s+)?(?:what\s+(?:is|are|does)|what's|calculate|compute|evaluate|find|determine|"
    r"how much is|work out|give|请?(?:计算|求出?|算一?算|问)|请问)?\s*(?:the\s+)?(?:following|下列|以下)?\s*[:：]?\s*"
)
_BY = r"(?:\s*(?:,\s*)?(?:with respect to|w\.?r\.?t\.?|in)\s+(?P<unknowns>[a-z]))?"
_EQUATION = r"(?:(?:the|following|this|quadratic|linear|simultaneous|equations?|systems?(?: of equations)?|inequalit(?:y|ies))\s*)*[:：]?\s*"
_LETTERS = r"[a-zA-Z](?:\s*(?:,|and|、|和)\s*[a-zA-Z])*"
_TO = r"\s*(?:->|→|\\to|approaches|tends to|goes to|趋近于|趋向于|趋于|趋向)\s*"
_VERB = r"(?P<verb>simplify|expand|factor(?:ise|ize)?|multiply out|化简|展开|因式分解|分解因式)"
_AMOUNT = r"(?P<amount>-?[\d.,/ ]*\d|\ban?\b|\bone\b)\s*"
_IS = r"(?:等于|是|=|合|换算[成为]|转换?[成为]|化[成为]|换[成为])"


def _form(pattern: str, make: Maker) -> tuple[re.Pattern[str], Maker]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), make


_FORMS = (
    _form(rf"{_ASK}(?:first )?derivative of (?P<body>.+?){_BY}", differentiate),
    _form(rf"(?:differentiate|d/dx)\s*[:：]?\s*(?P<body>.+?){_BY}", differentiate),
    _form(
        r"(?:请?求?(?:(?:函数|下列函数)?(?:的?导数|求导))|对函数|对)[:：]?\s*(?P<body>.+?)(?:进行)?(?:求导)?",
        differentiate,
    ),
    _form(
        r"(?:求|计算)?\s*(?:函数)?\s*(?P<body>.+?)\s*的?(?:导数|导函数|求导)(?:是什么|是多少|是)?",
        differentiate,
    ),
    _form(
        rf"(?:{_ASK}(?:indefinite |definite )?(?:integral|anti-?derivative) of|integrate)\s+(?P<body>.+?)"
        rf"(?:\s*d(?P<unknowns>[a-z]))?(?:\s+(?:from|between)\s+(?:[a-z]\s*=\s*)?(?P<low>\S+) (?:to|and) (?:[a-z]\s*=\s*)?(?P<high>\S+))?",
        integrate,
    ),
    _form(rf"integrate\s+(?P<body>.+?){_BY}", integrate),
    _form(r"(?:求|计算)?\s*(?:函数)?\s*(?P<body>.+?)\s*的(?:不定)?积分(?:是什么|是多少)?", integrate),
    _form(r"(?:求|计算)?\s*(?:不定|定)?积分\s*[:：]?\s*(?P<body>.+?)(?:\s*d(?P<unknowns>[a-z]))?", integrate),
    _form(rf"{_ASK}limit of (?P<body>.+?) as (?P<unknowns>[a-z]){_TO}(?P<target>\S+)", limit),
    _form(
        rf"{_ASK}(?:lim|limit|求?极限)\s*\(?(?P<unknowns>[a-z]){_TO}(?P<target>[^\s)]+)\)?\s+(?P<body>.+)",
        limit,
    ),
    _form(
        rf"(?:求|计算)?\s*当?\s*(?P<unknowns>[a-z]){_TO}(?P<target>.+?)\s*时[,，]?\s*(?P<body>.+?)\s*的极限(?:是多少|值)?",
        limit,
    ),
    _form(rf"{_ASK}{_VERB}\s*(?:the )?(?:expression|following|多项式)*\s*[:：]?\s*(?P<body>.+)", simplify),
    _form(rf"(?:请?[将把])?\s*(?P<body>.+?)\s*(?:进行)?{_VERB}", simplify),
    _form(
        rf"(?:convert|change|{_ASK})\s*{_AMOUNT}(?P<source>\S.*?)\s+(?:to|into|in|=)\s+(?:how many )?(?P<target>.+)",
        convert,
    ),
    _form(
        rf"how many (?P<target>.+?) (?:are |is )?(?:there )?(?:in|equal)\s+{_AMOUNT}(?P<source>.+)", convert
    ),
    _form(
        rf"(?:请?[把将])?\s*{_AMOUNT}(?P<source>\S+?)\s*{_IS}\s*(?:多少|几)?个?\s*(?P<target>\S+?)(?:是多少)?",
        convert,
    ),
    _form(
        rf"solve\s*{_EQUATION}(?:for (?P<unknowns>{_LETTERS})\s*(?:in|if|given|when|where)?)?\s*[:：,]?\s*{_EQUATION}(?P<body>.+)",
        solve,
    ),
    _form(rf"solve\s*{_EQUATION}(?P<body>.+?)\s*,?\s*for (?P<unknowns>{_LETTERS})", solve),
    _form(
        rf"(?:{_ASK})(?:all )?(?:the )?(?:real )?(?:solutions?(?: set)?|roots?|values? of (?P<unknowns>{_LETTERS}))\s*"
        rf"(?:to|of|for|that satisf(?:y|ies)|such that|if|in|when|where)?\s*{_EQUATION}(?P<body>.+)",
        solve,
    ),
    _form(
        rf"{_ASK}(?:all )?(?P<unknowns>{_LETTERS})\s*(?:if|such that|given(?: that)?|when|where|for which)?\s*[:：,]?\s*(?P<body>.+)",
        solve,
    ),
    _form(
        rf"(?:if|given(?: that)?|when|suppose(?: that)?|已知|如果|若)\s*(?P<body>.+?)[,，.]?\s*(?:then )?(?:what is|find|solve for|求|则)\s*(?:the )?(?:value of )?(?P<unknowns>{_LETTERS})(?:的值)?(?:是多少|为|=)?",
        solve,
    ),
    _form(
        r"(?:请?求?解)?(?:下列|以下|关于[a-z]的)?(?:一元[一二]次|二元一次)?(?:方程组?|不等式组?)?[:：]?\s*(?P<body>.+?)\s*[,，]?(?:求解|的解集?|的根|求(?P<unknowns>[a-z](?:[,、和][a-z])*)(?:的值)?)?(?:是多少|是什么)?",
        solve,
    ),
    _form(
        r"求?(?:方程组?|不等式组?)\s*(?P<body>.+?)\s*的(?:所有|全部)?(?:实数)?(?:解集?|根)(?:是多少|是什么)?",
        solve,
    ),
    _form(
        rf"{_ASK}(?:(?:exact )?(?:value|result|sum|product|difference|quotient) of|极限|定积分|不定积分)?\s*(?P<body>.+?)\s*(?:=|equals?(?: to)?)?",
        evaluate,
    ),
    _form(
        rf"{_ASK}(?P<body>.+?)\s*(?:的值|的结果|的和|的差|的积|的商)?(?:等于|是|得|为|=)?(?:多少|几|什么)?",
        evaluate,
    ),
)
"""Ways to ask, most particular first."""
