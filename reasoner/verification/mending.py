"""What is wrong with an attempt, and which of two attempts stands better. Pure functions."""

from collections.abc import Sequence
from dataclasses import replace

from reasoner.state import Candidate


def fault(candidate: Candidate) -> str | None:
    """What a check found wrong, as one would tell the author; None where nothing is known to be wrong.

    An attempt without an answer is at fault as well; its reason may be the error of its program.
    """
    if candidate.proved:
        return None
    silent = candidate.answer is None
    wrong = "fail" if candidate.refuted else "unknown" if silent else None
    reasons = (check.reason for check in candidate.checks if check.verdict == wrong)
    return next(reasons, "it states no answer" if silent else None)


def clean(candidate: Candidate) -> bool:
    """It has an answer, passed a check and failed none."""
    passed = any(check.verdict == "pass" for check in candidate.checks)
    return candidate.answer is not None and passed and not candidate.refuted


def standing(candidate: Candidate) -> int:
    """How well it stands: proved 4, clean 3, nothing known 2, faulty 1, without an answer 0."""
    if candidate.answer is None:
        return 0
    if candidate.proved:
        return 4
    return 1 if candidate.refuted else 3 if clean(candidate) else 2


def kept(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, but of each attempt and those that mend it only the one that stands best.

    It takes the place of the first. Of equals the last stays: what is wrong with it was found later.
    """
    found: list[Candidate] = []
    places: dict[Candidate, int] = {}
    for candidate in candidates:
        place = places.get(_attempt(candidate.mends)) if candidate.mends else None
        if place is None:
            place = len(found)
            found.append(candidate)
        elif standing(candidate) >= standing(found[place]):
            found[place] = candidate
        places.setdefault(_attempt(candidate), place)
    return tuple(found)


def _attempt(candidate: Candidate) -> Candidate:
    """The candidate as it was made, without what was found out about it."""
    return replace(candidate, checks=())
