"""The model calls tools until it can answer."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field, field_validator

from reasoner import prompts
from reasoner.drawing import Rule, draw, worth
from reasoner.errors import ModelError, SettingsError
from reasoner.models.model import Completion, Model, Request, Watch
from reasoner.models.sampling import Preset, Sampling
from reasoner.models.turns import inside, mean_logprob
from reasoner.prompts import Prompt, PromptFile
from reasoner.quotes import REPLY_SHARE, TEMPLATE_TOKENS
from reasoner.stage import Context, Stage, ToolCalled
from reasoner.state import Called, Candidate, FieldName, Message, Passage, State
from reasoner.tools import calling, given, toolbox
from reasoner.tools.calling import Bench
from reasoner.tools.dialect import Allowed, Dialect
from reasoner.tools.dialogue import Dialogue, Held, Limits
from reasoner.tools.json_turns import JsonTurns
from reasoner.tools.native_turns import NativeTurns
from reasoner.tools.react_turns import ReactTurns
from reasoner.tools.tool import Tool
from reasoner.verification import answers
from reasoner.verification.equivalence import Kind
from reasoner.verification.sandbox import Sandbox
from reasoner.voting import effort

Mode = Literal["native", "json", "react"]
DIALECTS: Mapping[Mode, Dialect] = {"native": NativeTurns(), "json": JsonTurns(), "react": ReactTurns()}
EXACT = frozenset({"calculator", "convert", "date", "python"})
"""Tools whose result is right for the arguments that they were given."""


def _known(name: str) -> str:
    if fault := toolbox.fault(name):
        raise ValueError(fault)
    return name


class UseTools(Stage):
    """Adds a candidate for each time that the model calls tools until it can answer."""

    model_config = ConfigDict(serialize_by_alias=True)
    reads: ClassVar[frozenset[FieldName]] = frozenset({"question"})
    writes: ClassVar[frozenset[FieldName]] = frozenset({"candidates", "passages"})
    stage: Literal["use_tools"] = "use_tools"
    tools: list[Annotated[str, AfterValidator(_known)]] = Field(min_length=1)
    """What the model may call: calculator, python, convert, date, search (the collection of the run),
    search:COLLECTION, mcp:SERVER, mcp:SERVER.TOOL, langchain:NAME, or what an entry point adds."""
    mode: Literal["auto", "native", "json", "react"] = "auto"
    """How calls are written. "native": as the model's template has them; "json": every turn is made to be one
    JSON object, so that a small model cannot write a malformed call; "react": as text, with Thought, Action
    and Observation, for any model; "auto": native where the model calls functions, else json."""
    native_prompt: PromptFile = Field(default_factory=lambda: prompts.read("tools_native.txt", None))
    """The prompt file for native calls, beside the pipeline or bundled."""
    json_prompt: PromptFile = Field(default_factory=lambda: prompts.read("tools_json.txt", None))
    """The one for calls as JSON; {tools} becomes the tools with their arguments."""
    react_prompt: PromptFile = Field(default_factory=lambda: prompts.read("tools_react.txt", None))
    """The one for calls as text; {tools} becomes the tools with their arguments."""
    model: str = "default"
    """The role of the model, which the settings bind."""
    turns: int = Field(4, ge=1, le=64)
    """Turns in which the model may call tools; after them it is asked for its answer alone. A call that fails
    is a turn, and so is one that it has made before; the second of these is the last."""
    call_first: bool = False
    """Take no answer before a call that succeeded: a small model is apt to answer at once."""
    samples: int = Field(1, ge=1, le=4096)
    """How many times at most, each with calls of its own, at the effort "medium"."""
    stop_at: float | None = Field(None, gt=0.5, le=1)
    """Stop once the answer that leads would lead after all samples with this probability; with 1, once it
    cannot be caught."""
    as_: Kind = Field("auto", alias="as")
    """How answers are read: "math", "text", the letter of a "choice", or "auto", as what each looks like; of
    a sample that searched documents "auto" takes the answer as it stands."""
    preset: Preset = "factual"
    """Named sampling settings; `temperature` changes one of them."""
    temperature: float | None = Field(None, ge=0, le=5)
    max_tokens: int = Field(256, ge=1, le=1_000_000)
    """Length of a turn at most."""
    budget_tokens: int | None = Field(None, ge=1)
    """Tokens that all samples may have together; once they are spent, the sample that spent them is asked for
    its answer and is the last."""
    budget_seconds: float | None = Field(None, gt=0)
    """Wall time for all samples together, calls included; a sample that is not there by then is given up."""
    limit_seconds: float = Field(10.0, gt=0, le=3600)
    """How long a call may take."""
    result_chars: int = Field(2000, ge=20, le=1_000_000)
    """Characters of a result that the model sees; the middle of a longer one is left out."""
    even_if_proved: bool = False
    """Call tools although a candidate is proved already."""

    @field_validator("tools")
    @classmethod
    def _each_once(cls, names: list[str]) -> list[str]:
        if twice := next((name for i, name in enumerate(names) if name in names[:i]), None):
            raise ValueError(f"the tool '{twice}' is named twice; leave one of them out.")
        return names

    @field_validator("json_prompt", "react_prompt", "native_prompt")
    @classmethod
    def _suits(cls, prompt: Prompt) -> Prompt:
        return prompts.suited(prompt, "use_tools", frozenset(), optional={"tools"})

    def lacks(self, context: Context) -> Iterator[str]:
        for name in self.tools:
            try:
                context.tools(name)
            except SettingsError as error:
                yield str(error)
                return
        try:
            self._bench(context)
        except SettingsError as error:
            yield str(error)

    def run(self, state: State, context: Context) -> State:
        if state.proved and not self.even_if_proved:
            return state
        bench, model = self._bench(context), context.model(self.model)
        mode = self._mode(model)
        most = effort.ceiling(self.samples, context.budget.effort)
        opening = self._opening(mode, bench, state, context, most)
        held_so_far: list[Held] = []

        def samples(watch: Watch) -> Iterator[Candidate]:
            timed = replace(bench, cancelled=watch.cancelled)
            for i, first in enumerate(model.generate(opening, watch)):
                sample = _Sample(opening, i, model, DIALECTS[mode], timed, inside(watch, i))
                spent = sum(said.tokens for held in held_so_far for said in held.said)
                held = self._held(first, sample, spent, context)
                if held is None:
                    return
                held_so_far.append(held)
                yield self._candidate(held, opening.prompt, state.question, context.sandbox)

        rule = Rule(
            worth(self.samples, state, context),
            self.stop_at,
            until_proved=not self.even_if_proved,
            tokens=self.budget_tokens,
            seconds=self.budget_seconds,
        )
        drawn = draw(samples, most, rule, self.as_, context, state.question)
        found = [passage for held in held_so_far for passage in held.passages]
        self._note_collection(held_so_far, context)
        return replace(state, candidates=state.candidates + drawn, passages=merged(state.passages, found))

    def _bench(self, context: Context) -> Bench:
        """The tools by the names that the model calls them by. Raises: SettingsError."""
        known: dict[str, Tool] = {}
        looking_up = set()
        for name in self.tools:
            for tool in context.tools(name):
                if tool.name in known:
                    raise SettingsError(
                        f"two tools are called '{tool.name}'; leave one of them out of 'tools'."
                    )
                known[tool.name] = tool
                if name.partition(":")[0] == "search":
                    looking_up.add(tool.name)
        return Bench(known, frozenset(looking_up), self.limit_seconds)

    def _mode(self, model: Model) -> Mode:
        if self.mode == "auto":
            return "native" if model.calls_functions else "json"
        if self.mode == "native" and not model.calls_functions:
            raise ModelError(f"{model.name} does not call functions; use the mode json, react or auto.")
        return self.mode

    def _opening(self, mode: Mode, bench: Bench, state: State, context: Context, most: int) -> Request:
        """The request for the first turn of every sample."""
        prompt = {"native": self.native_prompt, "json": self.json_prompt, "react": self.react_prompt}[mode]
        tools = tuple(bench.tools.values())
        messages = prompt.fill(**prompts.given(state), tools=calling.described(tools))
        request = Request(messages, self._sampling(0, most), state.question)
        request = DIALECTS[mode].ask(request, tools, "call" if self.call_first else "both")
        # What was drawn of the same messages must not be drawn again.
        first = sum(candidate.prompt == request.prompt for candidate in state.candidates)
        seeded = request.sampling.model_copy(update={"seed": (context.seed + first) % 2**31})
        return replace(request, first=first, sampling=seeded)

    def _held(self, first: Completion, sample: "_Sample", spent: int, context: Context) -> Held | None:
        limits = Limits(
            turns=self.turns,
            tokens=None if self.budget_tokens is None else self.budget_tokens - spent,
            chars=self.result_chars,
            call_first=self.call_first,
            room=sample.room,
            count=sample.model.count_tokens,
        )

        told: list[Called] = []

        def tell(called: Called) -> None:
            told.append(called)
            context.emit(ToolCalled(sample.index, called))

        dialogue = Dialogue(sample.dialect, sample.bench, limits, sample.ask, tell)
        if first.recorded is not None:
            return dialogue.again(first)
        held = dialogue.hold(first, sample.opening.messages)
        if held is None:
            context.meter.give_up(told)
        return held

    def _candidate(self, held: Held, prompt: str, question: str, sandbox: Sandbox) -> Candidate:
        first, last = held.said[0], held.said[-1]
        made = Candidate(
            text=held.transcript,
            answer=self._answer(held),
            origin=given.BY,
            source=first.source,
            logprob=mean_logprob(held.said),
            tokens=sum(said.tokens for said in held.said),
            cut=held.full or last.finish_reason == "length",
            seed=first.seed,
            score=first.score,
            p_true=first.p_true,
            prompt=prompt,
            calls=held.called,
        )
        if made.answer is None:
            return made
        exact = self._exact(held.called)
        return replace(
            made, checks=given.checks(held.called, exact, made.answer, question, sandbox, self.as_)
        )

    def _exact(self, calls: Sequence[Called]) -> Called | None:
        """The last call that succeeded of a tool that computes."""
        exact = EXACT & frozenset(self.tools)
        last = next((each for each in reversed(calls) if each.ok and each.call.tool in exact), None)
        return last and calling.original(last, calls)

    def _answer(self, held: Held) -> str | None:
        if held.answer is None:
            return None
        whole = held.said[-1].finish_reason == "stop"
        found = answers.extract(held.answer, whole=whole, kind=self.as_)
        read = self.as_ == "auto" and any(called.looked_up and called.ok for called in held.called)
        return held.answer.strip() if found is not None and read and not self._exact(held.called) else found

    def _sampling(self, seed: int, n: int) -> Sampling:
        changes = {} if self.temperature is None else {"temperature": self.temperature}
        return Sampling.preset(self.preset, **changes, max_tokens=self.max_tokens, seed=seed, n=n)

    def _note_collection(self, all_: Sequence[Held], context: Context) -> None:
        """Lets the context know which collection was searched."""
        used = {called.call.tool for held in all_ for called in held.called if called.looked_up}
        for name in self.tools:
            head, _, rest = name.partition(":")
            if head == "search" and used & {tool.name for tool in context.tools(name)}:
                context.retriever(rest or "default")


@dataclass(frozen=True, slots=True)
class _Sample:
    """What the turns of one sample have in common."""

    opening: Request
    index: int
    model: Model
    dialect: Dialect
    bench: Bench
    watch: Watch
    functions: int = field(init=False)
    """Tokens that the functions of a request take, about."""

    def __post_init__(self) -> None:
        shown = json.dumps([[each.name, each.about, each.parameters] for each in self.opening.functions])
        object.__setattr__(self, "functions", self.model.count_tokens(shown) if self.opening.functions else 0)

    def ask(self, messages: Sequence[Message], allowed: Allowed) -> Completion | None:
        """The turn after the messages."""
        opening = self.opening
        seed = (opening.sampling.seed + self.index) % 2**31
        sampling = opening.sampling.model_copy(update={"seed": seed, "n": 1})
        request = replace(
            opening, messages=tuple(messages), sampling=sampling, first=opening.first + self.index
        )
        tools = tuple(self.bench.tools.values())
        return next(iter([*self.model.generate(self.dialect.ask(request, tools, allowed), self.watch)]), None)

    def room(self, messages: Sequence[Message]) -> int | None:
        """Tokens that the window has beside these messages and the turn after them."""
        model = self.model
        if model.window is None:
            return None
        texts = [text for m in messages for text in (m.content, *(call.arguments for call in m.calls))]
        taken = sum(model.count_tokens(text) + TEMPLATE_TOKENS for text in texts) + self.functions
        return model.window - min(self.opening.sampling.max_tokens, model.window // REPLY_SHARE) - taken


def merged(known: Sequence[Passage], found: Sequence[Passage]) -> tuple[Passage, ...]:
    """All passages, each once, the best first; as they are where nothing was found."""
    if not found:
        return tuple(known)
    ranked = sorted((*known, *found), key=lambda passage: -passage.score)
    once: dict[tuple[str, int, int], Passage] = {}
    for passage in ranked:
        once.setdefault((passage.source, passage.start, passage.end), passage)
    return tuple(once.values())
