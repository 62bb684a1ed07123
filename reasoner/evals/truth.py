"""What an answer to a yes-or-no question says."""

import re

from reasoner.evals.overlap import tokens
from reasoner.patterns import pattern
from reasoner.verification.answers import extract

_SAYS = dict.fromkeys(("yes", "true", "correct", "是", "是的", "对", "正确"), True)
_SAYS |= dict.fromkeys(("no", "false", "incorrect", "否", "不是", "不对", "错误"), False)
_ENDS = r"(?=[^\S\n]*(?:\n|$|[^\w\s'’/-]|[-–—]\s))"
_CLAUSE = (
    r"(?=\s+(?:because|since|as|but|it|its|they|he|she|we|you|i|this|that|these|those|there|the|an?|both"
    r"|neither|either|only|not|is|are|was|were)\b)"
)
_CLAUSE_ZH = r"(?=\s?(?:因为|由于|所以|但|这样|真的))"
_WORD = (
    rf"(?:(yes)(?![\w'’/-]|\s+(?:or|and)\b)|(no|true|false|correct|incorrect)(?:{_ENDS}|{_CLAUSE})"
    rf"|(不是|不对|是|对|正确|否|错误)[的啊呀]?(?:{_ENDS}|{_CLAUSE_ZH}))"
)
_FIRST = pattern(rf"[\s*_\"'“‘(（]*{_WORD}", re.IGNORECASE)
_LAST = pattern(rf"[,，;；:：。!！–—\n]\s*{_WORD}[^\w?？]*$", re.IGNORECASE)
"""Not after a full stop, as in "Dr. No", nor as a question."""


def is_truth(text: str) -> bool:
    """Whether the text is a mere yes or no, true or false."""
    return "".join(tokens(text)) in _SAYS


def says(text: str) -> bool | None:
    """Whether the text answers yes or no; None where neither.

    The word is the stated answer, or stands first or last as a word of its own: followed by punctuation, the
    end or a clause. "No doubt", "对不起" (sorry) and "否则" (otherwise) only begin like one.
    """
    if (stated := "".join(tokens(extract(text) or ""))) in _SAYS:
        return _SAYS[stated]
    found = _FIRST.match(text) or _LAST.search(text)
    return _SAYS[next(filter(None, found.groups())).lower()] if found else None
