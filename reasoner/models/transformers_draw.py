"""Draws the samples of one request from a model of Hugging Face transformers."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
import transformers

from reasoner.models.functions import call_id
from reasoner.models.model import Completion, FinishReason, Request, Watch
from reasoner.models.stop_texts import StopTexts
from reasoner.models.tool_call_tags import OPENING, read_tags
from reasoner.state import Call

WAVE = 8
"""Samples that are drawn side by side."""


@dataclass
class Sample:
    """One sample, as far as it has come."""

    index: int
    text: StopTexts
    aloud: StopTexts
    """The part that is told as it comes: calls are not."""
    tokens: list[int] = field(default_factory=list)
    """Those that make up the text."""
    drawn: int = 0
    """All of them, the one that ended it included."""
    logprob: float = 0.0
    """Sum over all of them."""
    completion: Completion | None = None
    _decoded: tuple[int, int] = (0, 0)
    """The last piece that was decoded, from and to which token: the next one is decoded together with it."""

    def new_text(self, decode: Callable[[list[int]], str]) -> str:
        """What the last tokens add, once their characters are whole."""
        piece = self._piece(decode)
        if piece.endswith("\ufffd"):
            return ""
        self._decoded = self._decoded[1], len(self.tokens)
        return self.text.add(piece)

    def last_text(self, decode: Callable[[list[int]], str]) -> str:
        """What was held back."""
        return self.text.add(self._piece(decode)) + self.text.flush()

    def _piece(self, decode: Callable[[list[int]], str]) -> str:
        first, last = self._decoded
        return decode(self.tokens[first:])[len(decode(self.tokens[first:last])) :]


class Drawing:
    """One request: `run` draws in a thread of its own, `next` waits for the next completion."""

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        lock: threading.Lock,
        request: Request,
        prompt: torch.Tensor,
        max_tokens: int,
        watch: Watch,
    ) -> None:
        self.stop = threading.Event()
        self.begun = False
        self.samples: list[Sample] = []
        self._model = model
        self._tokenizer = tokenizer
        self._lock = lock
        self._request = request
        self._sampling = request.sampling
        self._prompt = prompt
        self._max_tokens = max_tokens
        self._watch = watch
        self._start = time.perf_counter()
        self._ended: queue.Queue[Completion | Exception | None] = queue.Queue()
        known = (model.generation_config.eos_token_id, tokenizer.eos_token_id)
        ends = {end for some in known for end in (some if isinstance(some, list) else [some])} - {None}
        self._ends: list[int] = sorted(ends)
        self._rows: list[Sample] = []
        self._generators: list[torch.Generator] = []
        self._handed_over = 0

    def next(self) -> Completion | Exception | None:
        """The next completion; None once there are no more, or the caller does not want them."""
        while not self._watch.cancelled():
            with contextlib.suppress(queue.Empty):
                return self._ended.get(timeout=0.05)
        return None

    def run(self) -> None:
        """Draws all samples, unless it is stopped."""
        try:
            with self._lock:
                self.begun = not self.stop.is_set()
                if self.begun and self._sampling.beams > 1:
                    self._search()
                elif self.begun:
                    self._draw_all()
        except Exception as error:
            self._ended.put(error)
        self._ended.put(None)

    def _draw_all(self) -> None:
        sampling = self._sampling
        for first in range(0, sampling.n, WAVE):
            indexes = range(first, min(first + WAVE, sampling.n))
            seeds = [sampling.seed + index for index in indexes]
            self._rows = [self._sample(index) for index in indexes]
            self._generators = [torch.Generator(self._prompt.device).manual_seed(seed) for seed in seeds]
            self.samples += self._rows
            self._generate(len(self._rows), logits_processor=[self._draw], stopping_criteria=[self._follow])
            if self.stop.is_set():
                return
            for row in self._rows:
                if row.completion is None:
                    self._end(row, "length")
            self._hand_over()

    def _search(self) -> None:
        """The best texts of a beam search, as samples."""
        sampling = self._sampling
        settings: dict[str, Any] = {"num_beams": sampling.beams, "num_return_sequences": sampling.n}
        if sampling.stop:
            settings["stop_strings"] = list(sampling.stop)
        self.samples += [self._sample(index) for index in range(sampling.n)]
        found = self._generate(
            1,
            **settings,
            repetition_penalty=sampling.repeat_penalty,
            tokenizer=self._tokenizer,
            stopping_criteria=[
                lambda ids, scores, **more: torch.full(ids.shape[:1], self.stop.is_set(), device=ids.device)
            ],
        )
        if self.stop.is_set():
            return
        start = self._prompt.shape[1]
        for sample, tokens in zip(self.samples, found[:, start:].tolist(), strict=True):
            length = next((i + 1 for i, token in enumerate(tokens) if token in self._ends), len(tokens))
            logprobs = self._logprobs(found[sample.index : sample.index + 1, : start + length])
            for token, logprob in zip(tokens[:length], logprobs, strict=True):
                sample.logprob += logprob
                self._take(sample, token)
            if sample.completion is None:
                self._end(sample, "length")
        self._hand_over()

    def _sample(self, index: int) -> Sample:
        silent = (OPENING,) if self._request.functions else ()
        return Sample(index, StopTexts(self._sampling.stop), StopTexts(silent))

    def _logprobs(self, tokens: torch.Tensor) -> list[float]:
        """Of each token after the prompt; `tokens` has the shape (1, length)."""
        start = self._prompt.shape[1]
        with torch.inference_mode():
            scores = self._model(tokens).logits[0, start - 1 : -1].float()
        drawn: list[float] = scores.log_softmax(-1).gather(1, tokens[0, start:, None])[:, 0].tolist()
        return drawn

    def _generate(self, rows: int, **how: Any) -> torch.Tensor:
        """Prompt and continuation, of shape (rows, length)."""
        prompt = self._prompt.expand(rows, -1)
        settings = {"num_beams": 1, "repetition_penalty": 1.0, "do_sample": False} | how
        return self._model.generate(
            input_ids=prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=self._max_tokens,
            eos_token_id=self._ends or None,
            pad_token_id=self._ends[0] if self._ends else 0,
            **settings,
        )

    def _draw(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """Scores, of shape (rows, vocabulary), that leave each row the one token that it drew."""
        narrowed = self._narrow(input_ids, scores)
        if self._sampling.temperature == 0:
            tokens = narrowed.argmax(-1, keepdim=True)
        else:
            highest = narrowed.max(-1, keepdim=True).values
            chances = ((narrowed - highest) / self._sampling.temperature).softmax(-1)
            rows = zip(chances, self._generators, strict=True)
            tokens = torch.stack([torch.multinomial(row, 1, generator=dice) for row, dice in rows])
        logprobs = scores.log_softmax(-1).gather(1, tokens)[:, 0].tolist()
        for row, logprob in zip(self._rows, logprobs, strict=True):
            row.logprob += logprob if row.completion is None else 0.0
        return torch.full_like(scores, -torch.inf).scatter_(1, tokens, 0.0)

    def _narrow(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        """The scores of the tokens that may be drawn; minus infinity for the others. In llama.cpp's order."""
        sampling = self._sampling
        if sampling.repeat_penalty != 1:
            scores = transformers.RepetitionPenaltyLogitsProcessor(sampling.repeat_penalty)(input_ids, scores)
        if sampling.top_k:
            scores = transformers.TopKLogitsWarper(sampling.top_k)(input_ids, scores)
        if sampling.top_p < 1:
            scores = transformers.TopPLogitsWarper(sampling.top_p)(input_ids, scores)
        if sampling.min_p:
            scores = transformers.MinPLogitsWarper(sampling.min_p)(input_ids, scores)
        return scores

    def _follow(self, input_ids: torch.Tensor, scores: object, **more: object) -> torch.Tensor:
        """Which rows are done, of shape (rows,), now that each has another token in the last column."""
        for row, token in zip(self._rows, input_ids[:, -1].tolist(), strict=True):
            self._take(row, token)
        self._hand_over()
        done = [row.completion is not None or self.stop.is_set() for row in self._rows]
        return torch.tensor(done, device=input_ids.device)

    def _take(self, sample: Sample, token: int) -> None:
        """Another token of a sample that has not ended."""
        if sample.completion is not None:
            return
        sample.drawn += 1
        at_end = token in self._ends
        if not at_end:
            sample.tokens.append(token)
            self._tell(sample, sample.new_text(self._decode))
        if at_end or sample.text.stopped:
            self._end(sample, "stop")

    def _end(self, sample: Sample, reason: FinishReason) -> None:
        if not sample.text.stopped:
            self._tell(sample, sample.last_text(self._decode))
        sampled = self._sampling.beams == 1
        text, calls = self._read(sample)
        if not calls and (unsaid := text[len(sample.aloud.text) :]):
            self._watch.on_token(sample.index, unsaid)
        sample.completion = Completion(
            text=text,
            tokens=sample.drawn,
            logprob=min(0.0, sample.logprob / max(1, sample.drawn)),
            finish_reason="stop" if sample.text.stopped else reason,
            seed=self._sampling.seed + sample.index if sampled else None,
            seconds=time.perf_counter() - self._start,
            calls=calls,
        )

    def _read(self, sample: Sample) -> tuple[str, tuple[Call, ...]]:
        """The text of a sample, and the calls in it, where there are functions to call."""
        if not self._request.functions:
            return sample.text.text, ()
        text, found = read_tags(sample.text.text)
        return text, tuple(
            Call(name, arguments, call_id(self._request, sample.index, number))
            for number, (name, arguments) in enumerate(found)
        )

    def _hand_over(self) -> None:
        """Lets the completions go whose predecessors have all ended."""
        for sample in self.samples[self._handed_over :]:
            if sample.completion is None:
                return
            self._ended.put(sample.completion)
            self._handed_over += 1

    def _tell(self, sample: Sample, piece: str) -> None:
        if aloud := sample.aloud.add(piece):
            self._watch.on_token(sample.index, aloud)

    def _decode(self, tokens: list[int]) -> str:
        return str(
            self._tokenizer.decode(tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        )
