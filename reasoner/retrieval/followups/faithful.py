"""Whether a model's rewriting of a follow-up may take its place: it adds and loses nothing, and helps."""

from collections.abc import Sequence

from reasoner.patterns import pattern
from reasoner.retrieval.cues import sought
from reasoner.retrieval.followups.dependence import bare, chinese, depends, hollow
from reasoner.retrieval.terms import STOP_WORDS, content_terms, is_unspaced, terms

LONGER = 120
"""Characters that a rewriting may have more than the question."""
_SENTENCE_END = pattern(r"[.!?。！？](?=\s|$|[^\s.!?\d\w])|[。！？]")
_POINTERS = frozenset("那这它他她其该们呢吗的了么还有另外此中个些种样里")


def faithful(rewriting: str, question: str, spoken: Sequence[str], helpful: str) -> bool:
    """The rewriting asks the question, and says no more than the conversation.

    `spoken` are the turns before it; `helpful` is the same question made to stand alone by rules, which tells
    what of the conversation matters.
    """
    if not rewriting or "\n" in rewriting or len(rewriting) > len(question) + LONGER:
        return False
    if len(_SENTENCE_END.findall(rewriting)) > 1 or chinese(rewriting) != chinese(question):
        return False
    if question.rstrip()[-1:] in ("?", "？") and rewriting[-1] not in "?？":
        return False
    told, own, asks = frozenset(terms(" ".join((*spoken, question)))), _own(question), _content(rewriting)
    if not asks <= _single(told) or not own <= asks or depends(rewriting):
        return False
    return _same_kind(rewriting, question) and _brings(asks, own, helpful) and not _repeats(asks, spoken)


def _same_kind(rewriting: str, question: str) -> bool:
    """It asks for the same kind of answer, where the question says which."""
    kind = sought(question)
    return kind in ("other", "thing") or sought(rewriting) == kind


def _brings(asks: frozenset[str], own: frozenset[str], helpful: str) -> bool:
    """It has of the conversation what matters to the question."""
    return _content(helpful) - own <= asks


def _repeats(asks: frozenset[str], spoken: Sequence[str]) -> bool:
    """It is an earlier turn again."""
    return any(asks == _content(turn) for turn in spoken)


def _own(question: str) -> frozenset[str]:
    """The content of the question itself."""
    return frozenset() if hollow(question) else _content(bare(question))


def _content(text: str) -> frozenset[str]:
    return _single(frozenset(content_terms(text))) - _POINTERS - STOP_WORDS


def _single(found: frozenset[str]) -> frozenset[str]:
    """Without pairs of characters: putting words together makes new ones."""
    return frozenset(term for term in found if len(term) == 1 or not is_unspaced(term[0]))
