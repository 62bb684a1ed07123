"""What an English question is about, and a follow-up to it made to stand alone, by the shape of its words."""

import re
from collections.abc import Callable

from reasoner.patterns import pattern
from reasoner.retrieval.followups.dependence import bare, fragment, hollow
from reasoner.retrieval.terms import STOP_WORDS, content_terms, terms

MOST_WORDS = 12
"""Words of an earlier question that are repeated in front of a new one."""

_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|can|could|will|would|should|shall|may|might|must|has|have|had)"
    r"(?:n't| not)?"
)
_ASKER = r"(?:what|who|whom|whose|which|where|when|why|how)(?:'s)?\b"
_FRAME = pattern(
    rf"(?:(?:can|could|would) you |please )?(?:(?:tell me|explain|show me|describe|list) )?(?:{_ASKER}\s*)?"
    rf"(?:(?:many|much|often|long|old|large|big|far|high|fast)\b\s*)?(?:{_AUXILIARY}\b\s*)?(?:(?:i|you"
    rf"|we|one|there)\b\s+)?",
    re.IGNORECASE,
)
_TAIL = pattern(
    r"\s+(?:do|does|mean|work|stand for|for|about|called|like|then|too|again|online|here|now|today)$",
    re.IGNORECASE,
)
_PARTICIPLE = pattern(
    r"\s+(?:(?!embed|seed|need|speed|feed|red\b|bed\b)\w+ed|kept|found|made|done|written|built|held"
    r"|read|sent|told|born|known|taken|given|stored|shown|run|set)"
    r"(?:\s+(?:by|in|on|from|to|with|of|for))?$"
)
_ADJECTIVE = pattern(r"\w(?:ed|ing|ous|ful|less|able|ible|ive)$")
_SUBJECTS = (
    pattern(rf"(?:{_ASKER}\s+(?:\w+\s+)?)?(?:is|are|was|were)\s+(?P<it>.+)", re.IGNORECASE),
    pattern(r".*?\b(?:does|do|did)\s+(?P<it>(?!i\b|you\b|we\b|one\b)(?:the "
        r"|an? )?[\w`./-]+(?: [\w`./-]+){0,3}?)\s+(?:do|mean|work|stand for|cost|contain|look like|add"
        r"|need|have|find|show|keep|take|use|read|write|give|make|support|search|start|end)\b.*",
        re.IGNORECASE),
    pattern(rf".*?\b{_AUXILIARY}\s+(?:i|you|we|one)\s+[\w-]+(?:\s+(?:up|out|on|off"
        rf"|in))?\s+(?P<it>.+)", re.IGNORECASE),
)  # fmt: skip
_RELATION = pattern(
    r"\s+(?:with|without|when|if|for|to|in order|so|by|from|on|as|at|after|before|that|which|and)\b.*",
    re.IGNORECASE,
)
_PHRASE = pattern(
    r"\b(?:the|an?|my|your|each|every) (?!number \d)[\w`./-]+(?: (?!(?:is|are|may|can|in|of|with|for|to"
    r"|when|if|not)\b)[\w-]+(?= (?:in|of)\b))?(?: (?:in|of) (?:the |an? )?[\w`./-]+)?",
    re.IGNORECASE,
)
_NAME = pattern(
    r"`[^`]+`|--?[a-z][\w-]*|\b\w+[_.]\w+\b|(?<=[\w,] )[A-Z][\w-]+"
    r"(?: (?:(?:da|de|del|der|den|di|du|van|von|bin|ibn) )*[A-Z][\w-]+)*"
)
_WHO = pattern(
    r"who\s+(?!is\b|was\b|are\b|were\b)\w+|(?:who|what|which)\s+(?:is|was) the (?:\w+ ){1,3}(?:of|who"
    r"|that)|which\s+(?P<kind>\w+)\s+(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b|may\b)\w+",
    re.IGNORECASE,
)

_POSSESSIVE = pattern(r"\b(?:its|their|his|her)\s+(?P<own>[\w-]+)(?=\s*[?.!,]|\s|$)", re.IGNORECASE)
_POSSESSED = pattern(
    r"\b(?P<be>is|are|was|were)\s+(?:its|their|his|her)\s+(?P<own>[\w\s-]+?)(?=\s*[?.!]*$)", re.IGNORECASE
)
_SINGULAR = pattern(r"\b(?:it|its)\b", re.IGNORECASE)
_PLURAL = pattern(r"\b(?:they|them|their)\b", re.IGNORECASE)
_ARE = pattern(r"(?:are|were)\b", re.IGNORECASE)
_DETERMINERS = ("a", "an", "the", "my", "your")
_PRONOUN = pattern(
    r"\b(?:it|them|they|he|him|she|her)\b|\b(?:this|that|these|those)\s+(?:one|option|setting|command"
    r"|stage|file|thing|model|mode|key|place|person|book|city|country)s?\b"
    r"|\bones?(?=\s*[?.!]*$)",
    re.IGNORECASE,
)
_PLACE = pattern(r"\bthere(?=\s*[?.!]*$)", re.IGNORECASE)
_NUMBER = pattern(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
_PREPOSITION = pattern(
    r"(?P<word>in|on|for|with|without|at|by|from|to|of|after|before|during|under|since"
    r"|until)\s+(?P<rest>.+)",
    re.IGNORECASE,
)


def topic(question: str) -> str:
    """What the question is about: its words without those that ask."""
    text = _TAIL.sub("", _FRAME.sub("", bare(question).rstrip(" ?.!"), count=1))
    return " ".join(text.split()[:MOST_WORDS])


def subject(question: str, answer: str) -> str | None:
    """The thing that a pronoun after the question stands for, as far as its shape shows."""
    text = bare(question).rstrip(" ?.!")
    if found := _answered(text, answer):
        return found
    for shape in _SUBJECTS:
        if match := shape.fullmatch(text):
            phrase = _thing(_RELATION.sub("", _TAIL.sub("", match["it"])))
            if content_terms(phrase) and len(phrase.split()) <= MOST_WORDS:
                return phrase
    match = _PHRASE.search(text) or _NAME.search(text)
    return _thing(match.group()) if match else None


def _thing(phrase: str) -> str:
    """The phrase without a participle behind it; after an adjective it is a noun: an interrupted run."""
    short = _PARTICIPLE.sub("", phrase)
    return phrase if _ADJECTIVE.search(short) else short


def _answered(question: str, answer: str) -> str | None:
    """The name with which the answer begins to answer a question after a person or a thing of some kind."""
    asks = _WHO.match(question)
    if asks is None:
        return None
    asked = frozenset(terms(question))
    for match in _NAME.finditer(f", {answer}"):
        name = match.group().strip("`")
        if not asked.intersection(terms(name)) and name.lower() not in STOP_WORDS:
            return f"the {asks['kind']} {name}" if asks["kind"] else name
    return None


def joined(question: str, before: str, answer: str) -> str:
    """The follow-up with what it needs of the question before, which stands alone itself."""
    found = _joined(question, before, answer)
    return found[:1].upper() + found[1:]


def _joined(question: str, before: str, answer: str) -> str:
    short = bare(question)
    points = _PRONOUN.search(short) or _POSSESSIVE.search(short)
    if hollow(short) and not points:
        return _under(short, before)
    tied = short != " ".join(question.split()) and " about " in f" {question.lower()} "
    if tied or fragment(short):
        return _put_in(short.rstrip(" ?.!"), before) or _under(short, before)
    thing = subject(before, answer)
    if thing and not _agrees(short, thing, before, answer):
        return _under(short, before)
    return (thing and _replaced(short, thing)) or _under(short, before)


def _agrees(question: str, thing: str, before: str, answer: str) -> bool:
    """A pronoun of the question may stand for the thing, as far as number and kind tell."""
    if _SINGULAR.search(question):
        named = _answered(bare(before).rstrip(" ?.!"), answer) is not None and before[:3].lower() == "who"
        return not named and not _ARE.match(before)
    words = thing.lower().split()
    return not (_PLURAL.search(question) and words[0] in _DETERMINERS and not words[-1].endswith("s"))


def _under(question: str, before: str) -> str:
    """The question with the topic of the one before in front of it."""
    about = topic(before)
    return f"{about}: {question}" if about else question


def _replaced(question: str, thing: str) -> str | None:
    """The question with the thing in the place of its pronoun."""
    other = (
        f"the {thing.split(' ', 1)[1]}"
        if thing.split(" ", 1)[0].lower() in ("a", "an") and " " in thing
        else thing
    )
    changes: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        (_POSSESSED, lambda m: f"{m['be']} the {m['own']} of {other}"),
        (_POSSESSIVE, lambda m: f"the {m['own']} of {other}"),
        (_PRONOUN, lambda m: thing if m.group().lower() in ("one", "ones") else other),
        (_PLACE, lambda m: f"in {other}"),
    )
    for shape, change in changes:
        if match := shape.search(question):
            return question[: match.start()] + change(match) + question[match.end() :]
    return None


def _put_in(piece: str, before: str) -> str | None:
    """The question before with the piece in the place of what it corresponds to."""
    end = "?"
    text = before.rstrip(" ?.!")
    if one := re.fullmatch(r"(?P<mark>(?:an?|the)\s+[\w-]+)\s+ones?", piece, re.IGNORECASE):
        return _change(r"\b(?:an?|the)\s+[\w-]+(?=\s+[\w-]+)", one["mark"], text, end)
    if _NUMBER.search(piece) and _NUMBER.search(text) and len(piece.split()) <= 2:
        return _NUMBER.sub(lambda _: _NUMBER.findall(piece)[-1], text, count=1) + end
    if place := _PREPOSITION.fullmatch(piece):
        tail = re.compile(rf"\b{place['word']}\s+(?:[\w`./-]+\s*){{1,3}}$", re.IGNORECASE)
        piece = piece[:1].lower() + piece[1:]
        return (tail.sub(lambda _: piece, text) if tail.search(text) else f"{text} {piece}") + end
    words = piece.split()
    if len(words) > 3 or words[0].lower() in ("the", "any", "not", "no"):
        return None
    for shape in (
        r"`[^`]+`|--[\w-]+|\b\w+[_.]\w+\b",
        r"(?<![\w-])[A-Z]{2,}\b",
        r"(?<=[\w,] )[A-Z][\w-]+(?: [A-Z][\w-]+)*",
    ):
        if re.fullmatch(shape.replace(r"(?<=[\w,] )", ""), piece) and (
            found := _change(shape, piece, text, end)
        ):
            return found
    last = next((word for word in reversed(topic(before).split()) if word.lower() not in STOP_WORDS), None)
    slot = r"(?<!\bthe )(?<!\bmy )(?<!\byour )(?<!\ba )(?<!\ban )(?<![\w-])"
    return _change(rf"{slot}{re.escape(last)}(?![\w-])", piece, text, end) if last else None


def _change(shape: str, piece: str, text: str, end: str) -> str | None:
    changed, times = re.subn(shape, lambda _: piece, text, count=1)
    return changed + end if times else None
