"""A follow-up made to stand alone without a model: what it points to is put into it."""

from collections.abc import Sequence

from reasoner.retrieval.followups import chinese, english
from reasoner.retrieval.followups.dependence import bare, depends, formal
from reasoner.retrieval.followups.dependence import chinese as is_chinese
from reasoner.state import Turn

MAX_TURN = 1000
"""Characters of a turn that are looked at."""


def resolved(question: str, turns: Sequence[Turn]) -> str:
    """The question as it would be asked without the turns before it; itself where it stands alone."""
    if formal(short := bare(question)):
        return short
    asked = [index for index, turn in enumerate(turns) if turn.role == "user" and turn.text.strip()]
    if not asked or not depends(question):
        return question
    last = asked[-1]
    before = resolved(_line(turns[last].text), turns[:last])
    answer = _line(" ".join(turn.text for turn in turns[last + 1 :]))
    if is_chinese(question):
        return chinese.joined(question, before, answer)
    return english.joined(question, before, answer)


def _line(text: str) -> str:
    return " ".join(text[:MAX_TURN].split())
