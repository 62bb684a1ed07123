"""How sure its source is of what a claim says: that it may be, that it will be, that it is the cause."""

import re
from collections.abc import Iterator

from reasoner.patterns import pattern
from reasoner.retrieval.terms import content_terms, terms

_HEDGE = pattern(
    r"\b(?:might|could|possibly|perhaps|probably|likely|presumably|reportedly|allegedly|apparently|seems?"
    r"|appears? to|suggests?|suggested|thought to|believed to|estimated"
    r"|(?-i:may)(?!\s+not\b)(?!.{0,80}\b(?:only|unless)\b))\b"
    r"|可能|或许|也许|大概|据说|据称|似乎|疑似|估计|恐怕|推测",
    re.IGNORECASE,
)
_UNSURE = pattern(
    r"\b(?:may|might|can|could|would|should|possib\w+|perhaps|maybe|potential\w*|probabl\w+|likely"
    r"|presum\w+|reported\w*|alleged\w*|apparent\w*|seem\w*|appear\w*|suggest\w*|thought|believe\w*"
    r"|think\w*|said|says|sa[iy]\w*|estimat\w*|expect\w*|assum\w*|allowed|permitted|some)\b"
    r"|可能|或许|也许|大概|据说|据称|似乎|疑似|估计|恐怕|推测|认为|预计|有望|可以|能|推断|怀疑|假设|说",
    re.IGNORECASE,
)
_PLAN = pattern(
    r"\b(?:will|plans? to|planned to|intends? to|is to|are to|expected to|scheduled to|going to"
    r"|aims? to|proposes? to)\b|将(?=[于在会由对要])|计划|预计|拟于?|打算|有望",
    re.IGNORECASE,
)
_AHEAD = pattern(
    r"\b(?:will|would|shall|plan\w*|intend\w*|expect\w*|schedul\w*|going|aim\w*|propos\w*|future|upcoming"
    r"|is to|are to|to be|due|set to)\b|将|计划|预计|拟|打算|有望|未来|会|要",
    re.IGNORECASE,
)
_DONE = pattern(
    r"\b(?:has|have|had|was|were|did|been|sent|built|began|won|made|took|gave|went|came|got|held|opened"
    r"|became|wrote|bought|sold|led|left|lost|paid|spent|rose|fell|grew|met|[a-z]{3,}ed)\b"
    r"|已|了(?![解])|曾",
    re.IGNORECASE,
)
_CAUSE = pattern(
    r"\b(?:caus(?:e|es|ed|ing)|because|due to|owing to|leads? to|led to|results? in|resulted in|therefore)\b"
    r"|导致|造成|引起|因为|由于|因此|所以|使得?(?!用|者|命|节|馆)",
    re.IGNORECASE,
)
_EFFECT = pattern(
    r"\b(?:caus\w*|because|due|owing|lead\w*|led|result\w*|therefore|thus|hence|so|since|as|thanks|mak(?:e|es|ing)"
    r"|made|to|after|when|if|by|from|for|through|explain\w*|reason|effect\w*)\b"
    r"|导致|造成|引起|因|由于|所以|使|令|让|为了|以致|于是|从而|致|后|被|受|把|将|原因|影响|时|由|故",
    re.IGNORECASE,
)
_CLAUSE = pattern(
    r"[,;:，；：。.!?！？](?!\d)|\b(?:but|although|though|while|whereas|because|which|who)\b|但是?|而"
)
SAID = 0.5
"""Share of what follows a hedge or a plan that a claim has, if it is about the same."""


def surer(said: str, source: str) -> str | None:
    """Why the claim is surer than its source; None where it is not."""
    return next(_surer(said, source), None)


def _surer(said: str, source: str) -> Iterator[str]:
    if (plan := _about(_PLAN, said, source)) and not _AHEAD.search(said) and _DONE.search(said):
        yield f"the source says '{plan}', and not that it is done"
    if (hedge := _about(_HEDGE, said, source)) and not _UNSURE.search(said):
        yield f"the source says '{hedge}', and the claim is sure"
    if (cause := _CAUSE.search(said)) and not _EFFECT.search(source):
        yield f"the source does not say '{cause[0]}'"


def _about(words: re.Pattern[str], said: str, source: str) -> str | None:
    """The word of the source that bears on what is said."""
    claimed = set(terms(said))
    for match in words.finditer(source):
        behind = _CLAUSE.split(source[match.end() :], maxsplit=1)[0]
        scope = [term for term in content_terms(behind) if not term[0].isdigit()] if behind.strip() else []
        if scope and len(claimed.intersection(scope)) >= SAID * len(scope):
            return match[0]
    return None
