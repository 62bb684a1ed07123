"""What every model backend offers: `Model.generate(request, watch)` yields completions by index."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

from reasoner.models.sampling import Sampling
from reasoner.state import Call, Called, Message

FinishReason = Literal["stop", "length"]


@dataclass(frozen=True, slots=True)
class Function:
    """A tool as a model is told of it."""

    name: str
    """Letters, digits, "_" and "-", at most 64."""
    about: str
    parameters: Mapping[str, Any] = field(hash=False)
    """The JSON schema of the arguments, which are an object."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to complete. Backends ignore `question`; `replay` looks its recordings up by it."""

    messages: tuple[Message, ...]
    sampling: Sampling = field(default_factory=Sampling)
    question: str = ""
    first: int = 0
    """How many samples of the same messages were drawn before; the seed counts them already."""
    enough: int | None = None
    """How many samples may be enough for the caller, at least 1: a backend that draws in waves makes the
    first one no wider. It changes no text."""
    functions: tuple[Function, ...] = ()
    """Tools that the model may call natively; only for one that `calls_functions`."""

    @property
    def prompt(self) -> str:
        """Names the messages and functions: the first 16 digits of a SHA-256."""
        texts: list[object] = [_named(message) for message in self.messages]
        if self.functions:
            texts.append([[each.name, each.about, each.parameters] for each in self.functions])
        return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]


def _named(message: Message) -> list[object]:
    calls = [[call.tool, call.arguments, call.id] for call in message.calls]
    native: list[object] = [calls, message.call_id] if calls or message.call_id else []
    return [message.role, message.content, *native]


@dataclass(frozen=True, slots=True)
class Completion:
    """One sample."""

    text: str
    tokens: int
    """Number of tokens generated."""
    logprob: float | None
    """Mean log-probability of the tokens (before temperature), at most 0; None where unknown."""
    finish_reason: FinishReason
    """"length" when it was cut by max_tokens or the context window."""
    seed: int | None
    seconds: float
    """Wall time from the request to the end of this sample."""
    source: str | None = None
    """Which system wrote it, in recordings of several."""
    score: float | None = None
    """What a reward model gave it, where that was recorded; higher is better."""
    p_true: float | None = None
    """Probability that the model itself gave its being right, where that was recorded."""
    calls: tuple[Call, ...] = ()
    """The functions of the request that the model calls."""
    recorded: tuple[Called, ...] | None = None
    """Of a recording of a whole sample: the tools that it called, in order; None for what a model just wrote,
    and where it could call none."""


def _never() -> bool:
    return False


def _ignore_token(index: int, text: str) -> None:
    pass


def _ignore_spent(samples: int, prompt_tokens: int, completion_tokens: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Watch:
    """How a caller follows and ends a generation. All three are called from any thread."""

    cancelled: Callable[[], bool] = _never
    """Asked often; once true, generation stops and the iterator ends early."""
    on_token: Callable[[int, str], None] = _ignore_token
    """Each new piece of text, with the index of its sample."""
    on_spent: Callable[[int, int, int], None] = _ignore_spent
    """Once at the end: samples started, prompt tokens, completion tokens; cancelled work included."""


class Model(Protocol):
    """A language model that was opened. `generate` may be called from several threads."""

    @property
    def name(self) -> str:
        """The name it was asked for by, such as "smollm2-135m"."""
        ...

    @property
    def hash(self) -> str | None:
        """SHA-256 of the weights or the recording, where there is a file to hash."""
        ...

    @property
    def identity(self) -> str:
        """What wrote the text: the same wherever the model is opened, and for recordings of it."""
        ...

    @property
    def window(self) -> int | None:
        """Tokens that prompt and completion may have together; None where unknown."""
        ...

    @property
    def calls_functions(self) -> bool:
        """It calls functions natively: its template, or the server behind it, knows how to."""
        ...

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Completions in the order of their index, each as soon as all before it are there.

        Closing the iterator cancels what is still being generated. Sample i depends on the request
        and `seed + i` alone, never on which sample ended first.
        Raises: ModelError or InputError, saying what to do.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens the text has, or a cautious estimate."""
        ...

    def close(self) -> None:
        """Frees what it holds; a second call does nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Measures:
    """What an engine has counted since it was opened, and what it holds now."""

    prompt_tokens: int
    """Tokens of prompts that were read, without those that were still in the cache."""
    prompt_seconds: float
    tokens: int
    """Tokens that were generated."""
    seconds: float
    """Time in which they were, that of each sample counted by itself."""
    used: int
    """Tokens of the samples that run now, each with its prompt."""
    room: int
    """Tokens that all samples together may have."""
    cache_bytes: int
    """Memory of the key-value cache."""


@runtime_checkable
class Measured(Protocol):
    """A model whose engine tells how fast it is and what it holds."""

    def measures(self) -> Measures:
        """As of now. Raises: ModelError, when the model is closed."""
        ...


def waves(samples: int, slots: int, enough: int | None) -> Iterator[tuple[int, int]]:
    """The first sample and the width of each wave of at most `slots`, the first of which may be `enough`."""
    width, first = min(slots, enough or slots), 0
    while first < samples:
        yield first, min(width, samples - first)
        first, width = first + width, slots
