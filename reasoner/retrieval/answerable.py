"""Whether the sources have the answer at all."""

from collections.abc import Sequence

from reasoner.retrieval.support import bears
from reasoner.state import Passage


def answerable(question: str, passages: Sequence[Passage]) -> float:
    """Probability that the collection in which the passages were found answers the question; 0.0 for none."""
    return max((bears(passage.score) for passage in passages), default=0.0)
