"""How well a passage bears on a question, as a number in [0, 1]."""

from collections.abc import Callable, Iterable, Sequence


def coverage(question: Sequence[str], passage: Iterable[str], weight: Callable[[str], float]) -> float:
    """Share of the question's terms, by weight, that the passage has; 0.0 for a question without terms."""
    present = set(passage)
    weights = {term: weight(term) for term in question}
    total = sum(weights.values())
    return sum(w for term, w in weights.items() if term in present) / total if total else 0.0
