"""Every candidate is put to the test."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from reasoner.retrieval.bearing import bearing
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, Passage, State
from reasoner.verification import checks
from reasoner.verification.checker import CheckerFile
from reasoner.verification.checks import CheckName, knowledge
from reasoner.verification.checks.case import Case

TOP_K = 5
"""Passages that are looked up for one candidate."""


class Verify(Stage):
    """Adds to each candidate what checks find out about it; a check that it has already is not run again."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "candidates"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["verify"] = "verify"
    checks: list[CheckName] = Field(["arithmetic", "python", "sympy"], min_length=1)
    """What is checked: "arithmetic", the sums in the text; "python", the program in it; "sympy", the answer
    against a formal question; "letters", what the text says about the letters of words; "units" and
    "constraints", what the question says an answer must be; "knowledge", whether passages state it;
    "custom", your own checker."""
    checker: CheckerFile | None = Field(None, validate_default=True)
    """For the check "custom": a Python file that defines check(question, answer), beside the pipeline or
    bundled."""
    collection: str | None = Field(None, min_length=1)
    """For the check "knowledge": the collection; unless set the passages that were retrieved, and without any
    the collection of the settings or of `--collection`."""
    limit_seconds: float = Field(5.0, gt=0, le=300)
    """How long one computation of a check may take, such as a run; a check makes three at most."""

    @field_validator("checker")
    @classmethod
    def _belongs(cls, checker: object, info: ValidationInfo) -> object:
        if "checks" in info.data:
            checks.needs_checker(info.data["checks"], checker)
        return checker

    @field_validator("collection")
    @classmethod
    def _is_searched(cls, collection: object, info: ValidationInfo) -> object:
        if collection is not None and knowledge.NAME not in info.data.get("checks", (knowledge.NAME,)):
            raise ValueError(
                "'collection' is for the check 'knowledge'; add it to 'checks', or leave this key out."
            )
        return collection

    def run(self, state: State, context: Context) -> State:
        case = Case(
            state.question,
            context.sandbox,
            self.limit_seconds,
            candidates=state.candidates,
            search=lambda text: bearing(state.question, self._passages(text, state, context)),
            checker=self.checker.text if self.checker else None,
        )
        spent = context.budget.spent
        candidates = tuple(checks.put_to(found, self.checks, case, spent) for found in state.candidates)
        return state if candidates == state.candidates else replace(state, candidates=candidates)

    def _passages(self, text: str, state: State, context: Context) -> Sequence[Passage]:
        if state.passages and self.collection is None:
            return state.passages
        return context.retriever(self.collection or "default").search(text, TOP_K)
