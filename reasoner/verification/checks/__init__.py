"""What can be checked about a candidate: a table of small functions, by the name that `verify` knows."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points

from reasoner.state import Candidate, Check
from reasoner.verification.checks import arithmetic, constraints, custom, knowledge, python, sympy, units
from reasoner.verification.checks.case import Case

Checker = Callable[[Candidate, Case], Check | None]
"""Checks one candidate; None where it does not apply. Never raises for what the text says."""

BUILT_IN: Mapping[str, Checker] = {
    "arithmetic": arithmetic.check,
    "python": python.check,
    "sympy": sympy.check,
    "units": units.check,
    "constraints": constraints.check,
    "knowledge": knowledge.check,
    "custom": custom.check,
}


@cache
def known() -> dict[str, Checker]:
    """Every check by its name: ours, and those of the entry points `reasoner.checks`."""
    points = entry_points(group="reasoner.checks")
    return {point.name: _loaded(point.load) for point in points} | dict(BUILT_IN)


def _loaded(load: Callable[[], Checker]) -> Checker:
    """Loads the check's package when the check is first used."""
    return lambda candidate, case: load()(candidate, case)
