"""Do passages of a collection state the answer, or another one in its place?"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from reasoner.errors import one_line
from reasoner.patterns import pattern
from reasoner.state import Candidate, Check, Passage
from reasoner.verification.checks.case import Case

NAME = "knowledge"
_MAX_ANSWER = 500
_BEARS = 0.2
"""Share of the question's terms that the likeliest sentence has if what it states is taken for an answer."""
_REPEATS = 0.8
"""Share from which a sentence that has another value of the answer's kind answers the question otherwise."""


def check(candidate: Candidate, case: Case) -> Check | None:
    """Compares the answer with the sentence that bears best on the question; its silence is unknown."""
    if case.search is None or not candidate.answer:
        return None
    answer = candidate.answer[:_MAX_ANSWER]
    sentences = case.search(f"{case.question} {answer}")
    best = sentences[0] if sentences and sentences[0].score >= _BEARS else None
    if best is None:
        return Check(NAME, "unknown", "support", "no passage bears on the question")
    place = f"{best.source}:{best.line}"
    yes = _yes_or_no(answer)
    if yes is not None:
        return _polarity(yes, best, place)
    if states(best.text, answer):
        if _fits(case.question, answer, best.text):
            return Check(NAME, "pass", "support", f"{place} states it", best.text)
    elif best.score >= _REPEATS and not any(states(sentence.text, answer) for sentence in sentences):
        value = instead(best.text, answer, case.question)
        if value is not None:
            reason = f"{place} says {value.text}, not {one_line(answer, 80)}"
            return Check(NAME, "fail", "support", reason, best.text)
    return Check(NAME, "unknown", "support", f"{place} says neither so nor otherwise", best.text)


# Words

_ARTICLE = pattern(r"^(?:the|an?)\b|\b(?:the|an?) ")
_SPACE = pattern(r"[^\w.,%]+|(?<!\d)[.,]|[.,](?!\d)")
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"


def states(sentence: str, answer: str) -> bool:
    """The sentence has the words of the answer, in their order, or its number with the same unit."""
    said, sought = _plain(sentence), _plain(answer)
    if not sought:
        return False
    if re.search(rf"(?<![^\W{_UNSPACED}])(?<!\d[.,]){re.escape(sought)}(?![^\W{_UNSPACED}])(?![.,]\d)", said):
        return True
    value = _only(answer)
    return value is not None and any(value.equals(other) for other in values(sentence))


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _ARTICLE.sub("", " ".join(_SPACE.sub(" ", text).split()) + " ")
    text = re.sub(rf"(?<=[{_UNSPACED}]) | (?=[{_UNSPACED}])", "", text)
    return re.sub(r"(?<=\d),(?=\d{3})", "", text).strip()


# Values

_NO_UNIT = (
    r"(?:a|an|and|as|at|by|but|for|from|in|into|is|it|its|of|on|or|that|the|to|until|up|was|were|when|which"
    r"|while|who|with|he|she|they|had|has|have|after|before|between|during|under|over|than)\b"
)
_VALUE = pattern(
    r"(?<![A-Za-z0-9_.,-])(?P<number>(?:\d{1,3}(?:,\d{3}){1,5}(?!\d)|\d{1,18})(?:\.\d{1,12})?)(?![.,]?\d)"
    rf"(?:\s?(?!{_NO_UNIT})(?P<unit>%|[A-Za-z]{{1,20}}|[{_UNSPACED}]{{1,4}}))?"
)


@dataclass(frozen=True, slots=True)
class Value:
    """A number as a text has it, with what follows it."""

    text: str
    written: str
    number: Fraction
    unit: str

    @property
    def is_year(self) -> bool:
        """It reads as a year."""
        return re.fullmatch(r"1\d{3}|20\d\d", self.written) is not None and self.unit[:1] in ("", "年")

    def same_kind(self, other: "Value") -> bool:
        """Both are years, or have the same unit."""
        if self.is_year or other.is_year:
            return self.is_year and other.is_year
        return bool(self.unit and other.unit) and _same_unit(self.unit, other.unit)

    def equals(self, other: "Value") -> bool:
        """The same number, of the same unit where both have one."""
        return self.number == other.number and (not self.unit or _same_unit(self.unit, other.unit))


def _same_unit(left: str, right: str) -> bool:
    short, long = sorted((left.casefold().removesuffix("s"), right.casefold().removesuffix("s")), key=len)
    return long == short or (short > "\u3000" and long.startswith(short))


def values(text: str) -> Iterator[Value]:
    """Every number of the text."""
    for match in _VALUE.finditer(unicodedata.normalize("NFKC", text)):
        number = match["number"]
        yield Value(match[0], number, Fraction(number.replace(",", "")), match["unit"] or "")


def _only(answer: str) -> Value | None:
    """The one value that is all of the answer."""
    found = [*values(answer)]
    if len(found) != 1:
        return None
    rest = _plain(answer).replace(_plain(found[0].written), "", 1).strip()
    return found[0] if rest == _plain(found[0].unit) else None


# Kinds of answers

_WHEN = pattern(
    r"\bwhen\b|\b(?:what|which) (?:year|date|decade|century)\b|哪一?年|何时|什么时候|什么时间", re.IGNORECASE
)
_PERCENT = pattern(r"\bpercent|百分", re.IGNORECASE)
_HOW_MANY = pattern(
    rf"\bhow (?:many|much) (?P<thing>[a-z]{{1,30}})|(?:多少|几)(?P<zh>[{_UNSPACED}]{{1,2}})", re.IGNORECASE
)
_NUMBER_WORD = pattern(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|twenty|thirty|forty|fifty|hundred|thousand"
    r"|million|billion|half|both|none|no|several|many)|[零一二三四五六七八九十百千万亿两]",
    re.IGNORECASE,
)


def _fits(question: str, answer: str, sentence: str) -> bool:
    """The answer is of the kind that is asked for, and not taken from the question itself."""
    if states(question, answer) and not re.search(r"\bor\b|还是", question):
        return False
    value = _only(answer)
    if value is None:
        return not _HOW_MANY.search(question) or _NUMBER_WORD.search(answer) is not None
    stated = next((other for other in values(sentence) if other.number == value.number), value)
    if _PERCENT.search(question):
        return "%" in (stated.unit, value.unit) or stated.unit.startswith("percent")
    if _WHEN.search(question):
        return stated.is_year or not stated.unit or stated.unit[:1] in "年月日世纪" or stated.unit.istitle()
    return not (_HOW_MANY.search(question) and stated.is_year and value.is_year)


def instead(sentence: str, answer: str, question: str) -> Value | None:
    """The one other value of the answer's kind that the sentence has and the question does not give."""
    value = _only(answer)
    if value is None:
        return None
    asked = _HOW_MANY.search(question)
    if not value.unit and asked:
        value = replace(value, unit=asked["thing"] or asked["zh"])
    given = {other.number for other in values(question)}
    kin = [other for other in values(sentence) if value.same_kind(other) and other.number not in given]
    return kin[0] if len(kin) == 1 else None


_YES = frozenset(("yes", "true", "correct", "right", "是", "是的", "对", "对的", "正确", "有"))
_NO = frozenset(("no", "false", "incorrect", "wrong", "否", "不", "不是", "不对", "错", "错误", "没有"))
_NEGATION = pattern(
    r"\b(?:not|never|no|nor|none|neither|without|cannot)\b|n't\b|不|没|未|无|非", re.IGNORECASE
)
_SURE = 0.9
"""Share of the question's terms from which a sentence says yes or no to it."""


def _yes_or_no(answer: str) -> bool | None:
    word = _plain(answer)
    return True if word in _YES else False if word in _NO else None


def _polarity(yes: bool, best: Passage, place: str) -> Check:
    """A sentence that repeats the question says yes to it, or with a negation no."""
    negations = len(_NEGATION.findall(best.text))
    if best.score < _SURE or negations > 1:
        return Check(NAME, "unknown", "support", f"{place} says neither yes nor no", best.text)
    right = yes == (negations == 0)
    reason = f"{place} says {'no' if negations else 'yes'}"
    return Check(NAME, "pass" if right else "fail", "support", reason, best.text)
