"""The final answer in what a model wrote, in English or Chinese.

Text in, text out: nothing is evaluated, and the time is linear in the length of the text.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from reasoner.patterns import pattern
from reasoner.verification import equivalence
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import choices, refusals, reply
from reasoner.verification.extraction.amounts import amounts
from reasoner.verification.extraction.bare import standalone, undressed
from reasoner.verification.extraction.formulas import reads
from reasoner.verification.extraction.programs import prose
from reasoner.verification.extraction.stated import YES_NO, concluded, stated
from reasoner.verification.extraction.statements import (
    MAX_ANSWER,
    correction,
    is_unfinished,
    sentences,
    statement,
    withdraws,
)

_LONGEST = 30_000
"""Characters at the end of a text in which a marked answer is looked for."""
_TAIL = 4_000
"""The same for an answer that nothing marks."""
_SHORT = 200
_ADDS = pattern(
    r"(?:^|(?<=[\n.。!！] )|(?<=[\n.。!！]))[*#\s]{0,4}"
    r"(?:Check(?:ing)?\b|Verif(?:y|ication|ying)\b|Let(?:'s| me| us) (?:double.?)?(?:check|verify)"
    r"|To (?:check|verify)|Double.?check|Note\b|Remark\b|I hope|Let me know|Would you like"
    r"|Do you (?:want|need)|Does (?:that|this)|Is there anything|Feel free|检验|验算|验证|检查|注[:：意])",
    re.IGNORECASE,
)
_CONCLUDES = pattern(r"\b(?:so|thus|hence|therefore|finally|in total)\b|所以|因此|一共|答", re.IGNORECASE)
_REMEMBERED = 128
"""Texts of which the answer is kept in mind: samples of one question often say the same."""
_ASKS = ("?", "？")

_NUMBERED = pattern(r"^[ \t#*]*(?:(?:Step|Part|Case) )?\d{1,3}(?:[.):：](?!\d)| - )\s*", re.IGNORECASE)
_TRAILS_OFF = pattern(r"(?:\S+\s+){3,}[\w,]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Found:
    """An answer, or None where the text gives none; `firm` unless it is a mere guess at words."""

    answer: str | None
    firm: bool = True


_JUDGED = pattern(r"\b(?:is|are|was) (true|false)[\s.!*]*$", re.IGNORECASE)
"""A statement that is called true or false in the end."""


def extract(text: str, *, whole: bool = True, kind: Kind = "auto") -> str | None:
    """The answer that the text states last; None for a refusal, a program, or a text without an answer.

    A number keeps the unit that is part of its meaning and loses mere nouns; a choice is its letter. Of a
    text that was cut off, not `whole`, only what is marked as the answer counts: its last number may be
    anything. `kind` "choice" gives a letter or None, "text" the words as they are stated, "math" no letter.
    """
    return _extracted(text, whole, kind)


@lru_cache(maxsize=_REMEMBERED)
def _extracted(text: str, whole: bool, kind: Kind) -> str | None:
    whole = whole and not reply.is_thinking(text)
    text = reply.own_turn(reply.after_thinking(text)[-_LONGEST:]).removeprefix("<think>").lstrip()
    own = reply.before_next_turn(text)
    found = _found(own, whole or own != text, kind)
    if own != text and not (found and found.firm):
        found = _found(text, whole, kind) or found
    return found.answer if found else None


def _found(text: str, whole: bool, kind: Kind) -> _Found | None:
    if whole and kind != "choice" and (answer := standalone(text, kind)):
        return _Found(answer)
    read = prose(text)
    marked = statement(read.text, kind, whole)
    if marked is not None:
        return _Found(_put_right(read.text, marked.end, marked.answer, kind))
    if kind == "choice":
        letter = choices.only(read.text.strip()) if whole else None
        return _Found(letter) if letter else None
    if not whole:
        return None
    if read.printed is not None:
        return _Found(_printed(read.printed, read.text[read.at :], kind))
    if refusals.ends_in_refusal(read.text):
        return _Found(None)
    if read.ends_in_program or is_unfinished(read.text):
        return None
    found = _unmarked(read.text.strip(), kind)
    return found if found is None or found.firm or read.text == text else None


def _put_right(text: str, start: int, answer: str | None, kind: Kind) -> str | None:
    """The answer, or what the text says after it that it should have been."""
    after = correction(text, start)
    if after is None:
        return answer
    if answer and choices.leading(answer, any_case=True) and (letter := choices.only(after)):
        return letter
    if refusals.refuses(after):
        return None
    return _result(after) or (None if withdraws(after) else answer)


def _printed(line: str, after: str, kind: Kind) -> str | None:
    """What a program printed, unless the prose after it comes to something else."""
    value = stated(line, kind) or line
    if any(equivalence.key(amount.text) == equivalence.key(value) for amount in amounts(after[-_TAIL:])):
        return value
    return _result(after) or value


def _unmarked(text: str, kind: Kind) -> _Found | None:
    """The text as a whole if it is short, else the result that it comes to last, else short words."""
    if not re.search(r"\w", text):
        return None
    bare = re.sub(r"^(?:answer|ans)\b[\s:：]*", "", text, flags=re.IGNORECASE)
    one_line = "\n" not in text and len(text) <= _SHORT
    asks = text.endswith(_ASKS)
    if kind == "text":
        return None if asks else _Found(sentences(text)[-1].strip(" \n.。!！"), firm=False)
    if kind == "auto" and (letter := choices.alone(text)):
        return _Found(letter)
    if one_line and (reads(bare) or not re.search(r"[\s\u4e00-\u9fff]", text)) and not asks:
        return _Found(stated(bare, kind) or bare)
    if len(text) <= MAX_ANSWER and not re.search(r"[.。]\s+\S", text) and reads(bare):
        return _Found(bare)
    if said := YES_NO.match(text):
        return _Found(said[0])
    if found := _result(text):
        return _Found(found)
    if judged := _JUDGED.search(text):
        return _Found(judged[1])
    if one_line and not asks and not re.search(r"(?<![A-Za-z])\d", text):
        return _Found(undressed(text).rstrip(".。!！"), firm=False)
    return None


def _result(text: str) -> str | None:
    """The number or formula of the last sentence that has one and neither checks nor asks."""
    tail = text[-_TAIL:]
    for adds in [*_ADDS.finditer(tail)][::-1]:
        if re.search(r"\d", tail[: adds.start()]) and not _CONCLUDES.search(tail, adds.end()):
            tail = tail[: adds.start()]
    if tail.rstrip().endswith(_ASKS):
        return None
    for written in sentences(tail)[::-1]:
        sentence = _NUMBERED.sub("", written)
        if found := concluded(sentence):
            return found
        trails_off = sentence != written or _TRAILS_OFF.fullmatch(sentence.strip())
        if trails_off and sentence[-1:].isalnum() and tail.endswith(written):
            return None
    return None
