"""The model points at a sentence of the passages and then at words in it, and writes none of them itself."""

import json
from collections.abc import Callable, Sequence

from reasoner.retrieval.cues import sought
from reasoner.retrieval.reading import Sentence

EXPLAINED = frozenset({"means", "thing"})
"""What is sought where a few words would not do: how a thing is done, and what a thing is."""


def listed(sentences: Sequence[Sentence]) -> str:
    """The sentences by number, from 1."""
    return "\n".join(f"{i}. {sentence.text}" for i, sentence in enumerate(sentences, start=1))


def fitting(sentences: Sequence[Sentence], room: int, count: Callable[[str], int]) -> Sequence[Sentence]:
    """As many of the sentences, from the first on, as have room when listed; never fewer than one."""
    kept = len(sentences)
    while kept > 1 and count(listed(sentences[:kept])) > room:
        kept -= 1
    return sentences[:kept]


def number(choices: int) -> str:
    """A GBNF grammar for a number from 1 to `choices`."""
    return any_of([str(i) for i in range(1, choices + 1)])


def any_of(texts: Sequence[str]) -> str:
    """A GBNF grammar for one of the texts, word for word."""
    return "root ::= " + " | ".join(json.dumps(text, ensure_ascii=False) for text in texts)


def chosen(text: str, sentences: Sequence[Sentence]) -> Sentence | None:
    """The sentence of that number; a recording has the sentence, and below it what was taken from it."""
    if text.isdecimal():
        return sentences[int(text) - 1] if 0 < int(text) <= len(sentences) else None
    same = (s for s in sentences if text == s.text or text.startswith(f"{s.text}\n"))
    return max(same, key=lambda sentence: len(sentence.text), default=None)


def narrowed(text: str, sentence: Sentence) -> str | None:
    """The words that a recording says were taken from the sentence."""
    words = text.removeprefix(f"{sentence.text}\n")
    return words if words != text and words in sentence.text else None


def is_short(question: str, sentence: Sentence) -> bool:
    """Whether a few words of the sentence can answer the question, so that it need not be quoted whole."""
    return sought(question) not in EXPLAINED and "```" not in sentence.text
