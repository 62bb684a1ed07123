"""What a question asks for, and by what a sentence shows that it may have it; in English and Chinese."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.retrieval.terms import content_terms, terms


@dataclass(frozen=True, slots=True)
class Cue:
    """Questions of one kind, and what a sentence that answers them shows."""

    asks: re.Pattern[str]
    shows: re.Pattern[str]


def _any(*patterns: str) -> re.Pattern[str]:
    return pattern("|".join(patterns), re.IGNORECASE | re.MULTILINE)


NUMBER = Cue(
    _any(
        r"\bhow (?:many|much|long|old|far|large|big|high|tall|fast|often|deep|wide)\b",
        r"\bwhat (?:percent|number|amount|size)|\bpercentage\b",
        r"多少|几[^乎个]|几个|多[大长高远久快]",
    ),
    _any(
        r"\d|[一二三四五六七八九十百千万亿两]",
        r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|third|twice|once)\b",
        r"\b(?:hundred|thousand|million|billion)s?\b",
    ),
)
TIME = Cue(
    _any(
        r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b",
        r"什么时候|何时|[哪几]一?年|什么时间|哪一?[天日]|时间",
    ),
    _any(
        r"\b1\d\d\d\b|\b20\d\d\b|\bcentur(?:y|ies)\b|\d+ ?[年月日]|世纪|年代|年间|时期",
        r"\b(?:January|February|March|April|June|July|August|September|October|November|December)\b|\bMay \d",
    ),
)
PERSON = Cue(_any(r"\bwho(?:m|se)?\b"), pattern(r"(?<=[a-z,;] )[A-Z][a-z]+"))
PLACE = Cue(
    _any(
        r"\bwhere\b|\bwhat (?:city|country|state|place)\b",
        r"哪里|哪儿|何[地处]|什么地方|哪[个座]?[国城省市县地]",
    ),
    pattern(r"\b(?:in|at|near|from|to|of) (?:the )?[A-Z]|位于|[省市县区镇国州]"),
)
REASON = Cue(
    _any(r"\bwhy\b|\bwhat (?:caused|is the reason)|\breason\b", r"为什么|为何|为啥|原因"),
    _any(
        r"\bbecause\b|\bdue to\b|\bso that\b|\bin order to\b|\bsince\b|\btherefore\b|\bas a result\b",
        r"因为|由于|因此|所以|因而|故|为了|原因|导致",
    ),
)
MEANS = Cue(
    _any(
        r"\bhow (?:do|can|to|should|would)\b",
        r"\b(?:which|what) (?:command|option|flag|setting|variable|key|file)\b",
        r"怎么|怎样|如何|命令",
    ),
    _any(r"`|^ {4}|\bby \w+ing\b|\bwith\b|通过|使用|利用|方法"),
)

CUES = (NUMBER, TIME, PERSON, PLACE, REASON, MEANS)

_THING = r"((?:(?!['\u2019]s\b| (?:of|for|in|by|at|from|that|which|with)\b|的).)+?)"
"""A name alone: who asks for the width of a river does not ask what a river is."""
_COPULA = r"\s(?=(?:is|are|was|were|means?|refers? to|stands? for|denotes?)\b)|\s*(?=[是指为即]|表示)"
_VERB = r"|\s(?=[a-z]{2,}[^\W\dsu]s\s)|(?<=[A-Za-z0-9_`])\s?(?=[\u4e00-\u9fff])(?![的和或与及、])"
LONGEST_SUBJECT = 60
"""Characters that a sentence may have before its predicate."""


@dataclass(frozen=True, slots=True)
class Thing:
    """What a question wants explained, by its terms."""

    terms: frozenset[str]
    predicate: re.Pattern[str]
    """Where the predicate of a sentence that explains it may begin, as far as the words alone tell."""

    def subjects(self, sentence: str) -> Iterator[frozenset[str]]:
        """The terms of each start of the sentence that may be its subject."""
        for match in self.predicate.finditer(sentence, 0, LONGEST_SUBJECT):
            start = sentence[: match.start()]
            if start.count("`") % 2 == 0:
                yield frozenset(terms(start))


_EXPLAINED = (
    (
        _any(
            rf"what (?:is|are) {_THING}(?: used)? for",
            rf"what (?:is|are) the (?:purpose|role|use) of {_THING}",
            rf"what (?:does|do|did) {_THING} do",
            rf"{_THING}(?:有什么(?:用处?|作用)|的(?:作用|用[途处])是什么|(?:是|是?用来)?[做干]什么用?的?)",
        ),
        pattern(_COPULA + _VERB),
    ),
    (
        _any(
            rf"what(?:['\u2019]s| is| are| was| were) (?:the (?:meaning|definition) of )?{_THING}",
            rf"what (?:does|do|did) {_THING} (?:mean|stand for)",
            rf"(?:什么(?:是|叫做?)|何谓){_THING}",
            rf"{_THING}(?:(?:到底|究竟)?[是指]一?个?什么(?:意思|东西|概念)?|(?:指的|的(?:含义|意思|定义))是什么)",
        ),
        pattern(_COPULA),
    ),
)
"""Questions after what a thing does or is for, and after what it is."""


def thing(question: str) -> Thing | None:
    """What the question wants explained; None when it asks for something else."""
    for asks, predicate in _EXPLAINED:
        if match := asks.fullmatch(question.strip(" \t\r\n?？.。!！")):
            named = next(group for group in match.groups() if group)
            return Thing(frozenset(content_terms(named)), predicate)
    return None


_SOUGHT = (
    ("number", NUMBER.asks),
    ("time", TIME.asks),
    ("person", _any(r"\bwho(?:m|se)?\b", r"谁|哪位|何人|什么人")),
    ("place", PLACE.asks),
    ("reason", REASON.asks),
    ("means", MEANS.asks),
)


def sought(question: str) -> str:
    """The kind of answer that the question asks for: the name of a cue, "thing" or "other"."""
    return next(
        (name for name, asks in _SOUGHT if asks.search(question)), "thing" if thing(question) else "other"
    )
