"""The model thinks, as often as it is told to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from reasoner import prompts, voting
from reasoner.models.model import Completion, Request
from reasoner.models.sampling import Preset, Sampling
from reasoner.prompts import REPAIR_SLOTS, Prompt, PromptFile
from reasoner.retrieval import reading
from reasoner.retrieval.reading import Sentence
from reasoner.stage import Context, Stage
from reasoner.state import Candidate, FieldName, Passage, State, Usage
from reasoner.verification import answers, equivalence, mending
from reasoner.verification.equivalence import Kind
from reasoner.verification.extraction import programs, reply
from reasoner.verification.sandbox import Sandbox

Mode = Literal["direct", "cot", "program", "quote"]

REPAIR_PROMPTS: Mapping[str, str] = {
    "cot": "repair.txt", "program": "repair_program.txt", "direct": "repair_direct.txt",
}  # fmt: skip
OVERRIDES = ("temperature", "top_k", "top_p", "min_p", "repeat_penalty")


def _bundled_prompt(data: Mapping[str, object]) -> Prompt:
    mode = str(data["mode"])
    return prompts.read(REPAIR_PROMPTS[mode] if data["repair"] else f"{mode}.txt", None)


class Think(Stage):
    """Adds a candidate for each sample that the model draws."""

    model_config = ConfigDict(serialize_by_alias=True)
    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates"})
    stage: Literal["think"] = "think"
    mode: Mode = "cot"
    """"direct": the text is the answer; "cot": the answer ends a chain of thought; "program": the model
    writes Python and its result is the answer; "quote": the model picks a sentence of the passages."""
    repair: bool = False
    """Hand each attempt of this mode in which a check found a fault back to the model, with the fault."""
    prompt: PromptFile = Field(default_factory=_bundled_prompt)
    """A prompt file, beside the pipeline or bundled; the mode's own unless set."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    samples: int = Field(1, ge=1, le=4096)
    """How many samples at most; with `repair`, for each attempt that is mended."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like."""
    stop_at: float | None = Field(None, gt=0.5, le=1)
    """Stop once the leading answer is the likeliest with this probability."""
    preset: Preset = "balanced"
    """Named sampling settings; the five keys below change single values."""
    temperature: float | None = Field(None, ge=0, le=5)
    top_k: int | None = Field(None, ge=0, le=100_000)
    top_p: float | None = Field(None, gt=0, le=1)
    min_p: float | None = Field(None, ge=0, le=1)
    repeat_penalty: float | None = Field(None, ge=0.1, le=3)
    max_tokens: int = Field(512, ge=1, le=1_000_000)
    """Length of a sample at most."""
    stop: tuple[str, ...] = Field((), max_length=16)
    """Texts at which a sample ends."""
    grammar: str | None = None
    """A GBNF grammar that every sample must follow."""
    json_schema: str | None = None
    """A JSON schema, as text, that every sample must follow."""
    beams: int = Field(1, ge=1, le=64)
    """Beam search of this width, on a backend that has it."""
    sentences: int = Field(8, ge=2, le=64)
    """In mode "quote": how many sentences the model chooses from."""
    even_if_proved: bool = False
    """Think although a candidate is proved already."""

    @field_validator("repair")
    @classmethod
    def _mendable(cls, repair: bool, info: ValidationInfo) -> bool:
        if repair and info.data.get("mode") == "quote":
            raise ValueError("in mode 'quote' there is nothing to repair; a quote is right or it is not.")
        return repair

    @field_validator("prompt")
    @classmethod
    def _suits(cls, prompt: Prompt, info: ValidationInfo) -> Prompt:
        repair, asked = info.data.get("repair"), REPAIR_SLOTS & prompt.slots
        if repair and asked != REPAIR_SLOTS:
            raise ValueError(f"{prompt.name}: a prompt for repair needs the slots {{attempt}} and {{fault}}.")
        if repair is False and asked:
            raise ValueError(f"{prompt.name}: {{{min(asked)}}} is only there with the key 'repair: true'.")
        return prompt

    @classmethod
    def needs(cls, keys: Mapping[str, object]) -> frozenset[FieldName]:
        passages: frozenset[FieldName] = frozenset({"passages"} if keys.get("mode") == "quote" else ())
        attempts: frozenset[FieldName] = frozenset({"candidates"} if keys.get("repair") else ())
        return super().needs(keys) | passages | attempts

    def run(self, state: State, context: Context) -> State:
        if state.proved and not self.even_if_proved:
            return state
        sentences = (
            reading.numbered(state.question, state.passages, self.sentences) if self.mode == "quote" else ()
        )
        tasks = self._faulty(state) if self.repair else (None,)
        if not tasks or (self.mode == "quote" and not sentences):
            return state
        # Stages that think one after another must not draw the same samples again.
        seed = context.seed + sum(candidate.seed is not None for candidate in state.candidates)
        drawn: list[Candidate] = []
        for mended in tasks:
            drawn += self._drawn(state, context, sentences, seed + len(drawn), mended)
        context.meter.add(Usage(samples=len(drawn), sample_budget=self.samples * len(tasks)))
        return replace(state, candidates=state.candidates + tuple(drawn))

    def _faulty(self, state: State) -> tuple[Candidate, ...]:
        """The attempts to mend."""
        best = mending.kept(state.candidates)
        return tuple(found for found in best if found.origin == self.mode and mending.fault(found))

    def _drawn(
        self,
        state: State,
        context: Context,
        sentences: Sequence[Sentence],
        seed: int,
        mended: Candidate | None,
    ) -> list[Candidate]:
        """The candidates of one request."""
        messages = self.prompt.fill(
            question=state.question,
            passages=_numbered(sentences) if sentences else _joined(state.passages),
            history="\n".join(f"{turn.role}: {turn.text}" for turn in state.history),
            attempt=mended.text if mended else "",
            fault=(mended and mending.fault(mended)) or "",
        )
        request = Request(messages, self._sampling(seed, len(sentences)), state.question)
        drawn: list[Candidate] = []
        for completion in context.model(self.model).generate(request, context.watch()):
            drawn.append(replace(self._candidate(completion, sentences, context.sandbox), mends=mended))
            if self.stop_at is not None and decided(drawn, self.stop_at, self.as_):
                break
        return drawn

    def _candidate(
        self, completion: Completion, sentences: Sequence[Sentence], sandbox: Sandbox
    ) -> Candidate:
        text = completion.text.strip()
        match self.mode:
            case "direct":
                answer = reply.after_thinking(text).strip() or None
            case "cot":
                answer = answers.extract(text, whole=completion.finish_reason == "stop", kind=self.as_)
            case "program":
                code = programs.code_block(text)
                answer = sandbox.run(code).value if code else None
            case "quote":
                chosen = int(text) - 1 if text.isdecimal() else -1
                text = sentences[chosen].text if 0 <= chosen < len(sentences) else text
                answer = text if 0 <= chosen < len(sentences) else None
        return Candidate(
            text=text,
            answer=answer,
            origin=self.mode,
            source=completion.source,
            logprob=completion.logprob,
            tokens=completion.tokens,
            seed=completion.seed,
        )

    def _sampling(self, seed: int, choices: int) -> Sampling:
        grammar = _one_of(choices) if choices else self.grammar
        changes = {name: getattr(self, name) for name in OVERRIDES if getattr(self, name) is not None}
        return Sampling.preset(
            self.preset,
            **changes,
            max_tokens=self.max_tokens,
            stop=self.stop,
            seed=seed,
            n=self.samples,
            beams=self.beams,
            grammar=grammar,
            json_schema=None if choices else self.json_schema,
        )


def decided(candidates: Sequence[Candidate], stop_at: float, kind: Kind) -> bool:
    """Whether the leading answer is the likeliest with probability `stop_at`; equal keys are one answer."""
    tallies = voting.majority(
        candidates, lambda answer: equivalence.key(answer, kind), lambda left, right: False
    )
    counts = [len(tally.members) for tally in tallies] + [0, 0]
    return voting.leads(counts[0], counts[1]) >= stop_at


def _one_of(choices: int) -> str:
    """A GBNF grammar for a number from 1 to `choices`."""
    return "root ::= " + " | ".join(f'"{i}"' for i in range(1, choices + 1))


def _numbered(sentences: Sequence[Sentence]) -> str:
    return "\n".join(f"{i}. {sentence.text}" for i, sentence in enumerate(sentences, start=1))


def _joined(passages: Sequence[Passage]) -> str:
    return "\n\n".join(passage.text for passage in passages)
