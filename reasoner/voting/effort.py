"""How many samples a question is worth. Pure functions."""

from math import ceil

from reasoner.state import Effort

MOST = 4096
"""Samples that a stage may draw."""
FACTORS = {"low": 0.25, "medium": 1.0, "high": 4.0}
LONG_QUESTION = 45
"""Words from which on a question counts as long; a Chinese character is half a word."""
EASY_INTENTS = frozenset({"expression", "chat", "factual"})


def ceiling(samples: int, effort: Effort) -> int:
    """How many samples at most, where a pipeline names `samples`; a single sample stays one."""
    if samples == 1:
        return 1
    return min(MOST, ceil(samples * FACTORS["high" if effort == "auto" else effort]))


def allowed(samples: int, effort: Effort, question: str, intent: str | None, shares: tuple[int, ...]) -> int:
    """How many samples the question is worth by now; `shares` are the sizes of the classes drawn so far.

    Only "auto" looks at the question. It starts with few samples for what is easy by its intent, with those
    that the pipeline names for the rest, and with half as many more for what is long. Once a quarter of those
    named has an answer, and no answer has more than half of the votes, it is worth all up to the ceiling.
    What is asked again after each sample may go down as votes agree; whoever draws keeps the most it was.
    """
    most = ceiling(samples, effort)
    if effort != "auto" or samples == 1:
        return most
    few = ceiling(samples, "low")
    drawn = sum(shares)
    if drawn >= few and 2 * max(shares, default=0) <= drawn:
        return most
    long = words(question) >= LONG_QUESTION
    return min(most, (few if intent in EASY_INTENTS else samples) + (samples // 2 if long else 0))


def words(text: str) -> float:
    """The length of the text in words, a Chinese character counting as half of one."""
    chinese = sum(map(_is_chinese, text))
    others = "".join(" " if _is_chinese(char) else char for char in text).split()
    return sum(any(map(str.isalnum, word)) for word in others) + chinese / 2


def _is_chinese(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"
