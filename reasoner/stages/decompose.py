"""Least-to-most prompting: a question is broken down into easier ones, which are answered in turn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field, field_validator

from reasoner import prompts
from reasoner.drawing import Rule, draw, worth
from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.models.sampling import Preset, Sampling
from reasoner.models.turns import inside, mean_logprob
from reasoner.patterns import pattern
from reasoner.prompts import Prompt, PromptFile
from reasoner.stage import Context, Stage
from reasoner.state import Candidate, FieldName, State
from reasoner.verification import answers
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import reply
from reasoner.voting import effort

_ITEM = pattern(
    r"^[ \t*_#>]*(?:(?:(?:sub-?)?question|step|q|问题|步骤)? ?\d{1,2} ?[.):：、）]|[-•])"
    r"[ \t*_]*(\S.*)$",
    re.IGNORECASE | re.MULTILINE,
)
"""A numbered or marked line of a list."""
_ASKING = pattern(r"^[ \t*_#>]*(\S.*[?？])[ \t*_]*$", re.MULTILINE)
_NEXT = "\nQuestion"
"""Where a model goes on with a question of its own, in the way of `shown`, instead of ending."""
_SHOWN = pattern(r"^Question (\d+): .*\nAnswer \1: ", re.MULTILINE)
"""What `shown` puts before an answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was asked, and what the model said."""

    question: str
    said: Completion


class Decompose(Stage):
    """Adds a candidate for each time that the model breaks the question down and answers it step by step.

    Least-to-most prompting (Zhou et al. 2022, 2205.10625).
    """

    model_config = ConfigDict(serialize_by_alias=True)
    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["decompose"] = "decompose"
    steps: int = Field(4, ge=1, le=16)
    """How many easier questions at most are answered before the question itself."""
    prompt: PromptFile = Field(default_factory=lambda: prompts.read("decompose.txt", None))
    """A prompt file, beside the pipeline or bundled, that asks for the list of questions."""
    answer_prompt: PromptFile = Field(default_factory=lambda: prompts.read("subquestion.txt", None))
    """The same for each of these questions, and for the question itself in the end."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    samples: int = Field(1, ge=1, le=4096)
    """How many times at most, each with a list of its own, at the effort "medium"."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like."""
    stop_at: float | None = Field(None, gt=0.5, le=1)
    """Stop once the answer that leads would lead after all samples with this probability; with 1, once it
    cannot be caught."""
    preset: Preset = "balanced"
    """Named sampling settings; `temperature` changes one of them."""
    temperature: float | None = Field(None, ge=0, le=5)
    max_tokens: int = Field(256, ge=1, le=1_000_000)
    """Length of the list, and of each answer, at most."""
    even_if_proved: bool = False
    """Ask although a candidate is proved already."""

    @field_validator("prompt")
    @classmethod
    def _lists(cls, prompt: Prompt) -> Prompt:
        return prompts.suited(prompt, "the list of decompose", frozenset(), optional={"steps"})

    @field_validator("answer_prompt")
    @classmethod
    def _builds_up(cls, prompt: Prompt) -> Prompt:
        return prompts.suited(prompt, "an answer of decompose", {"sofar", "subquestion"})

    def run(self, state: State, context: Context) -> State:
        if state.proved and not self.even_if_proved:
            return state
        model, most = context.model(self.model), effort.ceiling(self.samples, context.budget.effort)
        messages = self.prompt.fill(**prompts.given(state), steps=str(self.steps))
        listing = Request(messages, question=state.question)
        # What was drawn of the same messages must not be drawn again.
        first = sum(candidate.prompt == listing.prompt for candidate in state.candidates)
        listing = replace(listing, first=first, sampling=self._sampling(context.seed + first, most))

        def samples(watch: Watch) -> Iterator[Candidate]:
            for i, listed in enumerate(model.generate(listing, watch)):
                candidate = self._worked_out(
                    state, model, listed, self._follow_up(listing, i), inside(watch, i)
                )
                if candidate is None:
                    return
                yield replace(candidate, prompt=listing.prompt)

        rule = Rule(worth(self.samples, state, context), self.stop_at, until_proved=not self.even_if_proved)
        drawn = draw(samples, most, rule, self.as_, context, state.question)
        return replace(state, candidates=state.candidates + drawn)

    def _worked_out(
        self, state: State, model: Model, listed: Completion, request: Request, watch: Watch
    ) -> Candidate | None:
        """The candidate of one list; None where it was not finished in time."""
        text = reply.after_thinking(listed.text).strip()
        if (recorded := answered(text)) is not None:
            return self._candidate(text, recorded, listed, (listed,))
        done: tuple[Asked, ...] = ()
        for question in (*subquestions(text, state.question)[: self.steps], state.question):
            slots = {"sofar": shown(done), "subquestion": question}
            messages = self.answer_prompt.fill(**prompts.given(state), **slots)
            said = list(model.generate(replace(request, messages=messages), watch))
            if not said:
                return None
            done = (*done, Asked(question, said[0]))
        last = done[-1].said
        return self._candidate(shown(done), last.text, last, (listed, *(asked.said for asked in done)))

    def _candidate(
        self, text: str, conclusion: str, last: Completion, all_: Sequence[Completion]
    ) -> Candidate:
        return Candidate(
            text=text,
            answer=answers.extract(conclusion, whole=last.finish_reason == "stop", kind=self.as_),
            origin="decompose",
            source=all_[0].source,
            logprob=mean_logprob(all_),
            tokens=sum(said.tokens for said in all_),
            cut=last.finish_reason == "length",
            seed=all_[0].seed,
            score=all_[0].score,
            p_true=all_[0].p_true,
        )

    def _follow_up(self, listing: Request, index: int) -> Request:
        """The request for an answer in the sample of that index, but for its messages."""
        sampling = self._sampling(listing.sampling.seed + index, 1, stop=(_NEXT,))
        return replace(listing, first=listing.first + index, sampling=sampling)

    def _sampling(self, seed: int, n: int, stop: tuple[str, ...] = ()) -> Sampling:
        changes = {} if self.temperature is None else {"temperature": self.temperature}
        length = {"max_tokens": self.max_tokens, "stop": stop}
        return Sampling.preset(self.preset, **changes, **length, seed=seed % 2**31, n=n)


def subquestions(text: str, question: str) -> tuple[str, ...]:
    """The questions of the list in the text, each once, without the question itself; () for no list.

    Of a text without a numbered or marked line these are the lines that end in a question mark.
    """
    items = _ITEM.findall(text) or _ASKING.findall(text)
    known = {_plain(question), ""}
    found = []
    for item in (item.strip(" \t*_") for item in items):
        if _plain(item) not in known:
            known.add(_plain(item))
            found.append(item)
    return tuple(found)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def shown(done: Sequence[Asked]) -> str:
    """Questions with their answers, as later ones and the reader see them."""
    return "\n\n".join(
        f"Question {i}: {asked.question}\nAnswer {i}: {reply.after_thinking(asked.said.text).strip()}"
        for i, asked in enumerate(done, start=1)
    )


def answered(text: str) -> str | None:
    """The last answer of a text that `shown` made, as recordings have it; None for a mere list."""
    ends = [match.end() for match in _SHOWN.finditer(text)] if text.startswith("Question 1: ") else []
    return text[ends[-1] :] if ends else None
