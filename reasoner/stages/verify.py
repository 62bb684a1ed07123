"""Every candidate is put to the test."""

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from reasoner.errors import did_you_mean
from reasoner.stage import Context, Stage
from reasoner.state import Candidate, FieldName, State
from reasoner.verification import checks
from reasoner.verification.checks.case import Case


def _known(name: str) -> str:
    if name not in checks.known():
        raise ValueError(f"no check '{name}'{did_you_mean(name, checks.known())}")
    return name


_EXAMPLES = Field(json_schema_extra={"examples": list(checks.BUILT_IN)})
CheckName = Annotated[str, AfterValidator(_known), _EXAMPLES]
"""The name of a check: one of ours, or one that another package adds."""


class Verify(Stage):
    """Adds to each candidate what checks find out about it; a check that it has already is not run again."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "candidates"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["verify"] = "verify"
    checks: list[CheckName] = Field(["arithmetic", "python", "sympy"], min_length=1)
    """What is checked: the sums in the text, the program in it, the answer against a formal question."""
    limit_seconds: float = Field(5.0, gt=0, le=300)
    """How long one check of one candidate may take."""

    def run(self, state: State, context: Context) -> State:
        case = Case(state.question, context.sandbox, self.limit_seconds)
        candidates = tuple(self._checked(candidate, case, context) for candidate in state.candidates)
        return state if candidates == state.candidates else replace(state, candidates=candidates)

    def _checked(self, candidate: Candidate, case: Case, context: Context) -> Candidate:
        for name in self.checks:
            if context.budget.spent() or any(check.by == name for check in candidate.checks):
                continue
            found = checks.known()[name](candidate, case)
            if found is not None:
                candidate = replace(candidate, checks=(*candidate.checks, found))
        return candidate
