"""Whether a question asks for a number of things that come only whole, in English and Chinese."""

import re

from reasoner.patterns import pattern
from reasoner.verification.demands.asking import Phrase
from reasoner.verification.notation import units

_WORDS = (
    r"((?:(?!(?:in|of|on|at|to|for|from|per|than|if|when|after|with|and)\b)"
    r"[A-Za-z'’-]{1,30}(?:\s{1,3}|(?![A-Za-z'’-]))){1,6})"
)
_HOW_MANY = pattern(
    rf"\bhow many\s+(?:of (?:the|these|those|his|her|their|its) (?:\d+ )?)?{_WORDS}"
    r"|\bin how many\s+(?:different |distinct )?(ways)\b"
    r"|\b(?:what|find|calculate|compute|determine)\s(?:(?:is|was|are|would be|will be)\s)?the\s"
    rf"(?:total\s|exact\s|new\s)?number of\s+{_WORDS}",
    re.IGNORECASE,
)
_VERB = pattern(
    r"\b(?:is|are|was|were|does?|did|will|would|can|could|should|shall|may|might|must|has|have|had|been|left"
    r"|remain\w*|there|total|altogether)\b",
    re.IGNORECASE,
)
_ANOTHER_QUESTION = pattern(r"\b(?:how|what|which|who|why)\b", re.IGNORECASE)
_NOT_EXACT = pattern(
    r"\b(?:average|mean|median|rates?|ratio|expect\w*|estimat\w*|approximate\w*|about|per|typical\w*|fraction"
    r"|percent\w*|portion|worth)\b|平均|约|倍|几分|百分|比例|估计|预计",
    re.IGNORECASE,
)
_DIVISIBLE = frozenset(
    """
    bag bale bar barrel basket batch bin block bolt bottle bowl box brick bucket bunch bundle burger bushel
    cake calorie can candle carton case cent century clip coil container couple crate cup cycle dash decade
    degree dollar dozen dram euro fathom fold foot fraction furlong game glass gross handful hundred jar joule
    jug keg knot lap leap leave length level light-year load loaf lot meal megabyte melon mil million billion
    trillion minute month mouthful mug night ohm orange pack package packet page pail pair pan part penny
    percent percentage pie piece pinch pitcher pizza plate point portion pot rate ream revolution rotation
    round sandwich scale scoop serving set share sheet shift shovel skein slice snack spoonful spool square
    stack stick stone strip tablespoon tank teaspoon tenth third thousand time tin trip truckload truck-load
    tub tube turn unit vat volt watermelon watt year yen yuan
    """.split()  # noqa: SIM905
)
"""Things of which there may be a half."""
_LIVING = frozenset(
    """
    adult animal baby bee bird boy brother cat chicken child children cow customer daughter dog duck employee
    family fish friend girl goat guest hen horse kid kitten lion man men member monkey mouse passenger patient
    people person pig player puppy pupil rabbit rat resident runner sheep sister snake soldier son student
    teacher visitor voter ways woman women worker
    """.split()  # noqa: SIM905
)
"""Of these there is no half, even where the question has other fractions in it."""
_FRACTIONAL = pattern(
    r"(?<![$€£¥\d.,])(?:\d*\.\d+(?!\s?%)|\d+/\d+)|\\[dt]?frac|\bhalf (?:an?|of an?)\b|半[个只]|[½¼¾]",
    re.IGNORECASE,
)
_MEASURE_WORD = pattern(
    r"(?:多少|几)([个只名位本支枝棵朵辆张头匹颗粒件盏架艘人把顶幅户])(?!百|千|万|亿|半|百?分)(\w{0,3})"
)
_COUNTED_ZH = pattern(r"(?:多少|几)([\u4e00-\u9fff]{1,3})(?![百千万亿半])")
_LIVING_ZH = pattern(r"[名位人头匹户]|学生|同学|孩子|小朋友|男生|女生")
_DIVISIBLE_ZH = pattern(r"小时|月|星期|世纪|单位|蛋糕|饼|西瓜|面包|苹果派|披萨|饼干|圈|点")


def things(ask: Phrase) -> str | None:
    """What the words ask the number of, as they name it; None where that is not certain."""
    match = _HOW_MANY.search(ask.text)
    if match is None:
        found = _COUNTED_ZH.findall(ask.text)
        return found[0] if len(found) == 1 and len(re.findall("多少|几", ask.text)) == 1 else None
    others = ask.text[: match.start()] + ask.text[match.end() :]
    named = next(group for group in match.groups() if group)
    return None if _ANOTHER_QUESTION.search(others) else _VERB.split(named)[0].strip() or None


def counted(ask: Phrase, question: str) -> Phrase | None:
    """The words that ask how many there are of what comes only whole; None where that is not certain."""
    if _NOT_EXACT.search(ask.text):
        return None
    match = _HOW_MANY.search(ask.text)
    if match is None:
        return _counted_zh(ask, question)
    others = ask.text[: match.start()] + ask.text[match.end() :]
    start = next(match.start(group) for group in (1, 2, 3) if match[group])
    thing = _VERB.split(ask.text[start : match.end()])[0].rstrip()
    words = {form for word in thing.lower().split() for form in (_singular(word), word.removesuffix("s"))}
    if not words or _ANOTHER_QUESTION.search(others):
        return None
    if any(word in _DIVISIBLE or units.find(word) for word in words):
        return None
    if _FRACTIONAL.search(question) and not _LIVING & words:
        return None
    return Phrase(ask.text[match.start() : start + len(thing)], ask.start + match.start())


def _counted_zh(ask: Phrase, question: str) -> Phrase | None:
    found = [*_MEASURE_WORD.finditer(ask.text)]
    if len(found) != 1 or len(re.findall("多少|几", ask.text)) != 1:
        return None
    (match,) = found
    living = _LIVING_ZH.match(match[1] + match[2]) or _LIVING_ZH.match(match[2])
    if _DIVISIBLE_ZH.match(match[2]) or (_FRACTIONAL.search(question) and not living):
        return None
    return Phrase(match[0], ask.start + match.start())


_ENDINGS = (("ies", "y"), ("ves", "f"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"))


def _singular(word: str) -> str:
    word = word.removesuffix("'s").strip("'’-")
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > 4:
            return word.removesuffix(ending) + instead
    return word.removesuffix("s") if word.endswith("s") and not word.endswith("ss") else word
