"""What `search` shows of a passage: its place, its text, and why it stands where it does."""

import textwrap
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from reasoner.retrieval.answerable import relevance
from reasoner.retrieval.citations import place
from reasoner.retrieval.terms import content_terms, terms
from reasoner.state import Passage

if TYPE_CHECKING:
    from reasoner.retrieval.hybrid import Explained, Hybrid  # loads the search libraries

MOST_TERMS = 12
"""Terms that are shown of those that a passage has, and of those that it lacks."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a passage stands where it does."""

    scores: dict[str, float | None]
    """By name, what each part of the search makes of it; None of a part that has no say."""
    relevance: float
    """Probability that the passage bears on the query."""
    terms: dict[str, float]
    """Terms of the query that it has, with their weights: the rarer, the heavier."""
    lacks: dict[str, float]
    """The other terms of the query."""


def reasons(found: "Explained", query: str, retriever: "Hybrid") -> Reasons:
    """Why the passage was found for the query."""
    scores = asdict(found)
    del scores["passage"]
    passage = found.passage
    said = {term for text in (*passage.headings, passage.text) for term in terms(text)}
    weights = {term: retriever.index.idf(term) for term in content_terms(query)}
    heavy = dict(sorted(weights.items(), key=lambda pair: -pair[1]))
    return Reasons(
        scores=scores,
        relevance=relevance(query, passage),
        terms={term: weight for term, weight in heavy.items() if term in said},
        lacks={term: weight for term, weight in heavy.items() if term not in said},
    )


def as_dict(passage: Passage, why: Reasons | None) -> dict[str, Any]:
    """The passage as JSON has it, with the reasons where they are wanted."""
    if why is None:
        return asdict(passage)
    return asdict(passage) | why.scores | {"relevance": why.relevance, "terms": why.terms, "lacks": why.lacks}


def shown(passage: Passage, why: Reasons | None) -> str:
    """The passage for people."""
    head = f"{passage.score:.2f}  {place(passage)}"
    text = textwrap.indent(passage.text.strip(), "    ")
    return "\n".join([head, *(_told(why) if why else ()), text])


def _told(why: Reasons) -> list[str]:
    scores = ", ".join(f"{name} {_number(value)}" for name, value in why.scores.items())
    lines = [f"  [{scores}, relevance {why.relevance:.3f}]", f"  has: {_listed(why.terms)}"]
    return [*lines, f"  lacks: {_listed(why.lacks)}"] if why.lacks else lines


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _listed(weights: dict[str, float]) -> str:
    shown = [f"{term} {weight:.2f}" for term, weight in list(weights.items())[:MOST_TERMS]]
    more = len(weights) - len(shown)
    return (
        ", ".join([*shown, f"and {more} more"] if more else shown) or "no term of the query; near in meaning"
    )
