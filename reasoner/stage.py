"""A stage takes a State and gives a State; a Context is all that it may touch besides."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from reasoner.errors import KnowledgeError, ModelError, did_you_mean
from reasoner.models.model import Model, Watch
from reasoner.retrieval.reranking import Reranker
from reasoner.retrieval.retriever import Retriever
from reasoner.state import FIELDS, NO_USAGE, Called, Effort, FieldName, Savings, State, Step, Usage
from reasoner.tools.tool import Tools, no_tools
from reasoner.verification.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins."""

    stage: str


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage ended as `step` says."""

    step: Step


@dataclass(frozen=True, slots=True)
class TokenDrawn:
    """A model wrote `text` in its sample number `sample`."""

    sample: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """A tool was called by the sample number `sample`, and gave what `called` says."""

    sample: int
    called: Called


Event = StageStarted | StageFinished | TokenDrawn | ToolCalled


def ignore(event: Event) -> None:
    """For a caller who does not follow the run."""


Trail = tuple[str, ...]


def _no_trail(stage: "Stage") -> Trail:
    return ()


class Meter:
    """Adds up what one run spends; safe from any thread."""

    def __init__(self) -> None:
        self.usage = NO_USAGE
        self.steps: list[Step] = []
        self.model: Model | None = None
        """The model that was used last; None while none was."""
        self.collection: str | None = None
        """The name of the collection that was searched last."""
        self.trail: Trail = ()
        """Marks of the stages that led to the confidence; empty where no stage decided by it."""
        self.savings: list[Savings] = []
        """The ledgers of the stage that runs now."""
        self.given_up: list[Called] = []
        """Calls of the stage that runs now which no candidate has."""
        self._lock = threading.Lock()

    def add(self, usage: Usage) -> None:
        """Adds to what the stage that runs now has spent."""
        with self._lock:
            self.usage = self.usage + usage

    def save(self, savings: Savings) -> None:
        """Takes the ledger of a round of sampling of the stage that runs now."""
        with self._lock:
            self.savings.append(savings)

    def give_up(self, calls: Sequence[Called]) -> None:
        """Takes calls that the stage that runs now has made, and no candidate has."""
        with self._lock:
            self.given_up += calls


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may spend: samples as `effort` says, and time until `deadline` on the clock of
    time.monotonic, or until `cancel` is set."""

    deadline: float | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    effort: Effort = "medium"

    def spent(self) -> bool:
        """No time is left, or the caller does not want the answer any more."""
        return self.cancel.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline)


@dataclass(frozen=True, slots=True)
class Context:
    """All that a stage may touch besides its State."""

    models: Mapping[str, Model]
    """Models by role; opened when first asked for."""
    retrievers: Mapping[str, Retriever]
    """Collections by name, and the run's own under "default"; opened when first asked for."""
    sandbox: Sandbox
    """Runs programs and symbolic mathematics that a model or a user wrote."""
    seed: int = 0
    budget: Budget = field(default_factory=Budget)
    meter: Meter = field(default_factory=Meter)
    emit: Callable[[Event], None] = ignore
    mode: Literal["reproducible", "throughput"] = "reproducible"
    """Whether the same seed gives the same text, or requests batch with each other."""
    trail: Callable[["Stage"], Trail] = _no_trail
    """Marks of the stages that lead to a stage of the pipeline: the same marks make the same evidence."""
    rerankers: Mapping[str, Reranker] = field(default_factory=dict)
    """Rerankers by name; opened when first asked for."""
    tools: Tools = no_tools
    """Gives the tools that a name of the YAML stands for."""

    def model(self, role: str) -> Model:
        """The model bound to the role.

        Raises: ModelError, when the settings bind none.
        """
        if role not in self.models:
            hint = did_you_mean(role, self.models)
            raise ModelError(f"no model for the role '{role}'{hint} Bind it under [models] in reasoner.toml.")
        self.meter.model = self.models[role]
        return self.meter.model

    def retriever(self, name: str) -> Retriever:
        """The collection of that name.

        Raises: KnowledgeError, when there is none.
        """
        if name not in self.retrievers:
            hint = did_you_mean(name, self.retrievers)
            make = f"Make one with: reasoner index PATH --collection {name}"
            raise KnowledgeError(f"no collection '{name}'{hint} {make}")
        found = self.retrievers[name]
        self.meter.collection = found.name
        return found

    def reranker(self, name: str) -> Reranker:
        """The reranker of that name.

        Raises: KnowledgeError, when the settings bind none.
        """
        if name not in self.rerankers:
            hint = did_you_mean(name, self.rerankers)
            raise KnowledgeError(f"no reranker '{name}'{hint} Bind it under [rerankers] in reasoner.toml.")
        return self.rerankers[name]

    def watch(self) -> Watch:
        """For a model's `generate`: tokens go to whoever follows, costs to the meter, time ends it."""
        return Watch(
            cancelled=self.budget.spent,
            on_token=lambda index, text: self.emit(TokenDrawn(index, text)),
            on_spent=lambda started, prompt, completion: self.meter.add(
                Usage(samples_started=started, prompt_tokens=prompt, completion_tokens=completion)
            ),
        )


class Stage(BaseModel):
    """One step of a pipeline. A stage is its own configuration: its fields are its keys in YAML.

    A subclass has a field `stage: Literal["its_tag"] = "its_tag"`, says what it `reads` and `writes`,
    and implements `run`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    reads: ClassVar[frozenset[FieldName]] = frozenset()
    """Fields that it needs; the loader refuses an order in which nothing has written them."""
    writes: ClassVar[frozenset[FieldName]] = frozenset()
    """Fields that it may change."""
    decides: ClassVar[bool] = False
    """It only draws a conclusion from the evidence that other stages made."""

    name: str | None = None
    """What the trace calls it; its tag unless set."""
    only_for: Annotated[frozenset[str], Field(min_length=1)] | None = None
    """Intents it applies to; it is skipped for the others."""

    @classmethod
    def tag(cls) -> str:
        """What YAML calls it."""
        return str(cls.model_fields["stage"].default)

    @classmethod
    def needs(cls, keys: Mapping[str, object]) -> frozenset[FieldName]:
        """What a stage with these keys in YAML reads, which may be more than what all of its kind do."""
        return cls.reads | ({"intent"} if keys.get("only_for") else frozenset())

    @property
    def label(self) -> str:
        """What the trace calls it."""
        return self.name or self.tag()

    def applies(self, state: State) -> bool:
        """It is not restricted to other intents."""
        return self.only_for is None or (state.intent is not None and state.intent.kind in self.only_for)

    def lacks(self, context: "Context") -> Iterator[str]:
        """What the context does not have that this stage will need, each as a message; looked at before
        anything runs."""
        yield from ()

    @property
    def kinds(self) -> frozenset[str] | None:
        """Every intent that it may find; None for a stage that detects none."""
        return None

    @property
    def intents_named(self) -> frozenset[str]:
        """The intents that its configuration names."""
        return self.only_for or frozenset()

    def inner(self) -> Iterator[tuple[tuple[str, ...], Sequence["Stage"]]]:
        """The lists of stages inside it, each with the keys that lead there."""
        yield from ()

    def run(self, state: State, context: Context) -> State:
        """The state with something found out."""
        raise NotImplementedError(f"{type(self).__name__} has no run")

    def model_post_init(self, context: Any, /) -> None:
        if type(self) is Stage:
            raise TypeError("Stage is made to be subclassed")


def run_stages(stages: Sequence[Stage], state: State, context: Context) -> State:
    """Runs the stages that apply, one after another, and records a Step for each in the meter.

    Stages that were run by a stage are the steps inside its step.
    """
    meter, emit = context.meter, context.emit
    for stage in stages:
        if not stage.applies(state):
            continue
        label, usage, first = stage.label, meter.usage, len(meter.steps)
        meter.savings, meter.given_up = [], []
        emit(StageStarted(label))
        start = time.perf_counter()
        after = stage.run(state, context)
        seconds = time.perf_counter() - start
        spent = meter.usage - usage if meter.usage is not usage else NO_USAGE
        inside, savings, given_up = tuple(meter.steps[first:]), tuple(meter.savings), tuple(meter.given_up)
        if inside:
            savings, given_up = (), ()  # those of the stages inside
        step = Step(label, seconds, _changed(state, after), spent, inside, savings, given_up)
        meter.steps[first:] = [step]
        emit(StageFinished(step))
        state = after
    return state


def _changed(before: State, after: State) -> tuple[FieldName, ...]:
    if before is after:
        return ()
    return tuple(name for name in FIELDS if getattr(before, name) != getattr(after, name))
