"""Makes answers with a known fault, or none, of the sentences of any passages."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reasoner.retrieval.sentences import sentences
from reasoner.state import Mark, Passage

LEAST = 16
"""Width of the shortest sentence that is used; a Chinese character is 2 wide."""
_WORDS = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Planted:
    """An answer of one sentence and the mark that it should get."""

    kind: str
    """How it was made."""
    mark: Mark
    answer: str


def planted(passages: Sequence[Passage], r: random.Random) -> Iterator[Planted]:
    """One answer of each kind, of sentences drawn from the passages; of those that give too few, none."""
    pool = [(i, sentence) for i, passage in enumerate(passages) for sentence in _plain(passage.text)]
    unique = [(i, s) for i, s in pool if sum(s.rstrip("。.") in p.text for p in passages) == 1]
    if len({passages[i].source for i, _ in unique}) < 2:
        return
    i, said = r.choice(unique)
    j, other = r.choice([entry for entry in unique if passages[entry[0]].source != passages[i].source])
    bare = said.rstrip(".。!！?？")
    end = "。" if _chinese(said) else "."
    yield Planted("as it is", "verbatim", said)
    yield Planted("with its marker", "verbatim", f"{bare} [{i + 1}]{end}")
    yield Planted("in quotation marks", "verbatim", f"「{bare}」" if _chinese(said) else f'"{said}"')
    yield Planted("in other white space", "verbatim", said.replace(" ", "\n  ").upper())
    yield Planted("the marker of another", "misattributed", f"{bare} [{j + 1}]{end}")
    yield Planted("marker behind the stop", "misattributed", f"{said} [{j + 1}]")
    name = passages[j].source
    yield Planted("the name of another", "misattributed", _named(name, said))
    yield Planted("halves of two passages", "stitched", _head(said) + _tail(other))
    yield Planted(
        "a quote of two passages",
        "stitched",
        f"「{said}{other}」" if _chinese(said) else f'"{said} {other}"',
    )
    yield Planted(
        "pieces of two passages in one quote", "stitched", _quote(f"{_head(said)} ... {_tail(other)}")
    )
    rest = [s for at, s in unique if at == i and s != said]
    if rest and abs(passages[i].text.index(rest[-1]) - passages[i].text.index(said)) > len(said) + 2:
        yield Planted("halves of one passage", "stitched", _head(said) + _tail(rest[-1]))
        first, last = sorted((said, rest[-1]), key=passages[i].text.index)
        yield Planted("pieces in the wrong order", "stitched", _quote(f"{_tail(last)} ... {_head(first)}"))
        yield Planted(
            "pieces in their order", "verbatim", _quote(f"{_head(first)} ... {_tail(last).strip(' .。')}")
        )


def _quote(text: str) -> str:
    return f"「{text.strip(' .。')}」。" if _chinese(text) else f'"{text.strip(" .")}".'


def _named(name: str, said: str) -> str:
    if _chinese(said):
        return f"根据{name}，{said}"
    return f"According to {name}, {said}"


def _chinese(text: str) -> bool:
    return re.search(r"[\u3400-\u9fff]", text) is not None


def _plain(text: str) -> Iterator[str]:
    """Sentences that are only words, and long enough to be cut in two."""
    for start, end in sentences(text):
        said = text[start:end]
        wide = sum(2 if _chinese(char) else 1 for char in said)
        if (
            wide >= LEAST
            and said[-1] in ".。"
            and not re.search(r"[\"“”「」『』\[\]`*_|#\n…]|\.\.\.|^\W", said)
        ):
            yield said


def _head(said: str) -> str:
    return said[: _middle(said)]


def _tail(said: str) -> str:
    return said[_middle(said) :]


def _middle(said: str) -> int:
    words = [match.start() for match in _WORDS.finditer(said)]
    return words[len(words) // 2]
