"""What is marked as verbatim stands so in its passage, and no sentence with an edit in it is marked so."""

import random
import re
import unicodedata
from collections.abc import Iterator, Sequence

import pytest

from evals.data.citing_texts import CHINESE, ENGLISH
from reasoner.retrieval import documents
from reasoner.retrieval.chunking import chunks
from reasoner.retrieval.citations import findings
from reasoner.retrieval.document import Document
from reasoner.retrieval.sentences import sentences
from reasoner.state import Passage
from support import ROOT

_WORDS = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


def letters(text: str) -> str:
    """Only what is no punctuation, emphasis, white space or case: another way to compare than the product's."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())


def handbook() -> list[Passage]:
    pages = [documents.read(path, path.name) for path in sorted((ROOT / "knowledge/handbook").rglob("*.md"))]
    return [passage for page in pages if isinstance(page, Document) for passage in chunks(page)]


def own(texts: dict[str, str]) -> list[Passage]:
    return [Passage(text, source, 0, len(text)) for source, text in texts.items()]


def edited(sentence: str, r: random.Random) -> Iterator[str]:
    """The sentence with a word left out, put in, and exchanged with another."""
    words = list(_WORDS.finditer(sentence))
    if len(words) < 5:
        return
    left, right = sorted(r.sample(words[1:-1], 2), key=lambda match: match.start())
    gap = "" if left[0] > "\u3400" else " "
    yield sentence[: left.start()] + sentence[left.end() :].lstrip()
    yield sentence[: left.start()] + left[0] + gap + sentence[left.start() :]
    yield (
        sentence[: left.start()]
        + right[0]
        + sentence[left.end() : right.start()]
        + left[0]
        + sentence[right.end() :]
    )


def in_a_sentence(answer: str, passages: Sequence[Passage]) -> bool:
    return any(letters(answer) in letters(passage.text) for passage in passages)


@pytest.mark.parametrize("passages", [own(ENGLISH), own(CHINESE), handbook()], ids=["en", "zh", "handbook"])
def test_an_edited_sentence_is_never_verbatim(passages: Sequence[Passage]) -> None:
    r = random.Random(11)
    edits = 0
    for _ in range(60):
        group = r.sample(passages, min(3, len(passages)))
        spans = [(passage, span) for passage in group for span in sentences(passage.text)]
        passage, (start, end) = r.choice(spans)
        for answer in edited(passage.text[start:end], r):
            found = findings(answer, group)
            whole = in_a_sentence(answer, group)
            edits += not whole
            assert whole or not all(finding.mark == "verbatim" for finding in found), answer
            for finding in found:
                for cited, source in zip(finding.citations, finding.passages, strict=True):
                    assert cited.quote == source.text[cited.start - source.start : cited.end - source.start]
                if finding.mark == "verbatim":
                    quotes = letters("".join(cited.quote for cited in finding.citations))
                    assert letters(finding.sentence) in quotes, answer
    assert edits >= 50
