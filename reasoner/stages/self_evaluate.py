"""P(True): the model is asked whether the answer that leads is right."""

import json
from dataclasses import replace
from math import exp
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, field_validator, model_validator

from reasoner import confidence, prompts
from reasoner.models.model import Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.prompts import Prompt, PromptFile
from reasoner.stage import Context, Stage
from reasoner.state import Answered, FieldName, State

WORD_TOKENS = 4
"""Tokens that "yes" or "no" may have at most."""
Probability = Annotated[float, Field(ge=0, le=1)]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class SelfEvaluate(Stage):
    """Ask the model whether the answer of a vote is right, where the vote leaves that open.

    P(True) of Kadavath et al. 2022 (2207.05221). It goes to the candidates with that answer, and the
    confidence becomes the mean of it and the vote's own.
    """

    reads: ClassVar[frozenset[FieldName]] = frozenset({"question", "candidates", "votes", "outcome"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates", "outcome"})
    stage: Literal["self_evaluate"] = "self_evaluate"
    unsure: list[Probability] = Field([0.2, 0.95], min_length=2, max_length=2)
    """The lowest and the highest confidence at which the model is asked."""
    prompt: PromptFile = Field(default_factory=lambda: prompts.read("self_evaluate.txt", None))
    """A prompt file, beside the pipeline or bundled."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    yes: Word = "Yes"
    """The reply that says that the answer is right: best a word that the model writes as a single token."""
    no: Word = "No"
    """The reply that says that it is wrong."""

    @field_validator("unsure")
    @classmethod
    def _in_order(cls, unsure: list[float]) -> list[float]:
        if unsure[0] > unsure[1]:
            raise ValueError(f"unsure is {unsure}; the lower confidence comes first.")
        return unsure

    @field_validator("prompt")
    @classmethod
    def _shows_the_answer(cls, prompt: Prompt) -> Prompt:
        return prompts.suited(prompt, "self_evaluate", {"answer"})

    @model_validator(mode="after")
    def _two_words(self) -> Self:
        if self.yes == self.no:
            raise ValueError(f"'yes' and 'no' are both '{self.yes}'; make them differ.")
        return self

    def run(self, state: State, context: Context) -> State:
        answered = state.outcome
        if not isinstance(answered, Answered) or not self._asks(state, answered):
            return state
        p_true = self._p_true(state, answered, context)
        if p_true is None:
            return state
        winner = state.votes[0]
        members = frozenset(winner.members)
        candidates = tuple(
            replace(candidate, p_true=p_true) if i in members else candidate
            for i, candidate in enumerate(state.candidates)
        )
        sure = confidence.of_vote(candidates, winner)
        return replace(state, candidates=candidates, outcome=replace(answered, confidence=sure))

    def _asks(self, state: State, answered: Answered) -> bool:
        """The confidence is that of a vote, not sure either way, and the model was not asked before."""
        low, high = self.unsure
        of_a_vote = answered.kind == "raw" and not answered.citations and bool(state.votes)
        if not of_a_vote or not low <= answered.confidence <= high:
            return False
        members = [state.candidates[i] for i in state.votes[0].members]
        return not any(candidate.proved or candidate.p_true is not None for candidate in members)

    def _p_true(self, state: State, answered: Answered, context: Context) -> float | None:
        """Probability of "yes" against "no"; None where the model does not tell it."""
        messages = self.prompt.fill(**prompts.given(state), answer=answered.text)
        request = Request(messages, question=state.question)
        yes, no = (self._logprob(request, word, context) for word in (self.yes, self.no))
        return None if yes is None or no is None else 1 / (1 + exp(no - yes))

    def _logprob(self, request: Request, word: str, context: Context) -> float | None:
        """Log-probability that the reply begins with the word, which a grammar forces on the model.

        Engines tell the probabilities before the grammar. The word is also where the reply stops, so that
        no token after it counts, and none of the text is left: any other text was not forced.
        """
        spent = context.watch().on_spent
        watch = Watch(context.budget.spent, on_spent=lambda _, prompt, made: spent(0, prompt, made))
        sampling = Sampling.preset(
            "greedy",
            max_tokens=WORD_TOKENS,
            stop=(word,),
            grammar=f"root ::= {json.dumps(word, ensure_ascii=False)}",
        )
        drawn = list(context.model(self.model).generate(replace(request, sampling=sampling), watch))
        if not drawn or drawn[0].text.strip() or drawn[0].finish_reason != "stop":
            return None
        mean = drawn[0].logprob
        return None if mean is None else mean * drawn[0].tokens
