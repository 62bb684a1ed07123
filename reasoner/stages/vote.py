"""Many attempts become one answer."""

from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field

from reasoner import confidence, voting
from reasoner.stage import Context, Stage
from reasoner.state import Abstained, Answered, Candidate, FieldName, State
from reasoner.verification import certificate, equivalence
from reasoner.verification.equivalence import Kind


class Vote(Stage):
    """Answers with what most candidates agree on; equal answers count as one, however they are written."""

    model_config = ConfigDict(serialize_by_alias=True)
    reads: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"outcome"})
    stage: Literal["vote"] = "vote"
    by: Literal["majority", "verified_first"] = "verified_first"
    """Everyone has a vote; or what is proved wins, and what failed a check cannot."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like."""

    def run(self, state: State, context: Context) -> State:
        tally = voting.majority if self.by == "majority" else voting.verified_first

        def key(answer: str) -> str:
            return equivalence.key(answer, self.as_)

        def equal(left: str, right: str) -> bool:
            found = equivalence.equal(left, right, context.sandbox, kind=self.as_, question=state.question)
            return found.verdict == "equal"

        tallies = tally(state.candidates, key, equal)
        if not tallies or not tallies[0].weight:
            return replace(state, outcome=Abstained(_nothing(state.candidates), 0.0))
        winner = tallies[0]
        members = [state.candidates[i] for i in winner.members]
        best = next((candidate for candidate in members if candidate.proved), members[0])
        sure = confidence.raw(winner.share, len(state.candidates), proved=best.proved, logprob=best.logprob)
        text = best.answer or winner.answer
        proof = certificate.certificate(state.question, text, members, context.sandbox)
        return replace(state, outcome=Answered(text, sure, certificate=proof))


def _nothing(candidates: tuple[Candidate, ...]) -> str:
    failed = [check for candidate in candidates for check in candidate.checks if check.verdict == "fail"]
    if failed:
        return f"every answer failed a check; the first: {failed[0].by}: {failed[0].reason}"
    if candidates:
        return f"none of {len(candidates)} samples stated an answer"
    return "nothing was found to answer with"
