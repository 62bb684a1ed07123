"""A follow-up question made to stand alone, so that what comes after needs no conversation."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from reasoner import prompts
from reasoner.models.model import Request
from reasoner.models.sampling import Sampling
from reasoner.prompts import Prompt, PromptFile
from reasoner.retrieval.followups.dependence import depends
from reasoner.retrieval.followups.faithful import faithful
from reasoner.retrieval.followups.resolving import MAX_TURN, resolved
from reasoner.stage import Context, Stage
from reasoner.state import FieldName, State, Turn
from reasoner.verification.extraction import reply

_MARKS = " \t\"'“”‘’`*"


class Condense(Stage):
    """Make a follow-up such as "And in 1990?" a question that stands alone.

    A question without a conversation, or that needs none, stays as it is. What the model makes of it is taken
    only if it says no more than the conversation and the question do; else rules put in what it points to.
    """

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "history"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    stage: Literal["condense"] = "condense"
    by: Literal["model", "rules"] = "model"
    """Who makes it: the model, with the rules to fall back on, or the rules alone."""
    turns: int = Field(6, ge=1, le=100)
    """How many of the last turns are looked at, questions and answers together."""
    prompt: PromptFile | None = None
    """A prompt file, beside the pipeline or bundled; condense.txt unless set."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    max_tokens: int = Field(64, ge=1, le=100_000)
    """Length of what the model writes, at most."""

    @field_validator("prompt")
    @classmethod
    def _suited(cls, prompt: Prompt | None) -> Prompt | None:
        return prompt and prompts.suited(prompt, "condense", frozenset({"history"}))

    def run(self, state: State, context: Context) -> State:
        turns = state.history[-self.turns :]
        if not turns or not depends(state.question):
            return state
        by_rules = resolved(state.question, turns)
        if by_rules == state.question:
            return state
        if self.by == "rules":
            return replace(state, question=by_rules)
        written = self._written(state.question, turns, context)
        spoken = [turn.text[:MAX_TURN] for turn in turns]
        good = faithful(written, state.question, spoken, by_rules)
        return replace(state, question=written if good else by_rules)

    def _written(self, question: str, turns: Sequence[Turn], context: Context) -> str:
        """What the model makes of the question; empty when it writes nothing."""
        prompt = self.prompt or prompts.read("condense.txt", None)
        short = tuple(replace(turn, text=turn.text[:MAX_TURN]) for turn in turns)
        values = prompts.given(State(question, history=short))
        sampling = Sampling.preset("greedy", max_tokens=self.max_tokens, seed=context.seed)
        request = Request(prompt.fill(**values), sampling, question)
        said = next(iter(context.model(self.model).generate(request, context.watch())), None)
        return reply.after_thinking(said.text).strip().strip(_MARKS) if said else ""
