"""What a claim adds to its source: a clause, or one more thing in a row, of which the source has no word."""

import re
from collections.abc import Iterator

from reasoner.patterns import pattern
from reasoner.retrieval.terms import STOP_WORDS, content_terms, terms

_CLAUSE = pattern(
    r"[;:](?!\d)|,(?!\d{3})\s*|\s[-–—]\s|[，；：。]|因为|由于|虽然|尽管|所以|因此"
    r"|\b(?:because|although|though|whereas|while|which|so that|since|who|where)\b"
)
_ROW = pattern(
    r"\b(?:and|or|as well as)\s+(?:(?:a|an|the|its|their|his|her)\s+)?([a-z]{3,})\b"
    r"(?! (?:to|has|have|had|is|was)\b)|[和与及或]([\u3400-\u9fff]{2})(?=[，。；的]|$)"
)
_REASON = pattern(
    r"(?:\b(?:because(?: of)?|due to|owing to|before|after|when|if|unless|until)\b|因为|由于)"
    r"\s*([^,.;，。；]+)",
    re.IGNORECASE,
)
_LIGHT = frozenset(
    terms(
        "according report reported said says stated states note notes example also called known named"
        " located situated used using total year years time person people thing things case way first"
        " length height width weight size age depth distance"
    )
) | frozenset(("据", "说", "即", "也", "就是", "其中", "这", "该", "它", "他", "她", "此"))
MISSING = 0.7
"""Share of the terms of a clause that the source has not, from which it is an addition."""


def added(said: str, source: str) -> str | None:
    """What the claim adds; None where the source has something of each of its parts."""
    return next(_added(said, set(terms(source))), None)


def _added(said: str, there: set[str]) -> Iterator[str]:
    clauses = [clause.strip(' .。!?！？"“”') for clause in _CLAUSE.split(said)]
    if len([clause for clause in clauses if clause]) > 1:
        for clause in clauses:
            own = [term for term in content_terms(clause) if term not in _LIGHT] if clause else []
            missing = [term for term in own if term not in there]
            if len(own) > 1 and len(missing) > MISSING * len(own) and not set(terms(clause)) <= STOP_WORDS:
                yield clause
    for match in _REASON.finditer(said):
        reason = set(content_terms(match[1]))
        if reason and not reason & there:
            yield match[1]
    for match in _ROW.finditer(said):
        word = match[1] or match[2]
        if (
            not word.endswith(("ed", "ing", "ly"))
            and not set(terms(word)) & there
            and set(terms(word)) - _LIGHT
        ):
            yield word
