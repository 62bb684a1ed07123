"""Formal questions need no model: arithmetic, equations, calculus and units are solved exactly."""

from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field

from reasoner.stage import Context, Stage
from reasoner.state import Candidate, FieldName, State
from reasoner.verification.problems import formal
from reasoner.verification.problems.solution import solution


class Solve(Stage):
    """Solves a question that is a formal problem, and checks the result; leaves others alone."""

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["solve"] = "solve"
    limit_seconds: float = Field(5.0, gt=0, le=300)
    """How long the solution may take."""

    def run(self, state: State, context: Context) -> State:
        problem = formal.read(state.question)
        found = problem and solution(problem, context.sandbox, self.limit_seconds)
        if not found:
            return state
        candidate = Candidate(found.work, found.answer, self.tag(), checks=(found.check,))
        return replace(state, candidates=(*state.candidates, candidate))
