"""A word of a claim that stands where its source has another one: a noun, an adjective, a character."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product

from reasoner.patterns import pattern
from reasoner.retrieval.claims.proper import rivals
from reasoner.retrieval.claims.synonyms import LIGHT, synonyms
from reasoner.retrieval.sentences import sentences
from reasoner.retrieval.terms import STOP_WORDS, is_unspaced, stem, terms

_WORD = pattern(r"[^\W_\u3400-\u9fff]+(?:[-.,][^\W_\u3400-\u9fff]+)*|[,;:.!?]")
_ARTICLES = frozenset(("a", "an", "the"))
_DETERMINERS = frozenset(
    ("a", "an", "the", "its", "his", "her", "their", "this", "that", "these", "those", "our", "your", "my")
)
_VERBS_FOLLOW = frozenset(
    ("to", "will", "shall", "must", "can", "could", "may", "might", "should", "would", "not", "did", "do")
)
_TAKES_A_NOUN = frozenset(
    ("of", "with", "from", "for", "in", "on", "at", "by", "to", "into", "and", "or", "than", "per", "over")
)
_FORMS = ("ly", "ed", "ing")
"""Endings of verbs and adverbs: for these there are more words that mean the same than for nouns."""
_PAST = frozenset(
    terms(
        "went rose fell made took gave came got held became wrote bought sold led left lost paid spent"
        " grew met built began won sent found kept ran saw put set cut said seen done gone known shown"
    )
)
_ANYONE = frozenset(terms("person people"))
_VAGUE = frozenset(terms("person people thing time year way case order number amount"))
"""Nouns that say little by themselves."""

_CHINESE = pattern(r"[\u3400-\u9fff]")
_WEEK = pattern("每?(?:星期|礼拜|周)")
_CLAUSE = pattern(r"[，。；：！？,;:!?\s“”\"「」]+")
_NUMERALS = frozenset("零〇一二两三四五六七八九十百千万亿半几")
_ASPECT = frozenset("了着过到往至得入出成说示")
"""Behind a verb, or a part of it: for a verb there are more words that mean the same than for a noun."""
_PARTICLES = "的里了着"
_PRONOUNS = frozenset("她他它该这那此其")
ALIKE = 0.5
"""Share of a Chinese clause that is in another in the same order, if what differs was exchanged."""
LONGEST = 4
"""Characters or words that are exchanged for others, at most."""


@dataclass(frozen=True, slots=True)
class _Word:
    term: str
    written: str
    bare: bool
    """A determiner follows: it is a verb, or a preposition."""
    led: bool
    """An article comes first: it is no verb."""


def substituted(said: str, source: str) -> tuple[str, str] | None:
    """What the source has in the place of a word of the claim, and that word; None where all fit."""
    nearest = _nearest(said, source)
    return next(_words(said, nearest), None) or next(_characters(said, nearest), None)


def _nearest(said: str, source: str) -> str:
    """The sentence that has the most of the claim: words of those beside it are said of other things."""
    own = set(terms(said))
    parts = [source[a:b] for a, b in sentences(source)] or [source]
    return max(parts, key=lambda part: len(own.intersection(terms(part))))


def _words(said: str, source: str) -> Iterator[tuple[str, str]]:
    """A word beside which stands what stands beside another word in the source."""
    ours, theirs = _sequence(said), _sequence(source)
    own, there = {word.term for word in ours} | set(terms(said)), {word.term for word in theirs}
    there |= set(terms(source))
    dropped = [
        j
        for j, word in enumerate(theirs)
        if word.term not in own and (_content(word) or word.term in _ANYONE)
    ]
    for i, word in enumerate(ours):
        if word.term in there or not _content(word) or _verbal(ours, i):
            continue
        for j in dropped:
            if _fits(ours, i, theirs, j) and not _verbal(theirs, j) and not _alike(word, theirs[j]):
                yield theirs[j].written, word.written


def _sequence(text: str) -> tuple[_Word, ...]:
    """The words without articles, between marks for its ends."""
    found = [token for token in _WORD.findall(text) if not is_unspaced(token[0])]
    while found and not found[-1][0].isalnum():
        found.pop()
    words = tuple(
        _Word(
            token.lower() if token.lower() in STOP_WORDS else stem(token.lower()),
            token,
            i + 1 < len(found) and found[i + 1].lower() in _DETERMINERS | {"to"},
            i > 0 and found[i - 1].lower() in _ARTICLES,
        )
        for i, token in enumerate(found)
        if token.lower() not in _ARTICLES
    )
    return (_Word("^", "", False, False), *words, _Word("$", "", False, False))


def _content(word: _Word) -> bool:
    long = len(word.written) > 2 or any(char.isdigit() for char in word.written)
    return word.written[:1].isalpha() and long and word.term not in STOP_WORDS | _VAGUE


def _verbal(words: Sequence[_Word], i: int) -> bool:
    """It is a verb or an adverb, as far as its ending and its neighbours show."""
    lowered = words[i].written.lower()
    return (
        lowered.endswith(_FORMS)
        or words[i].term in _PAST
        or words[i].bare
        or (not words[i].led and words[i - 1].term in _VERBS_FOLLOW)
    )


def _fits(ours: Sequence[_Word], i: int, theirs: Sequence[_Word], j: int) -> bool:
    left, right = ours[i - 1].term == theirs[j - 1].term, ours[i + 1].term == theirs[j + 1].term
    if left and right:
        return True
    if right and _content(ours[i + 1]):
        return True
    ends = not _content(ours[i + 1]) and not _content(theirs[j + 1])
    return left and ends and (_content(ours[i - 1]) or ours[i - 1].term in _TAKES_A_NOUN)


def _alike(left: _Word, right: _Word) -> bool:
    """Forms of one word, or words for the same."""
    if left.written.lower()[:4] == right.written.lower()[:4]:
        return True
    return synonyms(left.term, right.term)


def _characters(said: str, source: str) -> Iterator[tuple[str, str]]:
    """Characters of a Chinese clause between those that another clause has around others."""
    said, source = (_WEEK.sub("周", text) for text in (said, source))
    ours, theirs = _clauses(said), _clauses(source)
    pairs = [*product(ours, theirs), ("".join(ours), "".join(theirs))]
    for own, there in pairs:
        if len(own) >= LONGEST:
            yield from _exchanged(own, there, said, source)


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE.split(text) if _CHINESE.search(clause)]


def _exchanged(ours: str, theirs: str, said: str, source: str) -> Iterator[tuple[str, str]]:
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    if sum(block.size for block in matcher.get_matching_blocks()) < ALIKE * len(ours):
        return
    for kind, a, b, c, d in matcher.get_opcodes():
        own, there = ours[a:b].lstrip(_PARTICLES), theirs[c:d].lstrip(_PARTICLES)
        following = ours[b : b + 1]
        if kind != "replace" or not own or not there or own in source or there in said:
            continue
        if not _subjects(own, there, following):
            continue
        alike = _as_long(own, there) and _held(ours, theirs, (a, b, c, d))
        if alike or rivals(own, there, following):
            yield there, own


def _as_long(own: str, there: str) -> bool:
    """As nouns in the same place mostly are."""
    shorter, longer = sorted((len(own), len(there)))
    return longer <= LONGEST and (shorter == longer or (shorter > 1 and longer - shorter == 1))


def _subjects(own: str, there: str, following: str) -> bool:
    """Both may be nouns or attributes, and are not words for the same."""
    if not (own + there).isalpha() or set(own) & set(there) or following in _ASPECT:
        return False
    if synonyms(own, there):
        return False
    return not any(
        text[0] in _PRONOUNS
        or text[-1] in _ASPECT
        or all(char in LIGHT for char in text)
        or any(char in _NUMERALS for char in text)
        for text in (own, there)
    )


def _held(ours: str, theirs: str, at: tuple[int, int, int, int]) -> bool:
    """The same stands on both sides, or both end there."""
    a, b, c, d = at
    before = min(a, c, 2)
    left = ours[a - before : a] == theirs[c - before : c] and (before > 0 or a == c)
    right = ours[b : b + 1] == theirs[d : d + 1]
    return left and right
