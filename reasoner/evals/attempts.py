"""What the samples of a run would have come to, had there been fewer: pass@k and maj@k."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

from reasoner.evals.subsets import EXACT_UP_TO, Classes, counts, majority_at, pass_at

Row = Mapping[str, Any]
NOT_SAMPLED = "solve"
"""The origin of candidates that no model wrote."""


def summary(rows: Sequence[Row]) -> dict[str, Any] | None:
    """pass@k and maj@k for k = 1, 2, 4 and so on, JSON-ready; None where no question has samples to count.

    Each k has the mean over the questions with at least k samples, of which there are `n`. Where questions
    have different numbers of samples `uneven` is true: the means of different k are then of different
    questions, and where sampling stopped early no mean is unbiased, because what was drawn told when to stop.
    A question with an answer of which nobody knows whether it is right is left out and counted as `unknown`.
    """
    found = [classes(row) for row in rows]
    known = [one for one in found if isinstance(one, Classes)]
    if not known:
        return None
    most = max(one.samples for one in known)
    return {
        "questions": len(known),
        "unknown": found.count("unknown"),
        "least": min(one.samples for one in known),
        "most": most,
        "uneven": any(one.samples < most for one in known),
        "at": [_at([one for one in known if one.samples >= k], k) for k in counts(most)],
    }


def classes(row: Row) -> Classes | str | None:
    """The classes of equal answers among the samples of the row.

    "unknown" where nobody knows whether one of them is right; None where there are no samples, or no vote
    says which of their answers are equal.
    """
    drawn = {i for i, one in enumerate(row.get("candidates") or ()) if one.get("origin") != NOT_SAMPLED}
    votes, marks = row.get("votes") or (), row.get("votes_right") or ()
    spoke = any(row["candidates"][i].get("answer") is not None for i in drawn)
    if not drawn or len(votes) != len(marks) or (spoke and not votes):
        return None
    sizes = [(len(drawn & set(vote["members"])), mark) for vote, mark in zip(votes, marks, strict=True)]
    if any(mark is None for size, mark in sizes if size):
        return "unknown"
    return Classes(
        right=tuple(size for size, mark in sizes if mark and size),
        wrong=tuple(size for size, mark in sizes if not mark and size),
        mute=len(drawn) - sum(size for size, _ in sizes),
    )


def _at(known: Sequence[Classes], k: int) -> dict[str, Any]:
    passed = [pass_at(one.samples, sum(one.right), k) for one in known]
    majority = [majority_at(one, k) for one in known]
    exact = all(one.samples <= EXACT_UP_TO for one in known)
    return {
        "k": k,
        "n": len(known),
        "pass": fsum(passed) / len(passed),
        "maj": fsum(majority) / len(majority),
        "maj_method": "exact" if exact else "monte_carlo",
    }
