"""An answer that stands by itself, with no text about it: a formula, an amount, a name with a number."""

import re

from reasoner.patterns import pattern
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import choices
from reasoner.verification.extraction.formulas import MATH, inside
from reasoner.verification.extraction.stated import COUNTED, bare, notation, numeral
from reasoner.verification.notation import chinese

_LONGEST = 200
_LEAD = pattern(
    r"^(?:[•*·]\s|-\s(?=[A-Za-z]{2}))?\s*(?:(?:so|thus|hence|therefore|finally|then)\b[,:]?\s)?",
    re.IGNORECASE,
)
_BOLD = pattern(r"^\*\*([^*\n]+)\*\*[.。]?$")
_GOES_ON = pattern(r"(?:[=/×÷<≈(,?？]|\s[-+*])\s*$")
"""The end of a question, and of a text that was cut off."""
_PROSE = pattern(r"[.。!?]\s+\S|\banswer\b|答案")
_LABEL_LENGTH = 3
_ANSWERS = pattern(r"A ?[:：]")
"""Beside a question "Q:" it is no letter of a choice."""
_SIGN = (
    r"[^\sa-z\u4e00-\u9fff=.?!:#*\"\\]|(?<=[A-Za-z)\'}]) ?=|(?<![a-z])[a-z](?![a-z])"
    r"|\\(?:[A-Za-z]++|[^A-Za-z])|\.{3}|\.(?=\d)"
)
_SIGNS = pattern(rf"(?!.{{0,99}}\d \(\d)(?:(?:{_SIGN}) ?){{1,{_LONGEST}}}")
"""Notation of whatever kind, without a word."""
_NAMED = pattern(r"[^=]+=([^=,]+)")
"""What has a name that is not read, such as an angle, and its value."""
_CONCLUDING = (
    r"(?:So|Thus|Then|Hence|Therefore|Finally|Total|Sum|Result|Answer|Ans|Output|Step|Cost|Price|Value|Only"
    r"|About|The|It|She|He|They|We|I|There|This|That|In|And|Or|But|If|For|At|Around|Approximately|Exactly"
    r"|Over|Final)\b"
)
_CAPITALISED = r"[A-Z][\w'’&-]{0,30}"
_PERIOD = r"(?:the |early |late |mid-){0,2}"
_NAME = pattern(
    rf"(?!{_CONCLUDING}){_CAPITALISED}\s(?:(?:{_CAPITALISED}|of|the)\s){{0,4}}\d{{1,4}}[A-Z]?"
    rf"|\d{{1,4}}(?:\s{_CAPITALISED}){{1,4}}|\d{{1,4}}-{_CAPITALISED}|[A-Za-z]{{2,}}-\d+|\w{{1,4}}\+"
    rf"|{_PERIOD}\d+(?:st|nd|rd|th)(?:\s[A-Za-z]+){{0,2}}|{_PERIOD}\d{{4}}s|[a-z]{{2,}} of \d{{4}}"
)
"""Apollo 11, 2016 Olympics, 7-Eleven, Na+, the 18th century, late 1980s, summer of 1521."""
_RANGE = pattern(
    r"(?:at least|at most|(?:less|more|fewer|greater|no more|no less|no fewer) than|over|under)"
    r" \S+(?: [a-z]+)?"
    r"|(?:between|from) \S+(?: \S+)? (?:and|to) \S+(?: \S+)?"
    r"|\d+ (?:out of|in|to) \d+|\d+\s?[-–—]\s?\d+ [a-z]{3,}",
    re.IGNORECASE,
)
_CHINESE = pattern(
    r"(?!.{0,40}[是有等共得为需答剩余所因每#*$]|.{0,40}\b(?:is|are|answer|so)\b)"
    r"(?=.{0,40}[\u4e00-\u9fff])[^，。,:：=!！?？]{1,40}"
)
_COUNT = pattern(rf"[\d.,]+ ?[{COUNTED}].*")


def standalone(text: str, kind: Kind) -> str | None:
    """The text without its markup if it is nothing but an answer, of a choice its letter; else None."""
    text = undressed(text)
    if (
        "\n" in text
        or len(text) > _LONGEST
        or "boxed" in text
        or _GOES_ON.search(text)
        or _ANSWERS.match(text)
    ):
        return None
    if kind == "auto" and (letter := choices.alone(text)):
        return None if _PROSE.search(text, _LABEL_LENGTH) else letter
    phrase = bare(text)
    if kind != "text" and (found := notation(phrase) or _counted(phrase)):
        return found
    if _SIGNS.fullmatch(phrase):
        named = _NAMED.fullmatch(phrase)
        return (notation(named[1].strip()) if named else None) or phrase
    return phrase if _NAME.fullmatch(phrase) or _RANGE.fullmatch(phrase) or _is_chinese_name(phrase) else None


def undressed(text: str) -> str:
    """The text without a bullet or a "so" before it and what marks it as bold or as mathematics."""
    text = _BOLD.sub(r"\1", _LEAD.sub("", text.strip()))
    delimited = MATH.fullmatch(text)
    return (inside(delimited) if delimited else "") or text


def _counted(phrase: str) -> str | None:
    """Of a Chinese numeral with a unit the same in digits."""
    match = chinese.NUMERAL.match(phrase)
    found = numeral(phrase) if match else None
    return found if match and found and phrase[match.end() :] in ("", found.lstrip("0123456789")) else None


def _is_chinese_name(phrase: str) -> bool:
    """Whether it is a Chinese name or date with a number in it."""
    named = re.search(r"\d", phrase) and _CHINESE.fullmatch(phrase)
    return bool(named) and not _COUNT.fullmatch(phrase)
