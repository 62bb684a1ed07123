"""What a run has to reach for a build to pass."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from reasoner.errors import InputError, did_you_mean, one_line

GATED = ("accuracy", "coverage", "selective_accuracy", "auroc", "mean_value")
"""Numbers of which more is better, each between 0 and 1."""
OPTION = "--fail-under"


def parse(text: str) -> Mapping[str, float]:
    """Lowest values by name, of a text such as "accuracy=0.80,coverage=0.5". Raises: InputError."""
    found: dict[str, float] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        shown = one_line(part, 60)
        if not equals:
            raise InputError(f"{OPTION}: '{shown}' has no value; write it as accuracy=0.80,coverage=0.5.")
        if name not in GATED:
            raise InputError(f"{OPTION}: no gate '{one_line(name, 60)}'{did_you_mean(name, GATED)}")
        if name in found:
            raise InputError(f"{OPTION}: '{name}' comes twice; keep one.")
        found[name] = _share(value, shown)
    if not found:
        raise InputError(f"{OPTION}: nothing is asked for; write it as accuracy=0.80,coverage=0.5.")
    return found


def _share(value: str, shown: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if isfinite(share) and 0 <= share <= 1:
        return share
    raise InputError(f"{OPTION}: '{shown}' is no share between 0 and 1; 80 % is 0.80.")


def fallen(least: Mapping[str, float], statistics: Mapping[str, Any]) -> Iterator[str]:
    """What each gate that does not hold says."""
    for name, bound in least.items():
        value = statistics.get(name)
        if value is None:
            yield f"{name} is not known, and has to be at least {bound:g}"
        elif value < bound:
            yield f"{name} {value:.4g} is under {bound:g}"


def dropped(comparison: Mapping[str, Any], baseline: str) -> Iterator[str]:
    """What the gate of a baseline says, where the comparison calls that the winner.

    The comparison is one of `comparison.compare`, the baseline first.
    """
    if comparison["winner"] == "a":
        before, now = comparison["a"]["accuracy"], comparison["b"]["accuracy"]
        lost, won = (len(comparison["flipped"][way]) for way in ("lost", "won"))
        why = f"{lost} lost and {won} won of {comparison['n']} items, p = {comparison['p']:.2g}"
        yield f"accuracy fell from {before:.4g} in {baseline} to {now:.4g} ({why})"
