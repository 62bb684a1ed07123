"""Any LangChain chat model, opened by provider and name or handed over in Python."""

import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from dataclasses import replace
from typing import Literal, cast

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk

from reasoner.errors import ModelError, one_line
from reasoner.models.functions import call_id, refuse_functions, tools, written
from reasoner.models.langchain_messages import calls_of, to_langchain
from reasoner.models.model import Completion, FinishReason, Request, Watch
from reasoner.models.sampling import Sampling
from reasoner.models.stop_texts import StopTexts
from reasoner.state import Call

AT_ONCE = 4
"""Samples that are drawn side by side."""
SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "temperature": ("temperature",),
    "top_k": ("top_k",),
    "top_p": ("top_p",),
    "min_p": ("min_p",),
    "repeat_penalty": ("repeat_penalty", "repetition_penalty"),
    "max_tokens": (
        "max_tokens",
        "max_output_tokens",
        "max_completion_tokens",
        "max_new_tokens",
        "num_predict",
    ),
    "beams": (),
    "grammar": (),
    "json_schema": (),
}
"""What chat models call the fields of our sampling."""
IDLE: Mapping[str, object] = {"top_k": 0, "top_p": 1.0, "min_p": 0.0}
"""Values that change nothing."""
CUT = frozenset({"length", "max_tokens", "model_length"})
"""What providers call a text that was cut off, in lower case."""


class LangChain:
    """A chat model of LangChain.

    Sampling goes into the fields of the chat model that are meant for it. One that the model lacks is refused
    by name, unless it has its default value or would change nothing: the model's own setting holds then.
    Stop texts are kept whatever the model does. Sample i draws from seed + i where the model has a `seed`;
    elsewhere samples differ from run to run, and have no seed.
    """

    hash: str | None = None

    def __init__(self, chat_model: BaseChatModel, name: str | None = None) -> None:
        """`name` is what results call it; that of its kind unless given."""
        self.chat_model = chat_model
        self.name = self.identity = name or f"langchain:{chat_model._llm_type}"

    @classmethod
    def open(cls, rest: str) -> "LangChain":
        """The chat model for PROVIDER:NAME, such as "ollama:qwen3".

        Raises: ModelError, when there is no such provider, or its package or key is missing.
        """
        provider, _, name = rest.partition(":")
        if not provider or not name:
            raise ModelError(
                f"langchain:{rest}: not PROVIDER:NAME; write langchain:ollama:qwen3, for example."
            )
        try:
            return cls(init_chat_model(name, model_provider=provider), f"langchain:{rest}")
        except Exception as error:
            raise ModelError(f"langchain:{rest}: {one_line(str(error), 600).rstrip('.')}.") from None

    @property
    def calls_functions(self) -> bool:
        """Tools can be bound to its kind of chat model."""
        return type(self.chat_model).bind_tools is not BaseChatModel.bind_tools

    @property
    def window(self) -> int | None:
        """What the model's profile says, where it has one."""
        size = (self.chat_model.profile or {}).get("max_input_tokens")
        return size if isinstance(size, int) and size > 0 else None

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Samples by index, each from a call of its own."""
        refuse_functions(self, request)
        sampling = request.sampling
        models = [self._bound(sampling, i) for i in range(sampling.n)]
        calls = [_Call(i, model, request, watch) for i, model in enumerate(models)]
        pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix=self.name)
        try:
            futures = [pool.submit(call.run) for call in calls]
            for future in futures:
                completion = self._result(future, watch)
                if completion is None:
                    return
                yield completion
        finally:
            for call in calls:
                call.stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            begun = [call for call in calls if call.begun]
            prompt = written(request)
            watch.on_spent(
                len(begun),
                sum(call.spent("input_tokens", prompt) for call in begun),
                sum(call.spent("output_tokens", call.text) for call in begun),
            )

    def count_tokens(self, text: str) -> int:
        """A cautious estimate."""
        return estimate(text)

    def close(self) -> None:
        """Nothing to free."""

    def _result(self, future: "Future[Completion]", watch: Watch) -> Completion | None:
        while not watch.cancelled():
            try:
                return future.result(timeout=0.05)
            except NotYet:
                continue
            except Exception as error:
                raise ModelError(f"{self.name}: {type(error).__name__}: {one_line(str(error))}") from error
        return None

    def _bound(self, sampling: Sampling, index: int) -> BaseChatModel:
        """The chat model with this sampling in its fields, and no cache that makes samples equal."""
        known = type(self.chat_model).model_fields
        values: dict[str, object] = {} if sampling.n == 1 else {"cache": False}
        if "seed" in known:
            values["seed"] = sampling.seed + index
        for name, spellings in SPELLINGS.items():
            value = getattr(sampling, name)
            spelling = next((spelling for spelling in spellings if spelling in known), None)
            if spelling is not None:
                values[spelling] = value
            elif not _changes_nothing(name, value, sampling):
                raise ModelError(
                    f"{self.name}: this model cannot do {name}; leave it out, or use another model."
                )
        return self.chat_model.model_copy(update=values)


def _changes_nothing(name: str, value: object, sampling: Sampling) -> bool:
    greedy = sampling.temperature == 0 and name in IDLE
    return greedy or value in (Sampling.model_fields[name].default, IDLE.get(name))


class _Call:
    """One sample, drawn in a thread."""

    def __init__(self, index: int, model: BaseChatModel, request: Request, watch: Watch) -> None:
        self.stop = threading.Event()
        self.begun = False
        self._index = index
        self._model = model
        self._request = request
        self._watch = watch
        self._start = time.perf_counter()
        self._text = StopTexts(request.sampling.stop)
        self._message: AIMessageChunk | None = None

    def run(self) -> Completion:
        """The sample; what has come of it, when `stop` is set."""
        if not self.stop.is_set():
            self.begun = True
            self._follow()
        seed = getattr(self._model, "seed", None)
        return Completion(
            text=self.text,
            tokens=self.spent("output_tokens", self.text),
            logprob=self._logprob(),
            finish_reason=self._finish_reason(),
            seed=seed if isinstance(seed, int) else None,
            seconds=time.perf_counter() - self._start,
            calls=self._calls(),
        )

    @property
    def text(self) -> str:
        """What has come so far."""
        return self._text.text

    def spent(self, what: Literal["input_tokens", "output_tokens"], text: str) -> int:
        """Tokens as the provider counts them, else a cautious estimate for the text."""
        usage = self._message.usage_metadata if self._message else None
        return usage[what] if usage else estimate(text)

    def _follow(self) -> None:
        request = self._request
        model = self._model.bind_tools(tools(request.functions)) if request.functions else self._model
        messages = [to_langchain(message) for message in request.messages]
        chunks = model.stream(messages, stop=list(request.sampling.stop) or None)
        for chunk in cast("Iterator[AIMessageChunk]", chunks):
            self._message = chunk if self._message is None else self._message + chunk
            self._tell(self._text.add(str(chunk.text)))
            if self._text.stopped or self.stop.is_set():
                return
        self._tell(self._text.flush())

    def _calls(self) -> tuple[Call, ...]:
        came = calls_of(self._message) if self._message else ()
        return tuple(
            replace(call, id=call.id or call_id(self._request, self._index, number))
            for number, call in enumerate(came)
        )

    def _tell(self, piece: str) -> None:
        if piece:
            self._watch.on_token(self._index, piece)

    def _finish_reason(self) -> FinishReason:
        about = self._message.response_metadata if self._message else {}
        reasons = {str(about.get(key)).lower() for key in ("finish_reason", "stop_reason", "done_reason")}
        return "length" if reasons & CUT and not self._text.stopped else "stop"

    def _logprob(self) -> float | None:
        about = self._message.response_metadata if self._message else {}
        match about.get("logprobs"):
            case {"content": [_, *_] as tokens}:
                return min(0.0, sum(float(token["logprob"]) for token in tokens) / len(tokens))
        return None


def estimate(text: str) -> int:
    """Tokens of a text, cautiously: three bytes each. LangChain's own count may download a tokenizer."""
    return len(text.encode("utf-8", "replace")) // 3 + 1
