"""English grammar: articles, plurals, tenses, pronouns, numbers."""

import re
from fractions import Fraction

from evals.adapter.term import plain

_PAST = dict(
    pair.split(":")
    for pair in [
        "have:had",
        "be:was",
        "do:did",
        "give:gave",
        "get:got",
        "buy:bought",
        "sell:sold",
        "find:found",
        "lose:lost",
        "eat:ate",
        "take:took",
        "make:made",
        "put:put",
        "hold:held",
        "keep:kept",
        "bring:brought",
        "send:sent",
        "pay:paid",
        "cost:cost",
        "spend:spent",
        "win:won",
        "grow:grew",
        "come:came",
        "go:went",
        "run:ran",
        "ride:rode",
        "drive:drove",
        "fly:flew",
        "build:built",
        "read:read",
        "write:wrote",
        "break:broke",
        "leave:left",
        "drink:drank",
        "swim:swam",
        "begin:began",
        "hand:handed",
        "lend:lent",
        "cut:cut",
        "let:let",
        "stand:stood",
        "think:thought",
        "lay:laid",
        "set:set",
        "catch:caught",
        "choose:chose",
        "throw:threw",
        "tell:told",
        "know:knew",
        "say:said",
        "see:saw",
        "wear:wore",
        "feed:fed",
        "lie:lay",
        "split:split",
        "rise:rose",
        "fall:fell",
        "can:could",
        "will:would",
        "need:needed",
        "plan:planned",
        "stop:stopped",
        "drop:dropped",
        "wrap:wrapped",
        "travel:travelled",
        "pick:picked",
    ]
    for pair in [pair]
)
_THIRD = {"have": "has", "be": "is", "do": "does", "go": "goes", "can": "can", "will": "will"}
_PLURAL_PAST = {"be": "were"}
_PLURAL = {"be": "are"}
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SINGLE = {"people": "person", "inches": "inch", "feet": "foot"}
_ONE_OF_MANY = re.compile(
    r"(?<![\w.,:/-])(1|one) (people|inches|feet|(?:year|week|day|hour|minute|second|point|part|place|gram"
    r"|kilogram|litre|millilitre|kilometre|centimetre|metre|dollar|test|worker|gardener|guest|portion)s)\b",
    re.IGNORECASE,
)
"""A number of units that is one after all."""
_ALONE = re.compile(r"((?:^|\. )(?:1|one)\b(?:(?! and )[^.\[])*)\[\+", re.IGNORECASE)
_THERE_IS = re.compile(r"(\b[Tt]here )\[\+be\] ((?:1|one)\b)")
"""One thing, however many the sentence was meant for."""
_VERB = re.compile(r"\[(\+?)([a-z]+)\]")


def article(word: str) -> str:
    """The word with "a" or "an"."""
    sounds_like_you = word.lower().startswith(("uni", "use", "eu", "one"))
    return f"{'an' if word[0].lower() in 'aeiou' and not sounds_like_you else 'a'} {word}"


def number_words(number: int) -> str:
    """Below one hundred in words."""
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def times(count: int) -> str:
    """How many times as much."""
    return "twice" if count == 2 else f"{number_words(count)} times" if count < 11 else f"{count} times"


def number(value: Fraction, in_words: bool, commas: bool) -> str:
    if value.denominator != 1:
        return plain(value)
    whole = int(value)
    if in_words and 0 <= whole < 100:
        return number_words(whole)
    return f"{whole:,}" if commas and whole > 999 else str(whole)


def past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def third(verb: str) -> str:
    """As of he, she or it."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def conjugated(text: str, is_past: bool) -> str:
    """[verb] after one subject, [+verb] after several, in the tense of the story."""

    def form(match: re.Match[str]) -> str:
        several, verb = match[1] == "+", match[2]
        if is_past:
            return _PLURAL_PAST.get(verb, past(verb)) if several else past(verb)
        return _PLURAL.get(verb, verb) if several else third(verb)

    return _VERB.sub(form, _ALONE.sub(r"\1[", _THERE_IS.sub(r"\1[be] \2", text)))


def agreeing(text: str) -> str:
    """One year, not 1 years."""
    return _ONE_OF_MANY.sub(lambda match: f"{match[1]} {_SINGLE.get(match[2], match[2][:-1])}", text)


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
