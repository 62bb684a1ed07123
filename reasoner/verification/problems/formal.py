"""Reading a formal problem out of a question in English or Chinese: text only, nothing is worked out here."""

from dataclasses import replace
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.verification.notation.tokens import Unreadable
from reasoner.verification.problems.forms import (
    algebra,
    calculus,
    evaluation,
    integers,
    measures,
    ratios,
    vectors,
)
from reasoner.verification.problems.phrasing import rounds, tidy
from reasoner.verification.problems.problem import Problem

MAX_QUESTION = 600
"""Characters of a question that may still be formal: a longer one tells a story."""

_CHINESE = pattern(r"[\u4e00-\u9fff]")
_FORMS = (
    *calculus.FORMS,
    *algebra.FORMS,
    *vectors.FORMS,
    *integers.FORMS,
    *ratios.FORMS,
    *measures.FORMS,
    *evaluation.FORMS,
)
"""Most particular first."""


@lru_cache(maxsize=256)
def read(question: str) -> Problem | None:
    """The problem that the question states; None when it takes more than notation and a few verbs."""
    if len(question) > MAX_QUESTION:
        return None
    text = tidy(question)
    lowered = text.lower()
    for form in measures.ROUNDING if rounds(text) else _FORMS:
        try:
            problem = form.read(text, lowered)
        except (Unreadable, RecursionError):
            continue
        if problem is not None:
            return replace(problem, chinese=_CHINESE.search(question) is not None)
    return None
