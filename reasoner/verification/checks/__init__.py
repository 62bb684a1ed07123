"""What can be checked about a candidate: a table of small functions, by the name that `verify` knows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import Annotated

from pydantic import AfterValidator, Field

from reasoner.errors import did_you_mean
from reasoner.state import Candidate, Check
from reasoner.verification.checks import (
    arithmetic,
    constraints,
    custom,
    knowledge,
    letters,
    python,
    sympy,
    units,
)
from reasoner.verification.checks.case import Case

Checker = Callable[[Candidate, Case], Check | None]
"""Checks one candidate; None where it does not apply. Never raises for what the text says."""

BUILT_IN: Mapping[str, Checker] = {
    "arithmetic": arithmetic.check,
    "python": python.check,
    "sympy": sympy.check,
    "letters": letters.check,
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


def put_to(candidate: Candidate, names: Sequence[str], case: Case, spent: Callable[[], bool]) -> Candidate:
    """The candidate with what these checks find out about it, until the time is `spent`.

    A check that it has already is not run again.
    """
    for name in names:
        if spent() or any(check.by == name for check in candidate.checks):
            continue
        found = known()[name](candidate, case)
        if found is not None:
            candidate = replace(candidate, checks=(*candidate.checks, found))
    return candidate


def _known(name: str) -> str:
    if name not in known():
        raise ValueError(f"no check '{name}'{did_you_mean(name, known())}")
    return name


CheckName = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"examples": list(BUILT_IN)})]
"""The name of a check: one of ours, or one that another package adds."""


def needs_checker(names: Sequence[str], checker: object) -> None:
    """Raises: ValueError, when a checker is there without the check "custom", or the other way round."""
    if custom.NAME in names and checker is None:
        raise ValueError("the check 'custom' needs the key 'checker', the name of a Python file.")
    if custom.NAME not in names and checker is not None:
        raise ValueError("'checker' is for the check 'custom'; add it to 'checks', or leave this key out.")


def _loaded(load: Callable[[], Checker]) -> Checker:
    """Loads the check's package when the check is first used."""
    return lambda candidate, case: load()(candidate, case)
