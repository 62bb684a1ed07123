"""The model thinks, as often as it is told to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    ConfigDict,
    Field,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    field_validator,
    model_serializer,
)

from reasoner import prompts, quotes
from reasoner.attempt import Mode, attempt
from reasoner.confidence.calibration import CalibrationFile, Fit
from reasoner.drawing import Rule, draw, worth
from reasoner.errors import SettingsError
from reasoner.models.model import Completion, Request, Watch
from reasoner.models.sampling import Preset, Sampling
from reasoner.prompts import REPAIR_SLOTS, Prompt, PromptFile
from reasoner.quotes import Narrowing
from reasoner.retrieval import quoting
from reasoner.retrieval.reading import Sentence
from reasoner.stage import Context, Stage
from reasoner.state import Candidate, FieldName, State
from reasoner.verification import checks, mending
from reasoner.verification.checker import CheckerFile
from reasoner.verification.checks import CheckName, knowledge
from reasoner.verification.checks.case import Case
from reasoner.verification.equivalence import Kind
from reasoner.voting import effort
from reasoner.voting.stopping import DEFAULT, Stopping, earliest

Decoding = Literal["sampling", "greedy", "beam"]

REPAIR_PROMPTS: Mapping[str, str] = {
    "cot": "repair.txt", "program": "repair_program.txt", "direct": "repair_direct.txt",
}  # fmt: skip
BEAMS = 4
"""Width of a beam search that names none."""
OVERRIDES = ("temperature", "top_k", "top_p", "min_p", "repeat_penalty")

SPAN_KEYS = frozenset({"answer", "spans", "span_prompt"})


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
    """"direct": the text is the answer; "cot": the answer ends a chain of thought, or is what a program that
    the model wrote instead comes to; "program": the model writes Python and its result is the answer;
    "quote": the model picks a sentence of the passages."""
    repair: bool = False
    """Hand each attempt of this mode in which a check found a fault back to the model, with the fault."""
    prompt: PromptFile = Field(default_factory=_bundled_prompt)
    """A prompt file, beside the pipeline or bundled; the mode's own unless set."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    samples: int = Field(1, ge=1, le=4096)
    """How many samples at most, at the effort "medium"; with `repair`, for each attempt that is mended."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like."""
    stop_at: float | None = Field(None, gt=0.5, le=1)
    """Stop once the answer that leads would lead after all samples with this probability; with 1, once it
    cannot be caught. At a proof sampling always stops."""
    checks: tuple[CheckName, ...] = ()
    """Checks that each sample is put to as soon as it is there; what they find moves `stop_at`."""
    checker: CheckerFile | None = Field(None, validate_default=True)
    """For the check "custom": see `verify`."""
    limit_seconds: float = Field(5.0, gt=0, le=300)
    """How long a program that the model wrote may run, and one computation of a check take."""
    calibration: CalibrationFile | None = None
    """A file of `reasoner calibrate`, for what `stop_at` expects of votes."""
    budget_tokens: int | None = Field(None, ge=1)
    """Tokens that all samples may have together; the one that reaches them is the last."""
    budget_seconds: float | None = Field(None, gt=0)
    """Wall time for all samples together."""
    beams: int = Field(1, ge=1, le=64)
    """Beam search of this width, on a backend that has it."""
    decoding: Decoding = Field("sampling", validate_default=True)
    """"greedy": the likeliest token each time, one sample; "beam": the likeliest texts of a beam search."""
    preset: Preset = "balanced"
    """Named sampling settings; the five keys below change single values."""
    temperature: float | None = Field(None, ge=0, le=5)
    top_k: int | None = Field(None, ge=0, le=100_000)
    top_p: float | None = Field(None, gt=0, le=1)
    min_p: float | None = Field(None, ge=0, le=1)
    repeat_penalty: float | None = Field(None, ge=0.1, le=3)
    max_tokens: int = Field(512, ge=1, le=1_000_000)
    """Length of a sample at most."""
    stop: tuple[Annotated[str, Field(min_length=1)], ...] = Field((), max_length=16)
    """Texts at which a sample ends."""
    grammar: str | None = None
    """A GBNF grammar that every sample must follow."""
    json_schema: str | None = None
    """A JSON schema, as text, that every sample must follow."""
    sentences: int = Field(8, ge=2, le=64)
    """In mode "quote": how many sentences the model chooses from."""
    answer: Literal["sentence", "span"] = "sentence"
    """In mode "quote": whether the answer is the sentence, or the words in it that answer. Who asks how
    something is done, or what it is, always gets the sentence."""
    spans: int = Field(1, ge=1, le=16)
    """With `answer: span`: how many spans of the sentence, the likeliest first, the model chooses from."""
    span_prompt: PromptFile = Field(default_factory=lambda: prompts.read("quote_span.txt", None))
    """With several of them: the prompt, in which {passages} is the sentence."""
    even_if_proved: bool = False
    """Think although a candidate is proved already."""

    @model_serializer(mode="wrap")
    def _only_what_matters(
        self, dump: SerializerFunctionWrapHandler, info: SerializationInfo
    ) -> dict[str, Any]:
        """Where stages are compared, how words are taken is no part of one that takes none."""
        keys: dict[str, Any] = dump(self)
        compared = (info.context or {}).get("prompts") == "text"
        drop = SPAN_KEYS if compared and self.answer != "span" else frozenset[str]()
        return {key: value for key, value in keys.items() if key not in drop}

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
        return prompts.suited(prompt, "think", frozenset(), optional=REPAIR_SLOTS)

    @classmethod
    def needs(cls, keys: Mapping[str, object]) -> frozenset[FieldName]:
        passages: frozenset[FieldName] = frozenset({"passages"} if keys.get("mode") == "quote" else ())
        attempts: frozenset[FieldName] = frozenset({"candidates"} if keys.get("repair") else ())
        return super().needs(keys) | passages | attempts

    @field_validator("checks")
    @classmethod
    def _looks_nothing_up(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if knowledge.NAME in names:
            raise ValueError("the check 'knowledge' looks passages up; leave it to a stage verify.")
        return names

    @field_validator("checker")
    @classmethod
    def _belongs(cls, checker: object, info: ValidationInfo) -> object:
        if "checks" in info.data:
            checks.needs_checker(info.data["checks"], checker)
        return checker

    @field_validator("json_schema")
    @classmethod
    def _one_constraint(cls, schema: str | None, info: ValidationInfo) -> str | None:
        if schema is not None and info.data.get("grammar") is not None:
            raise ValueError("'grammar' and 'json_schema' exclude each other; give one.")
        return schema

    @field_validator("decoding")
    @classmethod
    def _fits(cls, decoding: Decoding, info: ValidationInfo) -> Decoding:
        samples, beams = info.data.get("samples", 1), info.data.get("beams", 1)
        if decoding == "greedy" and samples > 1:
            raise ValueError(f"'greedy' gives the same text every time; samples is {samples}, make it 1.")
        if decoding == "greedy" and beams > 1:
            raise ValueError(f"'greedy' searches no beams; beams is {beams}, leave that key out.")
        if (width := _width(decoding, beams)) > 1 and samples > width:
            raise ValueError(f"{width} beams give no {samples} samples; lower samples, or raise beams.")
        return decoding

    @field_validator("temperature")
    @classmethod
    def _is_drawn(cls, temperature: float | None, info: ValidationInfo) -> float | None:
        if temperature and info.data.get("decoding") == "greedy":
            raise ValueError(f"'greedy' has the temperature 0; temperature is {temperature:g}, leave it out.")
        return temperature

    def run(self, state: State, context: Context) -> State:
        if state.proved and not self.even_if_proved:
            return state
        tasks = self._faulty(state) if self.repair else (None,)
        if not tasks or (self.mode == "quote" and not state.passages):
            return state
        for mended in tasks:
            drawn = self._drawn(state, context, mended)
            state = replace(state, candidates=state.candidates + drawn)
        return state

    def _faulty(self, state: State) -> tuple[Candidate, ...]:
        """The attempts to mend."""
        best = mending.kept(state.candidates)
        return tuple(found for found in best if found.origin == self.mode and mending.fault(found))

    def _drawn(self, state: State, context: Context, mended: Candidate | None) -> tuple[Candidate, ...]:
        """The candidates of one request."""
        model = context.model(self.model)
        values = prompts.given(state)
        if mended:
            values |= {"attempt": mended.text, "fault": mending.fault(mended) or ""}
        sentences: Sequence[Sentence] = ()
        if state.passages and "passages" in self.prompt.slots:
            room = quotes.room(self.prompt, values, model, self.max_tokens)
            if self.mode == "quote":
                sentences = quotes.sentences(state, self.sentences, room, model)
            values["passages"] = quoting.listed(sentences) if sentences else quotes.packed(state, room, model)
        if self.mode == "quote" and not sentences:
            return ()
        messages = self.prompt.fill(**values)
        request = Request(messages, question=state.question)
        prompt = request.prompt
        # What was drawn of the same messages must not be drawn again.
        first = sum(candidate.prompt == prompt for candidate in state.candidates)
        sampling = self._sampling(context, first, len(sentences))
        rule = self._rule(state, context)
        enough = earliest(sampling.n, self.stop_at, rule.stopping, checked=bool(self.checks))
        request = replace(request, sampling=sampling, first=first, enough=enough)
        narrowing = (
            Narrowing(self.span_prompt, self.spans, sampling, model) if self.answer == "span" else None
        )
        program = self.checker.text if self.checker else None
        case = Case(state.question, context.sandbox, self.limit_seconds, checker=program)

        def read(completion: Completion) -> Candidate:
            found = attempt(completion, self.mode, self.as_, context.sandbox, self.limit_seconds)
            if sentences:
                found = quotes.quoted(found, sentences, state, narrowing, context)
            found = replace(found, mends=mended, prompt=prompt)
            return checks.put_to(found, self.checks, case, context.budget.spent)

        def samples(watch: Watch) -> Iterator[Candidate]:
            return map(read, model.generate(request, watch))

        return draw(samples, sampling.n, rule, self.as_, context, state.question)

    def _rule(self, state: State, context: Context) -> Rule:
        return Rule(
            budget=worth(self.samples, state, context),
            stop_at=self.stop_at,
            stopping=self._stopping(context),
            until_proved=not self.even_if_proved,
            tokens=self.budget_tokens,
            seconds=self.budget_seconds,
        )

    def _stopping(self, context: Context) -> Stopping:
        if self.calibration is None:
            return DEFAULT
        identity, spends = context.model(self.model).identity, context.budget.effort
        fit = self.calibration.fit(context.trail(self), identity, spends, whole=False)
        if not isinstance(fit, Fit):
            raise SettingsError(f"think: {fit}; fit another, or leave the key 'calibration' out.")
        if (race := fit.race) is None:
            raise SettingsError(
                f"think: {self.calibration.name} learned nothing about when to stop; fit another."
            )
        return Stopping(race.prior, race.passed, race.failed)

    def _sampling(self, context: Context, first: int, choices: int) -> Sampling:
        grammar = quoting.number(choices) if choices else self.grammar
        changes = {name: getattr(self, name) for name in OVERRIDES if getattr(self, name) is not None}
        most, beams = effort.ceiling(self.samples, context.budget.effort), _width(self.decoding, self.beams)
        return Sampling.preset(
            "greedy" if self.decoding == "greedy" else self.preset,
            **changes,
            max_tokens=self.max_tokens,
            stop=self.stop,
            seed=(context.seed + first) % 2**31,
            n=most if beams == 1 else min(most, beams),
            beams=beams,
            grammar=grammar,
            json_schema=None if choices else self.json_schema,
        )


def _width(decoding: Decoding, beams: int) -> int:
    return BEAMS if decoding == "beam" and beams == 1 else beams
