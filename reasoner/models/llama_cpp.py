"""The local engine: GGUF models on llama.cpp, many samples at once, the same seed giving the same text."""

import json
import os
import queue
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from reasoner.errors import InputError, ModelError
from reasoner.models.constraint import check_grammar, check_schema
from reasoner.models.functions import refuse_constraints, refuse_functions
from reasoner.models.gguf import read_header
from reasoner.models.llama_cpp_engine import (
    PREFILL_BATCH,
    SHORT_BATCH,
    Chunk,
    Engine,
    KvCache,
    Layout,
    available_memory,
    prompt_of,
    slots_that_fit,
)
from reasoner.models.llama_cpp_turns import Turns
from reasoner.models.llama_cpp_wave import Wave
from reasoner.models.model import Completion, Measures, Request, Watch, waves

Mode = Literal["reproducible", "throughput"]

POLL = 0.01
"""Seconds between two looks at whether the caller still wants the answer."""


class LlamaCpp:
    """A GGUF model in this process. In the mode "reproducible" one generation runs at a time, and sample i
    depends on the request and `seed + i` alone; in "throughput" requests batch with each other.

    Samples are drawn in waves of at most `slots`; the prompt is read once for all of them.
    Beside functions the samples have no log-probabilities: the engine streams none then.
    Models whose weights are kept in 16 bits are the exception: the engine rounds a sample that it draws alone
    differently from one among several, so there `n` matters as well.
    """

    def __init__(self, engine: Engine, layout: Layout, name: str, digest: str | None, mode: Mode) -> None:
        self.name = name
        self.hash = digest
        self.identity = digest or name
        self.slots = layout.slots
        self._window = layout.context
        self._engine = engine
        self._mode = mode
        self._turn = threading.Lock()
        self._turns = Turns(layout.slots, 2 * layout.batch)
        self._calls_functions = engine.knows_functions()
        self._prefilled: Request | None = None
        """The request whose prompt the first slot holds, read in one go; guarded by `_turn`."""
        self._layout = layout
        self._drawing: set[Wave] = set()
        """The waves that are drawn now."""
        self._finalize = weakref.finalize(self, engine.close)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        name: str,
        hash: str | None = None,  # noqa: A002 - the name of the field
        context: int = 4096,
        threads: int | None = None,
        kv_cache: KvCache = "f16",
        gpu_layers: int = 0,
        mode: Mode = "reproducible",
    ) -> "LlamaCpp":
        """The model in the file, with room for `context` tokens of one prompt and one answer.

        The context is at most what the model was trained for. As many samples are drawn together, up to
        eight, as leave a quarter of the memory free.
        Raises: ModelError, when the file is no usable model or the memory is not enough.
        """
        header = read_header(path)
        window = min(context, header.context_length or context)
        # What goes to a GPU is not taken from this memory; the engine says itself when that is full.
        memory = available_memory() if gpu_layers == 0 else None
        slots = slots_that_fit(header, window, kv_cache, memory)
        threads = threads or max(1, (os.cpu_count() or 2) // 2)
        cache = header.cache_bytes(slots * window, kv_cache)
        batch = SHORT_BATCH if mode == "throughput" and gpu_layers == 0 else PREFILL_BATCH
        layout = Layout(window, slots, threads, kv_cache, gpu_layers, cache, batch)
        return cls(Engine(path, layout), layout, name, hash, mode)

    @property
    def calls_functions(self) -> bool:
        """Its chat template has functions and calls."""
        return self._calls_functions

    @property
    def window(self) -> int:
        """Tokens that prompt and completion may have together."""
        return self._window

    def generate(self, request: Request, watch: Watch = Watch()) -> Iterator[Completion]:
        """Completions in the order of their index, each as soon as all before it are there.

        A sample that meets the end of the context window ends there with "length".
        Raises: InputError for a prompt that leaves no room or a constraint that would not be enforced,
        ModelError for what the engine cannot do; both at the first completion.
        """
        start, sampling = time.perf_counter(), request.sampling
        self._check(request)
        prompt = self._engine.count_prompt(request)
        if prompt >= self._window:
            raise InputError(
                f"the prompt has {prompt} tokens and the context window {self._window}: no room for an "
                f"answer of up to {sampling.max_tokens}. Shorten the prompt, or raise the setting context."
            )
        started, tokens = 0, 0
        try:
            for first, width in waves(sampling.n, self.slots, request.enough):
                if watch.cancelled():
                    return
                wave = Wave(request, first, width, start, watch.on_token, prompt)
                started += wave.width
                try:
                    yield from self._draw(request, wave, self._window - prompt, watch)
                finally:
                    tokens += wave.tokens
        finally:
            watch.on_spent(started, prompt if started else 0, tokens)

    def count_tokens(self, text: str) -> int:
        """How many tokens the text has, without those of the chat template."""
        return self._engine.count(text)

    def measures(self) -> Measures:
        """What the engine has counted and holds. Raises: ModelError, when the model is closed."""
        counted, room = self._engine.counters(), self._window * self.slots
        used = sum(wave.prompt * wave.width + wave.tokens for wave in tuple(self._drawing))
        return Measures(
            prompt_tokens=int(counted["prompt_tokens_total"]),
            prompt_seconds=counted["prompt_seconds_total"],
            tokens=int(counted["tokens_predicted_total"]),
            seconds=counted["tokens_predicted_seconds_total"],
            used=min(used, room),
            room=room,
            cache_bytes=self._layout.cache_bytes,
        )

    def close(self) -> None:
        """Ends what is running and frees the model; a second call does nothing."""
        self._finalize()

    def _check(self, request: Request) -> None:
        sampling = request.sampling
        refuse_functions(self, request)
        refuse_constraints(self.name, request)
        if not request.messages:
            raise InputError(f"{self.name}: there are no messages to complete; give at least one.")
        if sampling.beams > 1:
            raise ModelError(
                f"{self.name}: the embedded engine has no beam search (beams: {sampling.beams}); "
                "set beams to 1, or use a model transformers:REPO."
            )
        if sampling.grammar is not None:
            check_grammar(sampling.grammar)
        if sampling.json_schema is not None:
            check_schema(sampling.json_schema)

    def _draw(self, request: Request, wave: Wave, room: int, watch: Watch) -> Iterator[Completion]:
        """The samples of a wave. They are drawn on a thread of their own, so that Ctrl-C reaches this one."""
        left = threading.Event()

        def stop() -> bool:
            return left.is_set() or watch.cancelled()

        def take(chunk: Chunk) -> None:
            wave.take(chunk)
            self._turns.look()

        def work() -> None:
            try:
                with self._ours(wave, stop) as ours:
                    if ours and self._prefill(request, stop):
                        self._drawing.add(wave)
                        self._engine.stream(self._body(request, wave, room), take, stop)
                        wave.end(stop())
            except BaseException as error:
                wave.out.put(error)
            self._drawing.discard(wave)
            wave.out.put(None)

        worker = threading.Thread(target=work, name=f"draw {self.name}", daemon=True)
        worker.start()
        try:
            while True:
                try:
                    item = wave.out.get(timeout=POLL)
                except queue.Empty:
                    if watch.cancelled():
                        return
                    continue
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                self._check_json(request, item)
                yield item
        finally:
            left.set()
            worker.join()

    def _check_json(self, request: Request, sample: Completion) -> None:
        """A text that ended by itself under a schema is JSON: what is not was not constrained."""
        sampling = request.sampling
        if sampling.json_schema is None or sampling.stop or sample.finish_reason != "stop":
            return
        try:
            json.loads(sample.text)
        except ValueError:
            raise ModelError(
                f"{self.name}: the engine did not follow the JSON schema; simplify it, or give a grammar "
                "instead."
            ) from None

    @contextmanager
    def _ours(self, wave: Wave, stop: Callable[[], bool]) -> Iterator[bool]:
        """The engine, for ourselves where the mode asks for it; false when stopped before our turn."""
        if self._mode == "throughput":
            with self._turns.turn(wave, stop) as ours:
                yield ours
            return
        while not self._turn.acquire(timeout=POLL):
            if stop():
                yield False
                return
        try:
            yield True
        finally:
            self._turn.release()

    def _prefill(self, request: Request, stop: Callable[[], bool]) -> bool:
        """Reads the prompt from nothing, so that nothing done before matters; false when stopped."""
        if self._mode == "throughput" or (self._prefilled and _same_prompt(self._prefilled, request)):
            return not stop()
        self._prefilled = None
        body = prompt_of(request) | {"max_tokens": 1, "cache_prompt": False, "id_slot": 0}
        self._engine.stream(body, lambda chunk: None, stop)
        if stop():
            return False
        self._prefilled = request
        return True

    def _body(self, request: Request, wave: Wave, room: int) -> dict[str, Any]:
        sampling = request.sampling
        body = prompt_of(request) | {
            "n": wave.width,
            "seed": sampling.seed + wave.first,
            "max_tokens": min(sampling.max_tokens, room),
            "temperature": sampling.temperature,
            "top_k": sampling.top_k,
            "top_p": sampling.top_p,
            "min_p": sampling.min_p,
            "repeat_penalty": sampling.repeat_penalty,
            "stop": list(sampling.stop),
            "stream_options": {"include_usage": True},
        }
        # The engine streams no log-probabilities beside calls; its timings count the tokens then.
        body |= {"timings_per_token": True} if request.functions else {"logprobs": True, "top_logprobs": 1}
        if self._mode == "reproducible":
            body["id_slot"] = 0
        if sampling.grammar is not None:
            body["grammar"] = sampling.grammar
        if sampling.json_schema is not None:
            body["json_schema"] = json.loads(sampling.json_schema)
        return body


def _same_prompt(one: Request, other: Request) -> bool:
    return one.messages == other.messages and one.functions == other.functions
