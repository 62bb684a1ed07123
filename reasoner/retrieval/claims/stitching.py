"""Words that stand in the sources in several places, and that a text presents as one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reasoner.patterns import pattern
from reasoner.retrieval.claims.wording import Wording, hyphenated, original, wording
from reasoner.retrieval.sentences import Span, sentences
from reasoner.retrieval.terms import is_unspaced
from reasoner.state import Passage

_TOKEN = pattern(r"[^\W_]+(?:[\u0300-\u036f.,:/'-]+[^\W_]+)*[\u0300-\u036f]*")
LEAST_WIDTH = 2.5
"""Words that a piece has at least."""
CHARACTER = 0.7
"""How much of a word a Chinese character counts as."""
MOST_PIECES = 6
COVERED = 0.8
"""Share of the words that is in the pieces, from which the text is made of them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words in a row that stand so in passages."""

    start: int
    end: int
    places: tuple[tuple[int, Span], ...]
    """Index of the passage, and the characters of its text."""


def stitched(text: str, passages: Sequence[Passage]) -> tuple[Piece, ...]:
    """The pieces that the text is put together of; none where it is not, or where they stand together."""
    pieces = in_pieces(text, passages)
    return pieces if pieces and len(pieces) <= MOST_PIECES and not _together(pieces, passages) else ()


def in_pieces(text: str, passages: Sequence[Passage]) -> tuple[Piece, ...]:
    """The pieces of a quote that no passage has as a whole; none where it is not made of some."""
    tokens = _tokens(wording(text).text)
    total = sum(_width(wording(text).text, *token) for token in tokens)
    pieces = tuple(_pieces(text, tokens, passages))
    covered = sum(_widths(text, tokens, piece) for piece in pieces)
    return pieces if len(pieces) >= 2 and covered >= COVERED * total else ()


def _tokens(folded: str) -> list[Span]:
    """Words and single characters of scripts without spaces."""
    spans: list[Span] = []
    for match in _TOKEN.finditer(folded):
        start = match.start()
        for i in range(match.start(), match.end()):
            if is_unspaced(folded[i]):
                spans += [(start, i)] if start < i else []
                spans.append((i, i + 1))
                start = i + 1
        spans += [(start, match.end())] if start < match.end() else []
    return spans


def _width(folded: str, start: int, end: int) -> float:
    return CHARACTER if is_unspaced(folded[start]) else 1.0


def _widths(text: str, tokens: Sequence[Span], piece: Piece) -> float:
    folded = wording(text).text
    return sum(
        _width(folded, *token) for token in tokens if piece.start <= token[0] and token[1] <= piece.end
    )


def _pieces(text: str, tokens: Sequence[Span], passages: Sequence[Passage]) -> Iterator[Piece]:
    """The longest pieces from the left."""
    folded, i = wording(text).text, 0
    while i < len(tokens):
        best, j = _longest(text, tokens, i, passages)
        if best is None or sum(_width(folded, *token) for token in tokens[i:j]) < LEAST_WIDTH:
            i += 1
            continue
        yield best
        i = j


def _longest(
    text: str, tokens: Sequence[Span], i: int, passages: Sequence[Passage]
) -> tuple[Piece | None, int]:
    """The longest run of words from the i-th that some passage has, and the number of the word after it."""
    best, j = None, i
    while j < len(tokens):
        places = tuple(_places(text, tokens[i][0], tokens[j][1], passages))
        if not places:
            # Half of a character or word may be cut here, and whole again with the next.
            if j + 1 < len(tokens) and j - i < 1:
                j += 1
                continue
            break
        best, j = Piece(tokens[i][0], tokens[j][1], places), j + 1
    return best, j


def _places(text: str, start: int, end: int, passages: Sequence[Passage]) -> Iterator[tuple[int, Span]]:
    folded = wording(text)
    sought = Wording(folded.text[start:end], folded.starts[start:end], folded.ends[start:end])
    for index, passage in enumerate(passages):
        for where in filter(None, (wording(passage.text), hyphenated(passage.text))):
            for span in where.find(sought):
                yield index, span


def _together(pieces: Sequence[Piece], passages: Sequence[Passage]) -> bool:
    """All stand in one sentence, or follow each other with no word between."""
    for index, first in pieces[0].places:
        text = passages[index].text
        if any(
            all(_inside(piece, index, span) for piece in pieces)
            for span in sentences(text)
            if _meets(first, span)
        ):
            return True
        if _in_a_row(pieces, index, first, text):
            return True
    return False


def _inside(piece: Piece, index: int, span: Span) -> bool:
    return any(
        at == index and _meets(place, span) and span[0] <= place[0] and place[1] <= span[1]
        for at, place in piece.places
    )


def _meets(left: Span, right: Span) -> bool:
    return left[0] < right[1] and right[0] < left[1]


def _in_a_row(pieces: Sequence[Piece], index: int, first: Span, text: str) -> bool:
    last = first[1]
    for piece in pieces[1:]:
        nexts = [span for at, span in piece.places if at == index and span[0] >= last]
        following = min(nexts, default=None)
        if following is None or any(char.isalnum() for char in text[last : following[0]]):
            return False
        last = following[1]
    return True


def shown(text: str, piece: Piece) -> str:
    """The piece as the text has it."""
    start, end = original(text, piece.start, piece.end)
    return text[start:end]
